"""Icons of benefits, the status of a purchase, and when reminders are sent."""

from django.db.models import TextChoices


class Icon(TextChoices):
    COURSES = "courses", "Courses"
    LIVE = "live", "Live"
    RECORDING = "recording", "Recording"
    PROGRESS = "progress", "Progress"
    CERTIFICATE = "certificate", "Certificate"
    NOTES = "notes", "Notes"
    PHONE = "phone", "Phone"
    SHIELD = "shield", "Shield"


class PurchaseStatus(TextChoices):
    UPCOMING = "upcoming"
    ACTIVE = "active"
    ENDED = "ended"
    REFUNDED = "refunded"


class Lead(TextChoices):
    """Which reminder before Pro ends."""

    WEEK = "week", "First reminder"
    DAY = "day", "Last reminder"
