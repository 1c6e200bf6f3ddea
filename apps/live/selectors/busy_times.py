"""The times at which a person has booked something."""

from datetime import datetime
from typing import Annotated, TypedDict

from django.db.models import Q

from apps.accounts.models import User
from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help
from apps.live.models import Booking
from apps.live.selectors.offers import Occasion, Schedule


class BookedTime(TypedDict):
    _id: Annotated[str, Help("The id of the webinar, mentorship or session.")]
    kind: Annotated[str, Choices(["session", "webinar", "mentorship"])]
    title: str
    start: DateTime
    end: DateTime
    meetingId: Annotated[str, Help("Of webinars and sessions their own id.")]


def upcoming(*, person: User, now: datetime) -> list[BookedTime]:
    """Each meeting of what is booked that is not over, soonest first."""
    not_ended = Q(webinar__ends_at__gt=now) | Q(mentorship__ends_at__gt=now) | Q(session__ends_at__gt=now)
    rows = Booking.objects.confirmed().filter(not_ended, person=person)
    times = [
        _booked_time(row, one)
        for row in rows.with_meetings()
        for one in Schedule.of(row.item).taking_place
        if one.ends_at > now
    ]
    return sorted(times, key=lambda time: (time["start"], time["_id"]))


def _booked_time(booking: Booking, one: Occasion) -> BookedTime:
    item, session = booking.item, booking.session
    return {
        "_id": str(item.pk),
        "kind": "webinar" if booking.webinar else "mentorship" if booking.mentorship else "session",
        "title": f"{session.program.title}: {session.name}" if session else str(item),
        "start": iso_utc(one.starts_at),
        "end": iso_utc(one.ends_at),
        "meetingId": str(one.meeting_id),
    }
