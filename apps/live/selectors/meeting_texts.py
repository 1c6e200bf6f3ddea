"""Meetings in words: a line for each, and one for how they recur. Days and hours are Indian."""

import calendar
from collections import Counter
from collections.abc import Hashable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from apps.core.indian_time import INDIA
from apps.live.selectors.offers import Occasion

Value = TypeVar("Value", bound=Hashable)

_MAX_WEEKDAYS = 3
_MOSTLY = 0.6
"""From which share on most meetings count as regular."""


def line(one: Occasion) -> str:
    """'Fri 4 Dec 2026, 7 to 8:30 PM: Position size'."""
    return f"{span(one.starts_at, one.ends_at)}: {one.title}"


def span(starts_at: datetime, ends_at: datetime) -> str:
    """'Fri 4 Dec 2026, 7 to 8:30 PM'."""
    return f"{_day(starts_at)}, {hours(starts_at, ends_at)}"


def summary(meetings: Sequence[Occasion]) -> str:
    """
    'Fridays, 5 evenings, 7 to 8:30 PM'.

    It says 'mostly' where some meetings differ, and gives the first and the last day where there is no rule.
    """
    if not meetings:
        return ""
    if len(meetings) == 1:
        return span(meetings[0].starts_at, meetings[0].ends_at)
    count = f"{len(meetings)} {_noun(meetings)}"
    return ", ".join(part for part in (_days(meetings), count, _common_hours(meetings)) if part)


def hours(starts_at: datetime, ends_at: datetime) -> str:
    """'7 to 8:30 PM', '11 AM to 12:30 PM', with the day of the end if it is a later one."""
    starts, ends = starts_at.astimezone(INDIA), ends_at.astimezone(INDIA)
    if ends - starts >= timedelta(days=1):
        return f"{_clock(starts)} to {_day(ends_at)}, {_clock(ends)}"
    same_half = (starts.hour < 12) == (ends.hour < 12) and starts.date() == ends.date()
    return f"{_clock(starts, with_half=not same_half)} to {_clock(ends)}"


def moment(at: datetime) -> str:
    """'6:45 PM on Fri 4 Dec 2026'."""
    return f"{_clock(at.astimezone(INDIA))} on {_day(at)}"


def _day(at: datetime) -> str:
    day = at.astimezone(INDIA)
    return f"{day:%a} {day.day} {day:%b} {day.year}"


def _clock(at: datetime, *, with_half: bool = True) -> str:
    minutes = f":{at:%M}" if at.minute else ""
    half = f" {'AM' if at.hour < 12 else 'PM'}" if with_half else ""
    return f"{at.hour % 12 or 12}{minutes}{half}"


def _noun(meetings: Sequence[Occasion]) -> str:
    parts = {_part_of_day(one.starts_at.astimezone(INDIA).hour) for one in meetings}
    return parts.pop() if len(parts) == 1 else "meetings"


def _part_of_day(hour: int) -> str:
    if 5 <= hour < 12:
        return "mornings"
    return "afternoons" if 12 <= hour < 17 else "evenings" if hour >= 17 else "meetings"


def _days(meetings: Sequence[Occasion]) -> str:
    days = Counter(one.starts_at.astimezone(INDIA).weekday() for one in meetings)
    regular = sorted(day for day, count in days.items() if count > 1)
    if len(days) <= _MAX_WEEKDAYS and len(regular) == len(days):
        names = [f"{calendar.day_name[day]}s" for day in regular]
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    most = _most([one.starts_at.astimezone(INDIA).weekday() for one in meetings])
    if most is not None:
        return f"Mostly {calendar.day_name[most]}s"
    first, last = (one.starts_at.astimezone(INDIA).date() for one in (meetings[0], meetings[-1]))
    if len({one.starts_at.astimezone(INDIA).date() for one in meetings}) == (last - first).days + 1:
        return f"Every day from {_day(meetings[0].starts_at)} to {_day(meetings[-1].starts_at)}"
    return f"{_day(meetings[0].starts_at)} to {_day(meetings[-1].starts_at)}"


def _common_hours(meetings: Sequence[Occasion]) -> str:
    texts = [hours(one.starts_at, one.ends_at) for one in meetings]
    if len(set(texts)) == 1:
        return texts[0]
    most = _most(texts)
    return f"mostly {most}" if most is not None else "at different hours"


def _most(values: Sequence[Value]) -> Value | None:
    value, count = Counter(values).most_common(1)[0]
    return value if count > 1 and count >= _MOSTLY * len(values) else None
