"""A month or a week of sessions, webinars and meetings, with the exchange's holidays and clashes of hosts."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.selectors import holidays, host_times
from apps.office.periods import Period, month_of
from apps.office.selectors import schedule
from apps.office.selectors.schedule import Entry

_WEEK = 7
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    date: date
    is_outside: bool
    """Whether it is a day of the month before or after, in its first or last week."""
    is_today: bool
    holiday: str
    entries: list["Shown"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shown:
    entry: Entry
    clashes: list[Entry]
    """What its host has at the same time."""

    @property
    def kind(self) -> str:
        return schedule.KINDS[self.entry.model]


def month_around(day: date) -> Period:
    return month_of(day)


def week_around(day: date) -> Period:
    """From Monday to Sunday."""
    first = day - timedelta(days=day.weekday())
    return Period(first, first + (_WEEK - 1) * _DAY)


def weeks(*, period: Period, person: User, now: datetime) -> list[list[Day]]:
    """Whole weeks in which the days of the period are: two queries."""
    first, last = week_around(period.first).first, week_around(period.last).last
    found = schedule.entries(
        # What began the evening before may clash with the first day.
        person=person,
        since=indian_time.start_of_day(first - _DAY),
        until=indian_time.end_of_day(last),
    )
    clashes = host_times.clashing(found)
    by_day: defaultdict[date, list[Shown]] = defaultdict(list)
    for entry in found:
        day = indian_time.day_of(entry.starts_at)
        by_day[day].append(Shown(entry, clashes.get(entry, [])))
    closed = holidays.on_weekdays(weekdays=range(_WEEK), since=first, until=last)
    names = {row["date"]: row["name"] for row in closed}
    today = indian_time.day_of(now)
    days = [
        Day(
            date=day,
            is_outside=not period.first <= day <= period.last,
            is_today=day == today,
            holiday=names.get(day.isoformat(), ""),
            entries=by_day[day],
        )
        for day in _days(first, last)
    ]
    return [days[at : at + _WEEK] for at in range(0, len(days), _WEEK)]


def _days(first: date, last: date) -> Iterator[date]:
    for offset in range((last - first).days + 1):
        yield first + offset * _DAY
