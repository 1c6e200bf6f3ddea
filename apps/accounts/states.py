"""What an entitlement opens and where it came from; what people consent to; how messages travel."""

from django.db.models import TextChoices


class Scope(TextChoices):
    PRO = "pro", "Pro"
    COURSE = "course", "Course"


class Source(TextChoices):
    PAID = "paid", "Paid"
    TRIAL = "trial", "Trial"
    FREE = "free", "Free"
    PRO = "pro", "With Pro"
    STAFF = "staff", "Given by staff"


class ConsentKind(TextChoices):
    TERMS = "terms", "Terms and privacy policy"
    WHATSAPP = "whatsapp", "WhatsApp and alerts"


class ConsentChannel(TextChoices):
    LOGIN = "login", "Login form"
    SETTINGS = "settings", "Settings page"
    ERASURE = "erasure", "Account deleted"
    STAFF = "staff", "Staff, as asked"


class MobileChangeStatus(TextChoices):
    PENDING = "pending", "Waiting"
    APPLIED = "applied", "Applied"
    STOPPED = "stopped", "Stopped by the person"
    WITHDRAWN = "withdrawn", "Withdrawn by staff"
    FAILED = "failed", "Number taken"


MOBILE_CHANGE_MOVES = {
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
    MAIL = "mail", "Mail"
