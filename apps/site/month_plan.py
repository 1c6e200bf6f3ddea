"""
The calendar of bookings on the server-rendered dashboard, which shows one month.

Mirrored by frontend/src/features/my-learnings/lib/monthPlan.ts.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from apps.core.formatting import clock_time, time_range
from apps.core.indian_time import day_of
from apps.live.selectors.agenda import CalendarEntry
from apps.site import calendar_month
from apps.site.calendar_month import Day


@dataclass(frozen=True, slots=True)
class Line:
    title: str
    by: str
    href: str
    times: str
    join_url: str | None
    clash: str


@dataclass(frozen=True, slots=True)
class MonthPlan:
    month: str
    is_first: bool
    is_last: bool
    weeks: list[list[Day | None]]
    chosen_day: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class _Planned:
    entry: CalendarEntry
    part: str


_Plan = Mapping[date, Sequence[_Planned]]


def build_plan(entries: Sequence[CalendarEntry], *, now: datetime) -> MonthPlan:
    today = day_of(now)
    month = today.replace(day=1)
    plan = _plan(entries)
    chosen = _first_day(plan, month, today)
    months = {day.replace(day=1) for day in (*plan, today)}
    return MonthPlan(
        month=calendar_month.label(month),
        is_first=month == min(months),
        is_last=month == max(months),
        weeks=list(
            calendar_month.weeks(
                month, lambda day: _day(day, plan.get(day, ()), today=today, is_chosen=day == chosen)
            )
        ),
        chosen_day=f"{chosen:%a}, {chosen.day} {chosen:%b} {chosen.year}" if chosen else "",
        lines=[_line(planned, entries) for planned in plan[chosen]] if chosen else [],
    )


def _plan(entries: Sequence[CalendarEntry]) -> _Plan:
    plan: dict[date, list[_Planned]] = defaultdict(list)
    for entry in entries:
        starts, ends = _parse_datetime(entry["startsAt"]), _parse_datetime(entry["endsAt"])
        is_long = ends - starts >= timedelta(days=1)
        plan[day_of(starts)].append(_Planned(entry, "starts" if is_long else ""))
        if is_long:
            plan[day_of(ends)].append(_Planned(entry, "ends"))
    return dict(sorted(plan.items()))


def _first_day(plan: _Plan, month: date, today: date) -> date | None:
    days = [day for day in plan if day.replace(day=1) == month]
    return next((day for day in days if day >= today), days[-1] if days else None)


def _day(day: date, planned: Sequence[_Planned], *, today: date, is_chosen: bool) -> Day:
    has_clash = any(one.entry["clashesWith"] for one in planned)
    variants = ["marked" if planned else "", "selected" if is_chosen else "", "" if planned else "empty"]
    return Day(
        number=day.day,
        name=calendar_month.name_of(day),
        label=_day_words(planned, has_clash=has_clash),
        classes="".join(f" Calendar__{variant}" for variant in variants if variant),
        note="Clash" if has_clash else "",
        is_today=day == today,
        is_shut=not planned,
        is_booked=False,
        has_dot=bool(planned) and not has_clash,
        is_chosen=is_chosen,
    )


def _day_words(planned: Sequence[_Planned], *, has_clash: bool) -> str:
    labels = [
        f"{one.entry['title']}{one.part and f' {one.part}'}, {clock_time(one.entry['startsAt'])}"
        for one in planned
    ]
    return f"{' and '.join(labels)}{' (clash)' if has_clash else ''}"


def _line(planned: _Planned, entries: Sequence[CalendarEntry]) -> Line:
    entry = planned.entry
    program, host = entry["programTitle"], entry["host"]
    times = time_range(entry["startsAt"], entry["endsAt"])
    return Line(
        title=entry["title"],
        by=f"{program}, {host}" if program else host,
        href=entry["href"],
        times=f"{planned.part.capitalize()}, {times}" if planned.part else times,
        join_url=entry["joinUrl"],
        clash=_clash(entry, entries),
    )


def _clash(entry: CalendarEntry, entries: Sequence[CalendarEntry]) -> str:
    others = [
        f"{other['title']}, {time_range(other['startsAt'], other['endsAt'])}"
        for other in entries
        if other["_id"] in entry["clashesWith"]
    ]
    return f"Clashes with {' and '.join(others)}" if others else ""


def _parse_datetime(timestamp: str) -> datetime:
    return datetime.fromisoformat(timestamp)
