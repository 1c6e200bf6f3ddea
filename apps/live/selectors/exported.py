"""Bookings in the download of personal data."""

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.models import Booking


def bookings(person: User, /) -> object:
    rows = Booking.objects.filter(person=person).with_items().order_by("-made_at", "-pk")
    return [
        {
            "_id": str(booking.pk),
            "what": str(booking.item),
            "startsAt": indian_time.iso_utc(booking.item.starts_at),
            "status": booking.status,
            "bookedBy": booking.booked_by,
            "madeAt": indian_time.iso_utc(booking.made_at),
        }
        for booking in rows
    ]
