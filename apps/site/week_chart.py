"""
The chart of minutes learned per week, for server-rendered pages.

Mirrored by frontend/src/features/my-learnings/lib/weeks.ts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from apps.catalog.selectors.learning_minutes import WeekMinutes
from apps.core.formatting import indian_number

_FULL, _FOOT = 112, 140
_LEAST_TOP = 30


@dataclass(frozen=True, slots=True)
class Bar:
    """One week, in SVG units: pixels vertically, per cent horizontally."""

    name: str
    words: str
    minutes: str
    left: str
    middle: str
    top: int
    height: int
    value_at: int
    day: str
    month: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars and the text above them. The total is 0 if nothing was learned in any week."""

    bars: list[Bar]
    now: int
    total: int
    foot: int = _FOOT


def chart(weeks: Sequence[WeekMinutes]) -> Chart:
    top = max([_LEAST_TOP, *(week["minutes"] for week in weeks)])
    share = 100 / len(weeks)
    bars: list[Bar] = []
    month_before = ""
    for place, week in enumerate(weeks):
        starts = date.fromisoformat(week["weekStart"])
        month = f"{starts:%b}"
        height = week["minutes"] * _FULL // top
        minutes = indian_number(week["minutes"])
        bars.append(
            Bar(
                name=f"{starts.day} {month}",
                words=f"{minutes} {'minute' if week['minutes'] == 1 else 'minutes'}",
                minutes=minutes,
                left=f"{(place + 0.25) * share:g}%",
                middle=f"{(place + 0.5) * share:g}%",
                top=_FOOT - height,
                height=height,
                value_at=_FOOT - height - 8,
                day=str(starts.day),
                month=month if month != month_before else "",
                is_now=place == len(weeks) - 1,
            )
        )
        month_before = month
    return Chart(bars=bars, now=weeks[-1]["minutes"], total=sum(week["minutes"] for week in weeks))
