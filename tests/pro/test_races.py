"""
Purchases of Pro that are paid at the same moment: each counts, one after the other.

Beside it stands its control: the same race without the hold on the person must overlap, else it proves
nothing. SQLite lets one writer in at a time, so the control is PostgreSQL's alone.
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
from apps.commerce.tests.provider import provider
from apps.core import sellables
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.pro.models import Subscription
from tests.pro.market import ProShop, pro

__all__ = ["pro", "provider"]

pytestmark = pytest.mark.django_db(transaction=True)

DAYS = (30, 90, 180, 365)


def all_at_once(pro: ProShop, member: Person) -> Sequence[Entitlement]:
    """One buyer to whom several purchases are handed over in the same moment."""
    lines = [bought(pro, member, days) for days in DAYS]
    outcomes = in_parallel(lambda number: handed_over(lines[number]), times=len(lines))
    assert outcomes == [None] * len(lines)
    assert Subscription.objects.filter(person=member.user).count() == len(lines)
    return list(Entitlement.objects.paid_pro().filter(person=member.user).order_by("starts_at"))


def bought(pro: ProShop, member: Person, days: int) -> Line:
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
def handed_over(line: Line) -> None:
    sellables.deliver(kind="pro", lines=[line], at=timezone.now())


def overlaps(rows: Sequence[Entitlement]) -> int:
    return sum(before.ends_at is None or before.ends_at > after.starts_at for before, after in pairwise(rows))


def test_all_count_one_after_the_other(pro: ProShop, member: Person) -> None:
    rows = all_at_once(pro, member)
    assert sorted((row.ends_at - row.starts_at).days for row in rows if row.ends_at) == sorted(DAYS)
    assert all(before.ends_at == after.starts_at for before, after in pairwise(rows))


@pytest.mark.postgresql
def test_control_without_the_hold_they_overlap(
    pro: ProShop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = subscriptions.end_of_paid

    def looked(**asked: Any) -> Any:
        end = seen(**asked)
        time.sleep(0.3)
        return end

    monkeypatch.setattr(pro_time, "_hold", lambda _person_id: None)
    monkeypatch.setattr(subscriptions, "end_of_paid", looked)
    assert overlaps(all_at_once(pro, member)) > 0


def test_a_purchase_and_a_refund_at_once_leave_no_gap(pro: ProShop, member: Person) -> None:
    begun = timezone.now()
    first = Order.objects.get(pk=pro.bought(member.api, 90)["orderId"]).pk
    pro.bought(member.api, 365)
    waiting = pro.enroll(member.api, 30).json()["data"]["razorPayOrderId"]
    client = logged_in(member.user)
    client.csrf_token()

    def act(number: int) -> object:
        return pro.confirm(client, waiting) if number else _take_back(first)

    in_parallel(act, times=2)
    later, last = Entitlement.objects.paid_pro().filter(person=member.user).order_by("starts_at")
    assert later.ends_at == last.starts_at
    assert [row.ends_at - row.starts_at for row in (later, last) if row.ends_at] == [
        timedelta(days=365),
        timedelta(days=30),
    ]
    assert timedelta(0) <= later.starts_at - begun < timedelta(minutes=1)
    assert list(books.differences()) == []


def _take_back(order_id: UUID) -> object:
    return refunds.by_staff(
        order_id=order_id,
        line_ids=None,
        reason="Asked for",
        by="Staff",
        gives_coupon_back=False,
        at=timezone.now(),
    )
