"""The outbox handler for reminders. It reads the booking again when it sends."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from apps.accounts.services import messages
from apps.live import message_params
from apps.live.models import Booking, Reminder
from apps.live.selectors import meeting_lookup
from apps.live.services import reminders
from apps.live.states import ReminderChannel, ReminderLead
from apps.outbox.handlers import NotNeeded


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Send a reminder, unless it is outdated.

    :raises NotNeeded: if the booking was cancelled or its item rescheduled, or it is too late
    """
    reminder = Reminder.objects.filter(pk=UUID(payload["reminder_id"])).first()
    if reminder is None:
        raise NotNeeded("The reminder was deleted")
    lead = ReminderLead(reminder.lead)
    now = timezone.now()
    if not reminders.window_of(lead).is_open(event_at=reminder.starts_at, at=now):
        raise NotNeeded("It is too late for this reminder")
    rows = Booking.objects.confirmed().filter(pk=reminder.booking_id, person__erased_at__isnull=True)
    booking = rows.select_related("person").with_items().first()
    meeting = meeting_lookup.starting(booking, at=reminder.starts_at) if booking else None
    if booking is None or meeting is None:
        raise NotNeeded("The booking has changed since")
    messages.deliver_to_person(
        person=booking.person,
        template=f"reminder_{lead.value}",
        params=message_params.booking_params(booking, now=now, meeting=meeting),
        by_mail=reminder.channel == ReminderChannel.EMAIL,
        once_as=reminder.pk,
    )
