"""Adds a member's own fields to responses that are cached for everybody, without changing those."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.live.deadlines import JOIN_OPENS_BEFORE
from apps.live.models import Booking
from apps.live.models.base import ScheduledModel
from apps.live.states import SEATED, BookedBy, BookingStatus


class AvailableLinks(TypedDict):
    joinUrl: str | None
    recordingUrl: str | None


@dataclass(frozen=True, slots=True)
class MemberLinks:
    """The join link and the recording of an item, for those who booked it."""

    starts_at: datetime
    ends_at: datetime
    join_url: str
    recording_url: str

    def at(self, *, now: datetime) -> AvailableLinks:
        """
        The links that are available at this time.

        The 30-day rule for prices does not apply: these people attended when the prices were current.
        """
        can_join = self.starts_at - JOIN_OPENS_BEFORE <= now < self.ends_at
        return {
            "joinUrl": (self.join_url or None) if can_join else None,
            "recordingUrl": (self.recording_url or None) if self.ends_at <= now else None,
        }


NO_LINKS: AvailableLinks = {"joinUrl": None, "recordingUrl": None}


def member_links(item: ScheduledModel) -> MemberLinks:
    """Without a join link if the item was cancelled, and without a recording if its prices have no date."""
    has_date = item.market_data_date is not None
    return MemberLinks(
        starts_at=item.starts_at,
        ends_at=item.ends_at,
        join_url="" if item.is_cancelled else item.join_url,
        recording_url=item.recording_url if has_date and not item.is_cancelled else "",
    )


def seat_status_by_id(*, person: User, column: str, among: list[str]) -> dict[str, str]:
    """The items among these in which the person has a booked or held seat."""
    item_ids = [UUID(item_id) for item_id in among]
    own = Booking.objects.filter(person=person, status__in=SEATED, **{f"{column}__in": item_ids})
    return {str(item_id): status for item_id, status in own.values_list(column, "status")}


def add_booked(rows: list[Any], *, column: str, person: User | None) -> list[Any]:
    if person is None or not rows:
        return rows
    own = seat_status_by_id(person=person, column=column, among=[row["_id"] for row in rows])
    return [{**row, **_event_fields(row, own.get(row["_id"]))} for row in rows]


def add_member_links(
    detail: Any, links: MemberLinks, *, column: str, person: User | None, now: datetime
) -> Any:
    if person is None:
        return detail
    seats = Booking.objects.filter(person=person, status__in=SEATED, **{column: UUID(detail["_id"])})
    status, booked_by = seats.values_list("status", "booked_by").first() or (None, None)
    has_access = status == BookingStatus.BOOKED and grants_access(booked_by, person=person, now=now)
    return {**detail, **_event_fields(detail, status), **(links.at(now=now) if has_access else {})}


def grants_access(booked_by: str | None, *, person: User, now: datetime) -> bool:
    """A seat booked with Pro grants access only while its owner has Pro."""
    return booked_by != BookedBy.PRO or access.has_paid_pro(person_id=person.pk, at=now)


def add_booked_sessions(programs: list[Any], *, person: User | None) -> list[Any]:
    sessions = [session["_id"] for program in programs for session in program["programSessions"]]
    if person is None or not sessions:
        return programs
    own = seat_status_by_id(person=person, column="session", among=sessions)
    return [
        {
            **program,
            "programSessions": [
                {**session, **_session_fields(session, own.get(session["_id"]))}
                for session in program["programSessions"]
            ],
        }
        for program in programs
    ]


def _event_fields(row: Any, status: str | None) -> dict[str, Any]:
    return {"isBooked": status == BookingStatus.BOOKED, **_own_hold_fields(row, status)}


def _session_fields(session: Any, status: str | None) -> dict[str, Any]:
    not_full = {"full": False} if status == BookingStatus.HELD else {}
    return {"booked": status == BookingStatus.BOOKED, **not_full, **_own_hold_fields(session, status)}


def _own_hold_fields(row: Any, status: str | None) -> dict[str, Any]:
    """The person can have the seat that they hold, so it counts as free for them."""
    if status != BookingStatus.HELD or row["seatsLeft"] is None:
        return {}
    return {"seatsLeft": row["seatsLeft"] + 1}
