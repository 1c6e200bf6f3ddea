"""When a person is taken up by what they have booked."""

from datetime import datetime
from typing import TypedDict

from django.db.models import Q

from apps.accounts.models import User
from apps.core.indian_time import on_wire
from apps.live.models import Booking


class BookedTime(TypedDict):
    _id: str
    kind: str
    title: str
    start: str
    end: str


def ahead(*, person: User, now: datetime) -> list[BookedTime]:
    """All that the person has booked and that is not over, soonest first."""
    is_ahead = Q(webinar__ends_at__gt=now) | Q(mentorship__ends_at__gt=now) | Q(session__ends_at__gt=now)
    rows = Booking.objects.taking_place().filter(is_ahead, person=person)
    found = [_shown(row) for row in rows.select_related("webinar", "mentorship", "session__program")]
    return sorted(found, key=lambda time: (time["start"], time["_id"]))


def _shown(booking: Booking) -> BookedTime:
    thing, session = booking.thing, booking.session
    return {
        "_id": str(thing.pk),
        "kind": "webinar" if booking.webinar else "mentorship" if booking.mentorship else "session",
        "title": f"{session.program.title}: {session.name}" if session else str(thing),
        "start": on_wire(thing.starts_at),
        "end": on_wire(thing.ends_at),
    }
