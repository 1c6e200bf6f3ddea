"""
What comes with the end of Pro: a reminder 7 days and one day before, and seats that go back after it.

Courses and rooms close by themselves, since everybody who opens them looks at the clock. A row says that
somebody is reminded of an end. Its constraint decides between runs at the same moment, and whoever wrote it
sends the message; `end_messages` looks everything up again then.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.live.services import pro_seats
from apps.outbox.services import messages as outbox
from apps.pro.models import EndReminder
from apps.pro.states import Lead

KIND = "pro end"

WINDOWS: Mapping[Lead, tuple[timedelta, timedelta]] = {
    Lead.WEEK: (timedelta(days=7), timedelta(days=2)),
    Lead.DAY: (timedelta(days=1), timedelta(0)),
}
"""From and until how long before the end each is of use; what a run missed by more is not sent."""

_AT_ONCE = 500
_KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Expired:
    """How many were reminded, each time, and how many seats went back."""

    week: int
    day: int
    seats: int


def is_timely(*, lead: Lead, ends_at: datetime, at: datetime) -> bool:
    since, until = WINDOWS[lead]
    return ends_at - since <= at < ends_at - until


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
    return sum(_remind(batch, lead) for batch in _batches(lead, at=at))


def _batches(lead: Lead, *, at: datetime) -> Iterator[list[tuple[UUID, datetime]]]:
    """What one run sends is not due for the next, so each batch is the first of what is left."""
    while True:
        rows = _due(lead, at=at).order_by("ends_at", "pk").values_list("person", "ends_at")
        batch = [(person, ends_at) for person, ends_at in rows[:_AT_ONCE] if ends_at is not None]
        if batch:
            yield batch
        if len(batch) < _AT_ONCE:
            return


def _due(lead: Lead, *, at: datetime) -> EntitlementQuerySet:
    since, until = WINDOWS[lead]
    known = EndReminder.objects.filter(person=OuterRef("person"), ends_at=OuterRef("ends_at"), lead=lead)
    return last_ends(at=at).filter(
        ~Exists(known),
        ends_at__gt=at + until,
        ends_at__lte=at + since,
        # Nobody is reminded of the end of what has only just begun.
        starts_at__lte=F("ends_at") - since,
    )


@transaction.atomic(durable=True)
def _remind(due: list[tuple[UUID, datetime]], lead: Lead) -> int:
    """How many of these nobody else was quicker to remind."""
    rows = [EndReminder(person_id=person, ends_at=ends_at, lead=lead) for person, ends_at in due]
    EndReminder.objects.bulk_create(rows, ignore_conflicts=True)
    written = list(EndReminder.objects.filter(pk__in=[row.pk for row in rows]).values_list("pk", flat=True))
    outbox.enqueue_all(kind=KIND, payloads=[{"reminder_id": str(pk)} for pk in written])
    return len(written)
