from django.db.models import TextChoices


class AuditStatus(TextChoices):
    CONDUCTED = "conducted", "Conducted"
    NOT_CONDUCTED = "not_conducted", "Not conducted"
    UNDER_WAY = "under_way", "Under way"
    NOT_DUE = "not_due", "Not due yet"
