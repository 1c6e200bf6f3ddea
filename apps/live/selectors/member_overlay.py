"""What is a member's own, laid over the answers that everybody shares; the shared ones stay as they are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.live.deadlines import JOINABLE
from apps.live.models import Booking
from apps.live.models.offers import Appointment
from apps.live.states import SEATED, BookedBy, BookingStatus


@dataclass(frozen=True, slots=True)
class Room:
    """When a thing takes place and where; only those who booked may know."""

    starts_at: datetime
    ends_at: datetime
    join_url: str
    recording_url: str

    def addresses(self, *, now: datetime) -> dict[str, str | None]:
        """
        Where somebody who booked joins now, and what they can watch after.

        They were there when its prices were fresh, so nothing is held back from them.
        """
        is_open = self.starts_at - JOINABLE <= now < self.ends_at
        return {
            "joinUrl": (self.join_url or None) if is_open else None,
            "recordingUrl": (self.recording_url or None) if self.ends_at <= now else None,
        }


CLOSED: dict[str, str | None] = {"joinUrl": None, "recordingUrl": None}


def room_of(thing: Appointment) -> Room:
    """Nobody goes to what was called off, and a recording whose prices have no date is shown to nobody."""
    is_shown = thing.market_data_date is not None
    return Room(
        starts_at=thing.starts_at,
        ends_at=thing.ends_at,
        join_url="" if thing.is_called_off else thing.join_url,
        recording_url=thing.recording_url if is_shown and not thing.is_called_off else "",
    )


def seats_of(*, person: User, column: str, among: list[str]) -> dict[str, str]:
    """In which of these things the person has a seat, booked or held for a payment."""
    wanted = [UUID(identity) for identity in among]
    mine = Booking.objects.filter(person=person, status__in=SEATED, **{f"{column}__in": wanted})
    return {str(identity): status for identity, status in mine.values_list(column, "status")}


def mark(rows: list[Any], *, column: str, person: User | None) -> list[Any]:
    if person is None or not rows:
        return rows
    own = seats_of(person=person, column=column, among=[row["_id"] for row in rows])
    return [{**row, **_event_of(row, own.get(row["_id"]))} for row in rows]


def open_room(detail: Any, room: Room, *, column: str, person: User | None, now: datetime) -> Any:
    if person is None:
        return detail
    seats = Booking.objects.filter(person=person, status__in=SEATED, **{column: UUID(detail["_id"])})
    status, booked_by = seats.values_list("status", "booked_by").first() or (None, None)
    lets_in = status == BookingStatus.BOOKED and opens(booked_by, person=person, now=now)
    return {**detail, **_event_of(detail, status), **(room.addresses(now=now) if lets_in else {})}


def opens(booked_by: str | None, *, person: User, now: datetime) -> bool:
    """Whether a seat lets its owner in: one that Pro gave does so while that lasts."""
    return booked_by != BookedBy.PRO or access.has_paid_pro(person_id=person.pk, at=now)


def mark_sessions(programs: list[Any], *, person: User | None) -> list[Any]:
    sessions = [session["_id"] for program in programs for session in program["programSessions"]]
    if person is None or not sessions:
        return programs
    own = seats_of(person=person, column="session", among=sessions)
    return [
        {
            **program,
            "programSessions": [
                {**session, **_session_of(session, own.get(session["_id"]))}
                for session in program["programSessions"]
            ],
        }
        for program in programs
    ]


def _event_of(row: Any, status: str | None) -> dict[str, Any]:
    return {"isBooked": status == BookingStatus.BOOKED, **_with_own_hold(row, status)}


def _session_of(session: Any, status: str | None) -> dict[str, Any]:
    free = {"full": False} if status == BookingStatus.HELD else {}
    return {"booked": status == BookingStatus.BOOKED, **free, **_with_own_hold(session, status)}


def _with_own_hold(row: Any, status: str | None) -> dict[str, Any]:
    """A seat that is kept while the person pays is one that they can have: it never looks taken to them."""
    if status != BookingStatus.HELD or row["seatsLeft"] is None:
        return {}
    return {"seatsLeft": row["seatsLeft"] + 1}
