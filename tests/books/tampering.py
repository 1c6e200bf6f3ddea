"""Writes single columns with SQL, bypassing all checks of the code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection, models
from django.utils import timezone

from apps.core.ids import new_id

_DAY = timedelta(days=1)

Field = models.Field


@dataclass(frozen=True)
class Tampering:
    """A column of a row and the value to write; `path` is the part of a JSON document."""

    row: models.Model
    field: Field
    value: Any
    path: str = ""

    @property
    def column(self) -> str:
        return f"{type(self.row).__name__}.{self.field.name}"

    @property
    def place(self) -> str:
        return f"{self.column}.{self.path}" if self.path else self.column

    def __str__(self) -> str:
        was = getattr(self.row, self.field.attname)
        return f"{self.place} of {self.row.pk}" + ("" if self.path else f": {was} to {self.value}")

    def write(self, value: Any) -> None:
        meta, quoted = self.row._meta, connection.ops.quote_name
        assert meta.pk is not None
        statement = (
            f"UPDATE {quoted(meta.db_table)} SET {quoted(str(self.field.column))} = %s "
            f"WHERE {quoted(str(meta.pk.column))} = %s"
        )
        with connection.cursor() as cursor:
            given = self.field.get_db_prep_save(value, connection)
            cursor.execute(statement, [given, meta.pk.get_db_prep_value(self.row.pk, connection)])
        # Foreign keys are otherwise checked at the end of the transaction.
        connection.check_constraints()

    def apply(self) -> None:
        self.write(self.value)

    def undo(self) -> None:
        self.write(getattr(self.row, self.field.attname))


def tamperings(row: models.Model) -> Iterator[Tampering]:
    """All tamperings of a row, for each column except the primary key."""
    for field in row._meta.concrete_fields:
        if not field.primary_key:
            yield from _of_column(row, field)


def _of_column(row: models.Model, field: Field) -> Iterator[Tampering]:
    value = getattr(row, field.attname)
    if isinstance(field, models.JSONField):
        for path, other in _of_document(value):
            yield Tampering(row, field, other, path)
        return
    for other in _different_values(row, field, value):
        yield Tampering(row, field, other)
    if field.null and value is not None:
        yield Tampering(row, field, None)


def _different_values(row: models.Model, field: Field, value: Any) -> Iterator[Any]:
    if isinstance(field, models.ForeignKey):
        others = field.remote_field.model._base_manager.exclude(pk=value).exclude(pk=row.pk)
        yield from others.order_by("pk").values_list("pk", flat=True)[:1]
    elif field.choices:
        yield from (choice for choice, _ in field.flatchoices if choice != value)
    elif isinstance(field, models.UUIDField):
        yield new_id()
    else:
        if isinstance(value, int) and value > 0 and not isinstance(value, bool):
            yield value - 1
        yield _different(value if value is not None else _first(field), field.max_length)


def _first(field: Field) -> Any:
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    if isinstance(field, models.DateField):
        return timezone.localdate()
    return "" if isinstance(field, models.CharField) else 0


def _different(value: Any, max_length: int | None = None) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Decimal):
        return value + 1
    if isinstance(value, date | datetime):
        return value + _DAY
    value = str(value)
    if max_length is not None and len(value) >= max_length:
        return ("y" if value.startswith("x") else "x") + value[1:]
    return value + "x"


def _of_document(document: Any) -> Iterator[tuple[str, Any]]:
    """Yield the document once per value, with that value changed."""
    yield "", {} if isinstance(document, dict) else []
    yield from _of_part(document, lambda part: part, ())


def _of_part(part: Any, whole: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _of_part(value, _inside(part, key, whole), (*path, key))
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from _of_part(value, _inside(part, place, whole), (*path, "*"))
    elif part is not None:
        yield ".".join(path), whole(_different(part))


def _inside(part: Any, key: Any, whole: Any) -> Any:
    """Return a function that changes the value under the key in the whole document."""

    def changed(value: Any) -> Any:
        copied = part.copy()
        copied[key] = value
        return whole(copied)

    return changed
