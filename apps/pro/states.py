"""What stands beside a benefit, and when people are reminded of the end."""

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


class Lead(TextChoices):
    """How long before the end people are reminded."""

    WEEK = "week", "7 days before"
    DAY = "day", "A day before"
