"""The sessions, webinars and meetings of today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import CharField, F, QuerySet, Value
from django.urls import reverse

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.models import Meeting, ProgramSession, Webinar
from apps.live.states import SEATED
from apps.office.selectors.home.links import changelist

PERMISSIONS = ("live.view_programsession", "live.view_webinar", "live.view_meeting")


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    title: str
    group: str
    """The program or the mentorship."""
    host: str
    starts_at: datetime
    ends_at: datetime
    seats_taken: int
    capacity: int | None
    room: str
    needs_room: bool
    url: str
    bookings_url: str
    attendees_url: str


def events(*, person: User, now: datetime) -> list[Event]:
    """Those that the person may view, by their start: one query."""
    day = indian_time.day_of(now)
    span = {"starts_at__gte": indian_time.start_of_day(day), "starts_at__lt": indian_time.end_of_day(day)}
    parts = [rows for model, rows in _parts(span) if person.has_perm(f"live.view_{model._meta.model_name}")]
    if not parts:
        return []
    whole = parts[0].union(*parts[1:], all=True) if len(parts) > 1 else parts[0]
    can_view_bookings = person.has_perm("live.view_booking")
    can_view_attendees = person.has_perm("live.view_attendance")
    return [
        _event(*row, now=now, can_view_bookings=can_view_bookings, can_view_attendees=can_view_attendees)
        for row in whole.order_by("starts_at")
    ]


def _parts(span: dict[str, datetime]) -> Sequence[tuple[type[Any], "QuerySet[Any]"]]:
    session = ProgramSession.objects.filter(**span).annotate(
        model=_text("programsession"),
        label=F("name"),
        group=F("program__title"),
        host_name=F("program__host__name"),
        booked_column=_text("session"),
        booked_id=F("pk"),
        seats=F("seats_taken"),
        places=F("capacity"),
    )
    webinar = Webinar.objects.filter(**span).annotate(
        model=_text("webinar"),
        label=F("title"),
        group=_text(""),
        host_name=F("host__name"),
        booked_column=_text("webinar"),
        booked_id=F("pk"),
        seats=F("seats_taken"),
        places=F("capacity"),
    )
    meeting = Meeting.objects.filter(**span).annotate(
        model=_text("meeting"),
        label=F("title"),
        group=F("mentorship__title"),
        host_name=F("mentorship__host__name"),
        booked_column=_text("mentorship"),
        booked_id=F("mentorship"),
        seats=F("mentorship__seats_taken"),
        places=F("mentorship__capacity"),
    )
    columns = (
        "model",
        "pk",
        "label",
        "group",
        "host_name",
        "starts_at",
        "ends_at",
        "cancelled_at",
        "join_url",
        "booked_column",
        "booked_id",
        "seats",
        "places",
    )
    return [(rows.model, rows.order_by().values_list(*columns)) for rows in (session, webinar, meeting)]


def _text(text: str) -> Value:
    return Value(text, output_field=CharField())


_KINDS = {"programsession": "Session", "webinar": "Webinar", "meeting": "Mentorship meeting"}


def _event(
    model: str,
    pk: UUID,
    title: str,
    group: str,
    host: str,
    starts_at: datetime,
    ends_at: datetime,
    cancelled_at: datetime | None,
    join_url: str,
    booked_column: str,
    booked_id: UUID,
    seats_taken: int,
    capacity: int | None,
    *,
    now: datetime,
    can_view_bookings: bool,
    can_view_attendees: bool,
) -> Event:
    needs_room = not join_url and cancelled_at is None and ends_at > now
    lookups = {f"{booked_column}__id__exact": booked_id, "status__in": ",".join(SEATED)}
    return Event(
        kind=_KINDS[model],
        title=title,
        group=group,
        host=host,
        starts_at=starts_at,
        ends_at=ends_at,
        seats_taken=seats_taken,
        capacity=capacity,
        room=_room(join_url, starts_at, ends_at, cancelled_at, now=now),
        needs_room=needs_room,
        url=reverse(f"admin:live_{model}_change", args=[pk]),
        bookings_url=changelist("live.booking", **lookups) if can_view_bookings else "",
        attendees_url=reverse("office:attendees", args=[pk, model]) if can_view_attendees else "",
    )


def _room(
    join_url: str, starts_at: datetime, ends_at: datetime, cancelled_at: datetime | None, *, now: datetime
) -> str:
    if cancelled_at is not None:
        return "Cancelled"
    if ends_at <= now:
        return "Over"
    if not join_url:
        return "No join link"
    return "Live now" if starts_at <= now else "Ready"
