"""Which meetings the migration reads from a mentorship's old span and free text."""

from datetime import datetime, timedelta
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

from apps.core.indian_time import INDIA

pytestmark = pytest.mark.once

meetings_of: Any = import_module("apps.live.migrations.0014_fill_meetings").meetings_of

FRIDAY = datetime(2026, 12, 4, 19, 0, tzinfo=INDIA)


def read(
    weeks: int, lines: list[str], minutes: int = 90, days: int = 0
) -> tuple[list[str], list[str], list[str]]:
    ends = FRIDAY + timedelta(weeks=weeks, days=days, minutes=minutes)
    found, others = meetings_of(starts_at=FRIDAY, ends_at=ends, lines=lines)
    assert all(one[2] <= following[1] for one, following in pairwise(found))
    spans = [
        f"{start.astimezone(INDIA):%a %d %b %H:%M}-{end.astimezone(INDIA):%H:%M}" for _, start, end in found
    ]
    return [title for title, *_ in found], spans, others


def test_whole_weeks_meet_weekly_and_counted_lines_become_subjects() -> None:
    titles, spans, others = read(3, ["Weeks 1 and 2: Trend", "Week 3: Range", "Bring a notebook"])
    assert titles == ["Trend", "Trend", "Range", "Meeting 4"]
    assert spans == [f"Fri {day} 19:00-20:30" for day in ("04 Dec", "11 Dec", "18 Dec", "25 Dec")]
    assert others == ["Bring a notebook"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Mondays and Fridays, 7 to 8 PM", ["Fri 04 Dec 19:00-20:00", "Mon 07 Dec 19:00-20:00"]),
        ("Every Friday 18:00-19:15", ["Fri 04 Dec 18:00-19:15", "Fri 11 Dec 18:00-19:15"]),
        ("शुक्रवार", ["Fri 04 Dec 19:00-20:30", "Fri 11 Dec 19:00-20:30"]),
        ("Sat to Sun, 11 AM to 12:30 PM", ["Sat 05 Dec 11:00-12:30", "Sun 06 Dec 11:00-12:30"]),
    ],
)
def test_stated_weekdays_and_hours_count(line: str, expected: list[str]) -> None:
    assert read(1, [line])[1][:2] == expected


def test_stated_dates_are_the_meetings() -> None:
    titles, spans, others = read(4, ["5 Dec 2026: Size", "2 Jan: Drawdown, over the year"], days=3)
    assert titles == ["Size", "Drawdown, over the year"]
    assert spans == ["Sat 05 Dec 19:00-20:30", "Sat 02 Jan 19:00-20:30"]
    assert others == []


def test_other_spans_meet_daily_and_may_cross_midnight() -> None:
    assert read(0, [], days=3)[1] == [
        f"{day} Dec 19:00-20:30" for day in ("Fri 04", "Sat 05", "Sun 06", "Mon 07")
    ]
    assert read(1, [], minutes=330)[1] == ["Fri 04 Dec 19:00-00:30", "Fri 11 Dec 19:00-00:30"]


def test_a_single_span_stays_one_meeting() -> None:
    assert read(0, ["What we do"]) == (["Meeting 1"], ["Fri 04 Dec 19:00-20:30"], ["What we do"])
