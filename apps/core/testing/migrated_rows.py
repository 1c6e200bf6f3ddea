"""
The rows that `migrate` leaves, kept in memory: a flush writes them again without running each receiver.

A table of theirs in which no test has committed a change stays as it is. Deleting and writing a thousand rows
after each test that commits took 70 ms, and left PostgreSQL as many dead rows.
"""

from itertools import compress
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

_rows: dict[str, tuple[type[models.Model], list[models.Model]]] = {}
_versions: dict[str, str] = {}


def keep(*, besides: set[str]) -> None:
    """Read the rows of all tables but these."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and model._meta.db_table not in besides:
            rows = list(model._base_manager.all())
            if rows:
                _rows[model._meta.db_table] = model, rows
    _versions.update(_read_versions())


def unchanged_tables() -> set[str]:
    """Those that surely have the rows which `migrate` left, and refer to no others of these tables."""
    unchanged = {table for table, version in _read_versions().items() if version == _versions[table]}
    while refer := {table for table in unchanged if _referred_to(table) & (_rows.keys() - unchanged)}:
        unchanged -= refer
    return unchanged


def _referred_to(table: str) -> set[str]:
    model, _ = _rows[table]
    related = {field.related_model for field in model._meta.fields}
    return {other._meta.db_table for other in related if other is not None}


def write(*_args: Any, **_options: Any) -> None:
    """Foreign keys are checked at the end, so the order of the tables does not matter."""
    if emptied := _rows.keys() - set(tables_with_rows(list(_rows))):
        with transaction.atomic():
            for model, rows in (_rows[table] for table in emptied):
                model._base_manager.bulk_create(rows)
        _versions.update(_read_versions())


def tables_with_rows(tables: list[str]) -> list[str]:
    """In one statement: most tables are empty, and a deletion from each takes longer than the answer."""
    questions = (f"EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in tables)  # noqa: S608 - our own tables
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(questions)}")
        return list(compress(tables, cursor.fetchone()))


def _read_versions() -> dict[str, str]:
    """PostgreSQL keeps with each row the transaction that wrote it. SQLite has nothing of the kind."""
    if connection.vendor != "postgresql" or not _rows:
        return {}
    columns = ", ".join(
        f"(SELECT concat(count(*), ' ', sum(xmin::text::bigint)) FROM {connection.ops.quote_name(table)})"  # noqa: S608 - our own tables
        for table in _rows
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}")
        return dict(zip(_rows, cursor.fetchone(), strict=True))
