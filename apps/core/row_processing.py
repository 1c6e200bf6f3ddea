"""Processing many rows so that a failing one does not stop the others."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import local
from typing import Generic, TypeVar

from django.db import connection

logger = logging.getLogger(__name__)

Row = TypeVar("Row")
Result = TypeVar("Result")

_own = local()


@dataclass(frozen=True, slots=True)
class Completed(Generic[Result]):
    """A row was processed."""

    result: Result


@dataclass(frozen=True, slots=True)
class Failed:
    """Processing a row raised an unexpected exception, which is logged."""


@dataclass(slots=True)
class Failures:
    count: int = 0


def process_row(work: Callable[[], Result], *, name: str) -> Completed[Result] | Failed:
    """Process one row, outside of transactions; `name` identifies it in the log."""
    try:
        return Completed(work())
    except Exception:
        logger.exception("row failed", extra={"facts": {"row": name}})
        if (failures := _counted()) is not None:
            failures.count += 1
        _close_broken_connection()
        return Failed()


def process_batch(
    batch: Sequence[Row], work: Callable[[Sequence[Row]], Result], *, name: Callable[[Row], str]
) -> list[Completed[Result] | Failed]:
    """Process rows together, which takes fewer queries, or one by one if that raises."""
    try:
        return [Completed(work(batch))]
    except Exception:
        logger.warning("batch failed, its rows are processed one by one", exc_info=True)
        _close_broken_connection()
    return [process_row(partial(work, [row]), name=name(row)) for row in batch]


def process_rows(rows: Iterable[Row], work: Callable[[Row], int], *, name: str) -> int:
    """Process rows that are ids, and return the sum of the results; those that fail count nothing."""
    done = [process_row(partial(work, row), name=f"{name} {row}") for row in rows]
    return sum(each.result for each in done if isinstance(each, Completed))


@contextmanager
def count_failures() -> Iterator[Failures]:
    """Counts the rows that fail inside, in this thread. An outer count includes them."""
    outer, own = _counted(), Failures()
    _own.failures = own
    try:
        yield own
    finally:
        _own.failures = outer
        if outer is not None:
            outer.count += own.count


def _close_broken_connection() -> None:
    """It would fail all rows that follow; the next one connects again."""
    if connection.errors_occurred and not connection.in_atomic_block and not connection.is_usable():
        connection.close()


def _counted() -> Failures | None:
    return getattr(_own, "failures", None)
