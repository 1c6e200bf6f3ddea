"""Choices of the models of this app."""

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
    """Of a period of Pro."""

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
    TERMS = "terms", "Terms and privacy policy"
    WHATSAPP = "whatsapp", "WhatsApp and alerts"


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


class MessageChannel(TextChoices):
    SMS = "sms", "SMS"
    WHATSAPP = "whatsapp", "WhatsApp"
    MAIL = "mail", "Email"
