"""Reading whole tables side by side, in batches and in order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.commerce.models import Order

Row = TypeVar("Row")

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)
"""What reading JSON of another shape raises."""

_AT_ONCE = 2000


def batches(rows: "QuerySet[Any, Row]") -> Iterator[Row]:
    """The rows, of which no more than a batch is in memory."""
    return rows.iterator(_AT_ONCE)


def orders_that_break(rules: Sequence[tuple[Q, str]]) -> Iterator[str]:
    """A sentence for each order that breaks a rule: which orders do, and what is wrong with them then."""
    for wrong, what in rules:
        numbers = Order.objects.filter(wrong).order_by("pk").values_list("number", flat=True)
        for number in batches(numbers):
            yield f"Order {number} {what}."


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
