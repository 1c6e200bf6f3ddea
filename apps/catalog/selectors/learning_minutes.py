"""How long somebody learned, by the parts that their players reported."""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import TypedDict

from apps.accounts.models import User
from apps.catalog import watched_ranges
from apps.catalog.models import TopicProgress
from apps.core import indian_time


class WeekRow(TypedDict):
    weekStart: str
    minutes: int


def per_week(*, person: User, now: datetime, weeks: int = 8) -> list[WeekRow]:
    """Whole minutes learned in each of the last weeks, the present one last; Indian weeks, from Monday."""
    this_week = _monday(indian_time.day_of(now))
    mondays = [this_week - timedelta(weeks=ago) for ago in reversed(range(weeks))]
    seconds = _seconds_by_week(person=person, since=mondays[0])
    return [{"weekStart": monday.isoformat(), "minutes": seconds[monday] // 60} for monday in mondays]


def _seconds_by_week(*, person: User, since: date) -> Counter[date]:
    # A row that was not touched since then holds no later day.
    rows = TopicProgress.objects.filter(person=person, updated_at__gte=indian_time.start_of_day(since))
    total: Counter[date] = Counter()
    for learned in rows.values_list("learned", flat=True):
        for day, watched in learned.items():
            total[_monday(date.fromisoformat(day))] += watched_ranges.seconds(watched)
    return total


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
