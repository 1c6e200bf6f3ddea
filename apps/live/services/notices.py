"""What people are told of their bookings: written with what decides it, worded and sent after the commit."""

from collections.abc import Iterable

from apps.live.models import Booking
from apps.outbox.services import messages as outbox

KIND = "live notice"


def tell_moved(*, booking: Booking) -> None:
    """Its owner moved it."""
    _tell([booking], "session_moved")


def tell_canceled(*, booking: Booking) -> None:
    """Its owner gave it up."""
    _tell([booking], "session_canceled")


def tell_rescheduled(*, bookings: Iterable[Booking]) -> None:
    """Staff moved what is booked."""
    _tell(bookings, "event_rescheduled")


def tell_called_off(*, bookings: Iterable[Booking]) -> None:
    """Staff called it off, and the owners can say what is to become of it."""
    rows = list(bookings)
    _tell([row for row in rows if row.session_id is not None], "session_called_off")
    _tell([row for row in rows if row.session_id is None], "event_called_off")


def tell_ended(*, bookings: Iterable[Booking]) -> None:
    """Staff called off what was free."""
    _tell(bookings, "free_event_called_off")


def tell_revised(*, booking: Booking) -> None:
    """It was moved or called off before it was quite booked."""
    if booking.thing.is_called_off:
        tell_called_off(bookings=[booking])
    else:
        tell_rescheduled(bookings=[booking])


def _tell(bookings: Iterable[Booking], template: str) -> None:
    payloads = [{"template": template, "booking_id": str(booking.pk)} for booking in bookings]
    outbox.enqueue_all(kind=KIND, payloads=payloads)
