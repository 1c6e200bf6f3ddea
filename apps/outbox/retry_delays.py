"""How long a message waits after each failed attempt."""

from datetime import timedelta

from apps.core import backoff

DELAYS = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
"""The attempt after the last delay is the final one."""

JITTER = 0.2
LONGEST = DELAYS[-1] * (1 + JITTER)
LAST_ATTEMPT = len(DELAYS) + 1


def after(*, attempt: int) -> timedelta | None:
    """The delay after that attempt, or None after the last."""
    return backoff.listed(attempt=attempt, delays=DELAYS, jitter=JITTER)
