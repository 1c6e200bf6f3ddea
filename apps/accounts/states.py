"""Choices of the models of this app."""

from collections.abc import Mapping

from django.db.models import TextChoices


class Scope(TextChoices):
    PRO = "pro", "Pro"
    COURSE = "course", "Course"


class Source(TextChoices):
    PAID = "paid", "Paid"
    TRIAL = "trial", "Trial"
    FREE = "free", "Free"
    PRO = "pro", "With Pro"
    STAFF = "staff", "Granted by staff"


class PeriodStatus(TextChoices):
    """The status of a period of Pro."""

    UPCOMING = "upcoming"
    ACTIVE = "active"
    ENDED = "ended"


class ProStatus(TextChoices):
    """Whether a person has Pro."""

    NONE = "none"
    TRIAL = "trial"
    ACTIVE = "active"


class ProAction(TextChoices):
    """What buying a plan does for a person."""

    START = "start"
    REPLACE_TRIAL = "replaceTrial"
    EXTEND = "extend"


class TrialStatus(TextChoices):
    """Whether a person can start the free trial."""

    AVAILABLE = "available"
    ACTIVE = "active"
    INCLUDED = "included"
    USED = "used"


class ConsentKind(TextChoices):
    TERMS = "terms", "Terms and conditions"
    PRIVACY = "privacy", "Privacy policy"
    WHATSAPP = "whatsapp", "WhatsApp and alerts"
    ENGAGEMENT = "engagement", "Usage data for messages that suit you"


class ConsentChannel(TextChoices):
    LOGIN = "login", "Login form"
    SETTINGS = "settings", "Settings page"
    ERASURE = "erasure", "Account deleted"
    STAFF = "staff", "Staff, on request"


class MobileChangeStatus(TextChoices):
    PENDING = "pending", "Pending"
    APPLIED = "applied", "Applied"
    STOPPED = "stopped", "Stopped by the account owner"
    WITHDRAWN = "withdrawn", "Withdrawn by staff"
    FAILED = "failed", "Number taken"


MOBILE_CHANGE_TRANSITIONS = {
    MobileChangeStatus.PENDING: frozenset(
        {
            MobileChangeStatus.APPLIED,
            MobileChangeStatus.STOPPED,
            MobileChangeStatus.WITHDRAWN,
            MobileChangeStatus.FAILED,
        }
    ),
    MobileChangeStatus.APPLIED: frozenset(),
    MobileChangeStatus.STOPPED: frozenset(),
    MobileChangeStatus.WITHDRAWN: frozenset(),
    MobileChangeStatus.FAILED: frozenset(),
}


class LostNumberStatus(TextChoices):
    NEW = "new", "New"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"


class MessageChannel(TextChoices):
    SMS = "sms", "SMS"
    WHATSAPP = "whatsapp", "WhatsApp"
    MAIL = "mail", "Email"


class DeliveryStatus(TextChoices):
    QUEUED = "queued", "Queued"
    SENDING = "sending", "Sending"
    SENT = "sent", "Sent"
    FAILED = "failed", "Failed"
    UNKNOWN = "unknown", "Unknown"
    DROPPED = "dropped", "Not needed"


class OtpStatus(TextChoices):
    """What became of an OTP, as far as the browser that requested it may know."""

    SENDING = "sending"
    SENT = "sent"
    LATE = "late"
    FAILED = "failed"
    REPLACED = "replaced"


DELIVERY_TRANSITIONS = {
    DeliveryStatus.QUEUED: frozenset(
        {DeliveryStatus.SENDING, DeliveryStatus.FAILED, DeliveryStatus.DROPPED, DeliveryStatus.UNKNOWN}
    ),
    # SENDING to SENDING: sent again after a crash, to a provider that recognises the repetition.
    DeliveryStatus.SENDING: frozenset(
        {DeliveryStatus.SENDING, DeliveryStatus.SENT, DeliveryStatus.FAILED, DeliveryStatus.UNKNOWN}
    ),
    # A process that was believed dead may still finish.
    DeliveryStatus.UNKNOWN: frozenset({DeliveryStatus.SENT, DeliveryStatus.FAILED}),
    DeliveryStatus.SENT: frozenset(),
    DeliveryStatus.FAILED: frozenset(),
    DeliveryStatus.DROPPED: frozenset(),
}

UNIQUE_DELIVERIES = (DeliveryStatus.QUEUED, DeliveryStatus.SENDING, DeliveryStatus.SENT)
"""At most one delivery of a message has one of these statuses."""


class Reach(TextChoices):
    """By which ways a kind of message goes to a person; `message_texts.yaml` has it for each kind."""

    EMAIL_OR_PHONE = "either", "Email, or the phone without one"
    EMAIL_OR_WHATSAPP = "no_sms", "Email, or WhatsApp without one, never SMS"
    PHONE_AND_EMAIL = "both", "Phone and email"


class Matter(TextChoices):
    """What a kind of message is about, and so who of the staff sees whether it arrived (decision 0100)."""

    SESSIONS = "sessions", "Sessions and attendees"
    ORDERS = "orders", "Orders and refunds"
    OTHER = "other", "Anything else"


VIEW_ALL_DELIVERIES = "accounts.view_delivery"
VIEW_DELIVERIES_OF: Mapping[Matter, str] = {
    Matter.SESSIONS: "accounts.view_session_delivery",
    Matter.ORDERS: "accounts.view_order_delivery",
}
VIEW_MESSAGE_TEXT = "accounts.view_message_text"
"""Needed besides one of the others, to read subjects and texts."""
