"""Everything live that a person has booked, by start time, and which bookings clash."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, TypedDict
from uuid import UUID

from django.utils.functional import cached_property

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.core.api.pagination import Slice
from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, Url, component
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.base import ListedModel
from apps.live.models.booking import BookingQuerySet
from apps.live.selectors import offers
from apps.live.selectors.booking_reader import BookingPage, BookingReader, BookingTimes
from apps.live.selectors.offers import Occasion, Schedule
from apps.live.states import BookedBy, EventStatus, Offer

MAX_ENTRIES = 500
"""More than anybody books. Limits the size of a response."""

SOON = timedelta(hours=24)

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
    meetingId: Annotated[str, Help("Of webinars and sessions their own id.")]
    meetingTitle: Annotated[str | None, Help("What a mentorship's meeting is about.")]
    href: str
    status: Annotated[str, Choices(EventStatus.values)]
    offer: Annotated[str, Choices(Offer.values), Help(offers.OFFER_HELP)]
    joinOpensAt: Annotated[DateTime, Help("From when its owner can join.")]
    joinUrl: Annotated[Url | None, Help("While the offer is `join`.")]


@component("BookedEntryOut")
class CalendarEntry(Entry):
    clashesWith: Annotated[list[str], Help("Bookings at the same time.")]


@dataclass(frozen=True)
class _Shown:
    """One meeting of a booking."""

    booking: Booking
    occasion: Occasion
    has_access: bool
    now: datetime

    def __lt__(self, other: "_Shown") -> bool:
        return (self.occasion.starts_at, self.booking.pk) < (other.occasion.starts_at, other.booking.pk)

    @cached_property
    def facts(self) -> offers.LiveFacts:
        also = (self.occasion.starts_at - SOON,)
        schedule = Schedule.of_one(self.occasion)
        return offers.for_owner(
            schedule,
            person_id=self.booking.person_id,
            has_access=self.has_access,
            also=also,
            now=self.now,
        )

    @cached_property
    def entry(self) -> Entry:
        item, one = self.booking.item, self.occasion
        listed = item.program if isinstance(item, ProgramSession) else item
        kind = _KINDS[type(listed)]
        return {
            "_id": str(self.booking.pk),
            "kind": kind,
            "itemId": str(item.pk),
            "title": str(item),
            "programTitle": listed.title if isinstance(listed, LiveTrading) else None,
            "host": listed.host.name,
            "startsAt": iso_utc(one.starts_at),
            "endsAt": iso_utc(one.ends_at),
            "meetingId": str(one.meeting_id),
            "meetingTitle": one.title if isinstance(item, Mentorship) else None,
            "href": f"{_PATHS[kind]}/{listed.weburlname}",
            "status": offers.booking_status(Schedule.of_one(one), now=self.now).value,
            "offer": self.facts["offer"],
            "joinOpensAt": self.facts["joinOpensAt"],
            "joinUrl": self.facts["joinUrl"],
        }


@dataclass(frozen=True, slots=True)
class Agenda:
    calendar: list[CalendarEntry]
    """Each meeting by start time, with the bookings it clashes with."""
    soon: list[Entry]
    """The meeting of each booking that is on, or starts within a day."""
    later: list[Entry]
    """The next meeting of each other booking."""
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
    """The meetings of the person's bookings that end after `since`."""
    (rows, _), now = reader.read(page_since(since)), reader.now
    has_access = _access(rows, person=reader.person, now=now)
    schedules = {row.pk: Schedule.of(row.item) for row in rows}
    shown = [
        _Shown(row, one, has_access[row.pk], now)
        for row in rows
        for one in schedules[row.pk].taking_place
        if one.ends_at > since
    ]
    next_ids = {(row.pk, one.meeting_id) for row in rows if (one := schedules[row.pk].current(now))}
    following = [one for one in sorted(shown) if (one.booking.pk, one.occasion.meeting_id) in next_ids]
    changes = [one.facts["nextChangeAt"] for one in shown]
    return Agenda(
        calendar=_with_clashes(sorted(shown)),
        soon=[one.entry for one in following if one.occasion.starts_at <= now + SOON],
        later=[one.entry for one in following if one.occasion.starts_at > now + SOON],
        next_change_at=min(filter(None, changes), default=None),
    )


def _with_clashes(shown: Sequence[_Shown]) -> list[CalendarEntry]:
    clashes = _clashes([(one.occasion.starts_at, one.occasion.ends_at) for one in shown])
    return [
        {**one.entry, "clashesWith": list(dict.fromkeys(shown[other].entry["_id"] for other in others))}
        for one, others in zip(shown, clashes, strict=True)
    ]


def bought_by_lines(*, person: User, lines: Collection[UUID], now: datetime) -> list[Entry]:
    """The meetings of what these order lines paid for and is still booked, by start time."""
    rows = Booking.objects.confirmed().filter(person=person, bought_by__in=lines).with_meetings()
    return _sorted_entries(rows, person=person, now=now)


def last_booked(*, person: User, column: str, now: datetime) -> tuple[list[Entry], UUID | None]:
    """The meetings of the last booking of a kind that no credit made, and the order line that paid for it."""
    own = Booking.objects.confirmed().filter(person=person, **{f"{column}__isnull": False})
    new = own.exclude(booked_by=BookedBy.CREDIT).filter(assigned_from__isnull=True)
    rows = new.with_meetings().order_by("-made_at", "-pk")[:1]
    return _sorted_entries(rows, person=person, now=now), next((row.bought_by for row in rows), None)


def _sorted_entries(rows: BookingQuerySet, *, person: User, now: datetime) -> list[Entry]:
    """The meetings of each booking, or the last one where all were cancelled."""
    found = list(rows)
    has_access = _access(found, person=person, now=now)
    shown = [
        _Shown(row, one, has_access[row.pk], now)
        for row in found
        for schedule in (Schedule.of(row.item),)
        for one in schedule.taking_place or schedule.meetings[-1:]
    ]
    return [one.entry for one in sorted(shown)]


def _access(rows: Sequence[Booking], *, person: User, now: datetime) -> dict[UUID, bool]:
    """Which of these seats work: those that Pro gave do only while there is Pro."""
    is_with_pro = any(row.booked_by == BookedBy.PRO for row in rows)
    has_pro = is_with_pro and access.shows_paid_pro(person=person, at=now)
    return {row.pk: has_pro or row.booked_by != BookedBy.PRO for row in rows}


def _clashes(spans: Sequence[Span]) -> list[list[int]]:
    """For each index, the indexes whose spans overlap. One may start when another ends."""
    ordered = sorted((*span, index) for index, span in enumerate(spans))
    found: list[set[int]] = [set() for _ in spans]
    running: list[tuple[datetime, int]] = []
    for starts, ends, index in ordered:
        running = [(until, other) for until, other in running if until > starts]
        for _, other in running:
            found[index].add(other)
            found[other].add(index)
        running.append((ends, index))
    return [sorted(others) for others in found]
