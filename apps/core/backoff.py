"""How long to wait after an attempt that failed: longer each time. Attempts are counted from 1."""

import random
from collections.abc import Sequence
from datetime import timedelta


def exponential(*, attempt: int, first: timedelta, cap: timedelta) -> timedelta:
    """The first delay, doubled with each further attempt, up to the cap."""
    factor = 2 ** (attempt - 1)
    # Before it is multiplied: a delay of thousands of years is an OverflowError.
    return cap if factor > cap // first else first * factor


def listed(*, attempt: int, delays: Sequence[timedelta], jitter: float = 0) -> timedelta | None:
    """
    The delay of that attempt, or None after the last.

    Jitter is the share by which it may be longer: without any, all that failed together is retried together.
    """
    if attempt > len(delays):
        return None
    return delays[attempt - 1] * (1 + random.uniform(0, jitter))  # noqa: S311
