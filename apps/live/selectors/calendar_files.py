"""Calendar files (RFC 5545). The UID of an entry never changes, so importing it again updates it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from icalendar import Calendar, Event, Timezone, vCalAddress
from icalendar.enums import STATUS, TRANSP

from apps.accounts.models import User
from apps.content.selectors import site
from apps.core import indian_time
from apps.core.errors import NotFound
from apps.core.formatting import time_span
from apps.core.indian_time import INDIA
from apps.live import deadlines, message_params
from apps.live.models import Booking, Mentorship, Webinar
from apps.live.models.base import ScheduledModel
from apps.live.selectors import events
from apps.live.states import BookingStatus

_LONG = timedelta(days=1)
"""What lasts longer does not block the calendar."""


class UnknownEntry(NotFound):
    code = "calendar_unknown"
    message = "We could not find that calendar entry."


@dataclass(frozen=True, slots=True)
class CalendarFile:
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class _Entry:
    uid: str
    sequence: int
    stamp: datetime
    url: str
    is_confirmed: bool


def booking_file(*, booking_id: UUID, person: User, now: datetime) -> CalendarFile:
    """
    The entry of a booked session, after swaps the current one.

    :raises UnknownEntry: if they have no such booking
    """
    own = Booking.objects.filter(pk=booking_id, person=person, session__isnull=False)
    rows = own.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED))
    booking = rows.with_items().first()
    if booking is None or booking.session is None:
        raise UnknownEntry()
    session = booking.session
    entry = _Entry(
        uid=f"booking-{booking.pk}@rally",
        sequence=booking.sequence,
        stamp=now,
        url=f"{settings.SITE_URL}/my-learnings",
        is_confirmed=booking.status == BookingStatus.BOOKED and not session.is_cancelled,
    )
    host = session.program.host.name
    return CalendarFile(_file_name(session.program.weburlname, session), _content(session, entry, host=host))


def event_file(*, kind: str, key: str) -> CalendarFile:
    """
    The entry of a webinar or mentorship, for everybody.

    :raises UnknownEntry, UnknownWebinar, UnknownMentorship: if there is none
    """
    event = _event(kind, key)
    paths = {"webinar": "live-webinars", "mentorship": "live-mentorships"}
    entry = _Entry(
        uid=f"{kind}-{event.pk}@rally",
        sequence=event.revision,
        # Not the current time, so that an unchanged entry gives the same file.
        stamp=event.revised_at,
        url=f"{settings.SITE_URL}/{paths[kind]}/{event.weburlname}",
        is_confirmed=not event.is_cancelled,
    )
    return CalendarFile(_file_name(event.weburlname, event), _content(event, entry, host=event.host.name))


def _event(kind: str, key: str) -> Webinar | Mentorship:
    match kind:
        case "webinar":
            return events.webinar(key=key)
        case "mentorship":
            return events.mentorship(key=key)
    raise UnknownEntry()


def _file_name(weburlname: str, item: ScheduledModel) -> str:
    return f"{weburlname}-{indian_time.day_of(item.starts_at).isoformat()}.ics"


def _content(item: ScheduledModel, entry: _Entry, *, host: str) -> bytes:
    facts = site.current()
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//{facts['brandName']}//Live//EN")
    calendar.add("method", "PUBLISH" if entry.is_confirmed else "CANCEL")
    join_opens = time_span(deadlines.JOIN_OPENS_BEFORE)
    event = Event.new(
        uid=entry.uid,
        sequence=entry.sequence,
        stamp=entry.stamp,
        summary=message_params.full_title(item),
        description=f"With {host}. Join from the linked page from {join_opens} before the start.",
        start=item.starts_at.astimezone(INDIA),
        end=item.ends_at.astimezone(INDIA),
        url=entry.url,
        status=STATUS.CONFIRMED if entry.is_confirmed else STATUS.CANCELLED,
        transparency=TRANSP.TRANSPARENT if item.ends_at - item.starts_at > _LONG else TRANSP.OPAQUE,
    )
    if facts["contact"]["email"]:
        organizer = vCalAddress(f"mailto:{facts['contact']['email']}")
        organizer.params["CN"] = facts["brandName"]
        event["organizer"] = organizer
    calendar.add_component(_india_timezone())
    calendar.add_component(event)
    return bytes(calendar.to_ical())


@lru_cache(maxsize=1)
def _india_timezone() -> Timezone:
    zone = Timezone.from_tzid(str(INDIA))
    zone.pop("COMMENT", None)
    return zone
