"""States of bookings and reminders."""

from django.db.models import TextChoices


class BookingStatus(TextChoices):
    HELD = "held", "Held for payment"
    BOOKED = "booked", "Booked"
    CANCELED = "canceled", "Cancelled"
    RELEASED = "released", "Released unpaid"
    RETURNED = "returned", "Refunded"
    CANCELLED_BY_US = "called_off", "Cancelled by us"


SEATED = (BookingStatus.HELD, BookingStatus.BOOKED)
"""A booking with one of these statuses has a seat."""


class BookedBy(TextChoices):
    PAYMENT = "payment", "Paid"
    FREE = "free", "Free"
    PRO = "pro", "With Pro"
    CREDIT = "credit", "With a credit"


FREE_OF_CHARGE = (BookedBy.FREE, BookedBy.PRO)
"""Seats for which nothing was paid, so there is nothing to refund."""


class ReminderLead(TextChoices):
    """How long before the start people are reminded."""

    DAY = "day", "A day before"
    SOON = "soon", "Shortly before"


class ReminderChannel(TextChoices):
    PHONE = "phone", "WhatsApp or SMS"
    EMAIL = "mail", "Email"


class EventStatus(TextChoices):
    """The status filter of booking lists."""

    UPCOMING = "upcoming", "Upcoming"
    LIVE = "live", "Live"
    COMPLETED = "completed", "Completed"
