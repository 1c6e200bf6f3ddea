"""The page 'Figures and files': who may export what, and what is entered wrongly."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.tests.shop import Shop, course_at
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.office import periods
from apps.office.models import ExportRun
from apps.office.periods import Period
from apps.office.selectors.files import FILES
from apps.office.services import exports
from apps.office.states import FILES_OF_A_PERIOD, ExportFile
from apps.office.tests.staff import client_with

pytestmark = pytest.mark.django_db(transaction=True)

OCTOBER = {"first": "2026-10-01", "last": "2026-10-31"}
CSV = {**OCTOBER, "format": "csv"}
QUERIES = 11
"""Four of the admin; five files have one each, and two have two."""


@pytest.fixture
def desk(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


@pytest.mark.parametrize("kind", FILES)
def test_each_file_has_a_permission_of_its_own(kind: ExportFile) -> None:
    client = client_with(kind.permission)
    page = client.get("/admin/figures/", OCTOBER)
    assert [file.kind for file, _ in page.context["files"]] == [kind]
    assert 'href="/admin/figures/"' in page.content.decode()
    statuses = {file: client.post(f"/admin/figures/{file.value}/", CSV).status_code for file in FILES}
    assert statuses == {file: 200 if file == kind else 403 for file in FILES}
    assert [run.file for run in ExportRun.objects.all()] == [kind]


def test_other_staff_see_neither_page_nor_link() -> None:
    client = client_with("commerce.view_order", "accounts.view_user")
    assert client.get("/admin/figures/").status_code == 403
    assert "/admin/figures/" not in client.get("/admin/").content.decode()
    assert ExportRun.objects.count() == 0


def test_an_export_is_recorded(desk: Client, staff: Person) -> None:
    response = desk.post("/admin/figures/learners/", CSV)
    assert response["Content-Disposition"] == 'attachment; filename="learners-2026-10-01-to-2026-10-31.csv"'
    assert "no-store" in response["Cache-Control"]
    run = ExportRun.objects.get()
    assert (run.by, run.file, run.format, run.rows) == (staff.user, "learners", "csv", 0)
    assert (run.first_day, run.last_day) == (date(2026, 10, 1), date(2026, 10, 31))
    page = desk.get("/admin/office/exportrun/").content.decode()
    assert "1 Oct 2026" in page
    assert desk.get(f"/admin/office/exportrun/{run.pk}/change/").status_code == 200
    for action in ("change", "delete"):
        assert desk.post(f"/admin/office/exportrun/{run.pk}/{action}/", {"post": "yes"}).status_code == 403
    assert ExportRun.objects.count() == 1


def test_an_export_that_fails_is_recorded_without_rows(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> int:
        raise OSError("no space left")

    monkeypatch.setitem(exports.WRITERS, "csv", fail)
    desk.raise_request_exception = False
    assert desk.post("/admin/figures/sales/", CSV).status_code == 500
    run = ExportRun.objects.get()
    assert (run.rows, run.finished_at) == (None, None)


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        ("2026-10-31", "2026-10-01", "The last day is before the first."),
        ("0001-01-01", "9999-12-31", "Enter a day from 1 July 2017"),
        ("2017-06-30", "2026-10-31", "Enter a day from 1 July 2017"),
        ("2026-10-01", "10000-01-01", "Enter a valid date."),
        ("2026-02-30", "2026-10-31", "Enter a valid date."),
        ("2026-10-01\x00", "2026-10-31", "Enter a valid date."),
        ("9" * 1500, "2026-10-31", "Enter a valid date."),
        ("", "2026-10-31", "This field is required."),
        ("२०२६-१०-०१", "x", "Enter a valid date."),
    ],
)
def test_a_period_that_is_none_gets_a_message(desk: Client, first: str, last: str, message: str) -> None:
    period = {"first": first, "last": last}
    page = desk.get("/admin/figures/", period)
    assert (page.status_code, page.context["files"]) == (200, [])
    assert message in page.content.decode()
    refused = desk.post("/admin/figures/sales/", {**period, "format": "csv"}, follow=True)
    assert "Choose a period and a format." in refused.content.decode()
    assert ExportRun.objects.count() == 0


def test_other_nonsense_gets_a_message_as_well(desk: Client) -> None:
    for format in ("", "pdf", "\x00", "c" * 10_000):
        refused = desk.post("/admin/figures/sales/", {**OCTOBER, "format": format}, follow=True)
        assert "Choose a period and a format." in refused.content.decode()
    assert desk.post("/admin/figures/nothing/", CSV).status_code == 404
    assert desk.get("/admin/figures/sales/").status_code == 405
    assert ExportRun.objects.count() == 0


def test_too_many_rows_and_too_many_at_once(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_ROWS", -1)
    page = desk.post("/admin/figures/sales/", CSV, follow=True)
    assert "This period has 0 rows" in page.content.decode()
    monkeypatch.setattr(exports, "MAX_ROWS", 10)
    monkeypatch.setattr(exports, "_running", BoundedSemaphore(1))
    with exports._running:
        page = desk.post("/admin/figures/sales/", CSV, follow=True)
    assert "Two files are being written" in page.content.decode()
    assert ExportRun.objects.count() == 0
    assert desk.post("/admin/figures/sales/", CSV).status_code == 200


def test_the_number_of_queries(desk: Client, django_assert_num_queries: Any) -> None:
    desk.get("/admin/figures/", OCTOBER)
    with django_assert_num_queries(QUERIES):
        desk.get("/admin/figures/", OCTOBER)


def test_totals_of_learners_are_the_sums_of_their_rows(
    shop: Shop, member: Person, other_member: Person, staff: Person
) -> None:
    """Learners who joined in the period and are neither staff nor erased, whenever they paid."""
    others = [User.objects.create_user(mobile=f"981111110{number}", name="Other") for number in range(3)]
    for person, price in ((member, 1000_00), (member, 500_00), (other_member, 300_00), (staff, 200_00)):
        shop.bought(person.api, course_at(price))
    shop.enrolled(member.api, course_at(700_00))
    joined = datetime(2026, 10, 31, 23, 59, 59, 999_999, tzinfo=INDIA)
    User.objects.update(joined_at=joined)
    User.objects.filter(pk=others[0].pk).update(joined_at=joined + timedelta(microseconds=1))
    User.objects.filter(pk=others[1].pk).update(erased_at=timezone.now())
    file = FILES[ExportFile.LEARNERS]
    period = Period(date(2026, 10, 1), date(2026, 10, 31))
    assert sorted(row[-2:] for row in file.rows(period)) == [(0, 0), (1, 354_00), (2, 1770_00)]
    figures = file.summary(period)
    assert (figures.rows, [one.value for one in figures.totals]) == (3, [3, 2124_00])
    november = file.summary(Period(date(2026, 11, 1), date(2026, 11, 30)))
    assert (november.rows, [one.value for one in november.totals]) == (1, [0, 0])
    with CaptureQueriesContext(connection) as context:
        file.summary(period)
    assert len(context) == 1


def test_without_a_period_it_is_last_month(desk: Client) -> None:
    expected = periods.month_before(timezone.localdate())
    assert desk.get("/admin/figures/").context["period"] == expected
    assert desk.get("/admin/figures/?utm=x").context["period"] == expected


def test_months_and_financial_years() -> None:
    assert periods.month_before(date(2026, 3, 31)) == Period(date(2026, 2, 1), date(2026, 2, 28))
    assert periods.month_before(date(2027, 1, 1)) == Period(date(2026, 12, 1), date(2026, 12, 31))
    assert periods.month_of(date(2028, 2, 29)) == Period(date(2028, 2, 1), date(2028, 2, 29))
    year = Period(date(2026, 4, 1), date(2027, 3, 31))
    assert [periods.financial_year_of(day) for day in (date(2026, 4, 1), date(2027, 3, 31))] == [year, year]
    assert year.starts_at.isoformat() == "2026-04-01T00:00:00+05:30"
    assert year.ends_at.isoformat() == "2027-04-01T00:00:00+05:30"


def test_a_record_of_an_impossible_export_cannot_be_stored(staff: Person) -> None:
    run = ExportRun(
        file="sales",
        format="csv",
        first_day=date(2026, 10, 2),
        last_day=date(2026, 10, 1),
        by=staff.user,
        started_at=timezone.now(),
    )
    with pytest.raises(ValidationError):
        run.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        run.save()


def test_every_file_has_its_columns() -> None:
    assert tuple(FILES) == FILES_OF_A_PERIOD
