"""
The session picker before anything is picked: the days of the month that it opens on.

Mirrored by dayState.ts and sessions.ts in frontend/src/features/live/lib.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from apps.core.formatting import clock_time
from apps.core.indian_time import day_of
from apps.live.selectors.cards import Session
from apps.site import calendar_month
from apps.site.calendar_month import Day


@dataclass(frozen=True, slots=True)
class PickerContext:
    month: str
    is_first: bool
    weeks: list[list[Day | None]]
    empty_line: str
    """The text if nothing can be picked in that month."""
    leads_to: str
    """The month that this text links to."""


def build_context(sessions: Sequence[Session], *, now: datetime) -> PickerContext:
    today = day_of(now)
    first = next((session for session in sessions if _starts_at(session) > now), None)
    opening = (day_of(_starts_at(first)) if first else today).replace(day=1)
    on: dict[date, list[Session]] = defaultdict(list)
    for session in sessions:
        on[day_of(_starts_at(session))].append(session)
    has_open = any(
        _status(session, now) == "open"
        for day, found in on.items()
        if day.replace(day=1) == opening
        for session in found
    )
    return PickerContext(
        month=calendar_month.label(opening),
        is_first=opening <= today,
        weeks=list(
            calendar_month.weeks(opening, lambda day: _day(day, on.get(day, []), today=today, now=now))
        ),
        empty_line="" if has_open else _nothing_to_pick(opening, on),
        leads_to="" if has_open else _next_month(opening, sessions, now=now),
    )


def _day(day: date, sessions: list[Session], *, today: date, now: datetime) -> Day:
    of = {standing: [s for s in sessions if _status(s, now) == standing] for standing in _STATUSES}
    is_open = bool(of["open"])
    is_empty = not sessions and day >= today
    note = "Full" if of["full"] and not is_open else ""
    parts = [
        _names(of["booked"]),
        f"{len(of['open'])} session{'' if len(of['open']) == 1 else 's'}: {_names(of['open'])}"
        if is_open
        else "",
        f"full: {_names(of['full'])}" if of["full"] else "",
        f"ended: {_names(of['begun'])}" if of["begun"] else "",
    ]
    return Day(
        number=day.day,
        name=calendar_month.name_of(day),
        label=", ".join(filter(None, parts)),
        classes=f"{' Calendar__marked' if sessions else ''}{' Calendar__empty' if is_empty else ''}",
        note="" if of["booked"] else note,
        is_today=day == today,
        is_shut=not is_open,
        is_booked=bool(of["booked"]),
        has_dot=bool(sessions) and not of["booked"] and not note,
    )


_STATUSES = ("booked", "open", "full", "begun")


def _status(session: Session, now: datetime) -> str:
    if session["booked"]:
        return "booked"
    if _starts_at(session) <= now:
        return "begun"
    return "full" if session["full"] else "open"


def _names(sessions: list[Session]) -> str:
    return " and ".join(f"{session['sessionName']} at {clock_time(session['date'])}" for session in sessions)


def _nothing_to_pick(opening: date, on: Mapping[date, list[Session]]) -> str:
    has_any = any(day.replace(day=1) == opening for day in on)
    words = "No sessions left to pick" if has_any else "No sessions"
    return f"{words} in {opening:%b}-{opening.year}."


def _next_month(opening: date, sessions: Sequence[Session], *, now: datetime) -> str:
    months = [day_of(_starts_at(session)).replace(day=1) for session in sessions if _starts_at(session) > now]
    later = [month for month in months if month > opening]
    found = later[0] if later else None
    return f"{found:%b}-{found.year}" if found else ""


def _starts_at(session: Session) -> datetime:
    return datetime.fromisoformat(session["date"])
