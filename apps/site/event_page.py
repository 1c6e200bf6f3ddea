"""
The page of a webinar or mentorship: its status for the viewer, and the next step.

Mirrored by eventOffer.ts in frontend/src/features/live/lib.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from apps.core.formatting import clock_time, day, duration, short_rupees
from apps.core.indian_time import iso_utc
from apps.live.deadlines import JOIN_OPENS_BEFORE

_FEW_SEATS = 5


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    label: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    status: str | None
    step: Step | None
    notes: list[str] = field(default_factory=list)
    is_for_sale: bool = False
    seats: str | None = None


@dataclass(frozen=True, slots=True)
class EventContext:
    kind: str
    list_name: str
    list_path: str
    host_title: str
    host: Mapping[str, Any]
    banner: str
    days: str
    starts: str
    ends: str
    is_span: bool
    is_live: bool
    is_ahead: bool
    schedule: list[str]
    gains: list[str]
    offer: Offer


def build_context(event: Mapping[str, Any], *, kind: str, has_pro: bool, now: datetime) -> EventContext:
    is_webinar = kind == "webinar"
    starts = event["webinarTime"] if is_webinar else event["start_date"]
    ends = event["webinarEndTime"] if is_webinar else event["end_date"]
    is_over = datetime.fromisoformat(ends) <= now
    is_on = datetime.fromisoformat(starts) <= now and not is_over
    first, last = day(starts), day(ends)
    return EventContext(
        kind=kind,
        list_name=f"Live {kind}s",
        list_path=f"/live-{kind}s",
        host_title="Your mentor",
        host=event["host"] if is_webinar else event["mentor_details"],
        banner=event["bannerImageUrl"] if is_webinar else event["mentorbannerurl"],
        days=first if first == last else f"{first} – {last}",
        starts=starts,
        ends=ends,
        is_span=not is_webinar and first != last,
        is_live=is_on and not event["calledOff"],
        is_ahead=not is_over and not event["calledOff"],
        schedule=[] if is_webinar else event["schedule"],
        gains=_gains(kind, starts, ends),
        offer=_offer(event, kind=kind, is_over=is_over, starts=starts, has_pro=has_pro, now=now),
    )


def _offer(
    event: Mapping[str, Any], *, kind: str, is_over: bool, starts: str, has_pro: bool, now: datetime
) -> Offer:
    more = Step("more", "See what's coming up", f"/live-{kind}s")
    if event["calledOff"]:
        choices = Step("more", "See your options", "/my-learnings")
        has_choices = event["isBooked"] and event["price"] > 0
        return Offer(f"Cancelled by us: {event['calledOff']['reason']}", choices if has_choices else more)
    if event["isBooked"]:
        return _booked(event, is_over=is_over, starts=starts, now=now)
    if is_over:
        return Offer(f"This {kind} has ended", more)
    if event["seatsLeft"] == 0:
        return Offer("All seats are taken", more)
    return _bookable(event, kind=kind, has_pro=has_pro, more=more)


def _bookable(event: Mapping[str, Any], *, kind: str, has_pro: bool, more: Step) -> Offer:
    is_free, seats = event["price"] == 0, _seats(event["seatsLeft"])
    if kind == "webinar" and is_free:
        return Offer(None, Step("book", "Book for free"), is_for_sale=True, seats=seats)
    if kind == "webinar" and has_pro:
        return Offer("Free with your Pro", Step("book", "Book with your Pro"), seats=seats)
    if is_free:
        return Offer("Booking has not opened yet", more)
    pro = "Live webinars are included in Pro. Pro members book free."
    return Offer(
        None,
        Step("buy", f"Book for {short_rupees(event['price'])}"),
        notes=[pro] if kind == "webinar" else [],
        is_for_sale=True,
        seats=seats,
    )


def _booked(event: Mapping[str, Any], *, is_over: bool, starts: str, now: datetime) -> Offer:
    if is_over:
        if event["recordingUrl"]:
            return Offer("You booked this", Step("watch", "Watch recording", event["recordingUrl"]))
        return Offer("You booked this", None, ["The recording will appear here once it is ready."])
    if event["joinUrl"]:
        return Offer("You're booked", Step("join", "Join now", event["joinUrl"]))
    opens = datetime.fromisoformat(starts) - JOIN_OPENS_BEFORE
    note = (
        f"The join link opens here at {clock_time(iso_utc(opens))} IST, 15 minutes before the start."
        if now < opens
        else "The join link will appear here once it is ready."
    )
    return Offer("You're booked", None, [note])


def _seats(left: int | None) -> str | None:
    if left is None or left > _FEW_SEATS:
        return None
    return "1 seat left" if left == 1 else f"{left} seats left"


def _gains(kind: str, starts: str, ends: str) -> list[str]:
    length = datetime.fromisoformat(ends) - datetime.fromisoformat(starts)
    if kind == "webinar":
        lasts = duration(round(length.total_seconds()))
        timed = f", {lasts} with time for questions" if length < timedelta(days=1) else ""
        seat = f"A seat in the live session{timed}."
    else:
        seat = "A place in a small group that meets the mentor live, at the same time until the last day."
    return [
        seat,
        "A reminder a day before, and another when the room opens.",
        "The join link, here and in My Learnings, from 15 minutes before the start.",
        "The recording, once it is ready, for everyone who booked.",
    ]
