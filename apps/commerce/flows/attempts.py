"""Working through many rows so that none of them keeps the others from their turn."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from apps.commerce.gateways import budget

logger = logging.getLogger(__name__)

_ENOUGH_SECONDS = 1.0
"""A call with less than that could only time out, and its row would have waited for nothing."""

Row = TypeVar("Row")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Ended(Generic[Result]):
    """The result of one row."""

    result: Result


@dataclass(frozen=True, slots=True)
class Raised:
    """One row raised what nobody foresaw; it is in the log with its name."""


def within_budget(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows for which the thread still has time; what is left is the next run's."""
    for row in rows:
        if not has_time():
            return
        yield row


def has_time() -> bool:
    return budget.left() >= _ENOUGH_SECONDS


def attempt(work: Callable[[], Result], *, name: str) -> Ended[Result] | Raised:
    """Do the work of one row; `name` is what staff find it by."""
    try:
        return Ended(work())
    except Exception:
        logger.exception("provider job: one row failed", extra={"facts": {"row": name}})
        return Raised()
