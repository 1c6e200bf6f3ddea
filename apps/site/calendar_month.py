"""
A month of a calendar, for server-rendered pages.

Mirrored by shared/ui/Calendar.tsx in frontend/src; the markup is templates/parts/calendar.html.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

_WEEKS = 6


@dataclass(frozen=True, slots=True)
class Day:
    number: int
    name: str
    label: str
    classes: str
    note: str
    is_today: bool
    is_shut: bool
    is_booked: bool
    has_dot: bool
    is_chosen: bool = False


def name_of(day: date) -> str:
    return f"{day:%B}, {day:%A}"


def label(month: date) -> str:
    return f"{month:%b}-{month.year}"


def weeks(month: date, make: Callable[[date], Day]) -> Iterator[list[Day | None]]:
    """Always six, so that all months are equally high. None is a day of another month."""
    start = month - timedelta(days=month.weekday())
    for week in range(_WEEKS):
        days = [start + timedelta(days=week * 7 + weekday) for weekday in range(7)]
        yield [make(day) if day.month == month.month else None for day in days]
