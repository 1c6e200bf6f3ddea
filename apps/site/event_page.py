"""
What a webinar's or a mentorship's own page says to whoever looks at it: how it stands, and the next step.

The twin is eventOffer.ts in frontend/src/features/live/lib.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from apps.core.indian_time import on_wire
from apps.core.templatetags.page import clock, day, rupees
from apps.live.deadlines import JOINABLE

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
class Picture:
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


def picture(event: Mapping[str, Any], *, kind: str, has_pro: bool, now: datetime) -> Picture:
    is_webinar = kind == "webinar"
    starts = event["webinarTime"] if is_webinar else event["start_date"]
    ends = event["webinarEndTime"] if is_webinar else event["end_date"]
    is_over = datetime.fromisoformat(ends) <= now
    is_on = datetime.fromisoformat(starts) <= now and not is_over
    first, last = day(starts), day(ends)
    return Picture(
        kind=kind,
        list_name=f"Live {kind}s",
        list_path=f"/live-{kind}s",
        host_title="Your host" if is_webinar else "Your mentor",
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
    ahead = Step("more", "See what is ahead", f"/live-{kind}s")
    if event["calledOff"]:
        choices = Step("more", "See your choices", "/my-learnings")
        has_choices = event["isBooked"] and event["price"] > 0
        return Offer(f"Called off: {event['calledOff']['reason']}", choices if has_choices else ahead)
    if event["isBooked"]:
        return _booked(event, is_over=is_over, starts=starts, now=now)
    if is_over:
        return Offer(f"This {kind} has ended", ahead)
    if event["seatsLeft"] == 0:
        return Offer("All seats are taken", ahead)
    return _bookable(event, kind=kind, has_pro=has_pro, ahead=ahead)


def _bookable(event: Mapping[str, Any], *, kind: str, has_pro: bool, ahead: Step) -> Offer:
    is_free, seats = event["price"] == 0, _seats(event["seatsLeft"])
    if kind == "webinar" and is_free:
        return Offer(None, Step("book", "Book for free"), is_for_sale=True, seats=seats)
    if kind == "webinar" and has_pro:
        return Offer("Free with your Pro", Step("book", "Book with your Pro"), seats=seats)
    if is_free:
        return Offer("Booking has not opened yet", ahead)
    pro = "Live webinars are part of Pro: members with Pro book it free."
    return Offer(
        None,
        Step("buy", f"Book for {rupees(event['price']).removesuffix('.00')}"),
        notes=[pro] if kind == "webinar" else [],
        is_for_sale=True,
        seats=seats,
    )


def _booked(event: Mapping[str, Any], *, is_over: bool, starts: str, now: datetime) -> Offer:
    if is_over:
        if event["recordingUrl"]:
            return Offer("You were booked", Step("watch", "Watch the recording", event["recordingUrl"]))
        return Offer("You were booked", None, ["The recording appears here once it is ready."])
    if event["joinUrl"]:
        return Offer("You have a seat", Step("join", "Join now", event["joinUrl"]))
    opens = datetime.fromisoformat(starts) - JOINABLE
    note = (
        f"The link to join opens here at {clock(on_wire(opens))} Indian time, 15 minutes before the start."
        if now < opens
        else "The link to join appears here as soon as it is there."
    )
    return Offer("You have a seat", None, [note])


def _seats(left: int | None) -> str | None:
    if left is None or left > _FEW_SEATS:
        return None
    return "1 seat left" if left == 1 else f"{left} seats left"


def _gains(kind: str, starts: str, ends: str) -> list[str]:
    length = datetime.fromisoformat(ends) - datetime.fromisoformat(starts)
    if kind == "webinar":
        timed = f", {_length(length)} with time for questions" if length < timedelta(days=1) else ""
        seat = f"A seat in the live session{timed}."
    else:
        seat = "A place in a small group that meets its mentor live, at the same hours until the last day."
    return [
        seat,
        "A reminder a day before, and one when the room opens.",
        "The link to join, here and in My Learnings, from 15 minutes before the start.",
        "The recording, once it is ready after the end, for those who booked.",
    ]


def _length(length: timedelta) -> str:
    hours, rest = divmod(round(length.total_seconds() / 60), 60)
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{rest} min" if rest else ""]))
