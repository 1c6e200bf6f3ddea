"""
Two people decide a refund that waits, with real commits: one of them does, and money moves only if approved.

Beside it a control: without the lock and the conditional update both decide.
"""

import time
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.models import Order, Refund, RefundRequest
from apps.commerce.services import refund_requests
from apps.commerce.services.refund_requests import AlreadyDecided
from apps.commerce.tests.concurrency import (
    any_try_fails,
    count_instances,
    remove_locks,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
    pytest.mark.postgresql,
]


def race(shop: Shop, member: Person) -> tuple[RefundRequest, list[object]]:
    """One approves twice, as in two tabs, while another declines twice."""
    order = Order.objects.get(pk=shop.bought(member.api, course_at(1000_00))["orderId"])
    count = User.objects.count()
    asker, first, second = (
        User.objects.create_user(mobile=f"97000{count:04}{number}", is_staff=True) for number in range(3)
    )
    row = refund_requests.request(
        order_id=order.pk,
        line_ids=[line.pk for line in order.lines.all()],
        reason="Bought by mistake",
        release_coupon=False,
        by=asker,
        at=timezone.now(),
    )

    def act(number: int) -> object:
        if number % 2:
            return refund_requests.decline(request_id=row.pk, by=second, note="", at=timezone.now())
        return refund_requests.approve(request_id=row.pk, by=first, at=timezone.now())

    outcomes = run_concurrently(act, times=4)
    row.refresh_from_db()
    return row, outcomes


def test_one_decision_counts(shop: Shop, member: Person) -> None:
    row, outcomes = race(shop, member)
    assert unexpected_errors(outcomes, AlreadyDecided) == []
    assert count_instances(outcomes, AlreadyDecided) == 3
    assert Refund.objects.count() == (1 if row.status == "approved" else 0)


def test_control_looking_before_deciding_decides_twice(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_locks(monkeypatch)

    def decide(row: Any, status: Any, *, by: User, at: Any, note: str = "") -> None:
        if row.status != "waiting":
            raise AlreadyDecided()
        time.sleep(0.05)
        RefundRequest.objects.filter(pk=row.pk).update(status=status, decided_by=by, decided_at=at)

    monkeypatch.setattr(refund_requests, "_decide", decide)

    def decides_twice() -> bool:
        _, outcomes = race(shop, member)
        return count_instances(outcomes, AlreadyDecided) < 3

    assert any_try_fails(decides_twice)
