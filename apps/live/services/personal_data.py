"""What this app holds of a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.live.models import Booking
from apps.live.selectors import exported
from apps.live.services import seats
from apps.live.states import BookingStatus


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("bookings", export=exported.bookings, erase=give_seats_back)


def give_seats_back(person: User, at: datetime, /) -> None:
    """Let others have the seats that nobody will sit in; joins the caller's transaction."""
    # Locked first and joined then, as `first_locked` says.
    mine = [row.pk for row in Booking.objects.booked().filter(person=person).locked()]
    for booking in Booking.objects.filter(pk__in=mine).with_things():
        if booking.thing.starts_at > at:
            Booking.objects.filter(pk=booking.pk).move(to=BookingStatus.RETURNED)
            seats.give_back(booking.thing)
