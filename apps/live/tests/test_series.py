"""Sessions generated from a series: the right days, each once, and none that was rescheduled or deleted."""

import json
from datetime import UTC, date, datetime, time, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection

from apps.core.errors import Invalid
from apps.core.indian_time import INDIA
from apps.core.testing.clients import ApiClient
from apps.core.testing.parallel import in_parallel
from apps.live.models import LiveTrading, ProgramSession, SeriesDay, SessionSeries
from apps.live.services import cancellation, rescheduling, series
from apps.live.services.series import Generated
from apps.live.tests.factories import LiveTradingFactory, SessionFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

MONDAY = date(2026, 11, 23)
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
WEEKDAYS = [0, 1, 2, 3, 4]


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory()
    return program


def create_series(program: LiveTrading, **values: Any) -> SessionSeries:
    return SessionSeries.objects.create(
        program=program,
        **{
            "name": "Opening range",
            "weekdays": [0, 2],
            "starts_time": time(19, 30),
            "minutes": 90,
            "first_date": MONDAY,
            "last_date": MONDAY + timedelta(days=13),
            "base_price_paise": 49_900,
            "capacity": 25,
            "join_url": "https://meet.example.in/range",
            **values,
        },
    )


def generated() -> list[str]:
    rows = ProgramSession.objects.order_by("starts_at")
    return [f"{row.starts_at.astimezone(INDIA):%a %d %b %H:%M}" for row in rows]


def test_sessions_have_the_weekdays_time_and_fields_of_the_series(program: LiveTrading) -> None:
    assert series.generate(series_id=create_series(program).pk, at=NOW) == 4
    assert generated() == ["Mon 23 Nov 19:30", "Wed 25 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]
    session = ProgramSession.objects.order_by("starts_at")[0]
    assert session.starts_at == datetime(2026, 11, 23, 14, 0, tzinfo=UTC)
    assert session.ends_at - session.starts_at == timedelta(minutes=90)
    assert (session.name, session.capacity, session.base_price_paise, session.join_url) == (
        "Opening range",
        25,
        49_900,
        "https://meet.example.in/range",
    )


def test_generating_is_idempotent(program: LiveTrading) -> None:
    one = create_series(program)
    assert [series.generate(series_id=one.pk, at=NOW) for _ in range(3)] == [4, 0, 0]
    assert ProgramSession.objects.count() == SeriesDay.objects.count() == 4


def test_concurrent_runs_create_nothing_twice(program: LiveTrading) -> None:
    create_series(program, weekdays=WEEKDAYS, last_date=MONDAY + timedelta(days=60))
    create_series(program, weekdays=[5], starts_time=time(11))
    done = in_parallel(lambda _number: series.generate_all(at=NOW), times=4)
    assert sum(each.sessions for each in done if isinstance(each, Generated)) == 45 + 2, done
    assert ProgramSession.objects.count() == 47


def test_control_the_constraint_alone_prevents_a_second_row_for_a_day(program: LiveTrading) -> None:
    one = create_series(program)
    series.generate(series_id=one.pk, at=NOW)
    with pytest.raises(IntegrityError):
        SeriesDay.objects.create(series=one, date=MONDAY)


def test_holidays_and_past_days_are_left_out(program: LiveTrading) -> None:
    one = create_series(
        program, holidays=["2026-11-25", "2026-12-25"], first_date=MONDAY - timedelta(days=30)
    )
    monday = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)  # exactly when Monday's session starts
    assert series.generate(series_id=one.pk, at=monday) == 1
    assert generated() == ["Wed 02 Dec 19:30"]
    assert series.generate(series_id=one.pk, at=NOW) == 2
    assert generated() == ["Mon 23 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]


def test_a_rescheduled_deleted_or_cancelled_session_is_not_created_again(program: LiveTrading) -> None:
    one = create_series(program)
    series.generate(series_id=one.pk, at=NOW)
    rescheduled, deleted, cancelled, _ = ProgramSession.objects.order_by("starts_at")
    rescheduling.reschedule(
        of=ProgramSession,
        item_id=rescheduled.pk,
        starts_at=rescheduled.starts_at + timedelta(days=1),
        ends_at=rescheduled.ends_at + timedelta(days=1),
        at=NOW,
    )
    deleted.delete()
    cancellation.cancel_for_everyone(of=ProgramSession, item_id=cancelled.pk, reason="Holiday", at=NOW)
    assert series.generate(series_id=one.pk, at=NOW) == 0
    assert generated() == ["Tue 24 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]


def test_a_day_at_which_the_program_already_has_a_session_is_left_out(program: LiveTrading) -> None:
    existing = SessionFactory(program=program, starts_at=datetime(2026, 11, 25, 14, 0, tzinfo=UTC))
    SessionFactory(starts_at=datetime(2026, 11, 23, 14, 0, tzinfo=UTC))
    assert series.generate(series_id=create_series(program).pk, at=NOW) == 3
    assert ProgramSession.objects.filter(program=program, starts_at=existing.starts_at).get() == existing


def test_added_weekdays_create_the_missing_sessions(program: LiveTrading) -> None:
    one = create_series(program)
    series.generate(series_id=one.pk, at=NOW)
    SessionSeries.objects.update(weekdays=[0, 2, 4], last_date=MONDAY + timedelta(days=20))
    assert series.generate(series_id=one.pk, at=NOW) == 2 + 3


# --- days, months, midnight -------------------------------------------------------------------------


def days_of(first: str, last: str, **values: Any) -> list[str]:
    one = SessionSeries(
        weekdays=list(range(7)),
        first_date=date.fromisoformat(first),
        last_date=date.fromisoformat(last),
        **values,
    )
    return [day.isoformat() for day in series.session_days(one, since=date.min, until=date.max)]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2028-02-28", "2028-03-01", ["2028-02-28", "2028-02-29", "2028-03-01"]),
        ("2027-02-28", "2027-03-01", ["2027-02-28", "2027-03-01"]),
        ("2026-12-31", "2027-01-01", ["2026-12-31", "2027-01-01"]),
        ("2026-11-30", "2026-11-30", ["2026-11-30"]),
    ],
)
def test_month_ends(first: str, last: str, expected: list[str]) -> None:
    assert days_of(first, last) == expected


@pytest.mark.parametrize(
    ("first", "last"),
    [("2026-11-24", "2026-11-23"), ("1026-11-23", "2026-11-23"), ("2026-01-01", "3026-01-01")],
)
def test_reversed_and_too_distant_dates_are_refused(program: LiveTrading, first: str, last: str) -> None:
    with pytest.raises(Invalid):
        days_of(first, last)
    invalid = SessionSeries(
        program=program,
        name="Wrong",
        weekdays=[0],
        starts_time=time(9),
        minutes=60,
        first_date=date.fromisoformat(first),
        last_date=date.fromisoformat(last),
        base_price_paise=0,
    )
    with pytest.raises(ValidationError):
        invalid.full_clean()


def test_reversed_dates_are_refused_by_the_database(program: LiveTrading) -> None:
    with pytest.raises(IntegrityError):
        create_series(program, last_date=MONDAY - timedelta(days=1))


@pytest.mark.parametrize("weekdays", [[], [7], [-1], "0", None, [0, "1"]])
def test_invalid_weekdays_are_refused(program: LiveTrading, weekdays: Any) -> None:
    with pytest.raises(ValidationError):
        SessionSeries(
            program=program,
            name="Wrong",
            weekdays=weekdays,
            starts_time=time(9),
            minutes=60,
            first_date=MONDAY,
            last_date=MONDAY,
            base_price_paise=0,
        ).full_clean()


@pytest.mark.parametrize(
    ("at", "count"),
    [
        (datetime(2026, 11, 22, 18, 29, 59, tzinfo=UTC), 1),  # 23:59:59 on Sunday in India
        (datetime(2026, 11, 22, 18, 30, 0, tzinfo=UTC), 0),  # midnight: it has started
    ],
)
def test_a_session_at_midnight_in_india(program: LiveTrading, at: datetime, count: int) -> None:
    one = create_series(program, weekdays=[0], starts_time=time(0, 0), last_date=MONDAY)
    assert series.generate(series_id=one.pk, at=at) == count


def test_a_session_across_midnight_belongs_to_the_day_of_its_start(program: LiveTrading) -> None:
    one = create_series(program, weekdays=[0], starts_time=time(23, 30), last_date=MONDAY)
    series.generate(series_id=one.pk, at=NOW)
    session = ProgramSession.objects.get()
    assert session.starts_at == datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
    assert session.ends_at.astimezone(INDIA).date() == MONDAY + timedelta(days=1)


# --- the command ------------------------------------------------------------------------------------


def run_command(*options: str) -> str:
    out = StringIO()
    with time_machine.travel(NOW, tick=False):
        call_command("generate_sessions", *options, stdout=out)
    return out.getvalue().strip()


def test_the_command_generates_active_series(program: LiveTrading) -> None:
    far = MONDAY + timedelta(days=365)
    create_series(program, weekdays=[0], last_date=far)
    create_series(program, is_on=False, starts_time=time(8))
    create_series(program, first_date=MONDAY - timedelta(days=60), last_date=MONDAY - timedelta(days=30))
    assert json.loads(run_command("--dry-run", "--json")) == {"series": 1, "sessions": 26}
    assert generated() == []
    assert run_command() == "1 active series, 26 sessions"
    assert json.loads(run_command("--json")) == {"series": 1, "sessions": 0}
    assert ProgramSession.objects.latest("starts_at").starts_at < NOW + timedelta(days=181)


def test_generated_sessions_invalidate_the_cached_program(api: ApiClient, program: LiveTrading) -> None:
    """`bulk_create` sends no signals, but the cached response and page must be invalidated."""
    create_series(program, weekdays=[0], last_date=MONDAY)
    endpoint, page = f"/api/learning/user/liveotp/web/{program.pk}", f"/live-trading/{program.weburlname}"

    def session_names() -> list[str]:
        return [session["sessionName"] for session in api.get(endpoint).json()["data"]["programSessions"]]

    with time_machine.travel(NOW, tick=False):
        assert session_names() == []
        assert "No sessions are scheduled" in api.get(page).content.decode()
        assert run_command() == "1 active series, 1 sessions"
        assert session_names() == ["Opening range"]
        assert "No sessions are scheduled" not in api.get(page).content.decode()


@pytest.mark.parametrize("weeks", [1, 25])
def test_the_number_of_queries_does_not_depend_on_the_number_of_sessions(
    program: LiveTrading, weeks: int, django_assert_num_queries: Any
) -> None:
    one = create_series(program, weekdays=WEEKDAYS, last_date=MONDAY + timedelta(weeks=weeks))
    # SQLite takes only so many values in one statement.
    batches = 3 if weeks == 25 and connection.vendor == "sqlite" else 1
    with django_assert_num_queries(8 + batches):
        series.generate(series_id=one.pk, at=NOW)
