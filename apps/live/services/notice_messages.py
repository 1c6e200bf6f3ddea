"""The outbox's handler for notices of bookings: looks the booking up again, words it and hands it on."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from apps.accounts.services import messages, templates
from apps.live import message_params
from apps.live.models import Booking
from apps.live.states import BookingStatus
from apps.outbox.handlers import NotNeeded


def _takes_place(booking: Booking) -> bool:
    return booking.status == BookingStatus.BOOKED and not booking.thing.is_called_off


_STILL_SO: Mapping[str, Callable[[Booking], bool]] = {
    "session_moved": _takes_place,
    "event_rescheduled": _takes_place,
    "session_canceled": lambda booking: booking.status == BookingStatus.CANCELED,
    "session_called_off": lambda booking: booking.is_to_be_answered,
    "event_called_off": lambda booking: booking.is_to_be_answered,
    "free_event_called_off": lambda booking: booking.status == BookingStatus.CALLED_OFF,
}


def handle(payload: Mapping[str, Any], /) -> None:
    """:raises NotNeeded: if the booking changed again meanwhile, or the account was erased"""
    template = payload["template"]
    rows = Booking.objects.filter(pk=UUID(payload["booking_id"])).select_related("person").with_things()
    booking = rows.get()
    if not _STILL_SO[template](booking) or booking.person.erased_at is not None:
        raise NotNeeded("The booking has changed since")
    moment = booking.credit_ends_at if template == "session_canceled" else None
    reason = templates.as_text(booking.thing.called_off_reason)
    params = {**message_params.of_booking(booking, moment=moment), "reason": reason}
    with transaction.atomic():
        messages.send_to_person(person=booking.person, template=template, params=params)
