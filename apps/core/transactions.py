"""Retrying transactions after a deadlock, the time under a lock, and reading from one snapshot."""

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction
from django.utils import timezone

logger = logging.getLogger(__name__)

Params = ParamSpec("Params")
Result = TypeVar("Result")

_MAX_ATTEMPTS = 3
_RETRYABLE = {"40P01", "40001"}
"""Deadlock and serialization failure: PostgreSQL rolled the transaction back."""


def retry_on_deadlock(work: Callable[Params, Result]) -> Callable[Params, Result]:
    """Run the function again if its transaction was rolled back by a deadlock; it must be all of it."""

    @functools.wraps(work)
    def wrapper(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        for left in reversed(range(_MAX_ATTEMPTS)):
            try:
                return work(*args, **kwargs)
            except OperationalError as error:
                if not left or connection.in_atomic_block or not _is_retryable(error):
                    raise
                logger.warning("transaction retried", extra={"facts": {"function": work.__name__}})
        raise AssertionError("the last attempt returns or raises")

    return wrapper


def time_under_lock(at: datetime) -> datetime:
    """The later of `at` and now. Whoever has waited for a lock writes after whoever held it, and says so."""
    return max(at, timezone.now())


def _is_retryable(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _RETRYABLE


@contextmanager
def snapshot(*, statement_seconds: int | None = None) -> Iterator[None]:
    """
    On PostgreSQL all reads inside see one snapshot, and writes are refused.

    A read may take `statement_seconds`, if given, in place of what the process allows.
    On SQLite, where this would block all writers, and inside a running transaction it does nothing.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            if statement_seconds is not None:
                cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{statement_seconds}s"])
        yield
