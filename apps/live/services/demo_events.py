"""Seeds the demo's webinars and mentorships. Each run moves their dates along with today."""

from datetime import date, datetime
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from apps.content.selectors import instructors
from apps.core.indian_time import day_of
from apps.live.models import Mentorship, Webinar
from apps.live.services.demo_calendar import MENTORSHIPS, WEBINARS, DemoEvent

Event = TypeVar("Event", Webinar, Mentorship)


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    hosts = instructors.ids_by_slug()
    webinars = _seed(Webinar, WEBINARS, hosts=hosts, now=now)
    mentorships = _seed(Mentorship, MENTORSHIPS, hosts=hosts, now=now)
    return f"webinars {webinars}; mentorships {mentorships}"


def _seed(model: type[Event], events: list[DemoEvent], *, hosts: dict[str, UUID], now: datetime) -> str:
    today = day_of(now)
    slugs = [event.weburlname for event in events]
    existing = {row.weburlname: row for row in model._default_manager.filter(weburlname__in=slugs)}
    missing = [
        _new_row(model, event, host_id=hosts[event.host], now=now, today=today)
        for event in events
        if event.weburlname not in existing
    ]
    moved = [
        row
        for event in events
        if (row := existing.get(event.weburlname)) and _update_dates(row, event, now=now, today=today)
    ]
    if missing:
        model._default_manager.bulk_create(missing)
    if moved:
        model._default_manager.bulk_update(
            moved, ["starts_at", "ends_at", "recording_url", "market_data_date"]
        )
    return f"{len(missing)} added, {len(moved)} moved"


def _new_row(model: type[Event], event: DemoEvent, *, host_id: UUID, now: datetime, today: date) -> Event:
    starts_at, ends_at = event.span(now=now, today=today)
    row = model(
        title=event.title,
        weburlname=event.weburlname,
        host_id=host_id,
        long_description=event.description,
        agenda=list(event.agenda),
        hue=event.hue,
        price_paise=event.rupees * 100,
        markup_price_paise=event.markup_rupees * 100 if event.markup_rupees else None,
        starts_at=starts_at,
        ends_at=ends_at,
        capacity=event.capacity,
        join_url=f"https://meet.example.in/{event.weburlname}",
        is_published=True,
    )
    if isinstance(row, Mentorship):
        row.schedule = list(event.schedule)
    _set_recording(row, now=now)
    return row


def _update_dates(row: Event, event: DemoEvent, *, now: datetime, today: date) -> bool:
    """Set the row's dates and recording. Returns whether they changed."""
    before = row.starts_at, row.ends_at, row.recording_url
    row.starts_at, row.ends_at = event.span(now=now, today=today)
    _set_recording(row, now=now)
    return (row.starts_at, row.ends_at, row.recording_url) != before


def _set_recording(row: Webinar | Mentorship, *, now: datetime) -> None:
    is_over = row.ends_at <= now
    row.recording_url = f"https://meet.example.in/recordings/{row.weburlname}" if is_over else ""
    row.market_data_date = day_of(row.ends_at) if is_over else None
