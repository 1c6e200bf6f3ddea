"""
Notifications about changes to bookings.

They are enqueued in the transaction of the change; `notice_messages` renders and sends them after the commit.
"""

from collections.abc import Iterable

from apps.live.models import Booking
from apps.outbox.services import messages as outbox

KIND = "live notice"


def notify_session_changed(*, booking: Booking) -> None:
    """The owner swapped the session, or used a credit for it."""
    _enqueue([booking], "session_moved")


def notify_session_cancelled(*, booking: Booking) -> None:
    """The owner cancelled the session for a credit."""
    _enqueue([booking], "session_canceled")


def notify_rescheduled(*, bookings: Iterable[Booking]) -> None:
    """Staff rescheduled the item."""
    _enqueue(bookings, "event_rescheduled")


def notify_cancelled_by_us(*, bookings: Iterable[Booking]) -> None:
    """Staff cancelled the item, and the owners of paid seats can choose what they get instead."""
    rows = list(bookings)
    _enqueue([row for row in rows if row.session_id is not None], "session_called_off")
    _enqueue([row for row in rows if row.session_id is None], "event_called_off")


def notify_free_seat_ended(*, bookings: Iterable[Booking]) -> None:
    """Staff cancelled the item, and these seats cost nothing."""
    _enqueue(bookings, "free_event_called_off")


def notify_revised(*, booking: Booking) -> None:
    """The item was rescheduled or cancelled while its buyer paid."""
    if booking.item.is_cancelled:
        notify_cancelled_by_us(bookings=[booking])
    else:
        notify_rescheduled(bookings=[booking])


def _enqueue(bookings: Iterable[Booking], template: str) -> None:
    payloads = [{"template": template, "booking_id": str(booking.pk)} for booking in bookings]
    outbox.enqueue_all(kind=KIND, payloads=payloads)
