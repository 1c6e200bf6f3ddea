"""The meetings of a webinar, a mentorship, a session or a program as JSON."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict

from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, Identifier, component
from apps.live.selectors.offers import Occasion, Schedule
from apps.live.states import Stage


@component("MeetingOut")
class MeetingData(TypedDict):
    _id: Annotated[Identifier, Help("Webinars and sessions are their own only meeting, with their id.")]
    title: str
    start_date: DateTime
    end_date: DateTime
    status: Annotated[str, Choices(Stage.values)]
    seatsLeft: Annotated[int | None, Help("Null: no limit.")]


@component("MeetingRecordingOut")
class Recording(TypedDict):
    ready: bool


@component("OwnMeetingOut")
class OwnMeeting(MeetingData):
    isMoved: Annotated[bool, Help("We moved it to this time.")]
    movedFrom: Annotated[DateTime | None, Help("Its previous start, if we moved that.")]
    joinFrom: Annotated[DateTime, Help("From when those who booked it can join.")]
    canJoin: Annotated[bool, Help("By the caller, now: `POST /learning/rooms/{meetingId}/join`.")]
    recording: Annotated[
        Recording | None, Help("What the caller can watch: `POST /learning/recordings/{meetingId}/open`.")
    ]


def own(schedule: Schedule, *, seats_left: int | None, has_access: bool, now: datetime) -> list[OwnMeeting]:
    """
    In order, with what the caller can do.

    :param has_access: whether they have a seat that works
    """
    return [_own(one, seats_left=seats_left, has_access=has_access, now=now) for one in schedule.meetings]


def can_join(one: Occasion, *, now: datetime) -> bool:
    """Whether its room is open."""
    return one.has_room and not one.is_cancelled and one.join_opens_at <= now < one.ends_at


def can_watch(one: Occasion, *, now: datetime) -> bool:
    """Whether its recording is ready."""
    return one.has_recording and one.stage(now) == Stage.OVER


def of_sessions(sessions: Sequence[Mapping[str, Any]], *, now: datetime) -> list[MeetingData]:
    """From the JSON of a program's sessions, which is cached."""
    at = iso_utc(now)
    return [
        {
            "_id": session["_id"],
            "title": session["sessionName"],
            "start_date": session["date"],
            "end_date": session["endDate"],
            "status": _stage(session, at).value,
            "seatsLeft": session["seatsLeft"],
        }
        for session in sessions
    ]


def _stage(session: Mapping[str, Any], at: str) -> Stage:
    if at < session["date"]:
        return Stage.PLANNED
    return Stage.LIVE if at < session["endDate"] else Stage.OVER


def _own(one: Occasion, *, seats_left: int | None, has_access: bool, now: datetime) -> OwnMeeting:
    return {
        "_id": str(one.meeting_id),
        "title": one.title,
        "start_date": iso_utc(one.starts_at),
        "end_date": iso_utc(one.ends_at),
        "status": one.stage(now).value,
        "seatsLeft": seats_left,
        "isMoved": one.is_moved,
        "movedFrom": None if one.moved_from is None else iso_utc(one.moved_from),
        "joinFrom": iso_utc(one.join_opens_at),
        "canJoin": has_access and can_join(one, now=now),
        "recording": {"ready": True} if has_access and can_watch(one, now=now) else None,
    }
