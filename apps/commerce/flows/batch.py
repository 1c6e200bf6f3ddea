"""Processing many rows so that a failing one does not stop the others."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from apps.commerce.gateways import budget

logger = logging.getLogger(__name__)

_MINIMUM_SECONDS = 1.0
"""With less time left, a request could only time out."""

Row = TypeVar("Row")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Completed(Generic[Result]):
    """A row was processed."""

    result: Result


@dataclass(frozen=True, slots=True)
class Failed:
    """Processing a row raised an unexpected exception, which is logged."""


def within_budget(rows: Iterable[Row]) -> Iterator[Row]:
    """Stops when the thread's time budget is used up; the next run does the rest."""
    for row in rows:
        if not has_time():
            return
        yield row


def has_time() -> bool:
    return budget.seconds_left() >= _MINIMUM_SECONDS


def process_row(work: Callable[[], Result], *, name: str) -> Completed[Result] | Failed:
    """Process one row; `name` identifies it in the log."""
    try:
        return Completed(work())
    except Exception:
        logger.exception("provider job: one row failed", extra={"facts": {"row": name}})
        return Failed()
