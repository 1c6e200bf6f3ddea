"""States of bookings and reminders."""

from django.db.models import TextChoices


class BookingStatus(TextChoices):
    HELD = "held", "Held for payment"
    BOOKED = "booked", "Booked"
    CANCELED = "canceled", "Cancelled"
    RELEASED = "released", "Released unpaid"
    RETURNED = "returned", "Refunded"
    CANCELLED_BY_US = "called_off", "Cancelled by us"
    GIVEN_UP = "given_up", "Given up"


SEATED = (BookingStatus.HELD, BookingStatus.BOOKED)
"""A booking with one of these statuses has a seat."""


class BookedBy(TextChoices):
    PAYMENT = "payment", "Paid"
    FREE = "free", "Free"
    PRO = "pro", "With Pro"
    CREDIT = "credit", "With a credit"
    GIFT = "gift", "Given by staff"


FREE_OF_CHARGE = (BookedBy.FREE, BookedBy.PRO, BookedBy.GIFT)
"""Seats for which nothing was paid, so there is nothing to refund."""


class WaitStatus(TextChoices):
    WAITING = "waiting", "Waiting"
    OFFERED = "offered", "Offered a seat"
    SEATED = "seated", "Got a seat"
    EXPIRED = "expired", "Offer ran out"
    LEFT = "left", "Left"
    CLOSED = "closed", "Started or cancelled"


IN_LINE = (WaitStatus.WAITING, WaitStatus.OFFERED)


class WaitKind(TextChoices):
    """What a waiting list is for, as the API names it. The id of `liveTrading` is a session's."""

    WEBINAR = "webinar", "A webinar"
    MENTORSHIP = "mentorship", "A mentorship"
    LIVE_TRADING = "liveTrading", "A session"

    @property
    def column(self) -> str:
        return "session" if self == WaitKind.LIVE_TRADING else self.value

    @classmethod
    def of(cls, column: str) -> "WaitKind":
        return next(kind for kind in cls if kind.column == column)


class ReminderLead(TextChoices):
    """How long before the start people are reminded."""

    DAY = "day", "A day before"
    SOON = "soon", "Shortly before"


class ReminderChannel(TextChoices):
    PHONE = "phone", "WhatsApp or SMS"
    EMAIL = "mail", "Email"


class Stage(TextChoices):
    """The status of a webinar, a mentorship or a program."""

    PLANNED = "planned", "Planned"
    LIVE = "live", "Live"
    OVER = "over", "Over"
    CANCELLED = "cancelled", "Cancelled by us"


class Offer(TextChoices):
    """What somebody can do with something live; the labels are for the API's description."""

    BOOK_FREE = "bookFree", "book it, it is free"
    BOOK_WITH_PRO = "bookWithPro", "book it, it is included in their Pro"
    BUY = "buy", "buy a seat"
    NOT_OPEN = "notOpen", "nothing, booking has not opened yet"
    SOLD_OUT = "soldOut", "nothing, all seats are taken"
    ENDED = "ended", "nothing, it has ended"
    CANCELLED = "cancelled", "nothing, we cancelled it"
    CHOOSE = "choose", "choose what they get instead, because we cancelled it"
    WAIT = "wait", "wait until joining opens"
    LINK_PENDING = "linkPending", "wait for the join link, which is due"
    JOIN = "join", "join"
    RECORDING_PENDING = "recordingPending", "wait for the recording"
    WATCH = "watch", "watch the recording"
    PRO_ENDED = "proEnded", "get Pro again, which gave them the seat and has ended"
    REASSIGN = "reassign", "use the credit"
    CREDIT_USED = "creditUsed", "nothing, the credit is used"
    CREDIT_EXPIRED = "creditExpired", "nothing, the credit has expired"


class ProgramOffer(TextChoices):
    """What somebody can do with a program; the labels are for the API's description."""

    SELECT = "select", "select sessions"
    ALL_BOOKED = "allBooked", "nothing, they have booked all upcoming sessions"
    SOLD_OUT = "soldOut", "nothing, all seats are taken"
    NOTHING_PLANNED = "nothingPlanned", "nothing, no session is planned"


class EventStatus(TextChoices):
    """The status filter of booking lists."""

    UPCOMING = "upcoming", "Upcoming"
    LIVE = "live", "Live"
    COMPLETED = "completed", "Completed"


class EventKind(TextChoices):
    """What people attend; the values are the names of the models."""

    WEBINAR = "webinar", "Webinar"
    MENTORSHIP = "mentorship", "Mentorship"
    MEETING = "meeting", "Mentorship meeting"
    SESSION = "programsession", "Session"


class Seat(TextChoices):
    """The seat of somebody on the list of attendees."""

    BOOKED = "booked", "Booked"
    GIVEN = "given", "Given by staff"
    HELD = "held", "Held for payment"
    OFFERED = "offered", "Offered a seat"
    WAITING = "waiting", "Waiting"
