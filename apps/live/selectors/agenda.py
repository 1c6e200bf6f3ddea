"""Everything live that a person has booked, in the order of time, and what of it lies across what else."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict
from uuid import UUID

from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.core.indian_time import on_wire
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.offers import Offer
from apps.live.selectors import member_overlay
from apps.live.states import BookedBy

SHOWN = 500
"""More than anybody books, and as much as one answer should carry."""

SOON = timedelta(hours=24)
_DAY = timedelta(days=1)
_DAYS = 366
"""Nothing meets for longer than a year."""

_KINDS: Mapping[type[Offer], str] = {LiveTrading: "session", Webinar: "webinar", Mentorship: "mentorship"}
_PATHS: Mapping[str, str] = {
    "session": "/live-trading",
    "webinar": "/live-webinars",
    "mentorship": "/live-mentorships",
}

Span = tuple[datetime, datetime]


class Entry(TypedDict):
    _id: str
    kind: str
    itemId: str
    title: str
    programTitle: str | None
    host: str
    startsAt: str
    endsAt: str
    href: str
    joinUrl: str | None


class CalendarEntry(Entry):
    clashesWith: list[str]


@dataclass(frozen=True, slots=True)
class Coming:
    soon: list[Entry]
    """Under way, or within a day."""
    later: list[Entry]


def coming(*, person: User, now: datetime, limit: int) -> Coming:
    """What is booked and not over, the soonest first."""
    rows = _booked(person, over_after=now)
    # What goes on for weeks stands by its first day; once that is past, behind all that is still to start.
    rows.sort(key=lambda row: _is_under_way_for_weeks(row, now=now))
    shown = rows[:limit]
    is_soon = [
        row.thing.starts_at <= now + SOON and not _is_under_way_for_weeks(row, now=now) for row in shown
    ]
    entries = [_entry(row, now=now) for row in shown]
    return Coming(
        soon=[entry for entry, soon in zip(entries, is_soon, strict=True) if soon],
        later=[entry for entry, soon in zip(entries, is_soon, strict=True) if not soon],
    )


def calendar(*, person: User, since: datetime, now: datetime) -> list[CalendarEntry]:
    """What was not over by then, in the order of time, each with the bookings it clashes with."""
    rows = _booked(person, over_after=since)
    sittings = [_sittings(row) for row in rows]
    clashes = _clashes(sittings)
    return [
        {**_entry(row, now=now), "clashesWith": [str(rows[other].pk) for other in clashes[place]]}
        for place, row in enumerate(rows)
    ]


def bought_with(*, person: User, lines: Collection[UUID], now: datetime) -> list[Entry]:
    """What these lines of an order paid for and is booked still, in the order of time."""
    rows = Booking.objects.taking_place().filter(person=person, bought_by__in=lines).with_things()
    return _in_order(rows, now=now)


def latest(*, person: User, column: str, now: datetime) -> tuple[list[Entry], UUID | None]:
    """What was booked last of a kind, and the line that paid for it; a credit's session was booked before."""
    mine = Booking.objects.taking_place().filter(person=person, **{f"{column}__isnull": False})
    rows = mine.exclude(booked_by=BookedBy.CREDIT).with_things().order_by("-made_at", "-pk")[:1]
    return _in_order(rows, now=now), next((row.bought_by for row in rows), None)


def _in_order(rows: Iterable[Booking], *, now: datetime) -> list[Entry]:
    ordered = sorted(rows, key=lambda row: (row.thing.starts_at, row.pk))
    return [_entry(row, now=now) for row in ordered]


def _booked(person: User, *, over_after: datetime) -> list[Booking]:
    """In the order of time."""
    rows = (
        Booking.objects.taking_place()
        .filter(person=person)
        .with_things()
        .annotate(
            starts_at=Coalesce("session__starts_at", "webinar__starts_at", "mentorship__starts_at"),
            ends_at=Coalesce("session__ends_at", "webinar__ends_at", "mentorship__ends_at"),
        )
    )
    return list(rows.filter(ends_at__gt=over_after).order_by("starts_at", "pk")[:SHOWN])


def _is_under_way_for_weeks(booking: Booking, *, now: datetime) -> bool:
    return _is_long(booking) and booking.thing.starts_at <= now


def _is_long(booking: Booking) -> bool:
    thing = booking.thing
    return thing.ends_at - thing.starts_at >= _DAY


def _sittings(booking: Booking) -> list[Span]:
    """
    When one may have to be there. What goes on for weeks meets at the hours at which it starts and ends;
    on which days stands in its schedule, in words, so each day counts.

    The twin is shared/lib/clashes.ts in frontend/src.
    """
    starts, ends = booking.thing.starts_at, booking.thing.ends_at
    days, length = divmod(ends - starts, _DAY)
    if not days or not length:
        return [(starts, ends)]
    return [(starts + day * _DAY, starts + day * _DAY + length) for day in range(min(days, _DAYS) + 1)]


def _clashes(sittings: list[list[Span]]) -> list[list[int]]:
    """For each place the others with which it shares a moment; one may begin as another ends."""
    spans = sorted((*span, place) for place, own_spans in enumerate(sittings) for span in own_spans)
    found: list[set[int]] = [set() for _ in sittings]
    under_way: list[tuple[datetime, int]] = []
    for starts, ends, place in spans:
        under_way = [(until, other) for until, other in under_way if until > starts]
        for _, other in under_way:
            if other != place:
                found[place].add(other)
                found[other].add(place)
        under_way.append((ends, place))
    return [sorted(others) for others in found]


def _entry(booking: Booking, *, now: datetime) -> Entry:
    thing = booking.thing
    offer = thing.program if isinstance(thing, ProgramSession) else thing
    kind = _KINDS[type(offer)]
    return {
        "_id": str(booking.pk),
        "kind": kind,
        "itemId": str(thing.pk),
        "title": str(thing),
        "programTitle": offer.title if isinstance(offer, LiveTrading) else None,
        "host": offer.host.name,
        "startsAt": on_wire(thing.starts_at),
        "endsAt": on_wire(thing.ends_at),
        "href": f"{_PATHS[kind]}/{offer.weburlname}",
        "joinUrl": member_overlay.room_of(thing).addresses(now=now)["joinUrl"],
    }
