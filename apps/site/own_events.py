"""
What a booked session, webinar or mentorship says of itself in a page that is made here.

The twins live in frontend/src/features/learnings/lib/{asked,booked,liveKinds,moments,when}.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from apps.core.indian_time import day_of, on_wire
from apps.core.templatetags.page import clock, day, day_range, deadline, near_day, time_range
from apps.live.deadlines import JOINABLE
from apps.live.states import Moment

STATUSES: Mapping[str, str] = {moment.value: str(moment.label) for moment in Moment}

_CHOICES: Mapping[str, str] = {
    "move": "Choose another session",
    "credit": "Take a credit",
    "refund": "Get a refund",
}

OVERVIEW, PAGE = 5, 10
CREDITS = 20


@dataclass(frozen=True, slots=True)
class Note:
    words: str
    has_time: bool


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    title: str
    by: str
    href: str
    starts_at: str
    days: str
    times: str
    standing: Moment
    notes: list[Note]
    join_url: str | None
    recording_url: str | None
    calendar_url: str
    can_change: bool = False
    is_called_off: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CreditRow:
    id: str
    name: str
    program: str
    words: str
    is_usable: bool


@dataclass(frozen=True, slots=True)
class Kind:
    title: str
    word: str
    nothing: str
    to: str
    label: str

    def without(self, status: str) -> str:
        return {
            "upcoming": f"No {self.word} is ahead.",
            "live": f"No {self.word} is on at this moment.",
            "completed": f"No {self.word} is over yet.",
        }[status]


KINDS: Mapping[str, Kind] = {
    "sessions": Kind(
        "Sessions",
        "session",
        "You have booked no session. Pick the days that suit you from a program’s calendar.",
        "/live-trading",
        "See live trading programs",
    ),
    "webinars": Kind(
        "Webinars",
        "webinar",
        "You have booked no webinar. Some are free, and each has time for questions.",
        "/live-webinars",
        "See live webinars",
    ),
    "mentorships": Kind(
        "Mentorships",
        "mentorship",
        "You have booked no mentorship. In each a small group meets a mentor over some weeks.",
        "/live-mentorships",
        "See live mentorships",
    ),
}


def row(kind: str, booked: Mapping[str, Any], *, now: datetime) -> Row:
    return _MAKERS[kind](booked, now)


def next_row(entry: Mapping[str, Any], *, now: datetime) -> Row:
    """What comes next on the dashboard, which is booked whatever its kind."""
    return _row(
        entry,
        title=entry["title"],
        by=_by(entry["programTitle"], entry["host"]),
        href=entry["href"],
        span=(entry["startsAt"], entry["endsAt"]),
        now=now,
        calendar_url=f"/api/learning/session-user/{entry['_id']}/calendar.ics"
        if entry["kind"] == "session"
        else f"/api/live/{entry['kind']}/{entry['itemId']}/calendar.ics",
    )


def credit_row(credit: Mapping[str, Any], *, now: datetime) -> CreditRow:
    session, ends_at = credit["session"], credit["creditEndsAt"]
    return CreditRow(
        id=credit["_id"],
        name=f"{session['sessionName']}, {near_day(session['date'])}",
        program=credit["program"]["title"],
        words=_credit_words(credit, now=now),
        is_usable=credit["assignedTo"] is None and ends_at is not None and _moment(ends_at) > now,
    )


def _of_session(booking: Mapping[str, Any], now: datetime) -> Row:
    session, program = booking["session"], booking["program"]
    return _row(
        booking,
        title=session["sessionName"],
        by=_by(program["title"], program["mentor_details"]["name"]),
        href=f"/live-trading/{program['weburlname']}",
        span=(session["date"], session["endDate"]),
        now=now,
        calendar_url=f"/api/learning/session-user/{booking['_id']}/calendar.ics",
        change=(booking["canChange"], booking["changeBefore"]),
    )


def _of_webinar(webinar: Mapping[str, Any], now: datetime) -> Row:
    return _row(
        webinar,
        title=webinar["title"],
        by=webinar["hostProfilename"],
        href=f"/live-webinars/{webinar['weburlname']}",
        span=(webinar["webinarTime"], webinar["webinarEndTime"]),
        calendar_url=f"/api/live/webinar/{webinar['_id']}/calendar.ics",
        now=now,
    )


def _of_mentorship(mentorship: Mapping[str, Any], now: datetime) -> Row:
    return _row(
        mentorship,
        title=mentorship["title"],
        by=mentorship["mentor_details"]["name"],
        href=f"/live-mentorships/{mentorship['weburlname']}",
        span=(mentorship["start_date"], mentorship["end_date"]),
        calendar_url=f"/api/live/mentorship/{mentorship['_id']}/calendar.ics",
        now=now,
    )


_MAKERS = {"sessions": _of_session, "webinars": _of_webinar, "mentorships": _of_mentorship}


def _row(
    booked: Mapping[str, Any],
    *,
    title: str,
    by: str,
    href: str,
    span: tuple[str, str],
    now: datetime,
    calendar_url: str = "",
    change: tuple[bool, str] | None = None,
) -> Row:
    starts_at, ends_at = span
    is_long = _moment(ends_at) - _moment(starts_at) >= timedelta(days=1)
    called_off = booked.get("calledOff")
    # It waits for its owner's word, whatever its date.
    standing = Moment.UPCOMING if called_off else _standing(span, now=now)
    return Row(
        id=booked["_id"],
        title=title,
        by=by,
        href=href,
        starts_at=starts_at,
        days=day_range(starts_at, ends_at) if is_long else day(starts_at),
        times=time_range(starts_at, ends_at),
        standing=standing,
        notes=_notes(booked, standing, starts_at=starts_at, now=now, change=change),
        join_url=booked["joinUrl"],
        recording_url=booked.get("recordingUrl") if standing == Moment.COMPLETED else None,
        can_change=change is not None and change[0] and not called_off,
        is_called_off=bool(called_off),
        choices=tuple(_CHOICES[choice] for choice in called_off["choices"]) if called_off else (),
        calendar_url=calendar_url,
    )


def _by(program: str | None, host: str) -> str:
    return f"{program}, {host}" if program else host


def _standing(span: tuple[str, str], *, now: datetime) -> Moment:
    if now < _moment(span[0]):
        return Moment.UPCOMING
    return Moment.LIVE if now < _moment(span[1]) else Moment.COMPLETED


def _notes(
    booked: Mapping[str, Any],
    standing: Moment,
    *,
    starts_at: str,
    now: datetime,
    change: tuple[bool, str] | None,
) -> list[Note]:
    if standing == Moment.COMPLETED:
        return [] if booked.get("recordingUrl") else [Note("There is no recording yet.", has_time=False)]
    if called_off := booked.get("calledOff"):
        return [Note(called_off["reason"], has_time=False)]
    notes = [] if booked["joinUrl"] else [_join(starts_at, now=now)]
    if change is not None and standing == Moment.UPCOMING:
        is_open, before = change
        rule = "Swap or cancel until" if is_open else "Changes were possible until"
        notes.append(Note(f"{rule} {deadline(before)}", has_time=True))
    return notes


def _join(starts_at: str, *, now: datetime) -> Note:
    starts = _moment(starts_at)
    opens = starts - JOINABLE
    if opens <= now:
        return Note("The link to join is not there yet", has_time=False)
    # Just after midnight it opens on the day before.
    words = clock(on_wire(opens)) if day_of(opens) == day_of(starts) else deadline(on_wire(opens))
    return Note(f"Join from {words}", has_time=True)


def _credit_words(credit: Mapping[str, Any], *, now: datetime) -> str:
    became, ends_at = credit["assignedSession"], credit["creditEndsAt"]
    if became is not None:
        return f"Used for {became['sessionName']} on {near_day(became['date'])}"
    if credit["assignedTo"] is not None:
        return "Used for another session"
    if ends_at is None:
        return "Cancelled"
    end = day(ends_at)
    return f"One session, to be chosen by {end}" if _moment(ends_at) > now else f"Ended on {end}"


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written)
