"""
The session picker as it stands before anything is picked: the month it opens on, day by day.

The twins are dayState.ts and sessions.ts in frontend/src/features/live/lib.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from apps.core.indian_time import day_of
from apps.core.templatetags.page import clock
from apps.live.selectors.cards import Session
from apps.site import calendar_month
from apps.site.calendar_month import Day


@dataclass(frozen=True, slots=True)
class Picture:
    month: str
    is_first: bool
    weeks: list[list[Day | None]]
    empty_line: str
    """What is said where nothing can be picked in that month."""
    leads_to: str
    """The month to which that line leads."""


def picture(sessions: Sequence[Session], *, now: datetime) -> Picture:
    today = day_of(now)
    first = next((session for session in sessions if _begins(session) > now), None)
    opening = (day_of(_begins(first)) if first else today).replace(day=1)
    on: dict[date, list[Session]] = defaultdict(list)
    for session in sessions:
        on[day_of(_begins(session))].append(session)
    has_open = any(
        _standing(session, now) == "open"
        for day, found in on.items()
        if day.replace(day=1) == opening
        for session in found
    )
    return Picture(
        month=calendar_month.label(opening),
        is_first=opening <= today,
        weeks=list(
            calendar_month.weeks(opening, lambda day: _day(day, on.get(day, []), today=today, now=now))
        ),
        empty_line="" if has_open else _nothing(opening, on),
        leads_to="" if has_open else _next_month(opening, sessions, now=now),
    )


def _day(day: date, sessions: list[Session], *, today: date, now: datetime) -> Day:
    of = {standing: [s for s in sessions if _standing(s, now) == standing] for standing in _STANDINGS}
    is_open = bool(of["open"])
    is_empty = not sessions and day >= today
    note = "Full" if of["full"] and not is_open else ""
    parts = [
        _listed(of["booked"]),
        f"{len(of['open'])} session{'' if len(of['open']) == 1 else 's'}: {_listed(of['open'])}"
        if is_open
        else "",
        f"full: {_listed(of['full'])}" if of["full"] else "",
        f"over: {_listed(of['begun'])}" if of["begun"] else "",
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


_STANDINGS = ("booked", "open", "full", "begun")


def _standing(session: Session, now: datetime) -> str:
    if session["booked"]:
        return "booked"
    if _begins(session) <= now:
        return "begun"
    return "full" if session["full"] else "open"


def _listed(sessions: list[Session]) -> str:
    return " and ".join(f"{session['sessionName']} at {clock(session['date'])}" for session in sessions)


def _nothing(opening: date, on: Mapping[date, list[Session]]) -> str:
    has_any = any(day.replace(day=1) == opening for day in on)
    words = "Nothing is left to pick" if has_any else "There are no sessions"
    return f"{words} in {opening:%b}-{opening.year}."


def _next_month(opening: date, sessions: Sequence[Session], *, now: datetime) -> str:
    months = [day_of(_begins(session)).replace(day=1) for session in sessions if _begins(session) > now]
    later = [month for month in months if month > opening]
    found = later[0] if later else None
    return f"{found:%b}-{found.year}" if found else ""


def _begins(session: Session) -> datetime:
    return datetime.fromisoformat(session["date"])
