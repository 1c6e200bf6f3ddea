"""Whether something was public before, from the audit trail, which nobody can change."""

from django.db import models
from django.db.models import Q

from apps.audit.models import AuditEntry
from apps.audit.values import YES

_FIELD = "is_published"


def was_taken_back(*rows: models.Model) -> bool:
    """Whether staff ended that one of them, or something on its page, was public: one query."""
    of_rows = Q()
    for row in rows:
        of_rows |= Q(object_type=row._meta.label_lower, object_id=str(row.pk))
    entries = AuditEntry.objects.filter(of_rows, fields__contains=_FIELD)
    return any(
        change["field"] == _FIELD and change.get("from") == YES
        for changes in entries.values_list("changes", flat=True)
        for change in changes
    )
