"""
Concurrent purchases of Pro: their periods follow each other.

The control, the same race without the lock on the user, must give overlapping periods. SQLite allows one
writer at a time, so the control runs on PostgreSQL only.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.accounts.selectors import subscriptions
from apps.accounts.services import pro_time
from apps.commerce.models import Order
from apps.commerce.selectors import books
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.core import sellables
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.pro.models import Subscription
from tests.pro.pro_shop import ProShop, pro

__all__ = ["pro"]

pytestmark = pytest.mark.django_db(transaction=True)

DAYS = (30, 90, 180, 365)


def deliver_concurrently(pro: ProShop, member: Person) -> Sequence[Entitlement]:
    """Deliver several purchases of one buyer at the same time."""
    lines = [purchase_line(pro, member, days) for days in DAYS]
    outcomes = in_parallel(lambda number: deliver(lines[number]), times=len(lines))
    assert outcomes == [None] * len(lines)
    assert Subscription.objects.filter(person=member.user).count() == len(lines)
    return list(Entitlement.objects.paid_pro().filter(person=member.user).order_by("starts_at"))


def purchase_line(pro: ProShop, member: Person, days: int) -> Line:
    plan = pro.plan(days)
    return Line(
        id=new_id(),
        order_id=new_id(),
        buyer_id=member.user.pk,
        item_id=plan.pk,
        title=plan.price_name,
        request={},
        access_days=days,
    )


@transaction.atomic
def deliver(line: Line) -> None:
    sellables.deliver(kind="pro", lines=[line], at=timezone.now())


def overlaps(rows: Sequence[Entitlement]) -> int:
    return sum(before.ends_at is None or before.ends_at > after.starts_at for before, after in pairwise(rows))


def test_concurrent_purchases_follow_each_other(pro: ProShop, member: Person) -> None:
    rows = deliver_concurrently(pro, member)
    assert sorted((row.ends_at - row.starts_at).days for row in rows if row.ends_at) == sorted(DAYS)
    assert all(before.ends_at == after.starts_at for before, after in pairwise(rows))


@pytest.mark.postgresql
def test_control_without_the_lock_they_overlap(
    pro: ProShop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = subscriptions.end_of_paid

    def slow(**arguments: Any) -> Any:
        end = original(**arguments)
        time.sleep(0.3)
        return end

    monkeypatch.setattr(pro_time, "_lock_person", lambda _person_id: None)
    monkeypatch.setattr(subscriptions, "end_of_paid", slow)
    assert overlaps(deliver_concurrently(pro, member)) > 0


def test_a_concurrent_purchase_and_refund_leave_no_gap(pro: ProShop, member: Person) -> None:
    started_at = timezone.now()
    first = Order.objects.get(pk=pro.buy(member.api, 90)["orderId"]).pk
    pro.buy(member.api, 365)
    waiting = pro.enroll(member.api, 30).json()["data"]["razorPayOrderId"]
    client = logged_in(member.user)
    client.get("/api/user")

    def act(number: int) -> object:
        return pro.confirm(client, waiting) if number else _refund(first)

    in_parallel(act, times=2)
    later, last = Entitlement.objects.paid_pro().filter(person=member.user).order_by("starts_at")
    assert later.ends_at == last.starts_at
    assert [row.ends_at - row.starts_at for row in (later, last) if row.ends_at] == [
        timedelta(days=365),
        timedelta(days=30),
    ]
    assert timedelta(0) <= later.starts_at - started_at < timedelta(minutes=1)
    assert list(books.differences()) == []


def _refund(order_id: UUID) -> object:
    return refunds.refund_as_staff(
        order_id=order_id,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
