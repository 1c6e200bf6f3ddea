"""What the download of one's personal data says of bookings."""

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.models import Booking


def bookings(person: User, /) -> object:
    rows = Booking.objects.filter(person=person).with_things().order_by("-made_at", "-pk")
    return [
        {
            "_id": str(booking.pk),
            "what": str(booking.thing),
            "startsAt": indian_time.on_wire(booking.thing.starts_at),
            "status": booking.status,
            "bookedBy": booking.booked_by,
            "madeAt": indian_time.on_wire(booking.made_at),
        }
        for booking in rows
    ]
