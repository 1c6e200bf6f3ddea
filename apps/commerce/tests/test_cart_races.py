"""Concurrent requests for one cart: what is charged, what is counted and what is held agree."""

import pytest
from django.utils import timezone

from apps.commerce.models import Cart, Order
from apps.commerce.models.cart import CartQuerySet
from apps.commerce.selectors import books
from apps.commerce.services import carts, orders
from apps.commerce.services.orders import CouponLost
from apps.commerce.states import OrderStatus
from apps.commerce.tests.concurrency import (
    Buyer,
    create_buyers,
    create_coupon,
    enrolled,
    held_uses,
    paid,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import show_of
from apps.core.testing.parallel import interleave

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("seats", "later"),
]


def apply(buyer: Buyer, cart: Cart, code: str) -> Cart:
    return carts.apply_coupon(person=buyer.person, cart_id=cart.pk, code=code, at=timezone.now())


def remove(buyer: Buyer, cart: Cart, code: str) -> Cart:
    return carts.remove_coupon(person=buyer.person, cart_id=cart.pk, code=code, at=timezone.now())


@pytest.mark.postgresql
def test_a_coupon_applied_while_enroll_waits_takes_its_use(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, (buyer,), coupon = show_of(9), create_buyers(1), create_coupon(person_limit=1)
    cart = buyer.fill(show.pk)

    outcomes = interleave(
        monkeypatch,
        first=lambda: apply(buyer, cart, coupon.code),
        until=(carts, "_apply_coupon"),
        second=lambda: buyer.enroll(cart),
    )

    assert unexpected_errors(outcomes) == []
    order = Order.objects.get()
    assert (order.coupon, order.coupon_code, order.discount_paise) == (coupon, coupon.code, 1000)
    assert held_uses(coupon) == 1


@pytest.mark.postgresql
def test_a_coupon_removed_while_enroll_waits_takes_nothing_off(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, (buyer,), coupon = show_of(9), create_buyers(1), create_coupon(person_limit=1)
    cart = buyer.fill(show.pk, coupon=coupon.code)

    outcomes = interleave(
        monkeypatch,
        first=lambda: remove(buyer, cart, coupon.code),
        until=(carts, "drop_coupon"),
        second=lambda: buyer.enroll(cart),
    )

    assert unexpected_errors(outcomes) == []
    order = Order.objects.get()
    assert (order.coupon, order.coupon_code, order.discount_paise) == (None, "", 0)
    assert held_uses(coupon) == 0


@pytest.mark.postgresql
@pytest.mark.locked_join
def test_control_a_locked_join_returns_the_coupon_of_before(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, (buyer,), coupon = show_of(9), create_buyers(1), create_coupon(person_limit=1)
    cart = buyer.fill(show.pk)

    def joined(rows: CartQuerySet) -> CartQuerySet:
        return rows.select_for_update(no_key=True, of=("self",)).select_related("coupon")

    monkeypatch.setattr(CartQuerySet, "locked", joined)
    outcomes = interleave(
        monkeypatch,
        first=lambda: apply(buyer, cart, coupon.code),
        until=(carts, "_apply_coupon"),
        second=lambda: buyer.enroll(cart),
    )

    # The discount is there and its coupon is not: nothing but the constraint is left to refuse it.
    assert [
        str(error) for error in unexpected_errors(outcomes) if "order_discount_has_a_coupon" in str(error)
    ] != []
    assert not Order.objects.exists()


def test_every_discount_of_mixed_calls_has_its_use(provider: FakeProvider) -> None:
    buyers, coupon = create_buyers(4), create_coupon(person_limit=1)
    show = show_of(99)
    ready = [buyer.fill(show.pk) for buyer in buyers]

    def act(number: int) -> object:
        buyer, cart = buyers[number % 4], ready[number % 4]
        match number // 4 % 4:
            case 0:
                return apply(buyer, cart, coupon.code)
            case 1 | 3:
                return buyer.enroll(cart)
            case _:
                return remove(buyer, cart, coupon.code)

    outcomes = run_concurrently(act, times=64)

    assert unexpected_errors(outcomes, CouponLost) == []
    discounted = Order.objects.filter(discount_paise__gt=0)
    assert {order.coupon_use.coupon_id for order in discounted} <= {coupon.pk}
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_paying_and_enrolling_again_never_wait_for_each_other(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No deadlock is even begun again: both lock the cart before its orders."""
    lost: list[str] = []
    monkeypatch.setattr("apps.core.transactions.logger.warning", lambda *told, **_: lost.append(told[0]))
    show, buyers = show_of(99), create_buyers(20)
    placed = enrolled(buyers, show)
    payments = [paid(provider, order) for order in placed]

    def act(number: int) -> object:
        buyer, order = buyers[number // 2], placed[number // 2]
        if number % 2:
            return buyer.confirm(provider, payments[number // 2])
        return orders.place(person=buyer.person, kind="seat", cart_id=order.cart_id, at=timezone.now())

    run_concurrently(act, times=40)

    assert lost == []
    assert Order.objects.filter(status=OrderStatus.PAID).count() == 20
