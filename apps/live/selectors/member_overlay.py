"""Adds what is the caller's own or changes with time to responses that are cached for everybody."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.live.models import Booking
from apps.live.selectors import offers
from apps.live.selectors.offers import Occasion
from apps.live.states import SEATED, BookedBy, BookingStatus


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


def event_detail(
    contents: Any, occasion: Occasion, *, column: str, person: User | None, now: datetime
) -> dict[str, Any]:
    """The detail of a webinar or a mentorship, with what the caller can do now."""
    seat = None if person is None else _seat(person, column, contents["_id"])
    status = seat.status if seat else None
    own = {**contents, **(_event_fields(contents, status) if person else {})}
    if person is not None and seat is not None and status == BookingStatus.BOOKED:
        facts = offers.for_owner(
            occasion,
            has_choice=seat.paying_line is not None,
            has_access=grants_access(seat.booked_by, person=person, now=now),
            now=now,
        )
    else:
        facts = offers.for_buyer(
            occasion,
            is_free=own["isFree"],
            seats_left=own["seatsLeft"],
            pro=_has_pro(person, now=now) if column == "webinar" else None,
            now=now,
        )
    return {**own, "status": offers.stage(occasion, now=now).value, **facts}


def _seat(person: User, column: str, item_id: str) -> Booking | None:
    seats = Booking.objects.filter(person=person, status__in=SEATED, **{column: UUID(item_id)})
    return seats.only("status", "booked_by", "bought_by", "paid_line").first()


def _has_pro(person: User | None, *, now: datetime) -> bool:
    return person is not None and access.shows_paid_pro(person=person, at=now)


def grants_access(booked_by: str | None, *, person: User, now: datetime) -> bool:
    """A seat booked with Pro grants access only while its owner has Pro."""
    return booked_by != BookedBy.PRO or access.has_paid_pro(person_id=person.pk, at=now)


def program_detail(
    contents: Any, plan_prices: list[offers.PlanPrice], *, person: User | None, now: datetime
) -> dict[str, Any]:
    """The detail of a program, with what the caller can do now."""
    [own] = program_cards([(contents, plan_prices)], person=person, now=now)
    return {**own, **offers.for_program(own["programSessions"], now=now)}


def program_cards(
    items: Sequence[tuple[Any, list[offers.PlanPrice]]], *, person: User | None, now: datetime
) -> list[Any]:
    own = _add_booked_sessions([contents for contents, _ in items], person=person)
    return [
        {**program, "fromPrice": offers.from_price(program["programSessions"], plan_prices, now=now)}
        for program, (_, plan_prices) in zip(own, items, strict=True)
    ]


def _add_booked_sessions(programs: list[Any], *, person: User | None) -> list[Any]:
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
    left = row["seatsLeft"] + 1
    return {"seatsLeft": left, "fewSeatsLeft": offers.few_seats_left(left)}
