"""Everything live that a person has booked, by start time, and which bookings clash."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.core.api.pagination import Slice
from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, Url, component
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.base import ListedModel
from apps.live.selectors import offers
from apps.live.selectors.booking_reader import BookingPage, BookingReader, BookingTimes
from apps.live.selectors.offers import Occasion
from apps.live.states import BookedBy, EventStatus, Offer

MAX_ENTRIES = 500
"""More than anybody books. Limits the size of a response."""

SOON = timedelta(hours=24)
_DAY = timedelta(days=1)
_MAX_DAYS = 366

_KINDS: Mapping[type[ListedModel], str] = {
    LiveTrading: "session",
    Webinar: "webinar",
    Mentorship: "mentorship",
}
_PATHS: Mapping[str, str] = {
    "session": "/live-trading",
    "webinar": "/live-webinars",
    "mentorship": "/live-mentorships",
}

Span = tuple[datetime, datetime]


@component("EventEntryOut")
class Entry(TypedDict):
    _id: Annotated[str, Help("The id of the booking.")]
    kind: Annotated[str, Choices(["session", "webinar", "mentorship"])]
    itemId: str
    title: str
    programTitle: Annotated[str | None, Help("The title of a session's program.")]
    host: str
    startsAt: DateTime
    endsAt: DateTime
    href: str
    status: Annotated[str, Choices(EventStatus.values)]
    offer: Annotated[str, Choices(Offer.values), Help(offers.OFFER_HELP)]
    joinOpensAt: Annotated[DateTime, Help("From when its owner can join.")]
    joinUrl: Annotated[Url | None, Help("While the offer is `join`.")]


@component("BookedEntryOut")
class CalendarEntry(Entry):
    clashesWith: Annotated[list[str], Help("Bookings at the same time.")]


@dataclass(frozen=True, slots=True)
class Agenda:
    calendar: list[CalendarEntry]
    """By start time, each with the bookings it clashes with."""
    soon: list[Entry]
    """Live now, or starting within a day."""
    later: list[Entry]
    """Those after it. Mentorships that have started come last."""
    next_change_at: str | None
    """When the first of these changes by itself."""


def page_since(since: datetime) -> BookingPage:
    """What ends after this and is not cancelled, by start time."""

    def choose(all_times: Sequence[BookingTimes]) -> list[BookingTimes]:
        booked = [times for times in all_times if not times.canceled_at and not times.is_cancelled_by_us]
        return sorted(
            (times for times in booked if times.ends_at > since),
            key=lambda times: (times.starts_at, times.booking_id),
        )

    return BookingPage(choose, Slice(0, MAX_ENTRIES))


def booked(reader: BookingReader, *, since: datetime) -> Agenda:
    """The person's bookings that end after `since`."""
    (rows, _), now = reader.read(page_since(since)), reader.now
    facts = _facts(rows, person=reader.person, now=now)
    entries = [_entry(row, facts[row.pk], now=now) for row in rows]
    upcoming = [(row, entry) for row, entry in zip(rows, entries, strict=True) if row.item.ends_at > now]
    under_way = [entry for row, entry in upcoming if _is_running_for_days(row, now=now)]
    ahead = [(row, entry) for row, entry in upcoming if not _is_running_for_days(row, now=now)]
    changes = [fact["nextChangeAt"] for fact in facts.values()]
    return Agenda(
        calendar=_with_clashes(rows, entries),
        soon=[entry for row, entry in ahead if row.item.starts_at <= now + SOON],
        later=[entry for row, entry in ahead if row.item.starts_at > now + SOON] + under_way,
        next_change_at=min(filter(None, changes), default=None),
    )


def _with_clashes(rows: list[Booking], entries: list[Entry]) -> list[CalendarEntry]:
    clashes = _clashes([_spans(row) for row in rows])
    return [
        {**entry, "clashesWith": [entries[other]["_id"] for other in others]}
        for entry, others in zip(entries, clashes, strict=True)
    ]


def bought_by_lines(*, person: User, lines: Collection[UUID], now: datetime) -> list[Entry]:
    """What these order lines paid for and is still booked, by start time."""
    rows = Booking.objects.confirmed().filter(person=person, bought_by__in=lines).with_items()
    return _sorted_entries(rows, person=person, now=now)


def last_booked(*, person: User, column: str, now: datetime) -> tuple[list[Entry], UUID | None]:
    """The last booking of a kind that was not made with a credit, and the order line that paid for it."""
    own = Booking.objects.confirmed().filter(person=person, **{f"{column}__isnull": False})
    rows = own.exclude(booked_by=BookedBy.CREDIT).with_items().order_by("-made_at", "-pk")[:1]
    return _sorted_entries(rows, person=person, now=now), next((row.bought_by for row in rows), None)


def _sorted_entries(rows: Iterable[Booking], *, person: User, now: datetime) -> list[Entry]:
    ordered = sorted(rows, key=lambda row: (row.item.starts_at, row.pk))
    facts = _facts(ordered, person=person, now=now)
    return [_entry(row, facts[row.pk], now=now) for row in ordered]


def _facts(rows: Sequence[Booking], *, person: User, now: datetime) -> dict[UUID, offers.LiveFacts]:
    is_with_pro = any(row.booked_by == BookedBy.PRO for row in rows)
    has_pro = is_with_pro and access.shows_paid_pro(person=person, at=now)
    return {
        row.pk: offers.for_owner(
            Occasion.of(row.item),
            has_access=has_pro or row.booked_by != BookedBy.PRO,
            also=(row.item.starts_at - SOON,),
            now=now,
        )
        for row in rows
    }


def _is_running_for_days(booking: Booking, *, now: datetime) -> bool:
    return _is_long(booking) and booking.item.starts_at <= now


def _is_long(booking: Booking) -> bool:
    item = booking.item
    return item.ends_at - item.starts_at >= _DAY


def _spans(booking: Booking) -> list[Span]:
    """
    When the person may have to attend. A mentorship's schedule is free text, so it may meet on every day
    between its start and its end, at the hours of these two.

    Mirrored by shared/lib/clashes.ts in frontend/src.
    """
    starts, ends = booking.item.starts_at, booking.item.ends_at
    days, length = divmod(ends - starts, _DAY)
    if not days or not length:
        return [(starts, ends)]
    return [(starts + day * _DAY, starts + day * _DAY + length) for day in range(min(days, _MAX_DAYS) + 1)]


def _clashes(spans: list[list[Span]]) -> list[list[int]]:
    """For each index, the indexes whose spans overlap. One may start when another ends."""
    ordered = sorted((*span, index) for index, own_spans in enumerate(spans) for span in own_spans)
    found: list[set[int]] = [set() for _ in spans]
    running: list[tuple[datetime, int]] = []
    for starts, ends, index in ordered:
        running = [(until, other) for until, other in running if until > starts]
        for _, other in running:
            if other != index:
                found[index].add(other)
                found[other].add(index)
        running.append((ends, index))
    return [sorted(others) for others in found]


def _entry(booking: Booking, facts: offers.LiveFacts, *, now: datetime) -> Entry:
    item = booking.item
    listed = item.program if isinstance(item, ProgramSession) else item
    kind = _KINDS[type(listed)]
    return {
        "_id": str(booking.pk),
        "kind": kind,
        "itemId": str(item.pk),
        "title": str(item),
        "programTitle": listed.title if isinstance(listed, LiveTrading) else None,
        "host": listed.host.name,
        "startsAt": iso_utc(item.starts_at),
        "endsAt": iso_utc(item.ends_at),
        "href": f"{_PATHS[kind]}/{listed.weburlname}",
        "status": offers.booking_status(Occasion.of(item), now=now).value,
        "offer": facts["offer"],
        "joinOpensAt": facts["joinOpensAt"],
        "joinUrl": facts["joinUrl"],
    }
