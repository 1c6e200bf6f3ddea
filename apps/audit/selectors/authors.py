"""Who of the staff wrote what is there now, from the audit trail, which nobody can change."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import models

from apps.audit.models import AuditEntry
from apps.audit.states import EntryKind

ANY_FIELD = "texts"
"""In an entry that says that somebody wrote texts of a row, but not which."""

_WRITES = (EntryKind.ADDED, EntryKind.CHANGED, EntryKind.ACTION)


def last_author(rows: Sequence[models.Model], *, fields: Collection[str]) -> UUID | None:
    """Who last changed one of these fields of one of these rows; None if nobody of the staff did."""
    entries = AuditEntry.objects.filter(object_id__in=[str(row.pk) for row in rows], kind__in=_WRITES)
    found: Any = entries.order_by("-at", "-id").values_list("person", "fields")
    return next((person for person, names in found.iterator() if _has_any(names, fields)), None)


def _has_any(names: str, fields: Collection[str]) -> bool:
    """A line is 'title', or of a row on the same page 'meeting 'Gaps': title'."""
    written = {line.rpartition(": ")[2] for line in names.splitlines()}
    return ANY_FIELD in written or not written.isdisjoint(fields)
