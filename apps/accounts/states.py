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


class MessageChannel(TextChoices):
    SMS = "sms", "SMS"
    WHATSAPP = "whatsapp", "WhatsApp"
    MAIL = "mail", "Mail"
