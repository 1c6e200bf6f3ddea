"""Minutes learned, computed from what players reported: watched ranges, and how long was read."""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import Annotated, TypedDict

from apps.catalog import watched_ranges
from apps.catalog.selectors.progress import PersonProgress
from apps.core import indian_time
from apps.core.json_types import Between, Date, Help, component


@component("WeekOut")
class WeekMinutes(TypedDict):
    weekStart: Annotated[Date, Help("A Monday, Indian time.")]
    minutes: Annotated[int, Between(0, None)]


CHART_WEEKS = 8
_STREAK_WEEKS = 52
"""A longer row of weeks is not counted to its end."""


class LearnedWeeks(TypedDict):
    minutesPerWeek: list[WeekMinutes]
    weeksInARow: int


def learned_weeks(progress: PersonProgress, *, now: datetime) -> LearnedWeeks:
    """Whole minutes learned in each week; weeks start on Monday (IST)."""
    this_week = _monday(indian_time.day_of(now))
    mondays = [this_week - timedelta(weeks=ago) for ago in range(_STREAK_WEEKS + 1)]
    seconds: Counter[date] = Counter()
    first_day = mondays[-1].isoformat()
    for ranges_by_day in progress.ranges_by_day:
        for day, ranges in ranges_by_day.items():
            if day >= first_day:
                seconds[_monday(date.fromisoformat(day))] += watched_ranges.total_seconds(ranges)
    minutes = [seconds[monday] // 60 for monday in mondays]
    chart = [
        WeekMinutes(weekStart=monday.isoformat(), minutes=learned)
        for monday, learned in zip(mondays[:CHART_WEEKS], minutes, strict=False)
    ]
    # How many of the newest weeks follow each other. A week that has only begun does not end the row.
    begun = minutes if minutes[0] else minutes[1:]
    weeks = next((number for number, learned in enumerate(begun) if not learned), len(begun))
    return {"minutesPerWeek": chart[::-1], "weeksInARow": min(weeks, _STREAK_WEEKS)}


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
