"""
Reminding people of what they booked: a day before, and when the room opens.

`outbox/services/reminding` says how each is reminded once; `reminder_messages` looks everything up again
when it sends.
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
from apps.outbox.services import reminders
from apps.outbox.services.reminders import Window

KIND = "live reminder"

WINDOWS: Mapping[Lead, Window] = {
    Lead.DAY: Window(since=REMINDED, until=CHANGEABLE),
    Lead.SOON: Window(since=JOINABLE, until=timedelta(0)),
}
"""One of the day while something can still be changed, the other until it begins."""

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
    facts = ("pk", f"{of.booked_as}__starts_at", "person__email")
    for batch in reminders.batches(lambda: _due(of, lead, at=at).order_by("pk").values_list(*facts)):
        yield [_Due(pk, starts_at, bool(email)) for pk, starts_at, email in batch]


def _due(of: type[Thing], lead: Lead, *, at: datetime) -> BookingQuerySet:
    starts_at = f"{of.booked_as}__starts_at"
    known = Reminder.objects.filter(booking=OuterRef("pk"), starts_at=OuterRef(starts_at), lead=lead)
    return Booking.objects.booked().filter(
        WINDOWS[lead].rows(starts_at, at=at),
        ~Exists(known),
        person__erased_at__isnull=True,
        **{f"{of.booked_as}__called_off_at__isnull": True},
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
    written = reminders.write(rows, kind=KIND)
    return len({row.booking_id for row in rows if row.pk in written})
