"""Calendar files of what is booked or can be booked, and the feed of all that a person has booked."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from apps.accounts.models import User
from apps.content.selectors import site
from apps.core import indian_time
from apps.core.errors import NotFound
from apps.core.formatting import time_span
from apps.live import calendar_text, calendar_tokens, deadlines, message_params
from apps.live.calendar_text import CalendarEvent, CalendarHead
from apps.live.calendar_tokens import FeedKey
from apps.live.models import Booking, CalendarFeed, LiveTrading, Meeting, Mentorship, ProgramSession, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.selectors import events
from apps.live.selectors.meeting_lookup import MeetingRow
from apps.live.states import BookedBy, BookingStatus

FEED_LIMIT = 500
"""More than anybody books in the span of a feed."""

FEED_PAST = timedelta(days=90)
"""For how long a feed keeps what has ended."""

_PREFETCHED = ("webinar__host", "mentorship__host", "mentorship__meetings", "session__program__host")

_NEVER_BOOKED = Q(status=BookingStatus.HELD) | (Q(status=BookingStatus.RELEASED) & ~Q(booked_by=BookedBy.PRO))
"""A seat that was held for payment. One that Pro gave is released when Pro ends."""

_ATTENDING = (BookingStatus.BOOKED, BookingStatus.CANCELLED_BY_US)
"""With a seat in all that we did not cancel: a free seat ends with what we cancelled."""


class UnknownEntry(NotFound):
    code = "calendar_unknown"
    message = "We could not find that calendar entry."


class UnknownFeed(NotFound):
    code = "calendar_unknown"
    message = "This calendar address is no longer valid. You find the current one in your settings."


@dataclass(frozen=True, slots=True)
class CalendarFile:
    name: str
    content: bytes


def booking_file(*, booking_id: UUID, person: User, now: datetime) -> CalendarFile:
    """
    The entries of a booking: of a session after swaps the current one, of a mentorship one for each meeting.

    :raises UnknownEntry: if they have no such booking
    """
    own = Booking.objects.filter(person=person).exclude(_NEVER_BOOKED)
    booking = own.filter(pk=booking_id).with_meetings().first()
    if booking is None:
        raise UnknownEntry()
    events = _booked_events(booking, earlier=_earlier_changes([booking], own), stamp=now)
    return CalendarFile(_file_name(booking.item), _file(events))


def lines_file(*, lines: Collection[UUID], person: User, now: datetime) -> CalendarFile:
    """
    One file with all that these order lines paid for and that is still booked.

    :raises UnknownEntry: if there is nothing
    """
    own = Booking.objects.filter(person=person).exclude(_NEVER_BOOKED)
    rows = own.confirmed().filter(bought_by__in=lines).with_meetings()
    bookings = sorted(rows, key=lambda row: (row.item.starts_at, row.pk))
    if not bookings:
        raise UnknownEntry()
    earlier = _earlier_changes(bookings, own)
    events = [event for booking in bookings for event in _booked_events(booking, earlier=earlier, stamp=now)]
    return CalendarFile(_file_name(bookings[0].item), _file(events))


def event_file(*, kind: str, key: str, person: User | None, now: datetime) -> CalendarFile:
    """
    The entry of a webinar, or those of a mentorship's meetings, for everybody.

    Who has a seat gets that of their booking, also after staff archived the event: with the public one's
    sequence, calendars that have an entry of an earlier booking would keep it.

    :raises UnknownEntry, UnknownWebinar, UnknownMentorship: if there is none
    """
    event = _find_event(kind, key, person=person)
    if person is not None:
        booked = Booking.objects.booked().filter(person=person, **{event.booking_field: event})
        booking_id = booked.values_list("pk", flat=True).first()
        if booking_id is not None:
            return booking_file(booking_id=booking_id, person=person, now=now)
    return CalendarFile(_file_name(event), _file(_public_events(event)))


def own_feed_key(*, person: User) -> FeedKey:
    version = CalendarFeed.objects.filter(person=person).values_list("version", flat=True).first()
    return FeedKey(person.pk, version or 0)


def feed_url(key: FeedKey) -> str:
    # In the query, which no log contains.
    return f"{settings.SITE_URL}/api/calendar.ics?key={calendar_tokens.token(key)}"


def feed(*, token: str, now: datetime) -> bytes:
    """
    What a person has booked, for calendar apps that fetch it again and again.

    What was cancelled stays in it as such, because some apps keep what merely disappears.

    :raises UnknownFeed: if the token was not issued, or a later one was
    """
    key = calendar_tokens.read(token)
    owner = key and User.objects.filter(pk=key.person_id, is_active=True).first()
    if key is None or owner is None or own_feed_key(person=owner) != key:
        raise UnknownFeed()
    head = _head(feed_name=site.current()["brandName"])
    return calendar_text.write(head, _feed_events(owner, since=now - FEED_PAST))


def _feed_events(person: User, *, since: datetime) -> list[CalendarEvent]:
    ends_later = (
        Q(webinar__ends_at__gt=since) | Q(mentorship__ends_at__gt=since) | Q(session__ends_at__gt=since)
    )
    rows = Booking.objects.filter(ends_later, person=person).exclude(_NEVER_BOOKED)
    # Hosts, programs and meetings are prefetched: joined, each of hundreds of rows would bring a copy.
    items = rows.select_related("webinar", "mentorship", "session").prefetch_related(*_PREFETCHED)
    bookings = list(items.order_by("-made_at", "-pk")[:FEED_LIMIT])
    earlier = _sums_of_changes(reversed(bookings))
    # An event that was booked again has one entry: the last booking's.
    newest: dict[str, CalendarEvent] = {}
    for booking in bookings:
        for event in _booked_events(booking, earlier=earlier):
            newest.setdefault(event.uid, event)
    return sorted(newest.values(), key=lambda event: (event.starts_at, event.uid))


def _earlier_changes(bookings: Iterable[Booking], own: BookingQuerySet) -> dict[UUID, int]:
    """Like `_sums_of_changes`, for some of a person's own bookings. Sessions need no query."""
    events = {(row.webinar_id, row.mentorship_id) for row in bookings if row.session_id is None}
    if not events:
        return {}
    same = Q(webinar__in=[pk for pk, _ in events if pk]) | Q(mentorship__in=[pk for _, pk in events if pk])
    return _sums_of_changes(own.filter(same).order_by("made_at", "pk"))


def _sums_of_changes(bookings: Iterable[Booking]) -> dict[UUID, int]:
    """
    By booking of an event, what its sequence continues after: every earlier booking of that event by the
    same person has the same UID.

    :param bookings: of one person, the first made first
    """
    sums: dict[UUID, int] = {}
    totals: Counter[UUID] = Counter()
    for booking in bookings:
        event_id = booking.webinar_id or booking.mentorship_id
        if event_id is not None:
            sums[booking.pk] = totals[event_id]
            if booking.changes:
                totals[event_id] += booking.changes + 1
    return sums


def _booked_events(
    booking: Booking, *, earlier: Mapping[UUID, int], stamp: datetime | None = None
) -> list[CalendarEvent]:
    """
    For a booking that was read with its meetings.

    A session's entry belongs to its booking, which can be swapped; others are the same for everybody.

    :param earlier: of `_sums_of_changes`
    :param stamp: by default the time of the last change, so that an unchanged feed is the same file
    """
    item = booking.item
    is_session = isinstance(item, ProgramSession)
    url = f"{settings.SITE_URL}/my-learnings" if is_session else _event_url(_listed(item))
    return [
        _calendar_event(
            item,
            row,
            uid=f"booking-{booking.pk}@rally" if is_session else _uid(row),
            url=url,
            sequence=earlier.get(booking.pk, 0) + booking.changes + row.revision,
            stamp=stamp or max(filter(None, (booking.made_at, booking.canceled_at, row.revised_at))),
            is_booked=booking.status in _ATTENDING,
        )
        for row in _meetings(item)
    ]


def _public_events(event: Webinar | Mentorship) -> list[CalendarEvent]:
    return [
        _calendar_event(
            event,
            row,
            uid=_uid(row),
            url=_event_url(event),
            sequence=row.revision,
            stamp=row.revised_at,
            is_booked=True,
        )
        for row in _meetings(event)
    ]


def _calendar_event(
    item: Webinar | Mentorship | ProgramSession,
    row: MeetingRow,
    *,
    uid: str,
    url: str,
    sequence: int,
    stamp: datetime,
    is_booked: bool,
) -> CalendarEvent:
    host, join_opens = _listed(item).host.name, time_span(deadlines.JOIN_OPENS_BEFORE)
    return CalendarEvent(
        uid=uid,
        sequence=sequence,
        stamp=stamp,
        title=f"{item}: {row.title}" if isinstance(row, Meeting) else message_params.full_title(item),
        description=f"With {host}. Join from the linked page from {join_opens} before the start.",
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        url=url,
        # The meetings that a cancelled mentorship has held stay: they are not cancelled themselves.
        is_confirmed=is_booked and not row.is_cancelled,
    )


def _meetings(item: Webinar | Mentorship | ProgramSession) -> Iterable[MeetingRow]:
    return item.meetings.all() if isinstance(item, Mentorship) else [item]


def _listed(item: Webinar | Mentorship | ProgramSession) -> Webinar | Mentorship | LiveTrading:
    return item.program if isinstance(item, ProgramSession) else item


def _uid(row: MeetingRow) -> str:
    return f"{row._meta.model_name}-{row.pk}@rally"


def _event_url(event: Webinar | Mentorship | LiveTrading) -> str:
    return f"{settings.SITE_URL}{event.get_absolute_url()}"


def _find_event(kind: str, key: str, *, person: User | None) -> Webinar | Mentorship:
    match kind:
        case "webinar":
            return events.archived(of=Webinar, key=key, person=person) or events.webinar(key=key)
        case "mentorship":
            return events.archived(of=Mentorship, key=key, person=person) or events.mentorship(key=key)
    raise UnknownEntry()


def _file_name(item: Webinar | Mentorship | ProgramSession) -> str:
    return f"{_listed(item).weburlname}-{indian_time.day_of(item.starts_at).isoformat()}.ics"


def _file(events: Sequence[CalendarEvent]) -> bytes:
    is_cancelled = not any(event.is_confirmed for event in events)
    return calendar_text.write(_head(method="CANCEL" if is_cancelled else "PUBLISH"), events)


def _head(**options: str) -> CalendarHead:
    facts = site.current()
    return CalendarHead(brand=facts["brandName"], email=facts["contact"]["email"], **options)
