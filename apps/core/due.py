"""Whether a stored time has come, also if the clock that wrote it ran ahead."""

from datetime import datetime, timedelta

from django.db.models import Q

CLOCK_TOLERANCE = timedelta(minutes=1)
"""Clocks of several machines differ, and whoever waited for a lock compares with an earlier time."""


def has_come(field: str, *, now: datetime, longest: timedelta) -> Q:
    """
    The time has come, or is further ahead than the longest wait that anything sets.

    Otherwise what was written by a clock that ran ahead stays locked until real time catches up.
    """
    return Q(**{f"{field}__lte": now}) | Q(**{f"{field}__gt": now + longest + CLOCK_TOLERANCE})
