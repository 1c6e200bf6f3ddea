"""Reading whole tables side by side, in batches and in order."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet

Row = TypeVar("Row")

_AT_ONCE = 2000


def batches(rows: "QuerySet[Any, Row]") -> Iterator[Row]:
    """The rows, of which no more than a batch is in memory."""
    return rows.iterator(_AT_ONCE)


def grouped(rows: Iterable[Row], key: Callable[[Row], UUID]) -> Iterator[tuple[UUID, list[Row]]]:
    """The rows of each key; they come by rising key."""
    for value, group in groupby(rows, key):
        yield value, list(group)


def beside(
    *columns: Iterator[tuple[UUID, list[Any]]],
) -> Iterator[tuple[UUID, tuple[list[Any], ...]]]:
    """For each key, by rising key, what each column has of it; each column comes by rising key."""
    heads = [next(column, None) for column in columns]
    while keys := [head[0] for head in heads if head is not None]:
        key, found = min(keys), []
        for place, column in enumerate(columns):
            head = heads[place]
            if head is not None and head[0] == key:
                found.append(head[1])
                heads[place] = next(column, None)
            else:
                found.append([])
        yield key, tuple(found)
