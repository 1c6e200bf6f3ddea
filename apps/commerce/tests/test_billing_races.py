"""A profile that is saved while an order is being made: the order has all of one version, the newest."""

import sys

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.models import Order
from apps.commerce.services import orders
from apps.commerce.tests.concurrency import (
    Buyer,
    create_buyers,
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

SAVED = {"name": "Meera Nair", "state": "Goa"}


def saved() -> None:
    """Called when the profile is saved and not committed yet."""


def save_profile(buyer: Buyer) -> None:
    with transaction.atomic():
        User.objects.filter(pk=buyer.person.pk).update(**SAVED)
        saved()


def enroll_while_the_profile_is_saved(monkeypatch: pytest.MonkeyPatch) -> Order:
    """Enroll has a person that was read before, and waits for the one that is being saved."""
    (buyer,) = create_buyers(1)
    cart = buyer.fill(show_of(9).pk)
    outcomes = interleave(
        monkeypatch,
        first=lambda: save_profile(buyer),
        until=(sys.modules[__name__], "saved"),
        second=lambda: buyer.enroll(cart),
    )
    assert unexpected_errors(outcomes) == []
    return Order.objects.get()


@pytest.mark.postgresql
def test_a_profile_saved_while_enroll_waits_is_on_the_order(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = enroll_while_the_profile_is_saved(monkeypatch)
    assert {name: order.billing[name] for name in SAVED} == SAVED
    assert [line["name"] for line in order.tax_lines] == ["IGST"]


@pytest.mark.postgresql
def test_control_without_the_buyers_lock_the_order_bills_the_profile_of_before(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders.people, "lock", lambda **_: None)
    assert enroll_while_the_profile_is_saved(monkeypatch).billing["name"] != SAVED["name"]


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
