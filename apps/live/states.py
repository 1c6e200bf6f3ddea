"""What a booking goes through, and how it came about."""

from django.db.models import TextChoices


class BookingStatus(TextChoices):
    HELD = "held", "Held for a payment"
    BOOKED = "booked", "Booked"
    CANCELED = "canceled", "Cancelled"
    RELEASED = "released", "Given up unpaid"
    RETURNED = "returned", "Refunded"
    CALLED_OFF = "called_off", "Called off"


SEATED = (BookingStatus.HELD, BookingStatus.BOOKED)
"""In these a booking has a seat."""


class BookedBy(TextChoices):
    PAYMENT = "payment", "Paid"
    FREE = "free", "Free"
    PRO = "pro", "With Pro"
    CREDIT = "credit", "With a credit"


FOR_NOTHING = (BookedBy.FREE, BookedBy.PRO)
"""Seats that no money was paid for."""


class Lead(TextChoices):
    """How long before the start people are reminded."""

    DAY = "day", "A day before"
    SOON = "soon", "Shortly before"


class Way(TextChoices):
    PHONE = "phone", "WhatsApp or SMS"
    MAIL = "mail", "Mail"


class Moment(TextChoices):
    """Where a booked thing stands, as lists are narrowed by."""

    UPCOMING = "upcoming", "Upcoming"
    LIVE = "live", "Live"
    COMPLETED = "completed", "Completed"
