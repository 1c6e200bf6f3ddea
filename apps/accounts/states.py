"""What an entitlement opens and where it came from."""

from django.db.models import TextChoices


class Scope(TextChoices):
    PRO = "pro", "Pro"
    COURSE = "course", "Course"


class Source(TextChoices):
    PAID = "paid", "Paid"
    TRIAL = "trial", "Trial"
    FREE = "free", "Free"
    STAFF = "staff", "Given by staff"
