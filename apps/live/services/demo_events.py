"""Seeds the demo's webinars. Each run moves their dates along with today."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from apps.catalog.selectors import categories
from apps.catalog.states import Language
from apps.content.selectors import instructors
from apps.core.demo import data_file
from apps.core.indian_time import INDIA, day_of
from apps.live.models import Webinar
from apps.live.models.base import RoomModel

MOVED = ("starts_at", "ends_at", "recording_url", "market_data_date")


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoItem:
    """What webinars, mentorships and programs have in common."""

    weburlname: str
    title: str
    host: str
    category: str
    description: str
    agenda: tuple[str, ...]
    hue: int
    language: Language = Language.ENGLISH

    def columns(self, *, hosts: Mapping[str, UUID], subjects: Mapping[str, UUID]) -> dict[str, Any]:
        return {
            "title": self.title,
            "weburlname": self.weburlname,
            "host_id": hosts[self.host],
            "language": self.language,
            "category_id": subjects[self.category],
            "long_description": self.description,
            "agenda": list(self.agenda),
            "hue": self.hue,
            "is_published": True,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSeats(DemoItem):
    """What is sold by the seat."""

    day: int
    start: time = time(18, 30)
    minutes: int = 90
    rupees: int = 0
    markup_rupees: int | None = None
    capacity: int | None = None

    def price_columns(self, *, offer_until: datetime) -> dict[str, Any]:
        return {
            "price_paise": self.rupees * 100,
            "markup_price_paise": self.markup_rupees * 100 if self.markup_rupees else None,
            "markup_last_day": day_of(offer_until) if self.markup_rupees else None,
            "capacity": self.capacity,
            "confirmed_prices": [self.rupees * 100],
            "free_confirmed": self.rupees == 0,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _DemoWebinar(DemoSeats):
    is_running: bool = False

    def span(self, *, now: datetime, today: date) -> tuple[datetime, datetime]:
        """The start and end. A running event started an hour ago and lasts 8 hours."""
        if self.is_running:
            started = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)
            return started, started + timedelta(hours=8)
        start = datetime.combine(today + timedelta(days=self.day), self.start, tzinfo=INDIA)
        return start, start + timedelta(minutes=self.minutes)


_WEBINARS = data_file("live", "webinars.yaml", tuple[_DemoWebinar, ...])


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    webinars = _WEBINARS.read()
    today = day_of(now)
    slugs = [event.weburlname for event in webinars]
    existing = {row.weburlname: row for row in Webinar.objects.filter(weburlname__in=slugs)}
    missing = [event for event in webinars if event.weburlname not in existing]
    moved = [
        row
        for event in webinars
        if (row := existing.get(event.weburlname)) and _update_dates(row, event, now=now, today=today)
    ]
    if missing:
        hosts, subjects = instructors.ids_by_slug(), categories.ids_by_title()
        Webinar.objects.bulk_create(
            _new_row(event, event.columns(hosts=hosts, subjects=subjects), now=now, today=today)
            for event in missing
        )
    if moved:
        Webinar.objects.bulk_update(moved, (*MOVED, "markup_last_day"))
    return f"{len(missing)} added, {len(moved)} moved"


def _new_row(event: _DemoWebinar, columns: dict[str, Any], *, now: datetime, today: date) -> Webinar:
    starts_at, ends_at = event.span(now=now, today=today)
    row = Webinar(
        **columns,
        **event.price_columns(offer_until=starts_at),
        starts_at=starts_at,
        ends_at=ends_at,
        join_url=f"https://meet.example.in/{event.weburlname}",
    )
    set_recording(row, ends_at=ends_at, name=event.weburlname, now=now)
    return row


def _update_dates(row: Webinar, event: _DemoWebinar, *, now: datetime, today: date) -> bool:
    """Set the row's dates and recording. Returns whether they changed."""
    before = row.starts_at, row.ends_at, row.recording_url
    row.starts_at, row.ends_at = event.span(now=now, today=today)
    if row.markup_last_day:
        row.markup_last_day = day_of(row.starts_at)
    set_recording(row, ends_at=row.ends_at, name=row.weburlname, now=now)
    return (row.starts_at, row.ends_at, row.recording_url) != before


def set_recording(row: RoomModel, *, ends_at: datetime, name: str, now: datetime) -> None:
    is_over = ends_at <= now
    row.recording_url = f"https://meet.example.in/recordings/{name}" if is_over else ""
    row.market_data_date = day_of(ends_at) if is_over else None
