"""
Seeds the demo's live trading programs.

People book sessions, so their dates never change. Each run adds the sessions of further days. The exchange's
holidays have none.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.db import transaction

from apps.catalog.selectors import categories
from apps.content.selectors import instructors
from apps.core.demo import data_file
from apps.core.indian_time import INDIA, day_of
from apps.live.models import LiveTrading, ProgramSession
from apps.live.selectors import holidays
from apps.live.services.demo_events import DemoItem

_DAYS_BACK = 14
_DAYS_AHEAD = 77
"""Ten weeks, and one for the holidays among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoProgram(DemoItem):
    start: time
    minutes: int
    rupees: int
    topics: dict[int, str]
    """What each weekday's session is about, Monday being 0."""
    seats: dict[int, int] = field(default_factory=dict)
    """Seats of a weekday's session, where there is a limit."""


PROGRAMS = data_file("live", "programs.yaml", tuple[DemoProgram, ...])


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    added = _seed_programs()
    today = day_of(now)
    days = list(
        holidays.open_days(
            weekdays=range(7),
            since=today - timedelta(days=_DAYS_BACK),
            until=today + timedelta(days=_DAYS_AHEAD),
        )
    )
    programs = {row.weburlname: row for row in LiveTrading.objects.filter(weburlname__in=_slugs())}
    existing = set(
        ProgramSession.objects.filter(program__in=programs.values()).values_list("program_id", "starts_at")
    )
    missing = [
        session
        for demo in PROGRAMS.read()
        for session in _sessions(demo, programs[demo.weburlname], days=days)
        if (session.program_id, session.starts_at) not in existing
    ]
    if missing:
        ProgramSession.objects.bulk_create(missing)
    return f"{added} of {len(PROGRAMS.read())} programs and {len(missing)} sessions added"


def _slugs() -> list[str]:
    return [demo.weburlname for demo in PROGRAMS.read()]


def _seed_programs() -> int:
    existing = set(LiveTrading.objects.values_list("weburlname", flat=True))
    missing = [demo for demo in PROGRAMS.read() if demo.weburlname not in existing]
    if missing:
        hosts, subjects = instructors.ids_by_slug(), categories.ids_by_title()
        LiveTrading.objects.bulk_create(
            LiveTrading(**demo.columns(hosts=hosts, subjects=subjects)) for demo in missing
        )
    return len(missing)


def _sessions(demo: DemoProgram, program: LiveTrading, *, days: Collection[date]) -> Iterator[ProgramSession]:
    for day in days:
        topic = demo.topics.get(day.weekday())
        if topic is None:
            continue
        starts_at = datetime.combine(day, demo.start, tzinfo=INDIA)
        yield ProgramSession(
            program=program,
            name=topic,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(minutes=demo.minutes),
            capacity=demo.seats.get(day.weekday()),
            base_price_paise=demo.rupees * 100,
            join_url=f"https://meet.example.in/{demo.weburlname}",
        )
