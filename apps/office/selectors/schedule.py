"""Sessions, webinars and meetings by their start, in one query."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.live.models import Meeting, ProgramSession, WaitlistEntry, Webinar

PERMISSIONS = ("live.view_programsession", "live.view_webinar", "live.view_meeting")
KINDS = {"programsession": "Session", "webinar": "Webinar", "meeting": "Mentorship meeting"}


@dataclass(frozen=True, slots=True)
class Entry:
    model: str
    pk: UUID
    title: str
    group: str
    """The program or the mentorship."""
    host_id: UUID
    host: str
    starts_at: datetime
    ends_at: datetime
    cancelled_at: datetime | None
    join_url: str
    booked_column: str
    booked_id: UUID
    seats_taken: int
    """By bookings, holds and offers."""
    seats_offered: int
    capacity: int | None


def entries(*, person: User, since: datetime, until: datetime) -> list[Entry]:
    """Those that the person may view and that start in this time, by their start."""
    span = {"starts_at__gte": since, "starts_at__lt": until}
    parts = [rows for model, rows in _parts(span) if person.has_perm(f"live.view_{model._meta.model_name}")]
    if not parts:
        return []
    whole = parts[0].union(*parts[1:], all=True) if len(parts) > 1 else parts[0]
    return [Entry(*row) for row in whole.order_by("starts_at", "pk")]


def _parts(span: dict[str, datetime]) -> Sequence[tuple[type[Any], "QuerySet[Any]"]]:
    session = ProgramSession.objects.filter(**span).annotate(
        model=_text("programsession"),
        label=F("name"),
        group=F("program__title"),
        host_key=F("program__host"),
        host_name=F("program__host__name"),
        booked_column=_text("session"),
        booked_id=F("pk"),
        seats=F("seats_taken"),
        offers=_offers("session", "pk"),
        places=F("capacity"),
    )
    webinar = Webinar.objects.filter(**span).annotate(
        model=_text("webinar"),
        label=F("title"),
        group=_text(""),
        host_key=F("host"),
        host_name=F("host__name"),
        booked_column=_text("webinar"),
        booked_id=F("pk"),
        seats=F("seats_taken"),
        offers=_offers("webinar", "pk"),
        places=F("capacity"),
    )
    meeting = Meeting.objects.filter(**span).annotate(
        model=_text("meeting"),
        label=F("title"),
        group=F("mentorship__title"),
        host_key=F("mentorship__host"),
        host_name=F("mentorship__host__name"),
        booked_column=_text("mentorship"),
        booked_id=F("mentorship"),
        seats=F("mentorship__seats_taken"),
        offers=_offers("mentorship", "mentorship"),
        places=F("mentorship__capacity"),
    )
    columns = (
        "model",
        "pk",
        "label",
        "group",
        "host_key",
        "host_name",
        "starts_at",
        "ends_at",
        "cancelled_at",
        "join_url",
        "booked_column",
        "booked_id",
        "seats",
        "offers",
        "places",
    )
    return [(rows.model, rows.order_by().values_list(*columns)) for rows in (session, webinar, meeting)]


def _offers(item: str, key: str) -> Coalesce:
    """How many of its seats are offered to people on its waiting list."""
    rows = WaitlistEntry.objects.offered().filter(**{item: OuterRef(key)}).order_by().values("status")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def _text(text: str) -> Value:
    return Value(text, output_field=CharField())
