"""
Two tabs of one person refund at the same moment: the sum of their day holds, over different orders.

Beside it a control: without the lock both ask before either has refunded, and both pass.
"""

import pytest
from django.utils import timezone

from apps.commerce.models import Order, Refund, RefundSettings
from apps.commerce.selectors import second_person
from apps.commerce.services import refund_settings, refunds
from apps.commerce.services.refunds import SecondPersonNeeded
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.concurrency import count_instances, run_concurrently, unexpected_errors
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import all_after

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
    pytest.mark.postgresql,
]


def race(shop: Shop, *buyers: Person) -> list[object]:
    """Orders of two buyers: those of one wait for each other."""
    orders = [Order.objects.get(pk=shop.bought(buyer.api, course_at(1000_00))["orderId"]) for buyer in buyers]
    RefundSettings.objects.create(person_day_paise=1180_00)
    person = colleague()

    def act(number: int) -> object:
        return refunds.refund_as_staff(
            order_id=orders[number].pk,
            line_ids=None,
            reason="Bought by mistake",
            by=person,
            release_coupon=False,
            at=timezone.now(),
        )

    outcomes = run_concurrently(act, times=2)
    assert unexpected_errors(outcomes, SecondPersonNeeded) == []
    return outcomes


def test_one_of_two_tabs_passes(shop: Shop, member: Person, other_member: Person) -> None:
    assert count_instances(race(shop, member, other_member), SecondPersonNeeded) == 1
    assert Refund.objects.get().amount_paise == 1180_00


def test_control_without_the_lock_both_pass(
    shop: Shop, member: Person, other_member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refund_settings, "lock", lambda: None)
    monkeypatch.setattr(second_person, "is_needed", all_after(second_person.is_needed, times=2))
    assert count_instances(race(shop, member, other_member), SecondPersonNeeded) == 0
    assert Refund.objects.count() == 2
