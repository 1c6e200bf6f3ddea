"""An account that is erased while somebody's money is on its way: one lock order, and one of two ends."""

from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.models.user import People
from apps.accounts.services import erasure
from apps.commerce.flows import provider_sync, rebuilding
from apps.commerce.models import Cart, CreditNote, Invoice, Order, OrderLine, Refund
from apps.commerce.selectors import books
from apps.commerce.services import fulfilment, lost_orders, orders, refunds
from apps.commerce.states import OrderStatus, RefundCause
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.errors import NotLoggedIn
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import interleave

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

BILLING = {"name": "Meera Nair", "address": "12 Beach Road, Kochi", "state": "Kerala"}


def erase(person: Person) -> Any:
    return erasure.erase(
        person=User.objects.get(pk=person.user.pk),
        mobile="9811111111",
        has_reauthenticated=True,
        address="203.0.113.7",
        at=timezone.now(),
    )


def awaiting(shop: Shop, member: Person) -> Order:
    cart = shop.cart(member.api, course_at(100_00), billingDetails=BILLING)
    order = Order.objects.get(pk=shop.enroll(member.api, cart)["orderId"])
    shop.provider.capture(str(order.provider_order_id))
    return order


def settle(order: Order) -> Order | None:
    return provider_sync.poll_order(order=order, at=timezone.now())


def names_somebody() -> bool:
    texts = [*Invoice.objects.values_list("content"), *CreditNote.objects.values_list("content")]
    return any(word in str(texts) for word in ("Meera", "Beach", "9811111111"))


def returned_paise() -> int:
    return sum(Refund.objects.values_list("amount_paise", flat=True))


def test_who_erases_while_settling_gets_the_unopened_course_refunded(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = awaiting(shop, member)

    _, refunded = interleave(
        monkeypatch,
        first=lambda: settle(order),
        until=(fulfilment.invoices, "issue"),
        second=lambda: erase(member),
    )

    assert [row.amount_paise for row in refunded] == [118_00]  # type: ignore[attr-defined]
    assert Order.objects.get().status == OrderStatus.REFUNDED
    assert Refund.objects.get().cause == RefundCause.ERASURE
    assert (returned_paise(), names_somebody()) == (118_00, False)
    assert list(books.differences()) == []


def test_control_without_the_buyers_lock_the_invoice_keeps_the_name(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = awaiting(shop, member)
    monkeypatch.setattr(People, "locked", lambda people: people.all())
    monkeypatch.setattr(personal_data, "_closings", list)

    interleave(
        monkeypatch,
        first=lambda: settle(order),
        until=(fulfilment.invoices, "issue"),
        second=lambda: erase(member),
    )

    assert Order.objects.get().status == OrderStatus.PAID
    assert names_somebody()


def test_a_payment_that_settles_while_the_account_is_erased_is_refunded(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = awaiting(shop, member)

    interleave(
        monkeypatch,
        first=lambda: erase(member),
        until=(erasure, "_close"),
        second=lambda: settle(order),
    )

    assert Order.objects.get().status == OrderStatus.REFUNDED
    assert Refund.objects.get().cause == RefundCause.CLOSED
    assert (returned_paise(), Invoice.objects.count()) == (118_00, 0)
    assert list(books.differences()) == []


def test_an_order_is_not_placed_for_an_account_that_is_being_erased(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cart = Cart.objects.get(pk=shop.cart(member.api, course_at(100_00), billingDetails=BILLING)["_id"])
    person = User.objects.get(pk=member.user.pk)

    _, refusal = interleave(
        monkeypatch,
        first=lambda: erase(member),
        until=(erasure, "_close"),
        second=lambda: orders.place(person=person, kind="course", cart_id=cart.pk, at=timezone.now()),
    )

    assert isinstance(refusal, NotLoggedIn)
    assert not Order.objects.exists()


def test_a_refund_by_staff_beside_an_erasure_is_made_once(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = awaiting(shop, member)
    settle(order)
    finance = colleague()

    def refund() -> object:
        return refunds.refund_as_staff(
            order_id=order.pk,
            line_ids=None,
            reason="Asked for",
            by=finance,
            release_coupon=False,
            at=timezone.now(),
        )

    interleave(monkeypatch, first=lambda: erase(member), until=(erasure, "_close"), second=refund)

    assert Refund.objects.get().cause == RefundCause.ERASURE
    assert (returned_paise(), names_somebody()) == (118_00, False)
    assert list(books.differences()) == []


@pytest.mark.parametrize("erases_first", [True, False])
def test_a_lost_order_that_is_rebuilt_beside_an_erasure_is_refunded(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch, erases_first: bool
) -> None:
    order = awaiting(shop, member)
    models.QuerySet(OrderLine).filter(order=order)._raw_delete("default")
    models.QuerySet(Order).filter(pk=order.pk)._raw_delete("default")

    def rebuild() -> int:
        return rebuilding.rebuild_lost_orders(at=timezone.now()).rebuilt

    def leave() -> Any:
        return erase(member)

    first, second = (leave, rebuild) if erases_first else (rebuild, leave)
    until = (erasure, "_close") if erases_first else (lost_orders.orders, "record")
    assert 1 in interleave(monkeypatch, first=first, until=until, second=second)

    assert Order.objects.get().status == OrderStatus.REFUNDED
    assert (returned_paise(), names_somebody()) == (118_00, False)
    assert list(books.differences()) == []
