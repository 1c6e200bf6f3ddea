"""How much time a thread has left for calls to the provider: each call's timeout shrinks with it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

_own = local()


@contextmanager
def of(seconds: float) -> Iterator[None]:
    """Calls made inside end within these seconds; a budget inside another is never the larger one."""
    before = ends_at()
    _own.ends_at = min(before, time.monotonic() + seconds)
    try:
        yield
    finally:
        _own.ends_at = before


def ends_at() -> float:
    """On the monotonic clock; infinite where nobody set a budget."""
    return float(getattr(_own, "ends_at", float("inf")))


def left() -> float:
    return ends_at() - time.monotonic()
