"""
Records what staff do. `record_view` and `record_export` are for pages of their own; forms, deletions, actions
and lists of the admin are recorded by the mixin of every ModelAdmin (`apps/audit/recorded_admin.py`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.http import HttpRequest
from django.utils import timezone

from apps.audit import values
from apps.audit.models import AuditEntry
from apps.audit.states import EntryKind
from apps.core.api.client_ip import client_ip

_MAX_NOTE = AuditEntry._meta.get_field("note").max_length
_MAX_OBJECT_TEXT = AuditEntry._meta.get_field("object_text").max_length


def record_view(request: HttpRequest, row: models.Model, *, note: str = "") -> None:
    """Somebody looked at personal data: call it in the view of a page that shows one person's."""
    record(request, EntryKind.VIEWED, row=row, note=note)


def record_export(request: HttpRequest, *, what: str, row: models.Model | None = None) -> None:
    """
    Somebody downloads data: call it before the first byte is sent.

    `what` says which data in words, with its filters and dates, but without a name or number of a person.
    """
    record(request, EntryKind.EXPORTED, row=row, note=what)


def record(
    request: HttpRequest,
    kind: EntryKind,
    *,
    row: models.Model | None = None,
    object_type: str = "",
    object_id: str = "",
    changes: Sequence[values.Change] = (),
    note: str = "",
) -> None:
    """Write an entry, in the caller's transaction: what is rolled back was not done."""
    entry = _entry(
        at=timezone.now(), person_id=str(request.user.pk), kind=kind, row=row, changes=changes, note=note
    )
    if row is None:
        entry.object_type, entry.object_id = object_type, object_id[:64]
    entry.address = client_ip(request)
    entry.save(force_insert=True)
    mark_recorded(request)


def record_applied(
    *, person_id: Any, row: models.Model, changes: Sequence[values.Change] = (), note: str, at: datetime
) -> None:
    """
    What a service or a job did for a member of staff, in the caller's transaction, which has locked the row.

    Without a request there is no address.
    """
    applied(person_id=person_id, row=row, changes=changes, note=note, at=at).save(force_insert=True)


def applied(
    *, person_id: Any, row: models.Model, changes: Sequence[values.Change] = (), note: str, at: datetime
) -> AuditEntry:
    """The entry of `record_applied`, not saved yet."""
    at = max(at, timezone.now())
    return _entry(at=at, person_id=person_id, kind=EntryKind.ACTION, row=row, changes=changes, note=note)


def _entry(
    *, row: models.Model | None, changes: Sequence[values.Change], note: str, **facts: Any
) -> AuditEntry:
    if row is not None:
        facts["object_type"] = row._meta.label_lower
        facts["object_id"] = str(row.pk)
        facts["object_text"] = _storable(str(row), _MAX_OBJECT_TEXT)
        facts["subject_id"] = values.subject_of(row)
    return AuditEntry(
        fields=values.field_names(changes),
        changes=list(changes),
        note=_storable(note, _MAX_NOTE),
        **facts,
    )


def mark_recorded(request: HttpRequest) -> None:
    request.is_in_audit_trail = True  # type: ignore[attr-defined]


def is_recorded(request: HttpRequest) -> bool:
    return getattr(request, "is_in_audit_trail", False)


def mark_refused(request: HttpRequest) -> None:
    """The request changed nothing: what changed during it, somebody else did."""
    request.is_refused_in_audit_trail = True  # type: ignore[attr-defined]


def is_refused(request: HttpRequest) -> bool:
    return getattr(request, "is_refused_in_audit_trail", False)


def erase(person: Any, at: Any, /) -> None:
    """Values and names of the person. That something was done, by whom and when, stays."""
    about = AuditEntry.objects.filter(subject_id=person.pk, erased_at__isnull=True)
    about.update(changes=[], object_text="", note="", erased_at=at)


def _storable(text: str, length: Any) -> str:
    # PostgreSQL stores no NUL character.
    return text.replace("\x00", "")[:length]
