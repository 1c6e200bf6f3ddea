"""The outbox's handler for reminders: looks the booking up again at the moment of sending."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from apps.accounts.services import messages
from apps.live import message_params
from apps.live.models import Booking, Reminder
from apps.live.services import reminders
from apps.live.states import Lead, Way
from apps.outbox.handlers import NotNeeded


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Send it, unless it says what is not so any more.

    :raises NotNeeded: if the booking was given up, moved or called off, or it is too late for it
    """
    reminder = Reminder.objects.filter(pk=UUID(payload["reminder_id"])).first()
    if reminder is None:
        raise NotNeeded("It is long past")
    lead = Lead(reminder.lead)
    if not reminders.WINDOWS[lead].is_open(moment=reminder.starts_at, at=timezone.now()):
        raise NotNeeded("It would come too late")
    rows = Booking.objects.taking_place().filter(pk=reminder.booking_id, person__erased_at__isnull=True)
    booking = rows.select_related("person").with_things().first()
    if booking is None or booking.thing.starts_at != reminder.starts_at:
        raise NotNeeded("The booking has changed since")
    messages.deliver_to_person(
        person=booking.person,
        template=f"reminder_{lead.value}",
        params=message_params.of_booking(booking),
        by_mail=reminder.way == Way.MAIL,
    )
