"""
Reminders of each meeting of what is booked: some time before its start, and when joining opens.

`outbox/services/reminders` makes sure that each is sent once; `reminder_messages` sends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, FilteredRelation, OuterRef

from apps.accounts.selectors import email_addresses
from apps.core import retention
from apps.live import deadlines
from apps.live.models import Booking, Mentorship, ProgramSession, Reminder, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.services.seats import BookableItem
from apps.live.states import ReminderChannel, ReminderLead
from apps.outbox.services import reminders
from apps.outbox.services.reminders import Window

KIND = "live reminder"

_MODELS: tuple[type[BookableItem], ...] = (ProgramSession, Webinar, Mentorship)


@dataclass(frozen=True, slots=True)
class Reminded:
    """How many meetings of bookings each reminder was sent for."""

    day: int
    soon: int


_DueRow = tuple[UUID, datetime, bool]
"""A booking's id, its meeting's start, whether its person is written to by email."""


def window_of(lead: ReminderLead, /) -> Window:
    """The first is sent while a session can still be changed, the second until the start."""
    if lead == ReminderLead.DAY:
        return Window(since=deadlines.FIRST_REMINDER, until=deadlines.CHANGE_DEADLINE)
    return Window(since=deadlines.JOIN_OPENS_BEFORE, until=timedelta(0))


def send_due(*, at: datetime, dry_run: bool = False) -> Reminded:
    """Enqueue the reminders that are due, each once even if several runs overlap."""
    counts = {lead: _send(lead, at=at, dry_run=dry_run) for lead in ReminderLead}
    if not dry_run:
        Reminder.objects.filter(starts_at__lt=at - retention.REMINDER_MARK_RETENTION).delete()
    return Reminded(day=counts[ReminderLead.DAY], soon=counts[ReminderLead.SOON])


def _send(lead: ReminderLead, *, at: datetime, dry_run: bool) -> int:
    if dry_run:
        return sum(_due(of, lead, at=at).count() for of in _MODELS)
    return sum(_send_for(of, lead, at=at) for of in _MODELS)


def _send_for(of: type[BookableItem], lead: ReminderLead, *, at: datetime) -> int:
    columns = ("pk", f"{_meeting_of(of)}__starts_at", "has_email")
    return reminders.send(
        lambda: (
            _due(of, lead, at=at)
            .annotate(has_email=email_addresses.is_confirmed(of="person"))
            .order_by(*columns[:2])
            .values_list(*columns)
        ),
        partial(_enqueue, lead=lead),
        name=lambda row: f"booking {row[0]}",
    )


def _due(of: type[BookableItem], lead: ReminderLead, *, at: datetime) -> BookingQuerySet:
    meeting = _meeting_of(of)
    starts_at = f"{meeting}__starts_at"
    reminded = Reminder.objects.filter(booking=OuterRef("pk"), starts_at=OuterRef(starts_at), lead=lead)
    rows = Booking.objects.booked()
    if of is Mentorship:
        rows = rows.annotate(**{meeting: FilteredRelation("mentorship__meetings")})
    return rows.filter(
        window_of(lead).rows(starts_at, at=at),
        ~Exists(reminded),
        person__erased_at__isnull=True,
        **{f"{of.booking_field}__cancelled_at__isnull": True, f"{meeting}__cancelled_at__isnull": True},
    )


def _meeting_of(of: type[BookableItem]) -> str:
    """The relation of `Booking` that has the start: webinars and sessions are their own meeting."""
    return "meeting" if of is Mentorship else of.booking_field


@transaction.atomic(durable=True)
def _enqueue(due: Sequence[_DueRow], *, lead: ReminderLead) -> int:
    """Returns how many of these bookings no concurrent run has reminded of."""
    rows = [
        Reminder(booking_id=booking_id, lead=lead, channel=channel, starts_at=starts_at)
        for booking_id, starts_at, has_email in due
        for channel in ReminderChannel
        if channel != ReminderChannel.EMAIL or has_email
    ]
    created_ids = reminders.create(rows, kind=KIND)
    return len({(row.booking_id, row.starts_at) for row in rows if row.pk in created_ids})
