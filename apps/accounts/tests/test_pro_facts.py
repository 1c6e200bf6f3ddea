"""Whether somebody has Pro or a trial, and what a plan or a trial would do for them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import subscriptions
from apps.accounts.selectors.pro_facts import pro_facts
from apps.accounts.states import PeriodStatus, Scope, Source
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

Period = tuple[Source, int, int | None]
PAID, TRIAL, STAFF = Source.PAID, Source.TRIAL, Source.STAFF


def day(number: int) -> datetime:
    return NOW + timedelta(days=number)


def give(person: User, source: Source, start: int, end: int | None, **more: Any) -> Entitlement:
    return Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=source,
        label="Free trial" if source == TRIAL else "1 year",
        starts_at=day(start),
        ends_at=None if end is None else day(end),
        **more,
    )


@pytest.mark.parametrize(
    ("periods", "status", "ends", "action", "trial"),
    [
        ([], "none", None, "start", "available"),
        ([(TRIAL, -1, 6)], "trial", 6, "replaceTrial", "active"),
        ([(TRIAL, -9, -2)], "none", None, "start", "used"),
        ([(TRIAL, -7, 0)], "none", None, "start", "used"),
        ([(PAID, -9, 30)], "active", 30, "extend", "included"),
        ([(PAID, 0, 30)], "active", 30, "extend", "included"),
        ([(PAID, -9, 30), (PAID, 30, 60)], "active", 60, "extend", "included"),
        ([(PAID, -9, 30), (TRIAL, -10, -9)], "active", 30, "extend", "included"),
        ([(PAID, -30, -1)], "none", None, "start", "available"),
        ([(PAID, -30, 0)], "none", None, "start", "available"),
        ([(PAID, -30, -1), (TRIAL, -40, -33)], "none", None, "start", "used"),
        ([(PAID, -30, -1), (TRIAL, -1, 6)], "trial", 6, "replaceTrial", "active"),
        ([(PAID, 3, 30)], "none", 30, "extend", "available"),
        ([(STAFF, -1, None)], "active", None, None, "included"),
        ([(STAFF, -1, 30), (PAID, 30, 60)], "active", 60, "extend", "included"),
        ([(PAID, -1, 30), (STAFF, 30, None)], "active", None, None, "included"),
    ],
)
def test_pro_and_trial_of_a_member(
    member: Person,
    periods: list[Period],
    status: str,
    ends: int | None,
    action: str | None,
    trial: str,
) -> None:
    for period in periods:
        give(member.user, *period)
    facts = pro_facts(person=member.user, at=NOW)
    ends_at = None if ends is None else day(ends)
    assert (facts.pro.status, facts.pro.ends_at, facts.pro.action) == (status, ends_at, action)
    assert facts.trial.status == trial


def test_revoked_time_does_not_count(member: Person) -> None:
    give(member.user, PAID, 3, 30, revoked_at=NOW)
    facts = pro_facts(person=member.user, at=NOW)
    assert (facts.pro.status, facts.pro.ends_at, facts.pro.action) == ("none", None, "start")
    assert facts.subscriptions == []


@pytest.mark.parametrize(
    "periods", [[], [(TRIAL, -1, 6)], [(PAID, -9, 30)], [(STAFF, -1, None)], [(PAID, 3, 30)]]
)
def test_the_checkout_decides_the_same(member: Person, periods: list[Period]) -> None:
    for period in periods:
        give(member.user, *period)
    facts = pro_facts(person=member.user, at=NOW)
    try:
        end = subscriptions.end_of_paid(person_id=member.user.pk, at=NOW)
    except subscriptions.EndlessPro:
        assert facts.pro.action is None
    else:
        assert (facts.pro.action == "extend") == (end is not None)
        if end is not None:
            assert facts.pro.ends_at == end


@pytest.mark.parametrize(
    ("start", "end", "status", "change"),
    [
        (1, 5, PeriodStatus.UPCOMING, 1),
        (1, None, PeriodStatus.UPCOMING, 1),
        (0, 5, PeriodStatus.ACTIVE, 5),
        (-1, 5, PeriodStatus.ACTIVE, 5),
        (-1, None, PeriodStatus.ACTIVE, None),
        (-5, 0, PeriodStatus.ENDED, None),
    ],
)
def test_a_period_has_a_status_until_it_changes(
    start: int, end: int | None, status: PeriodStatus, change: int | None
) -> None:
    found = subscriptions.period_status(
        starts_at=day(start), ends_at=None if end is None else day(end), at=NOW
    )
    assert found == (status, None if change is None else day(change))


def test_the_user_and_the_subscriptions_carry_the_facts(member: Person) -> None:
    with time_machine.travel(NOW, tick=False), transaction.atomic():
        give(member.user, TRIAL, -1, 6)
        user = member.api.get("/api/user").json()["data"]
        listed = member.api.get("/api/learnprosection/user/subscriptions/pro").json()["data"]
    assert user["pro"] == {
        "status": "trial",
        "planName": "Free trial",
        "endsAt": "2026-11-27T09:30:00Z",
        "action": "replaceTrial",
    }
    assert user["trial"] == {"status": "active", "endsAt": "2026-11-27T09:30:00Z"}
    assert listed["pro"] == user["pro"]
    [period] = listed["subscriptions"]
    assert (period["via"], period["status"], period["nextChangeAt"]) == (
        "trial",
        "active",
        "2026-11-27T09:30:00Z",
    )
