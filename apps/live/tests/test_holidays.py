"""Exchange holidays: the import, series without sessions on them, and what pages say."""

from collections.abc import Iterator
from datetime import date, time

import pytest
import time_machine
from django.test import Client

from apps.core import indian_time
from apps.core.errors import Invalid
from apps.core.testing.clients import ApiClient
from apps.live.models import ExchangeHoliday, ProgramSession, SessionSeries
from apps.live.services import holidays, series
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "date,name\n2026-12-25, Christmas\n2027-01-26,Republic Day\n"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    ExchangeHoliday.objects.all().delete()
    with time_machine.travel(NOW, tick=False):
        yield


def test_a_list_is_imported_once() -> None:
    assert len(holidays.import_list(text=LIST).added) == 2
    again = holidays.import_list(text=LIST.replace("Christmas", "Christmas Day"))
    assert (again.added, again.unchanged) == ({}, 1)
    assert ExchangeHoliday.objects.get(date=date(2026, 12, 25)).name == "Christmas Day"
    assert ExchangeHoliday.objects.count() == 2


def test_a_pasted_file_may_begin_with_a_byte_order_mark() -> None:
    assert holidays.preview(text=f"\ufeff{LIST}") == holidays.preview(text=LIST)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("25.12.2026, Christmas", "Line 2: the date must be like 2026-12-25."),
        ("2026-12-25", "Line 2: a comma and the name must follow the date."),
        ("2026-12-25, ", "Line 2: a comma and the name must follow the date."),
        ("1999-12-25, Christmas", "Line 2: the year must be between 2000 and 2099."),
        ("2026-01-26, Again", "Line 2: this date is in the list twice."),
        ("2026-12-25, " + "x" * 81, "Line 2: the name can have 80 characters at most."),
        ("2026-12-25, Christ\u202emas", "Line 2: the name: has a line break or invisible characters."),
        ("2026-12-25, =HYPERLINK(1)", "Line 2: the name: starts with '=', like a formula."),
        ("2026-12-25, " + "x" * 200_000, "Line 2: a line can have 1000 characters at most."),
    ],
)
def test_a_wrong_line_imports_nothing(line: str, error: str) -> None:
    with pytest.raises(Invalid) as refused:
        holidays.import_list(text=f"2026-01-26, Republic Day\n{line}")
    assert refused.value.errors == {"text": [error]}
    assert ExchangeHoliday.objects.count() == 0


def test_staff_preview_an_import_and_see_what_is_planned_that_day(admin_client: Client) -> None:
    day = indian_time.start_of_day(date(2026, 12, 25))
    SessionFactory(name="Boxing", starts_at=day, ends_at=day.replace(hour=23))
    page = "/admin/live/exchangeholiday/import/"
    assert "Nothing has been imported." in admin_client.post(page, {"text": "soon"}).content.decode()
    preview = admin_client.post(page, {"text": LIST}).content.decode()
    assert "Added: 25 Dec 2026, Christmas" in preview
    assert "Still planned that day" in preview
    assert ExchangeHoliday.objects.count() == 0
    done = admin_client.post(page, {"text": LIST, "confirmed": "1"}, follow=True).content.decode()
    assert "2 added, 0 renamed, 0 unchanged." in done
    assert "Still planned on a holiday" in done
    assert ProgramSession.objects.count() == 1


def test_a_series_has_no_session_on_a_holiday(api: ApiClient) -> None:
    holidays.import_list(text=LIST)
    program = LiveTradingFactory()
    row = SessionSeries.objects.create(
        program=program,
        name="Close",
        weekdays=[3, 4],
        starts_time=time(15, 0),
        minutes=60,
        first_date=date(2026, 12, 24),
        last_date=date(2026, 12, 31),
        base_price_paise=499_00,
    )
    assert series.generate(series_id=row.pk, at=NOW) == 2
    days = [indian_time.day_of(session.starts_at).day for session in program.sessions.all()]
    assert days == [24, 31]
    detail = api.get(f"/api/learning/user/liveotp/web/{program.pk}").json()["data"]
    assert detail["holidays"][0] == {"date": "2026-12-25", "name": "Christmas"}
