"""Finds a meeting whatever its kind: webinars and sessions are their own only meeting."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from apps.core.errors import NotFound
from apps.live.models import Booking, Meeting, ProgramSession, Webinar


class UnknownMeeting(NotFound):
    code = "meeting_unknown"
    message = "We could not find that meeting."


MeetingRow = Webinar | ProgramSession | Meeting


def of_booking(booking: Booking, *, meeting_id: UUID) -> MeetingRow | None:
    """The meeting of what is booked that has this id."""
    return next((row for row in _rows(booking) if row.pk == meeting_id), None)


def exists(*, meeting_id: UUID) -> bool:
    found = [
        of.objects.filter(pk=meeting_id).order_by().values("pk") for of in (Webinar, ProgramSession, Meeting)
    ]
    return found[0].union(*found[1:]).exists()


def starting(booking: Booking, *, at: datetime) -> MeetingRow | None:
    """The meeting of what is booked that starts at that time and was not cancelled."""
    return next((row for row in _rows(booking) if row.starts_at == at and not row.is_cancelled), None)


def _rows(booking: Booking) -> list[MeetingRow]:
    item = booking.webinar or booking.session
    if item is not None:
        return [item]
    return list(Meeting.objects.filter(mentorship=booking.mentorship_id).select_related("mentorship"))


def titles(*, meeting_ids: Collection[UUID]) -> dict[UUID, str]:
    """In one query for each kind."""
    found: dict[UUID, str] = {}
    found.update(Webinar.objects.filter(pk__in=meeting_ids).values_list("pk", "title"))
    for of, names in (
        (ProgramSession, ("program__title", "name")),
        (Meeting, ("mentorship__title", "title")),
    ):
        rows = of.objects.filter(pk__in=meeting_ids).values_list("pk", *names)
        found.update((pk, f"{listed}: {title}") for pk, listed, title in rows)
    return found
