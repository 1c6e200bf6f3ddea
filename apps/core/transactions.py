"""Transactions that lose against another one and simply begin again, and reads of a single moment."""

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

logger = logging.getLogger(__name__)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_TRIES = 3
_LOST = {"40P01", "40001"}
"""A deadlock, and a rival that could not be put in order: the database undid all of it."""


def retry_on_deadlock(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """For entry points that are one transaction: the loser of a deadlock is run anew."""

    @functools.wraps(work)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        for left in reversed(range(_TRIES)):
            try:
                return work(*args, **kwargs)
            except OperationalError as error:
                if not left or connection.in_atomic_block or not _is_lost(error):
                    raise
                logger.warning("transaction begun again", extra={"facts": {"what": work.__name__}})
        raise AssertionError("the last try returns or raises")

    return run


def _is_lost(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _LOST


@contextmanager
def snapshot() -> Iterator[None]:
    """
    Everything read inside is of one moment, on PostgreSQL; nothing can be written there.

    SQLite has no such read through Django without keeping out all writers, so there each statement reads
    for itself. So it is inside a transaction that was begun before.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
