"""Icons of benefits, and when reminders are sent."""

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
    """How long before Pro ends the reminder is sent."""

    WEEK = "week", "7 days before"
    DAY = "day", "1 day before"
