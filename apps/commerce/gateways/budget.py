"""A thread's time budget for requests to the provider; their timeouts shrink with it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

_own = local()


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Requests made inside end within these seconds. A nested budget cannot exceed the outer one."""
    before = ends_at()
    _own.ends_at = min(before, time.monotonic() + seconds)
    try:
        yield
    finally:
        _own.ends_at = before


def ends_at() -> float:
    """On the monotonic clock; infinite without a budget."""
    return float(getattr(_own, "ends_at", float("inf")))


def seconds_left() -> float:
    return ends_at() - time.monotonic()
