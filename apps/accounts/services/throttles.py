"""
Counters of the rate limits, in the database. The limits of OTPs are in `otp_limits.py`.

Counting in the cache is not exact under concurrency. Here each request first updates the throttle's row,
which locks it on every database, so the next request sees what was counted before it.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from math import ceil

from django.db import models

from apps.accounts.models import DailyCount, Throttle, ThrottleEvent
from apps.core import due, retention
from apps.core.api.client_ip import network_of, site_of

LONGEST_WINDOW = timedelta(days=1)

Limits = Sequence[tuple[int, int]]
"""Pairs of a count and the seconds in which it applies."""

Counted = Sequence[tuple[str, Limits]]
"""Keys by which something is counted, each with its limits."""

_SITE_FACTOR = 4
"""A /48 contains 65,536 networks. Its limit is this many times the limit of one of them."""


def whole_seconds(wait: timedelta) -> int:
    """Return the wait for the `Retry-After` header: rounded up, at least one second."""
    return max(1, ceil(wait.total_seconds()))


def by_network(name: str, *, address: str, limits: Limits) -> Counted:
    """Count by network address, and for IPv6 also by the /48 around it, with a higher limit."""
    counted = [(f"{name}:{network_of(address)}", limits)]
    if site := site_of(address):
        counted.append((f"{name}:{site}/48", [(count * _SITE_FACTOR, span) for count, span in limits]))
    return counted


def longest_wait(*, counted: Counted, now: datetime) -> timedelta | None:
    """
    Return how long until all keys are below their limits, or None if they are.

    Joins the caller's transaction and locks the keys until its end, in the given order: callers with the
    same keys must use the same order, or they deadlock.
    """
    for key, _limits in counted:
        _lock_key(key, now=now)
    return peek_wait(counted=counted, now=now)


def record_all(*, counted: Counted, now: datetime) -> None:
    """Count one event for each key, in the caller's transaction, after `longest_wait` for the same keys."""
    for key, _limits in counted:
        record(key=key, now=now)


def peek_wait(*, counted: Counted, now: datetime) -> timedelta | None:
    """
    Like `longest_wait`, but without locking or creating rows, for what will not be counted.

    One query for all keys: the limits keep the events that it reads few. Events in the future count as now,
    and not at all where the clock that wrote them ran ahead: they would lock the key until it is caught up.
    """
    longest = max((seconds for _key, limits in counted for _count, seconds in limits), default=0)
    events = ThrottleEvent.objects.filter(
        throttle__in=[key for key, _limits in counted],
        at__gt=now - timedelta(seconds=longest),
        at__lte=now + due.CLOCK_TOLERANCE,
    )
    newest_first: dict[str, list[datetime]] = defaultdict(list)
    for key, at in events.order_by("-at").values_list("throttle", "at"):
        newest_first[key].append(min(at, now))
    waits = [
        newest_first[key][count - 1] + timedelta(seconds=seconds) - now
        for key, limits in counted
        for count, seconds in limits
        if len(newest_first[key]) >= count
    ]
    return max((wait for wait in waits if wait > timedelta()), default=None)


def record(*, key: str, now: datetime) -> None:
    """Count one event, in the caller's transaction, after `longest_wait` for the same key."""
    ThrottleEvent.objects.create(throttle_id=key, at=now)


def count_today(*, name: str, day: date, limit: int | None) -> int | None:
    """
    Count one event towards a daily limit of the whole site. Return the count, or None at the limit.

    Joins the caller's transaction and locks the row of the day until its end, so call it last.
    """
    DailyCount.objects.bulk_create([DailyCount(name=name, day=day)], ignore_conflicts=True)
    row = DailyCount.objects.filter(name=name, day=day)
    below_limit = row if limit is None else row.filter(count__lt=limit)
    if not below_limit.update(count=models.F("count") + 1):
        return None
    return row.values_list("count", flat=True).get()


def delete_old(*, now: datetime) -> int:
    """Delete events and counts that no limit uses any more, and return the number of deleted keys."""
    ThrottleEvent.objects.filter(at__lt=now - LONGEST_WINDOW).delete()
    DailyCount.objects.filter(day__lt=(now - retention.DAILY_COUNT_RETENTION).date()).delete()
    removed, _ = Throttle.objects.filter(touched_at__lt=now - LONGEST_WINDOW, events__isnull=True).delete()
    return removed


def _lock_key(key: str, *, now: datetime) -> None:
    if not Throttle.objects.filter(pk=key).update(touched_at=now):
        Throttle.objects.bulk_create([Throttle(key=key, touched_at=now)], ignore_conflicts=True)
        Throttle.objects.filter(pk=key).update(touched_at=now)
