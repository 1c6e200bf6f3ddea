"""
Prefix matches that an index supports, on both databases.

`LIKE 'a%'` uses no index on SQLite, and on PostgreSQL only one made for it. A range of text does, if it is
compared byte by byte.
"""

from typing import Any

from django.db import connection
from django.db.models import CharField, Func, Q, Value

_LAST_CHARACTER = "\U0010ffff"


class Folded(Func):
    """A text column in upper case, compared byte by byte, for an index and for filters that use it."""

    function = "UPPER"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = '%(function)s(%(expressions)s) COLLATE "C"'
        return self.as_sql(compiler, connection, template=template, **context)


def folded_starts_with(column: str, text: str) -> Q:
    """
    For a queryset in which `column` is an alias of `Folded`.

    The database folds the text as well: Python has other capitals than SQLite, which knows those of English
    only, and than PostgreSQL, which keeps 'ß'.
    """
    start, end = (Folded(Value(bound)) for bound in (text, text + _LAST_CHARACTER))
    return Q(**{f"{column}__gte": start, f"{column}__lt": end})


def starts_with(column: str, text: str) -> Q:
    """For a column with `unique` or `db_index`, which has an index for LIKE on PostgreSQL."""
    if connection.vendor == "postgresql":
        return Q(**{f"{column}__startswith": text})
    return Q(**{f"{column}__gte": text, f"{column}__lt": text + _LAST_CHARACTER})
