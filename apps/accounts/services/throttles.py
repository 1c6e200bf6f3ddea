"""
How often something may happen, counted in the database.

Counting in the cache leaks when many ask at once. Here whoever counts writes the throttle's row first,
so that on every database the rivals wait for one another and each sees what the one before noted.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from apps.accounts.models import Throttle, ThrottleEvent

LONGEST_WINDOW = timedelta(days=1)

Limits = Sequence[tuple[int, int]]
"""Each so many times in so many seconds."""


def room(*, key: str, limits: Limits, now: datetime) -> timedelta | None:
    """
    None where it may happen once more, else how long to wait.

    Joins the caller's transaction and holds the key until its end: what is noted after is counted.
    """
    _hold(key, now=now)
    waits = [_wait(key, count=count, window=timedelta(seconds=seconds), now=now) for count, seconds in limits]
    return max((wait for wait in waits if wait is not None), default=None)


def note(*, key: str, now: datetime) -> None:
    """It happened; joins the caller's transaction, after `room` was asked for the same key."""
    ThrottleEvent.objects.create(throttle_id=key, at=now)


def forget_old(*, now: datetime) -> int:
    """Remove what no limit counts any more, and say how many keys are gone."""
    ThrottleEvent.objects.filter(at__lt=now - LONGEST_WINDOW).delete()
    removed, _ = Throttle.objects.filter(touched_at__lt=now - LONGEST_WINDOW, events__isnull=True).delete()
    return removed


def _hold(key: str, *, now: datetime) -> None:
    if not Throttle.objects.filter(pk=key).update(touched_at=now):
        Throttle.objects.bulk_create([Throttle(key=key, touched_at=now)], ignore_conflicts=True)
        Throttle.objects.filter(pk=key).update(touched_at=now)


def _wait(key: str, *, count: int, window: timedelta, now: datetime) -> timedelta | None:
    """The last `count` events all within the window leave no room until the oldest of them is out of it."""
    newest_first = ThrottleEvent.objects.filter(throttle_id=key).order_by("-at", "-pk")
    oldest = newest_first.values_list("at", flat=True)[count - 1 : count].first()
    if oldest is None or oldest + window <= now:
        return None
    wait: timedelta = oldest + window - now
    return wait
