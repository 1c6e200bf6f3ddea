"""Processing rows within the thread's time budget."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from apps.commerce.gateways import budget

_MINIMUM_SECONDS = 1.0
"""With less time left, a request could only time out."""

Row = TypeVar("Row")


def within_budget(rows: Iterable[Row]) -> Iterator[Row]:
    """Stops when the thread's time budget is used up; the next run does the rest."""
    for row in rows:
        if not has_time():
            return
        yield row


def has_time() -> bool:
    return budget.seconds_left() >= _MINIMUM_SECONDS
