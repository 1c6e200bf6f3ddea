"""
Booked sessions, webinars and mentorships, for server-rendered pages.

Mirrored by features/my-learnings/lib/{urlState,bookings,liveKinds,joinWindow,eventTimes}.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from apps.core.formatting import clock_time, day, day_range, deadline, short_day, time_range
from apps.core.indian_time import day_of, iso_utc
from apps.live.deadlines import JOIN_OPENS_BEFORE
from apps.live.states import EventStatus

STATUSES: Mapping[str, str] = {status.value: str(status.label) for status in EventStatus}

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
    status: EventStatus
    notes: list[Note]
    join_url: str | None
    recording_url: str | None
    calendar_url: str
    can_change: bool = False
    is_cancelled: bool = False
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
            "upcoming": f"No upcoming {self.word}s.",
            "live": f"No {self.word}s live now.",
            "completed": f"No past {self.word}s.",
        }[status]


KINDS: Mapping[str, Kind] = {
    "sessions": Kind(
        "Sessions",
        "session",
        "You haven't booked any sessions. Pick the days that suit you from a program’s calendar.",
        "/live-trading",
        "See live trading programs",
    ),
    "webinars": Kind(
        "Webinars",
        "webinar",
        "You haven't booked any webinars. Some are free, and each has time for questions.",
        "/live-webinars",
        "See live webinars",
    ),
    "mentorships": Kind(
        "Mentorships",
        "mentorship",
        "You haven't booked any mentorships. In each, a small group meets a mentor over a few weeks.",
        "/live-mentorships",
        "See live mentorships",
    ),
}


def row(kind: str, booked: Mapping[str, Any], *, now: datetime) -> Row:
    return _ROW_BUILDERS[kind](booked, now)


def next_row(entry: Mapping[str, Any], *, now: datetime) -> Row:
    """The next booking on the dashboard, of any kind."""
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
        name=f"{session['sessionName']}, {short_day(session['date'])}",
        program=credit["program"]["title"],
        words=_credit_words(credit, now=now),
        is_usable=credit["assignedTo"] is None and ends_at is not None and _parse_datetime(ends_at) > now,
    )


def _session_row(booking: Mapping[str, Any], now: datetime) -> Row:
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


def _webinar_row(webinar: Mapping[str, Any], now: datetime) -> Row:
    return _row(
        webinar,
        title=webinar["title"],
        by=webinar["hostProfilename"],
        href=f"/live-webinars/{webinar['weburlname']}",
        span=(webinar["webinarTime"], webinar["webinarEndTime"]),
        calendar_url=f"/api/live/webinar/{webinar['_id']}/calendar.ics",
        now=now,
    )


def _mentorship_row(mentorship: Mapping[str, Any], now: datetime) -> Row:
    return _row(
        mentorship,
        title=mentorship["title"],
        by=mentorship["mentor_details"]["name"],
        href=f"/live-mentorships/{mentorship['weburlname']}",
        span=(mentorship["start_date"], mentorship["end_date"]),
        calendar_url=f"/api/live/mentorship/{mentorship['_id']}/calendar.ics",
        now=now,
    )


_ROW_BUILDERS = {"sessions": _session_row, "webinars": _webinar_row, "mentorships": _mentorship_row}


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
    is_long = _parse_datetime(ends_at) - _parse_datetime(starts_at) >= timedelta(days=1)
    cancellation = booked.get("calledOff")
    # It is listed as upcoming until its owner has chosen, whatever its date.
    status = EventStatus.UPCOMING if cancellation else _status(span, now=now)
    return Row(
        id=booked["_id"],
        title=title,
        by=by,
        href=href,
        starts_at=starts_at,
        days=day_range(starts_at, ends_at) if is_long else day(starts_at),
        times=time_range(starts_at, ends_at),
        status=status,
        notes=_notes(booked, status, starts_at=starts_at, now=now, change=change),
        join_url=booked["joinUrl"],
        recording_url=booked.get("recordingUrl") if status == EventStatus.COMPLETED else None,
        can_change=change is not None and change[0] and not cancellation,
        is_cancelled=bool(cancellation),
        choices=tuple(_CHOICES[choice] for choice in cancellation["choices"]) if cancellation else (),
        calendar_url=calendar_url,
    )


def _by(program: str | None, host: str) -> str:
    return f"{program}, {host}" if program else host


def _status(span: tuple[str, str], *, now: datetime) -> EventStatus:
    if now < _parse_datetime(span[0]):
        return EventStatus.UPCOMING
    return EventStatus.LIVE if now < _parse_datetime(span[1]) else EventStatus.COMPLETED


def _notes(
    booked: Mapping[str, Any],
    status: EventStatus,
    *,
    starts_at: str,
    now: datetime,
    change: tuple[bool, str] | None,
) -> list[Note]:
    if status == EventStatus.COMPLETED:
        return (
            []
            if booked.get("recordingUrl")
            else [Note("The recording is not available yet.", has_time=False)]
        )
    if cancellation := booked.get("calledOff"):
        return [Note(cancellation["reason"], has_time=False)]
    notes = [] if booked["joinUrl"] else [_join(starts_at, now=now)]
    if change is not None and status == EventStatus.UPCOMING:
        is_open, before = change
        rule = "Swap or cancel until" if is_open else "Changes closed on"
        notes.append(Note(f"{rule} {deadline(before)}", has_time=True))
    return notes


def _join(starts_at: str, *, now: datetime) -> Note:
    starts = _parse_datetime(starts_at)
    opens = starts - JOIN_OPENS_BEFORE
    if opens <= now:
        return Note("The join link is not available yet", has_time=False)
    # Shortly after midnight, joining opens on the day before.
    words = clock_time(iso_utc(opens)) if day_of(opens) == day_of(starts) else deadline(iso_utc(opens))
    return Note(f"Join from {words}", has_time=True)


def _credit_words(credit: Mapping[str, Any], *, now: datetime) -> str:
    became, ends_at = credit["assignedSession"], credit["creditEndsAt"]
    if became is not None:
        return f"Used for {became['sessionName']} on {short_day(became['date'])}"
    if credit["assignedTo"] is not None:
        return "Used for another session"
    if ends_at is None:
        return "Cancelled"
    end = day(ends_at)
    return f"One session, use it by {end}" if _parse_datetime(ends_at) > now else f"Expired on {end}"


def _parse_datetime(timestamp: str) -> datetime:
    return datetime.fromisoformat(timestamp)
