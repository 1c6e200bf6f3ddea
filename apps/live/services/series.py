"""Making a program's sessions by the weekdays of its series, each day once and for ever."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.core import indian_time
from apps.core.errors import DomainError, Invalid, NotFound
from apps.core.indian_time import INDIA
from apps.core.transactions import retry_on_deadlock
from apps.live.models import LiveTrading, ProgramSession, SeriesDay, SessionSeries
from apps.live.models.series import LONGEST

logger = logging.getLogger(__name__)

AHEAD = timedelta(days=180)
"""How far ahead sessions are made; each day brings another one in sight."""


class UnknownSeries(NotFound):
    code = "series_unknown"
    message = "There is no such series."


@dataclass(frozen=True, slots=True)
class Generated:
    """How many series have days in sight, and how many sessions that made."""

    series: int
    sessions: int


def days(series: SessionSeries, *, since: date, until: date) -> Iterator[date]:
    """
    The days of a series from one day to another, both included.

    :raises Invalid: if its own dates are reversed, or lie too far apart
    """
    length = series.last_date - series.first_date
    if not timedelta(0) <= length <= LONGEST:
        raise Invalid(message="The last day must follow the first, by two years at most.")
    day, last = max(series.first_date, since), min(series.last_date, until)
    skipped = set(series.skipped)
    while day <= last:
        if day.weekday() in series.weekdays and day.isoformat() not in skipped:
            yield day
        day += timedelta(days=1)


def run(*, at: datetime, is_trial: bool = False) -> Generated:
    """Make what came in sight of every series; a trial only counts it."""
    today = indian_time.day_of(at)
    in_sight = SessionSeries.objects.filter(
        is_on=True, last_date__gte=today, first_date__lte=today + AHEAD
    ).order_by("pk")
    made = [_generate(pk, at=at, is_trial=is_trial) for pk in in_sight.values_list("pk", flat=True)]
    return Generated(series=len(made), sessions=sum(made))


def _generate(series_id: UUID, *, at: datetime, is_trial: bool) -> int:
    try:
        return generate(series_id=series_id, at=at, is_trial=is_trial)
    except DomainError as error:
        # One that makes no sense must not keep the others from being made.
        logger.error("series not made", extra={"facts": {"series": str(series_id), "why": error.message}})
        return 0


@retry_on_deadlock
@transaction.atomic(durable=True)
def generate(*, series_id: UUID, at: datetime, is_trial: bool = False) -> int:
    """
    Make the sessions that are missing and still ahead; how many those are.

    A day that was made before is left alone, and so is one at whose time the program has a session.

    :raises UnknownSeries: if there is none
    :raises Invalid: if its dates make no sense
    """
    series = SessionSeries.objects.filter(pk=series_id).first()
    if series is None:
        raise UnknownSeries()
    return generate_step(series=series, at=at, is_trial=is_trial)


def generate_step(*, series: SessionSeries, at: datetime, is_trial: bool = False) -> int:
    """The same within the caller's transaction, such as that of a form that is saved."""
    # Series of one program, and runs at the same moment, take turns.
    list(LiveTrading.objects.filter(pk=series.program_id).select_for_update(no_key=True).values_list("pk"))
    missing = _missing(series, at=at) if series.is_on else {}
    if missing and not is_trial:
        ProgramSession.objects.bulk_create(missing.values())
        SeriesDay.objects.bulk_create(
            [SeriesDay(series=series, date=day, session=session) for day, session in missing.items()]
        )
    return len(missing)


def _missing(series: SessionSeries, *, at: datetime) -> dict[date, ProgramSession]:
    today = indian_time.day_of(at)
    made = set(SeriesDay.objects.filter(series=series).values_list("date", flat=True))
    sessions = {
        day: _session(series, day)
        for day in days(series, since=today, until=today + AHEAD)
        if day not in made
    }
    starts = [session.starts_at for session in sessions.values()]
    if not starts:
        return {}
    others = ProgramSession.objects.filter(program=series.program_id)
    taken = set(
        others.filter(starts_at__range=(min(starts), max(starts))).values_list("starts_at", flat=True)
    )
    return {
        day: session
        for day, session in sessions.items()
        if session.starts_at > at and session.starts_at not in taken
    }


def _session(series: SessionSeries, day: date) -> ProgramSession:
    starts_at = datetime.combine(day, series.starts_time, tzinfo=INDIA)
    return ProgramSession(
        program_id=series.program_id,
        name=series.name,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=series.minutes),
        capacity=series.capacity,
        base_price_paise=series.base_price_paise,
        join_url=series.join_url,
    )
