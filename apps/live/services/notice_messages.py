"""The outbox handler for notifications about bookings. It reads the booking again when it sends."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from apps.accounts.services import messages, templates
from apps.live import message_params
from apps.live.models import Booking
from apps.live.states import BookingStatus
from apps.outbox.handlers import NotNeeded


def _is_confirmed(booking: Booking) -> bool:
    return booking.status == BookingStatus.BOOKED and not booking.item.is_cancelled


_STILL_APPLIES: Mapping[str, Callable[[Booking], bool]] = {
    "session_moved": _is_confirmed,
    "event_rescheduled": _is_confirmed,
    "session_canceled": lambda booking: booking.status == BookingStatus.CANCELED,
    "session_called_off": lambda booking: booking.awaits_owner_choice,
    "event_called_off": lambda booking: booking.awaits_owner_choice,
    "free_event_called_off": lambda booking: booking.status == BookingStatus.CANCELLED_BY_US,
}


def handle(payload: Mapping[str, Any], /) -> None:
    """:raises NotNeeded: if the booking has changed since, or the account was erased"""
    template = payload["template"]
    rows = Booking.objects.filter(pk=UUID(payload["booking_id"])).select_related("person").with_items()
    booking = rows.get()
    if not _STILL_APPLIES[template](booking) or booking.person.erased_at is not None:
        raise NotNeeded("The booking has changed since")
    at = booking.credit_ends_at if template == "session_canceled" else None
    reason = templates.as_text(booking.item.cancellation_reason)
    params = {**message_params.booking_params(booking, at=at), "reason": reason}
    with transaction.atomic():
        messages.send_to_person(person=booking.person, template=template, params=params)
