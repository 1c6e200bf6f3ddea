"""
What comes with the end of Pro: a reminder 7 days and one day before, and seats that go back after it.

Courses and rooms close by themselves, since everybody who opens them looks at the clock.
`outbox/services/reminding` says how each is reminded once; `end_messages` looks everything up again when it
sends.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.live.services import pro_seats
from apps.outbox.services import reminders
from apps.outbox.services.reminders import Window
from apps.pro.models import EndReminder
from apps.pro.states import Lead

KIND = "pro end"

WINDOWS: Mapping[Lead, Window] = {
    Lead.WEEK: Window(since=timedelta(days=7), until=timedelta(days=2)),
    Lead.DAY: Window(since=timedelta(days=1), until=timedelta(0)),
}

_KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Expired:
    """How many were reminded, each time, and how many seats went back."""

    week: int
    day: int
    seats: int


def run(*, at: datetime, is_trial: bool = False) -> Expired:
    """Remind everybody who is due, once however many run, and give back seats; a trial only counts."""
    week, day = (_remind_all(lead, at=at, is_trial=is_trial) for lead in Lead)
    if not is_trial:
        EndReminder.objects.filter(ends_at__lt=at - _KEPT).delete()
    return Expired(week=week, day=day, seats=pro_seats.give_back(at=at, is_trial=is_trial))


def last_ends(*, at: datetime) -> EntitlementQuerySet:
    """Of everybody whose Pro goes on, trials aside, the one after which there is none."""
    paid = Entitlement.objects.paid_pro().filter(person__erased_at__isnull=True)
    later = Entitlement.objects.paid_pro().filter(person=OuterRef("person"))
    endless = later.filter(ends_at__isnull=True)
    return paid.filter(
        ~Exists(later.filter(ends_at__gt=OuterRef("ends_at"))), ~Exists(endless), ends_at__gt=at
    )


def _remind_all(lead: Lead, *, at: datetime, is_trial: bool) -> int:
    if is_trial:
        return _due(lead, at=at).count()
    return sum(_remind(batch, lead) for batch in reminders.batches(lambda: _due(lead, at=at)))


def _due(lead: Lead, *, at: datetime) -> EntitlementQuerySet:
    window = WINDOWS[lead]
    known = EndReminder.objects.filter(person=OuterRef("person"), ends_at=OuterRef("ends_at"), lead=lead)
    due = last_ends(at=at).filter(
        window.rows("ends_at", at=at),
        ~Exists(known),
        # Nobody is reminded of the end of what has only just begun.
        starts_at__lte=F("ends_at") - window.since,
    )
    return due.order_by("ends_at", "pk")


@transaction.atomic(durable=True)
def _remind(due: list[Entitlement], lead: Lead) -> int:
    """How many of these nobody else was quicker to remind."""
    rows = [
        EndReminder(person_id=row.person_id, ends_at=row.ends_at, lead=lead)
        for row in due
        if row.ends_at is not None
    ]
    return len(reminders.write(rows, kind=KIND))
