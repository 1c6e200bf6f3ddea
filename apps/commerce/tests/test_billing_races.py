"""A profile that is saved while an order is being made: the order has all of one version, the newest."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.models import Order
from apps.commerce.services import billing, carts, orders
from apps.commerce.tests.concurrency import (
    Buyer,
    create_buyers,
    create_coupon,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import Show, show_of
from apps.commerce.tests.test_cart_races import apply, while_it_is_held

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("seats", "later"),
]

SAVED = {"name": "Meera Nair", "state": "Goa"}


def enroll_while_the_profile_is_saved(monkeypatch: pytest.MonkeyPatch, buyer: Buyer, show: Show) -> Order:
    """Enroll waits for the cart with a person that it read before; then the profile changes."""
    coupon, cart = create_coupon(person_limit=1), buyer.fill(show.pk)
    step = carts._apply_coupon

    def save_profile(*args: Any, **kwargs: Any) -> None:
        User.objects.filter(pk=buyer.person.pk).update(**SAVED)
        step(*args, **kwargs)

    monkeypatch.setattr(carts, "_apply_coupon", save_profile)
    outcomes = while_it_is_held(
        monkeypatch, "_apply_coupon", lambda: apply(buyer, cart, coupon.code), lambda: buyer.enroll(cart)
    )
    assert unexpected_errors(outcomes) == []
    return Order.objects.get()


@pytest.mark.postgresql
def test_a_profile_saved_while_enroll_waits_is_on_the_order(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    (buyer,) = create_buyers(1)
    order = enroll_while_the_profile_is_saved(monkeypatch, buyer, show_of(9))
    assert {name: order.billing[name] for name in SAVED} == SAVED
    assert [line["name"] for line in order.tax_lines] == ["IGST"]


@pytest.mark.postgresql
def test_control_a_person_read_before_the_wait_bills_the_profile_of_before(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    (buyer,) = create_buyers(1)
    monkeypatch.setattr(
        billing, "current", lambda *, person_id, given: billing.completed(person=buyer.person, given=given)
    )
    order = enroll_while_the_profile_is_saved(monkeypatch, buyer, show_of(9))
    assert order.billing["name"] != SAVED["name"]


def test_two_tabs_that_save_and_pay_leave_one_order_that_holds_a_seat(provider: FakeProvider) -> None:
    (buyer,), show = create_buyers(1), show_of(1)
    cart = buyer.fill(show.pk)

    def tab(number: int) -> object:
        name = f"Name {number % 2}"
        User.objects.filter(pk=buyer.person.pk).update(name=name, state=("Goa", "Kerala")[number % 2])
        return orders.place(person=buyer.person, kind="seat", cart_id=cart.pk, at=timezone.now())

    outcomes = run_concurrently(tab, times=16)

    assert unexpected_errors(outcomes) == []
    assert Order.objects.filter(released_at__isnull=True).count() == 1
    # Name and state are always of one and the same version.
    assert set(Order.objects.values_list("billing__name", "billing__state")) <= {
        ("Name 0", "Goa"),
        ("Name 1", "Kerala"),
    }
