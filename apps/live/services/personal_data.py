"""Bookings in the download of personal data and in the erasure of an account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.live.models import Attendance, Booking, CalendarFeed, RecordingProgress, WaitlistEntry
from apps.live.selectors import exported
from apps.live.services import seat_offers, seats
from apps.live.states import BookingStatus


def register() -> None:
    personal_data.register("bookings", export=exported.bookings, erase=release_upcoming_seats)
    personal_data.register("waitingLists", export=exported.waiting_lists, erase=leave_waiting_lists)
    personal_data.register("attendance", export=exported.attendance, erase=delete_attendance)


def leave_waiting_lists(person: User, at: datetime, /) -> None:
    """Joins the caller's transaction."""
    rows = WaitlistEntry.objects.filter(person=person)
    for entry in rows.in_line().select_related("webinar", "mentorship", "session"):
        seat_offers.withdraw(entry, at=at)
    rows.delete()


def release_upcoming_seats(person: User, at: datetime, /) -> None:
    """Joins the caller's transaction."""
    CalendarFeed.objects.filter(person=person).delete()
    # Locked before they are joined, for the reason that `first_locked` gives.
    booking_ids = [row.pk for row in Booking.objects.booked().filter(person=person).locked()]
    # In the order in which a swap locks its two sessions.
    items_in_order = ("webinar_id", "mentorship_id", "session_id")
    for booking in Booking.objects.filter(pk__in=booking_ids).with_items().order_by(*items_in_order):
        if booking.item.starts_at > at:
            Booking.objects.filter(pk=booking.pk).transition(to=BookingStatus.RETURNED)
            seats.release(booking.item, at=at)


def delete_attendance(person: User, _at: datetime, /) -> None:
    """Joins the caller's transaction."""
    Attendance.objects.filter(person=person).delete()
    RecordingProgress.objects.filter(person=person).delete()
