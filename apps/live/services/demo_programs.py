"""
Seeds the demo's live trading programs.

People book sessions, so their dates never change. Each run adds the sessions of further days. The exchange's
holidays have none.
"""

from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta

from django.db import transaction

from apps.catalog.selectors import categories
from apps.content.selectors import instructors
from apps.core.indian_time import INDIA, day_of
from apps.live.models import LiveTrading, ProgramSession
from apps.live.selectors import holidays
from apps.live.services.demo_calendar import PROGRAMS, DemoProgram

_DAYS_BACK = 14
_DAYS_AHEAD = 77
"""Ten weeks, and one for the holidays among them."""


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
        for demo in PROGRAMS
        for session in _sessions(demo, programs[demo.weburlname], days=days)
        if (session.program_id, session.starts_at) not in existing
    ]
    if missing:
        ProgramSession.objects.bulk_create(missing)
    return f"{added} of {len(PROGRAMS)} programs and {len(missing)} sessions added"


def _slugs() -> list[str]:
    return [demo.weburlname for demo in PROGRAMS]


def _seed_programs() -> int:
    existing = set(LiveTrading.objects.values_list("weburlname", flat=True))
    missing = [demo for demo in PROGRAMS if demo.weburlname not in existing]
    if missing:
        hosts, subjects = instructors.ids_by_slug(), categories.ids_by_title()
        LiveTrading.objects.bulk_create(
            LiveTrading(
                title=demo.title,
                weburlname=demo.weburlname,
                host_id=hosts[demo.host],
                language=demo.language,
                category_id=subjects[demo.category],
                long_description=demo.description,
                agenda=list(demo.agenda),
                hue=demo.hue,
                is_published=True,
            )
            for demo in missing
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
