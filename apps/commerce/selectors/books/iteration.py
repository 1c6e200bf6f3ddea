"""Iterating over whole tables in batches and in key order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.commerce.models import Order

Row = TypeVar("Row")

PARSE_ERRORS = (KeyError, TypeError, ValueError, AttributeError)
"""Raised when stored JSON does not have the expected format."""

_BATCH_SIZE = 2000


def batches(rows: "QuerySet[Any, Row]") -> Iterator[Row]:
    """The rows, with at most one batch in memory."""
    return rows.iterator(_BATCH_SIZE)


def violations(rules: Sequence[tuple[Q, str]]) -> Iterator[str]:
    """A sentence for each order that breaks a rule. A rule is a filter and a description."""
    for wrong, what in rules:
        numbers = Order.objects.filter(wrong).order_by("pk").values_list("number", flat=True)
        for number in batches(numbers):
            yield f"Order {number} {what}."


def group_by_key(rows: Iterable[Row], key: Callable[[Row], UUID]) -> Iterator[tuple[UUID, list[Row]]]:
    """The rows of each key. They must be sorted by key."""
    for value, group in groupby(rows, key):
        yield value, list(group)


def merge_by_key(
    *columns: Iterator[tuple[UUID, list[Any]]],
) -> Iterator[tuple[UUID, tuple[list[Any], ...]]]:
    """Merge-join: for each key, the rows of each column. All columns must be sorted by key."""
    heads = [next(column, None) for column in columns]
    while keys := [head[0] for head in heads if head is not None]:
        key, found = min(keys), []
        for index, column in enumerate(columns):
            head = heads[index]
            if head is not None and head[0] == key:
                found.append(head[1])
                heads[index] = next(column, None)
            else:
                found.append([])
        yield key, tuple(found)
