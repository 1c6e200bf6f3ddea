"""Calendar files (RFC 5545): one entry that keeps its name, so that loading it again moves it."""

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
from apps.core.indian_time import INDIA
from apps.live import message_params
from apps.live.models import Booking, Mentorship, Webinar
from apps.live.models.offers import Appointment
from apps.live.selectors import events
from apps.live.states import BookingStatus

_LONG = timedelta(days=1)
"""What lasts longer takes up nobody's whole time."""


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
    page: str
    takes_place: bool


def of_booking(*, booking_id: UUID, person: User, now: datetime) -> CalendarFile:
    """
    The entry of somebody's session, whichever that is by now.

    :raises UnknownEntry: if they have no such booking
    """
    mine = Booking.objects.filter(pk=booking_id, person=person, session__isnull=False)
    known = mine.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED))
    booking = known.with_things().first()
    if booking is None or booking.session is None:
        raise UnknownEntry()
    session = booking.session
    entry = _Entry(
        uid=f"booking-{booking.pk}@rally",
        sequence=booking.sequence,
        stamp=now,
        page=f"{settings.SITE_URL}/my-learnings",
        takes_place=booking.status == BookingStatus.BOOKED and not session.is_called_off,
    )
    host = session.program.host.name
    return CalendarFile(_named(session.program.weburlname, session), _file(session, entry, host=host))


def of_event(*, kind: str, key: str) -> CalendarFile:
    """
    The entry of a webinar or mentorship, as everybody may have it.

    :raises UnknownEntry, UnknownWebinar, UnknownMentorship: if there is none
    """
    event = _event(kind, key)
    paths = {"webinar": "live-webinars", "mentorship": "live-mentorships"}
    entry = _Entry(
        uid=f"{kind}-{event.pk}@rally",
        sequence=event.revision,
        # Not the present moment: what has not changed since is the same file.
        stamp=event.revised_at,
        page=f"{settings.SITE_URL}/{paths[kind]}/{event.weburlname}",
        takes_place=not event.is_called_off,
    )
    return CalendarFile(_named(event.weburlname, event), _file(event, entry, host=event.host.name))


def _event(kind: str, key: str) -> Webinar | Mentorship:
    match kind:
        case "webinar":
            return events.webinar(key=key)
        case "mentorship":
            return events.mentorship(key=key)
    raise UnknownEntry()


def _named(weburlname: str, thing: Appointment) -> str:
    return f"{weburlname}-{indian_time.day_of(thing.starts_at).isoformat()}.ics"


def _file(thing: Appointment, entry: _Entry, *, host: str) -> bytes:
    facts = site.current()
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//{facts['brandName']}//Live//EN")
    calendar.add("method", "PUBLISH" if entry.takes_place else "CANCEL")
    event = Event.new(
        uid=entry.uid,
        sequence=entry.sequence,
        stamp=entry.stamp,
        summary=message_params.title(thing),
        description=f"With {host}. You join from the page, from 15 minutes before the start.",
        start=thing.starts_at.astimezone(INDIA),
        end=thing.ends_at.astimezone(INDIA),
        url=entry.page,
        status=STATUS.CONFIRMED if entry.takes_place else STATUS.CANCELLED,
        transparency=TRANSP.TRANSPARENT if thing.ends_at - thing.starts_at > _LONG else TRANSP.OPAQUE,
    )
    if facts["contact"]["email"]:
        organizer = vCalAddress(f"mailto:{facts['contact']['email']}")
        organizer.params["CN"] = facts["brandName"]
        event["organizer"] = organizer
    calendar.add_component(_india())
    calendar.add_component(event)
    return bytes(calendar.to_ical())


@lru_cache(maxsize=1)
def _india() -> Timezone:
    zone = Timezone.from_tzid(str(INDIA))
    zone.pop("COMMENT", None)
    return zone
