"""Sessions made by weekdays: the right days, each once, and none that was moved or removed."""

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
from apps.live.services import calling_off, moving, series
from apps.live.services.series import Generated
from apps.live.tests.factories import LiveTradingFactory, SessionFactory

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = date(2026, 11, 23)
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
WEEKDAYS = [0, 1, 2, 3, 4]


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory()
    return made


def series_of(program: LiveTrading, **values: Any) -> SessionSeries:
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


def made() -> list[str]:
    rows = ProgramSession.objects.order_by("starts_at")
    return [f"{row.starts_at.astimezone(INDIA):%a %d %b %H:%M}" for row in rows]


def test_its_weekdays_at_its_time_with_all_it_says(program: LiveTrading) -> None:
    assert series.generate(series_id=series_of(program).pk, at=NOW) == 4
    assert made() == ["Mon 23 Nov 19:30", "Wed 25 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]
    session = ProgramSession.objects.order_by("starts_at")[0]
    assert session.starts_at == datetime(2026, 11, 23, 14, 0, tzinfo=UTC)
    assert session.ends_at - session.starts_at == timedelta(minutes=90)
    assert (session.name, session.capacity, session.base_price_paise, session.join_url) == (
        "Opening range",
        25,
        49_900,
        "https://meet.example.in/range",
    )


def test_again_and_again_it_makes_nothing_twice(program: LiveTrading) -> None:
    one = series_of(program)
    assert [series.generate(series_id=one.pk, at=NOW) for _ in range(3)] == [4, 0, 0]
    assert ProgramSession.objects.count() == SeriesDay.objects.count() == 4


def test_runs_at_once_make_nothing_twice(program: LiveTrading) -> None:
    series_of(program, weekdays=WEEKDAYS, last_date=MONDAY + timedelta(days=60))
    series_of(program, weekdays=[5], starts_time=time(11))
    done = in_parallel(lambda _number: series.run(at=NOW), times=4)
    assert sum(each.sessions for each in done if isinstance(each, Generated)) == 45 + 2, done
    assert ProgramSession.objects.count() == 47


def test_control_the_constraint_alone_keeps_a_day_from_being_made_twice(program: LiveTrading) -> None:
    one = series_of(program)
    series.generate(series_id=one.pk, at=NOW)
    with pytest.raises(IntegrityError):
        SeriesDay.objects.create(series=one, date=MONDAY)


def test_skipped_days_and_those_past_are_left_out(program: LiveTrading) -> None:
    one = series_of(program, skipped=["2026-11-25", "2026-12-25"], first_date=MONDAY - timedelta(days=30))
    wednesday = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)  # the very moment at which Monday's begins
    assert series.generate(series_id=one.pk, at=wednesday) == 1
    assert made() == ["Wed 02 Dec 19:30"]
    assert series.generate(series_id=one.pk, at=NOW) == 2
    assert made() == ["Mon 23 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]


def test_what_was_moved_removed_or_called_off_is_not_made_again(program: LiveTrading) -> None:
    one = series_of(program)
    series.generate(series_id=one.pk, at=NOW)
    moved, removed, off, _kept = ProgramSession.objects.order_by("starts_at")
    moving.move(
        of=ProgramSession,
        thing_id=moved.pk,
        starts_at=moved.starts_at + timedelta(days=1),
        ends_at=moved.ends_at + timedelta(days=1),
        at=NOW,
    )
    removed.delete()
    calling_off.call_off(of=ProgramSession, thing_id=off.pk, reason="Holiday", at=NOW)
    assert series.generate(series_id=one.pk, at=NOW) == 0
    assert made() == ["Tue 24 Nov 19:30", "Mon 30 Nov 19:30", "Wed 02 Dec 19:30"]


def test_a_time_that_the_program_has_taken_is_left_alone(program: LiveTrading) -> None:
    by_hand = SessionFactory(program=program, starts_at=datetime(2026, 11, 25, 14, 0, tzinfo=UTC))
    SessionFactory(starts_at=datetime(2026, 11, 23, 14, 0, tzinfo=UTC))
    assert series.generate(series_id=series_of(program).pk, at=NOW) == 3
    assert ProgramSession.objects.filter(program=program, starts_at=by_hand.starts_at).get() == by_hand


def test_more_weekdays_add_what_is_missing(program: LiveTrading) -> None:
    one = series_of(program)
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
    return [day.isoformat() for day in series.days(one, since=date.min, until=date.max)]


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
def test_dates_reversed_and_a_thousand_years(program: LiveTrading, first: str, last: str) -> None:
    with pytest.raises(Invalid):
        days_of(first, last)
    wrong = SessionSeries(
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
        wrong.full_clean()


def test_reversed_dates_are_not_even_kept(program: LiveTrading) -> None:
    with pytest.raises(IntegrityError):
        series_of(program, last_date=MONDAY - timedelta(days=1))


@pytest.mark.parametrize("weekdays", [[], [7], [-1], "0", None, [0, "1"]])
def test_weekdays_that_are_none(program: LiveTrading, weekdays: Any) -> None:
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
        (datetime(2026, 11, 22, 18, 30, 0, tzinfo=UTC), 0),  # Monday's first moment: it has begun
    ],
)
def test_a_session_at_midnight_in_india(program: LiveTrading, at: datetime, count: int) -> None:
    one = series_of(program, weekdays=[0], starts_time=time(0, 0), last_date=MONDAY)
    assert series.generate(series_id=one.pk, at=at) == count


def test_a_session_over_midnight_belongs_to_the_day_on_which_it_begins(program: LiveTrading) -> None:
    one = series_of(program, weekdays=[0], starts_time=time(23, 30), last_date=MONDAY)
    series.generate(series_id=one.pk, at=NOW)
    session = ProgramSession.objects.get()
    assert session.starts_at == datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
    assert session.ends_at.astimezone(INDIA).date() == MONDAY + timedelta(days=1)


# --- the command ------------------------------------------------------------------------------------


def said(*options: str) -> str:
    out = StringIO()
    with time_machine.travel(NOW, tick=False):
        call_command("generate_sessions", *options, stdout=out)
    return out.getvalue().strip()


def test_the_command_makes_what_is_in_sight(program: LiveTrading) -> None:
    far = MONDAY + timedelta(days=365)
    series_of(program, weekdays=[0], last_date=far)
    series_of(program, is_on=False, starts_time=time(8))
    series_of(program, first_date=MONDAY - timedelta(days=60), last_date=MONDAY - timedelta(days=30))
    assert json.loads(said("--dry-run", "--json")) == {"series": 1, "sessions": 26}
    assert made() == []
    assert said() == "1 series in sight, 26 sessions"
    assert json.loads(said("--json")) == {"series": 1, "sessions": 0}
    assert ProgramSession.objects.latest("starts_at").starts_at < NOW + timedelta(days=181)


def test_whoever_saw_the_program_before_sees_the_new_sessions_at_once(
    api: ApiClient, program: LiveTrading
) -> None:
    """They are written in bulk, of which Django tells nobody; the kept answer and page go all the same."""
    series_of(program, weekdays=[0], last_date=MONDAY)
    call, page = f"/api/learning/user/liveotp/web/{program.pk}", f"/live-trading/{program.weburlname}"

    def answered() -> list[str]:
        return [session["sessionName"] for session in api.get(call).json()["data"]["programSessions"]]

    with time_machine.travel(NOW, tick=False):
        assert answered() == []
        assert "No session is planned" in api.get(page).content.decode()
        assert said() == "1 series in sight, 1 sessions"
        assert answered() == ["Opening range"]
        assert "No session is planned" not in api.get(page).content.decode()


@pytest.mark.parametrize("weeks", [1, 25])
def test_a_series_takes_the_same_queries(
    program: LiveTrading, weeks: int, django_assert_num_queries: Any
) -> None:
    one = series_of(program, weekdays=WEEKDAYS, last_date=MONDAY + timedelta(weeks=weeks))
    # SQLite takes only so many values in one statement.
    batches = 2 if weeks == 25 and connection.vendor == "sqlite" else 1
    with django_assert_num_queries(7 + batches):
        series.generate(series_id=one.pk, at=NOW)
