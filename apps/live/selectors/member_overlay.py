"""Adds what is the caller's own or changes with time to responses that are cached for everybody."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.core import gst
from apps.core.indian_time import day_of, iso_utc
from apps.core.money import Money
from apps.live.models import Booking
from apps.live.selectors import meetings, offers, waiting
from apps.live.selectors.cards import FromPrice
from apps.live.selectors.offers import Schedule
from apps.live.selectors.waiting import Standing
from apps.live.states import SEATED, BookedBy, BookingStatus


def seat_status_by_id(*, person: User, column: str, among: list[str]) -> dict[str, str]:
    """The items among these in which the person has a booked or held seat."""
    item_ids = [UUID(item_id) for item_id in among]
    own = Booking.objects.filter(person=person, status__in=SEATED, **{f"{column}__in": item_ids})
    return {str(item_id): status for item_id, status in own.values_list(column, "status")}


def add_booked(rows: list[Any], *, column: str, person: User | None, now: datetime) -> list[Any]:
    if person is None or not rows:
        return rows
    among = [row["_id"] for row in rows]
    own = seat_status_by_id(person=person, column=column, among=among)
    # The items among these of which a seat is held for the person.
    item_ids = [UUID(item_id) for item_id in among]
    found = waiting.offered_items(column=column, among=item_ids, person_id=person.pk, now=now)
    offered = {str(item_id) for item_id in found}
    return [{**row, **_event_fields(row, own.get(row["_id"]), row["_id"] in offered)} for row in rows]


def event_detail(
    contents: Any, schedule: Schedule, *, column: str, person: User | None, now: datetime
) -> dict[str, Any]:
    """The detail of a webinar or a mentorship, with what the caller can do now."""
    seat = None if person is None else _seat(person, column, contents["_id"])
    status = seat.status if seat else None
    standing = None
    if person is not None and seat is None:
        standing = _standing(person, column, contents["_id"], now=now)
    is_offered = standing is not None and standing.offered_until is not None
    own = {**contents, **(_event_fields(contents, status, is_offered) if person else {})}
    has_access = False
    if person is not None and seat is not None and status == BookingStatus.BOOKED:
        has_access = grants_access(seat.booked_by, person=person, now=now)
        facts = offers.for_owner(
            schedule,
            person_id=person.pk,
            has_choice=seat.paying_line is not None,
            has_access=has_access,
            now=now,
        )
    else:
        facts = offers.for_buyer(
            schedule,
            is_free=own["isFree"],
            seats_left=own["seatsLeft"],
            pro=_has_pro(person, now=now) if column == "webinar" else None,
            now=now,
            standing=standing,
        )
    rows = meetings.own(schedule, seats_left=own["seatsLeft"], has_access=has_access, now=now)
    return {**own, "status": offers.stage(schedule, now=now).value, "meetings": rows, **facts}


def _seat(person: User, column: str, item_id: str) -> Booking | None:
    seats = Booking.objects.filter(person=person, status__in=SEATED, **{column: UUID(item_id)})
    return seats.only("status", "booked_by", "bought_by", "paid_line").first()


def _standing(person: User, column: str, item_id: str, *, now: datetime) -> Standing | None:
    key = UUID(item_id)
    return waiting.standings(column=column, among=[key], person_id=person.pk, now=now).get(key)


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
    sessions = own["programSessions"]
    return {
        **own,
        "meetings": meetings.of_sessions(sessions, now=now),
        **offers.for_program(sessions, now=now),
    }


def program_cards(
    items: Sequence[tuple[Any, list[offers.PlanPrice]]], *, person: User | None, now: datetime
) -> list[Any]:
    own = _add_booked_sessions([contents for contents, _ in items], person=person, now=now)
    tax = gst.on(day_of(now))
    return [
        {
            **program,
            **_from_price(offers.lowest_price(program["programSessions"], plan_prices, now=now), tax),
            "nextSessionAt": offers.next_session(program["programSessions"], now=now),
        }
        for program, (_, plan_prices) in zip(own, items, strict=True)
    ]


def _from_price(lowest: offers.LowestPrice | None, tax: gst.Tax) -> FromPrice:
    if lowest is None:
        return {"fromPrice": None, "fromSessions": None, "priceWithGst": None, "singlePriceWithGst": None}
    return {
        "fromPrice": lowest.price,
        "fromSessions": lowest.num_of_sessions,
        "priceWithGst": _with_gst(lowest.price, tax),
        "singlePriceWithGst": _with_gst(lowest.single, tax),
    }


def _with_gst(rupees: float, tax: gst.Tax) -> int | float | None:
    return tax.rupees(Money.from_rupees(Decimal(str(rupees))).paise)


def _add_booked_sessions(programs: list[Any], *, person: User | None, now: datetime) -> list[Any]:
    sessions = [session["_id"] for program in programs for session in program["programSessions"]]
    if person is None or not sessions:
        return programs
    own = seat_status_by_id(person=person, column="session", among=sessions)
    in_line = waiting.standings(
        column="session", among=[UUID(one) for one in sessions], person_id=person.pk, now=now
    )
    standings = {str(session_id): standing for session_id, standing in in_line.items()}
    return [
        {
            **program,
            "programSessions": [
                {
                    **session,
                    **_session_fields(session, own.get(session["_id"]), standings.get(session["_id"])),
                }
                for session in program["programSessions"]
            ],
        }
        for program in programs
    ]


def _event_fields(row: Any, status: str | None, is_offered: bool) -> dict[str, Any]:
    has_hold = status == BookingStatus.HELD or is_offered
    return {"isBooked": status == BookingStatus.BOOKED, **_own_hold_fields(row, has_hold)}


def _session_fields(session: Any, status: str | None, standing: Standing | None) -> dict[str, Any]:
    until = standing.offered_until if standing else None
    has_hold = status == BookingStatus.HELD or until is not None
    return {
        "booked": status == BookingStatus.BOOKED,
        **({"full": False} if has_hold else {}),
        **_own_hold_fields(session, has_hold),
        "waitingPlace": standing.place if standing else None,
        "offeredUntil": None if until is None else iso_utc(until),
    }


def _own_hold_fields(row: Any, has_hold: bool) -> dict[str, Any]:
    """The person can have the seat that is held for them, so it counts as free for them."""
    if not has_hold or row["seatsLeft"] is None:
        return {}
    left = row["seatsLeft"] + 1
    return {"seatsLeft": left, "fewSeatsLeft": offers.few_seats_left(left)}
