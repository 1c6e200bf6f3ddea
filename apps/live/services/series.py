"""Creates a program's sessions by the weekdays of its series, each day only once."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.core import indian_time
from apps.core.errors import Invalid, NotFound
from apps.core.indian_time import INDIA
from apps.core.row_processing import process_rows
from apps.core.transactions import retry_on_deadlock
from apps.live import deadlines
from apps.live.models import LiveTrading, ProgramSession, SeriesDay, SessionSeries
from apps.live.models.series import MAX_LENGTH
from apps.live.selectors import holidays


class UnknownSeries(NotFound):
    code = "series_unknown"
    message = "There is no such series."


@dataclass(frozen=True, slots=True)
class Generated:
    """How many series have days up to the horizon, and how many sessions were created."""

    series: int
    sessions: int


def session_days(series: SessionSeries, *, since: date, until: date) -> Iterator[date]:
    """
    The days of a series between two days, both included, without those on which the exchange is closed.

    :raises Invalid: if the series' own dates are reversed or too far apart
    """
    length = series.last_date - series.first_date
    if not timedelta(0) <= length <= MAX_LENGTH:
        raise Invalid(message="The last day must be after the first, by two years at most.")
    first, last = max(series.first_date, since), min(series.last_date, until)
    own_holidays = set(series.holidays)
    for day in holidays.open_days(weekdays=series.weekdays, since=first, until=last):
        if day.isoformat() not in own_holidays:
            yield day


def generate_all(*, at: datetime, dry_run: bool = False) -> Generated:
    """Create the missing sessions of every active series. A dry run only counts them."""
    today = indian_time.day_of(at)
    active = SessionSeries.objects.filter(
        is_on=True, last_date__gte=today, first_date__lte=today + deadlines.SESSIONS_AHEAD
    ).order_by("pk")
    ids = list(active.values_list("pk", flat=True))
    sessions = process_rows(ids, lambda pk: generate(series_id=pk, at=at, dry_run=dry_run), name="series")
    return Generated(series=len(ids), sessions=sessions)


@retry_on_deadlock
@transaction.atomic(durable=True)
def generate(*, series_id: UUID, at: datetime, dry_run: bool = False) -> int:
    """
    Create the missing upcoming sessions of a series. Returns how many.

    A day is left out if it was generated before, or if the program already has a session at that time.

    :raises UnknownSeries: if there is no such series
    :raises Invalid: if its dates are reversed or too far apart
    """
    series = SessionSeries.objects.filter(pk=series_id).first()
    if series is None:
        raise UnknownSeries()
    return generate_in_transaction(series=series, at=at, dry_run=dry_run)


def generate_in_transaction(*, series: SessionSeries, at: datetime, dry_run: bool = False) -> int:
    """Like `generate`, within the caller's transaction."""
    # Serialises concurrent runs, and the series of one program.
    list(LiveTrading.objects.filter(pk=series.program_id).select_for_update(no_key=True).values_list("pk"))
    missing = missing_sessions(series, at=at) if series.is_on else {}
    if missing and not dry_run:
        ProgramSession.objects.bulk_create(missing.values())
        SeriesDay.objects.bulk_create(
            [SeriesDay(series=series, date=day, session=session) for day, session in missing.items()]
        )
    return len(missing)


def missing_sessions(series: SessionSeries, *, at: datetime) -> dict[date, ProgramSession]:
    """
    The sessions that it would create now, by day.

    :raises Invalid: if its dates are reversed or too far apart
    """
    today = indian_time.day_of(at)
    generated = set(SeriesDay.objects.filter(series=series).values_list("date", flat=True))
    sessions = {
        day: _session(series, day)
        for day in session_days(series, since=today, until=today + deadlines.SESSIONS_AHEAD)
        if day not in generated
    }
    starts = [session.starts_at for session in sessions.values()]
    if not starts:
        return {}
    existing = ProgramSession.objects.filter(program=series.program_id)
    taken = set(
        existing.filter(starts_at__range=(min(starts), max(starts))).values_list("starts_at", flat=True)
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
