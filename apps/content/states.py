from django.db.models import TextChoices


class AuditStatus(TextChoices):
    CONDUCTED = "conducted", "Conducted"
    NOT_CONDUCTED = "not_conducted", "Not conducted"
    UNDER_WAY = "under_way", "Under way"
    NOT_DUE = "not_due", "Not due yet"


class ChangeStatus(TextChoices):
    """The status of a change that one member of staff proposes and another decides."""

    WAITING = "waiting", "Waiting"
    APPROVED = "approved", "Approved for later"
    APPLIED = "applied", "Applied"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"
    FAILED = "failed", "Not applied"


CHANGE_OPEN = (ChangeStatus.WAITING, ChangeStatus.APPROVED)


class ChangeKind(TextChoices):
    PAGE = "page", "Page"
    PRICE = "price", "Price"
