"""Minutes learned, computed from the watched ranges that players reported."""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog import watched_ranges
from apps.catalog.models import TopicProgress
from apps.core import indian_time
from apps.core.json_types import Between, Date, Help, component


@component("WeekOut")
class WeekMinutes(TypedDict):
    weekStart: Annotated[Date, Help("A Monday, Indian time.")]
    minutes: Annotated[int, Between(0, None)]


def minutes_per_week(*, person: User, now: datetime, weeks: int = 8) -> list[WeekMinutes]:
    """Whole minutes learned in each of the last weeks, the current one last. Weeks start on Monday (IST)."""
    this_week = _monday(indian_time.day_of(now))
    mondays = [this_week - timedelta(weeks=ago) for ago in reversed(range(weeks))]
    seconds = _seconds_by_week(person=person, since=mondays[0])
    return [{"weekStart": monday.isoformat(), "minutes": seconds[monday] // 60} for monday in mondays]


def _seconds_by_week(*, person: User, since: date) -> Counter[date]:
    # A row that was not updated since then contains no later day.
    rows = TopicProgress.objects.filter(person=person, updated_at__gte=indian_time.start_of_day(since))
    total: Counter[date] = Counter()
    for ranges_by_day in rows.values_list("ranges_by_day", flat=True):
        for day, ranges in ranges_by_day.items():
            total[_monday(date.fromisoformat(day))] += watched_ranges.total_seconds(ranges)
    return total


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
