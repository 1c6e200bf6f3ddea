"""Who of the staff wrote what is there now, from the audit trail, which nobody can change."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import models

from apps.audit.models import AuditEntry
from apps.audit.states import EntryKind
from apps.audit.values import NO

ANY_FIELD = "texts"
"""In an entry that says that somebody wrote texts of a row, but not which."""

_WRITES = (EntryKind.ADDED, EntryKind.CHANGED, EntryKind.ACTION)


def authors_since_approval(
    rows: Sequence[models.Model], *, fields: Collection[str], approval: str
) -> set[UUID]:
    """
    Who of the staff changed one of these fields of one of these rows, since somebody set `approval`.

    Not the last of them alone: whoever mends a comma does not make another's words their own.
    """
    entries = AuditEntry.objects.filter(object_id__in=[str(row.pk) for row in rows], kind__in=_WRITES)
    found: Any = entries.order_by("-at", "-id").values_list("person", "fields", "changes")
    authors: set[UUID] = set()
    for person, names, changes in found.iterator():
        # A line is 'title', or of a row on the same page 'meeting 'Gaps': title'.
        written = {line.rpartition(": ")[2] for line in names.splitlines()}
        if ANY_FIELD in written or not written.isdisjoint(fields):
            authors.add(person)
        elif any(change["field"] == approval and change["to"] not in (None, NO) for change in changes):
            break
    return authors
