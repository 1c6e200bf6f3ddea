"""
What staff made of a column, from the audit trail: for checks that find what was written past the site.

Entries of the trail can be neither changed nor deleted. A column that staff never changed has no history.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import Q

from apps.audit import values
from apps.audit.models import AuditEntry
from apps.audit.states import EntryKind

_MARGIN = timedelta(minutes=5)
"""A request that was read before a change may be written after it, and caches live for a minute."""

_WRITES = (EntryKind.ADDED, EntryKind.CHANGED, EntryKind.ACTION)

_CHUNK = 2000


@dataclass(frozen=True, slots=True)
class _Change:
    at: datetime
    old: str | None
    new: str | None


@dataclass(slots=True)
class Histories:
    """The changes of some columns of a model: by row, as texts, oldest first."""

    changes: defaultdict[tuple[str, str], list[_Change]] = field(default_factory=lambda: defaultdict(list))
    unnamed_at: dict[str, datetime] = field(default_factory=dict)
    """By column: the last change on another row's page without the key of its row, of earlier releases."""
    times: list[datetime] = field(default_factory=list)

    def last(self, row_id: object, column: str) -> _Change | None:
        """The last change, if it is known."""
        found = self.changes.get((str(row_id), column))
        unnamed = self.unnamed_at.get(column)
        return found[-1] if found and (unnamed is None or unnamed < found[-1].at) else None

    def period(self, at: datetime) -> tuple[int, int]:
        """The same for all times about which `around` finds the same."""
        return bisect_left(self.times, at - _MARGIN), bisect_right(self.times, at + _MARGIN)

    def around(self, row_id: object, column: str, *, at: datetime, now: str | None) -> set[str | None]:
        """The texts that the column had about that time; `now` is its present one."""
        found = self.changes.get((str(row_id), column), [])
        texts = [found[0].old if found else now, *(change.new for change in found)]
        begins = [None, *(change.at for change in found)]
        ends = [*begins[1:], None]
        return {
            text
            for text, begin, end in zip(texts, begins, ends, strict=True)
            if (begin is None or begin <= at + _MARGIN) and (end is None or end >= at - _MARGIN)
        }


def histories(
    model: type[models.Model], columns: Collection[str], *, on_page_of: type[models.Model] | None = None
) -> Histories:
    """One query. `on_page_of`: a model on whose page rows of this one are edited as well."""
    types = [of._meta.label_lower for of in (model, on_page_of) if of is not None]
    names_column = Q()
    for column in columns:
        names_column |= Q(fields__contains=column)
    entries = AuditEntry.objects.filter(names_column, object_type__in=types, kind__in=_WRITES)
    found = Histories()
    rows = entries.order_by("at", "id").values_list("at", "object_type", "object_id", "changes")
    for at, object_type, object_id, changes in rows.iterator(_CHUNK):
        for change in changes:
            column = change.get("field", "")
            if column not in columns:
                continue
            key = change.get("key") if change.get("of") else object_id
            if key is not None and (change.get("of") or object_type == types[0]):
                found.changes[key, column].append(_Change(at, change.get("from"), change.get("to")))
                found.times.append(at)
            elif change.get("of"):
                found.unnamed_at[column] = at
    return found


def differences(
    model: type[models.Model],
    columns: Sequence[str],
    *,
    on_page_of: type[models.Model] | None = None,
    only: Q = Q(),  # noqa: B008 - never changed
) -> Iterator[str]:
    """A sentence for each column of a row that is not what staff last made it."""
    known = histories(model, columns, on_page_of=on_page_of)
    fields = [model._meta.get_field(column) for column in columns]
    name = str(model._meta.verbose_name)
    name = name[:1].upper() + name[1:]
    for row in model._base_manager.filter(only).order_by("pk").only("pk", *columns).iterator(_CHUNK):
        for column in fields:
            last = known.last(row.pk, column.name)
            if last is not None and last.new != (text := values.text_of(row, column)):
                label = values.label_of(column).lower()
                yield f"{name} {row.pk}: {label} is {text}, and staff left it at {last.new}."


def written(model: type[models.Model]) -> Mapping[str, UUID | None]:
    """The ids of the rows that staff made or changed, each with the person whose row it was then."""
    entries = AuditEntry.objects.filter(object_type=model._meta.label_lower, kind__in=_WRITES)
    rows: Any = entries.order_by().values_list("object_id", "subject_id")
    return dict(rows.iterator(_CHUNK))
