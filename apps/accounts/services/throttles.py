"""
How often something may happen, counted in the database.

Counting in the cache leaks when many ask at once. Here whoever counts writes the throttle's row first,
so that on every database the rivals wait for one another and each sees what the one before noted.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import models

from apps.accounts.models import DailyCount, Throttle, ThrottleEvent
from apps.core.api.address import network_of, site_of

LONGEST_WINDOW = timedelta(days=1)

Limits = Sequence[tuple[int, int]]
"""Each so many times in so many seconds."""

Counted = Sequence[tuple[str, Limits]]
"""By which keys something is counted, each with its limits."""

_SITE_FACTOR = 4
"""How many times the limit of one network a whole /48 has: 65,536 networks are within it."""

_DAILY_COUNTS_KEPT = timedelta(days=30)


def by_network(name: str, *, address: str, limits: Limits) -> Counted:
    """Count by network address; of version 6 by the /48 around it as well, which has more room."""
    counted = [(f"{name}:{network_of(address)}", limits)]
    if site := site_of(address):
        counted.append((f"{name}:{site}/48", [(count * _SITE_FACTOR, span) for count, span in limits]))
    return counted


def longest_wait(*, counted: Counted, now: datetime) -> timedelta | None:
    """
    None where all of them have room, else how long until they have.

    Joins the caller's transaction and holds the keys until its end, in the order given: callers that
    count by the same keys must name them in the same order.
    """
    waits = [room(key=key, limits=limits, now=now) for key, limits in counted]
    return max((wait for wait in waits if wait is not None), default=None)


def note_all(*, counted: Counted, now: datetime) -> None:
    """It happened; joins the caller's transaction, after `longest_wait` was asked for the same keys."""
    for key, _limits in counted:
        note(key=key, now=now)


def wait_seen(*, counted: Counted, now: datetime) -> timedelta | None:
    """The same without holding the keys and without leaving a row, for what will not be counted by them."""
    waits = [
        _wait(key, count=count, window=timedelta(seconds=seconds), now=now)
        for key, limits in counted
        for count, seconds in limits
    ]
    return max((wait for wait in waits if wait is not None), default=None)


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


def count_today(*, name: str, day: date, limit: int | None) -> int | None:
    """
    Count once more of something that the whole site does only so often a day; None if that is reached.

    Joins the caller's transaction and holds the day's row until its end, so it belongs there last.
    """
    DailyCount.objects.bulk_create([DailyCount(name=name, day=day)], ignore_conflicts=True)
    row = DailyCount.objects.filter(name=name, day=day)
    with_room = row if limit is None else row.filter(count__lt=limit)
    if not with_room.update(count=models.F("count") + 1):
        return None
    return row.values_list("count", flat=True).get()


def forget_old(*, now: datetime) -> int:
    """Remove what no limit counts any more, and say how many keys are gone."""
    ThrottleEvent.objects.filter(at__lt=now - LONGEST_WINDOW).delete()
    DailyCount.objects.filter(day__lt=(now - _DAILY_COUNTS_KEPT).date()).delete()
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
