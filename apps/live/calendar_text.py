"""
Writes iCalendar text (RFC 5545).

The library's own components take a third of a millisecond an event, which is too long for a feed of
hundreds. What is easy to get wrong, escaping and folding, is left to it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from icalendar import Timezone, vCalAddress, vText
from icalendar.parser import Contentline, Parameters

from apps.core.indian_time import INDIA

_FOLDED_AT = 75
_ZONE = str(INDIA)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    uid: str
    """Never changes, so importing the event again updates it."""
    sequence: int
    """Rises with every change."""
    stamp: datetime
    title: str
    description: str
    starts_at: datetime
    ends_at: datetime
    url: str
    is_confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarHead:
    brand: str
    email: str
    """The organizer's address; empty: events name none."""
    method: str = "PUBLISH"
    feed_name: str = ""
    """What calendar apps call a calendar that they fetch again and again; empty for a file."""


def write(head: CalendarHead, events: Iterable[CalendarEvent]) -> bytes:
    organizer = _organizer(head)
    parts = [_lines(_opening(head)), _india_timezone()]
    parts += [_lines(_event(event)) + organizer + b"END:VEVENT\r\n" for event in events]
    return b"".join([*parts, b"END:VCALENDAR\r\n"])


def _opening(head: CalendarHead) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield f"PRODID:{_text(f'-//{head.brand}//Live//EN')}"
    yield f"METHOD:{head.method}"
    if head.feed_name:
        yield f"X-WR-CALNAME:{_text(head.feed_name)}"
        yield f"X-WR-TIMEZONE:{_ZONE}"
        yield "REFRESH-INTERVAL;VALUE=DURATION:PT1H"
        yield "X-PUBLISHED-TTL:PT1H"


def _event(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{event.stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;TZID={_ZONE}:{event.starts_at.astimezone(INDIA):%Y%m%dT%H%M%S}"
    yield f"DTEND;TZID={_ZONE}:{event.ends_at.astimezone(INDIA):%Y%m%dT%H%M%S}"
    yield f"SUMMARY:{_text(event.title)}"
    yield f"DESCRIPTION:{_text(event.description)}"
    yield f"URL:{event.url}"
    yield f"STATUS:{'CONFIRMED' if event.is_confirmed else 'CANCELLED'}"
    yield f"TRANSP:{'OPAQUE' if event.is_confirmed else 'TRANSPARENT'}"


def _organizer(head: CalendarHead) -> bytes:
    if not head.email:
        return b""
    address = vCalAddress(f"mailto:{head.email}")
    line = Contentline.from_parts("ORGANIZER", Parameters({"CN": head.brand}), address)
    return bytes(line.to_ical()) + b"\r\n"


@lru_cache(maxsize=1024)
def _text(value: str) -> str:
    return bytes(vText(value).to_ical()).decode()


def _lines(lines: Iterable[str]) -> bytes:
    return "".join([f"{_folded(line)}\r\n" for line in lines]).encode()


def _folded(line: str) -> str:
    if len(line) < _FOLDED_AT and line.isascii():
        return line
    return bytes(Contentline(line).to_ical()).decode()  # type: ignore[no-untyped-call]


@lru_cache(maxsize=1)
def _india_timezone() -> bytes:
    zone = Timezone.from_tzid(_ZONE)
    zone.pop("COMMENT", None)
    return bytes(zone.to_ical())
