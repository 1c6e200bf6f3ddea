"""How long to wait after each failure: longer each time, and never in step with others that failed too."""

import random
from datetime import timedelta

PAUSES = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
LONGEST_JITTER = 0.2
LAST_ATTEMPT = len(PAUSES) + 1


def after(*, attempts: int) -> timedelta | None:
    """The pause after that many failures, or None after the last."""
    if attempts > len(PAUSES):
        return None
    return PAUSES[attempts - 1] * (1 + random.uniform(0, LONGEST_JITTER))  # noqa: S311
