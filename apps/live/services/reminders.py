"""
Reminding people of what they booked: a day before, and when the room opens.

A row says that somebody is reminded of a start. Its constraint decides between runs at the same moment,
and whoever wrote it sends the message; `reminder_messages` looks everything up again then.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from apps.live.deadlines import CHANGEABLE, JOINABLE, REMINDED
from apps.live.models import Booking, Mentorship, ProgramSession, Reminder, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.services.seats import Thing
from apps.live.states import Lead, Way
from apps.outbox.services import messages as outbox

KIND = "live reminder"

WINDOWS: Mapping[Lead, tuple[timedelta, timedelta]] = {
    Lead.DAY: (REMINDED, CHANGEABLE),
    Lead.SOON: (JOINABLE, timedelta(0)),
}
"""
From and until how long before the start a reminder is of use: one of the day while something can still be
changed, the other until it begins. What a run missed by more than that is not sent.
"""

_AT_ONCE = 500
_KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Reminded:
    """How many bookings were reminded of, each time."""

    day: int
    soon: int


@dataclass(frozen=True, slots=True)
class _Due:
    booking_id: UUID
    starts_at: datetime
    has_mail: bool


def is_timely(*, lead: Lead, starts_at: datetime, at: datetime) -> bool:
    since, until = WINDOWS[lead]
    return starts_at - since <= at < starts_at - until


def run(*, at: datetime, is_trial: bool = False) -> Reminded:
    """Remind everybody who is due, once however many run; a trial only counts them."""
    counts = {lead: _run(lead, at=at, is_trial=is_trial) for lead in Lead}
    if not is_trial:
        Reminder.objects.filter(starts_at__lt=at - _KEPT).delete()
    return Reminded(day=counts[Lead.DAY], soon=counts[Lead.SOON])


def _run(lead: Lead, *, at: datetime, is_trial: bool) -> int:
    of_all: tuple[type[Thing], ...] = (ProgramSession, Webinar, Mentorship)
    if is_trial:
        return sum(_due(of, lead, at=at).count() for of in of_all)
    return sum(_remind(batch, lead) for of in of_all for batch in _batches(of, lead, at=at))


def _batches(of: type[Thing], lead: Lead, *, at: datetime) -> Iterator[list[_Due]]:
    """What one run sends is not due for the next, so each batch is the first of what is left."""
    facts = ("pk", f"{of.booked_as}__starts_at", "person__email")
    while True:
        rows = _due(of, lead, at=at).order_by("pk").values_list(*facts)
        batch = [_Due(pk, starts_at, bool(email)) for pk, starts_at, email in rows[:_AT_ONCE]]
        if batch:
            yield batch
        if len(batch) < _AT_ONCE:
            return


def _due(of: type[Thing], lead: Lead, *, at: datetime) -> BookingQuerySet:
    since, until = WINDOWS[lead]
    starts_at = f"{of.booked_as}__starts_at"
    known = Reminder.objects.filter(booking=OuterRef("pk"), starts_at=OuterRef(starts_at), lead=lead)
    return Booking.objects.booked().filter(
        ~Exists(known),
        person__erased_at__isnull=True,
        **{
            f"{starts_at}__gt": at + until,
            f"{starts_at}__lte": at + since,
            f"{of.booked_as}__called_off_at__isnull": True,
        },
    )


@transaction.atomic(durable=True)
def _remind(due: list[_Due], lead: Lead) -> int:
    """How many bookings of these nobody else was quicker to remind of."""
    rows = [
        Reminder(booking_id=row.booking_id, lead=lead, way=way, starts_at=row.starts_at)
        for row in due
        for way in Way
        if way != Way.MAIL or row.has_mail
    ]
    Reminder.objects.bulk_create(rows, ignore_conflicts=True)
    ours = Reminder.objects.filter(pk__in=[row.pk for row in rows]).values_list("pk", "booking_id")
    written = dict(ours)
    outbox.enqueue_all(kind=KIND, payloads=[{"reminder_id": str(pk)} for pk in written])
    return len(set(written.values()))
