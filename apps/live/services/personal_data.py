"""Bookings in the download of personal data and in the erasure of an account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.live.models import Booking
from apps.live.selectors import exported
from apps.live.services import seats
from apps.live.states import BookingStatus


def register() -> None:
    personal_data.register("bookings", export=exported.bookings, erase=release_upcoming_seats)


def release_upcoming_seats(person: User, at: datetime, /) -> None:
    """Joins the caller's transaction."""
    # Locked before they are joined, for the reason that `first_locked` gives.
    booking_ids = [row.pk for row in Booking.objects.booked().filter(person=person).locked()]
    for booking in Booking.objects.filter(pk__in=booking_ids).with_items():
        if booking.item.starts_at > at:
            Booking.objects.filter(pk=booking.pk).transition(to=BookingStatus.RETURNED)
            seats.release(booking.item)
