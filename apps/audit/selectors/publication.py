"""Whether something was public before, from the audit trail, which nobody can change."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q

from apps.audit.models import AuditEntry
from apps.audit.values import YES

_FIELD = "is_published"


def was_public(*rows: Any) -> bool:
    """Whether what needs all of these rows to be published is public, or was. They are as they are saved."""
    return all(row.is_published for row in rows) or _was_taken_back(rows)


def _was_taken_back(rows: Iterable[models.Model]) -> bool:
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
