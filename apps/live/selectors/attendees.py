"""Who comes: everybody with a seat in an event or a place on its waiting list, and who has joined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, CharField, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When

from apps.core.prefix_search import Folded
from apps.live import message_params
from apps.live.models import Attendance, Booking, Meeting, Mentorship, ProgramSession, WaitlistEntry, Webinar
from apps.live.states import IN_LINE, SEATED, BookedBy, BookingStatus, EventKind, Seat, WaitStatus

COLUMNS = ("sort_name", "phone", "seat", "how", "since", "came_at", "name", "person_id")
_ORDER = ("sort_name", "phone", "seat")
_WAITING: Mapping[Seat, WaitStatus] = {Seat.OFFERED: WaitStatus.OFFERED, Seat.WAITING: WaitStatus.WAITING}

Booked = Webinar | Mentorship | ProgramSession
Row = Booked | Meeting


@dataclass(frozen=True, slots=True)
class Event:
    kind: EventKind
    row: Row

    @property
    def booked(self) -> Booked:
        """What people book to attend it."""
        return self.row.mentorship if isinstance(self.row, Meeting) else self.row

    @property
    def title(self) -> str:
        return message_params.full_title(self.row)

    @property
    def is_booked(self) -> dict[str, Booked]:
        """A filter for bookings and waiting lists."""
        return {self.booked.booking_field: self.booked}

    def attendances(self) -> "QuerySet[Attendance]":
        """Who joined; for a mentorship those of all its meetings."""
        if self.kind == EventKind.MENTORSHIP:
            meetings = Meeting.objects.filter(mentorship=self.row.pk).order_by().values("pk")
            return Attendance.objects.filter(meeting_id__in=meetings)
        return Attendance.objects.filter(meeting_id=self.row.pk)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of them are listed: all by default."""

    seat: Seat | None = None
    has_joined: bool | None = None
    text: str = ""


EVERYBODY = Chosen()


@dataclass(frozen=True, slots=True)
class Attendee:
    person_id: UUID
    name: str
    mobile: str
    seat: Seat
    how: str
    since: datetime
    joined_at: datetime | None


def find(*, kind: str, item_id: UUID) -> Event | None:
    if kind not in EventKind.values:
        return None
    row = _ROWS[EventKind(kind)].filter(pk=item_id).first()
    return None if row is None else Event(EventKind(kind), row)


def counts(*, event: Event) -> dict[Seat, int]:
    """How many have each kind of seat: two queries."""
    seats = _seated(event).aggregate(
        given=Count("pk", filter=_IS_GIVEN),
        booked=Count("pk", filter=Q(status=BookingStatus.BOOKED) & ~_IS_GIVEN),
        held=Count("pk", filter=Q(status=BookingStatus.HELD)),
    )
    line = _in_line(event).aggregate(
        **{seat.value: Count("pk", filter=Q(status=status)) for seat, status in _WAITING.items()}
    )
    return {seat: {**seats, **line}[seat.value] for seat in Seat}


def count_joined(*, event: Event) -> int:
    return event.attendances().order_by().values("person").distinct().count()


def listed(*, event: Event, chosen: Chosen = EVERYBODY) -> "QuerySet[Any, tuple[Any, ...]]":
    """Tuples of `COLUMNS` by name, as one query; `attendee` reads them."""
    first, second = (part.order_by().values_list(*COLUMNS) for part in parts(event=event, chosen=chosen))
    return first.union(second, all=True).order_by(*_ORDER)


def attendee(columns: Sequence[Any]) -> Attendee:
    _sort_name, phone, seat, how, since, came_at, name, person_id = columns
    return Attendee(person_id, name, phone, Seat(seat), how_booked(how), since, came_at)


def how_booked(value: str) -> str:
    return str(BookedBy(value).label) if value else ""


def parts(*, event: Event, chosen: Chosen = EVERYBODY) -> list["QuerySet[Any]"]:
    """Those with a seat, then the waiting list; both with the names of `COLUMNS`, by name."""
    seat = Case(
        When(_IS_GIVEN, then=_text(Seat.GIVEN)),
        When(status=BookingStatus.BOOKED, then=_text(Seat.BOOKED)),
        default=_text(Seat.HELD),
    )
    place = Case(
        *(When(status=status, then=_text(seat)) for seat, status in _WAITING.items()),
        default=_text(""),
        output_field=CharField(),
    )
    seated = _seated(event).annotate(seat=seat, how=F("booked_by"), since=F("made_at"))
    waiting = _in_line(event).annotate(seat=place, how=_text(""), since=F("joined_at"))
    return [_narrowed(rows, event=event, chosen=chosen) for rows in (seated, waiting)]


def _narrowed(rows: "QuerySet[Any]", *, event: Event, chosen: Chosen) -> "QuerySet[Any]":
    joined = event.attendances().filter(person=OuterRef("person"))
    first = joined.order_by("first_joined_at", "pk").values("first_joined_at")[:1]
    rows = rows.annotate(
        name=F("person__name"),
        phone=F("person__mobile"),
        sort_name=Folded("person__name"),
        came_at=Subquery(first),
    )
    if chosen.seat is not None:
        rows = rows.filter(seat=chosen.seat)
    if chosen.has_joined is not None:
        rows = rows.filter(Exists(joined) if chosen.has_joined else ~Exists(joined))
    if chosen.text:
        # The rows of one event are found by its index; any part of a name may be searched among them.
        rows = rows.filter(Q(person__name__icontains=chosen.text) | Q(person__mobile__contains=chosen.text))
    return rows.order_by(*_ORDER)


def _seated(event: Event) -> "QuerySet[Booking]":
    return Booking.objects.filter(**event.is_booked, status__in=SEATED)


def _in_line(event: Event) -> "QuerySet[WaitlistEntry]":
    return WaitlistEntry.objects.filter(**event.is_booked, status__in=IN_LINE)


def _text(text: str) -> Value:
    return Value(str(text), output_field=CharField())


_IS_GIVEN = Q(status=BookingStatus.BOOKED, booked_by=BookedBy.GIFT)
_ROWS: Mapping[EventKind, Any] = {
    EventKind.WEBINAR: Webinar.objects.select_related("host"),
    EventKind.MENTORSHIP: Mentorship.objects.select_related("host"),
    EventKind.MEETING: Meeting.objects.select_related("mentorship__host"),
    EventKind.SESSION: ProgramSession.objects.select_related("program__host"),
}
