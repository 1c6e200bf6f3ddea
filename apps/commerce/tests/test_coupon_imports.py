"""Coupons from CSV: what is created, and what every wrong row is told."""

import json
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.audit.models import AuditEntry
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.models import Coupon
from apps.commerce.services import coupon_imports
from apps.core import indian_time
from apps.core.csv_rows import BadFile
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)

LIMITS = ("kinds", "items")
HEADER = ",".join(
    name
    for name in (*coupon_imports.COLUMNS.required, *coupon_imports.COLUMNS.optional)
    if name not in LIMITS
)
PERCENT = "diwali20,Diwali,20,,500,999.50,2026-11-01,2026-11-08,100,1,yes,no"
OTHER = PERCENT.replace("diwali20", "other20")
FLAT = "FLAT100,Hundred off,,100,,,,,,,,"


def rows(*lines: str) -> bytes:
    return "\n".join((HEADER, *lines)).encode()


def imported(*lines: str, **options: Any) -> Any:
    return coupon_imports.import_coupons(content=rows(*lines), **options)


def test_a_coupon_for_each_row() -> None:
    done = imported(PERCENT, FLAT)
    assert (done.added, done.errors) == (2, [])
    percent, flat = Coupon.objects.order_by("code")
    terms = (percent.kind, percent.percent, percent.flat_paise)
    assert (percent.code, *terms) == ("DIWALI20", "percent", 20, None)
    assert (percent.cap_paise, percent.minimum_paise) == (500_00, 999_50)
    assert percent.starts_at == indian_time.start_of_day(date(2026, 11, 1))
    assert percent.ends_at == indian_time.end_of_day(date(2026, 11, 8))
    assert (percent.total_limit, percent.person_limit) == (100, 1)
    assert (percent.is_first_purchase, percent.is_listed, percent.is_active) == (True, False, True)
    assert (flat.kind, flat.percent, flat.flat_paise, flat.minimum_paise) == ("flat", None, 100_00, 0)
    assert (flat.starts_at, flat.ends_at, flat.total_limit, flat.person_limit) == (None,) * 4


def limited(*limits: tuple[str, str]) -> Any:
    """A coupon for each pair of kinds and items."""
    lines = [f"C-{number},Off,10,{kinds},{items}" for number, (kinds, items) in enumerate(limits)]
    content = "\n".join(("code,description,percent,kinds,items", *lines)).encode()
    return coupon_imports.import_coupons(content=content)


def test_kinds_and_items_limit_what_a_coupon_is_valid_for() -> None:
    course, other = CourseFactory(weburlname="candles"), CourseFactory()
    done = limited(
        ("", ""),
        ("course webinar", ""),
        ("", f"candles /courses/{other.weburlname}/ candles"),
        ("course", "candles"),
        ("course  course", str(course.pk)),
    )
    assert done.errors == []
    assert list(Coupon.objects.order_by("code").values_list("kinds", "item_ids")) == [
        ([], []),
        (["course", "webinar"], []),
        ([], [str(course.pk), str(other.pk)]),
        (["course"], [str(course.pk)]),
        (["course"], [str(course.pk)]),
    ]
    assert done.first[1:4] == [
        "C-1: Off (course, webinar)",
        "C-2: Off (2 items)",
        "C-3: Off (course, 1 item)",
    ]


def test_limits_that_fit_nothing_are_named() -> None:
    CourseFactory(weburlname="candles")
    CourseFactory(weburlname="draft", is_published=False)
    done = limited(("Course", ""), ("webinar", "candles"), ("", "draft"), ("", "candles none"))
    fits_nothing = "no item on sale that this coupon is valid for matches"
    assert done.errors == [
        "Row 2, kinds: 'Course' is none of course, liveTrading, mentorship, pro, webinar.",
        f"Row 3, items: {fits_nothing} 'candles'.",
        f"Row 4, items: {fits_nothing} 'draft'.",
        f"Row 5, items: {fits_nothing} 'none'.",
    ]
    assert Coupon.objects.count() == 0


def test_each_item_is_looked_up_once_and_there_are_not_too_many() -> None:
    CourseFactory(weburlname="candles")
    counts = []
    for size in (1, 50):
        with CaptureQueriesContext(connection) as context:
            limited(*[("course", "candles")] * size)
        counts.append(len([query for query in context.captured_queries if query["sql"].startswith("SELECT")]))
        Coupon.objects.all().delete()
    assert counts[0] == counts[1]
    with pytest.raises(BadFile, match="more than 100 different items"):
        limited(*(("course", f"item-{number}") for number in range(101)))


@pytest.mark.parametrize(
    ("row", "errors"),
    [
        (FLAT.replace("FLAT100", "A B"), ["code"]),
        (FLAT.replace("Hundred off", '"Hundred\noff"'), ["description"]),
        (FLAT.replace("FLAT100", "-ABC"), ["code"]),
        (FLAT.replace("Hundred off", ""), ["description"]),
        (FLAT.replace(",100,", ",,"), ["percent, rupees"]),
        (FLAT.replace(",,100,", ",10,100,"), ["percent, rupees"]),
        (FLAT.replace(",100,", ",0,"), ["rupees"]),
        (FLAT.replace(",100,", ",1e3,"), ["rupees"]),
        (OTHER.replace(",20,", ",101,"), ["percent"]),
        (OTHER.replace("2026-11-08", "2026-10-31"), ["last_day"]),
        (OTHER.replace("2026-11-08", "9999-12-31"), ["last_day"]),
        (OTHER.replace("yes", "perhaps"), ["first_purchase"]),
        (OTHER.replace(",100,", ",9999999999,"), ["uses"]),
        (PERCENT, ["code"]),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_kept(row: str, errors: list[str]) -> None:
    done = imported(PERCENT, row)
    assert [error.partition(":")[0] for error in done.errors] == [f"Row 3, {name}" for name in errors]
    assert Coupon.objects.count() == 0


@pytest.mark.parametrize(
    ("row", "error"),
    [
        (OTHER.replace(",100,", ",9999999999,"), "uses: enter a whole number from 1 to 2000000000."),
        (
            OTHER.replace(",1,yes", ",2000000001,yes"),
            "uses_per_person: enter a whole number from 1 to 2000000000.",
        ),
        (OTHER.replace(",20,", ",9999999999,"), "percent: enter a whole number from 1 to 100."),
        (
            FLAT.replace(",100,", ",1000000000,"),
            "rupees: enter rupees such as 100 or 99.50, up to 999999999.",
        ),
    ],
)
def test_a_number_that_is_too_large_is_told_the_largest(row: str, error: str) -> None:
    assert imported(PERCENT, row).errors == [f"Row 3, {error}"]
    assert Coupon.objects.count() == 0


def test_the_largest_number_of_uses() -> None:
    assert imported(PERCENT.replace(",100,", ",2000000000,")).errors == []
    assert Coupon.objects.get().total_limit == 2_000_000_000


def test_a_code_that_exists_is_refused() -> None:
    imported(FLAT)
    assert imported(PERCENT, FLAT.lower()).errors == ["Row 3, code: this coupon exists already."]
    assert Coupon.objects.count() == 1


def test_too_many_rows() -> None:
    with pytest.raises(BadFile, match="more than 20000 rows"):
        imported(*(FLAT.replace("FLAT100", f"F{number}") for number in range(20_001)))


def test_a_query_for_each_five_hundred() -> None:
    counts = []
    for prefix, size in (("A", 1), ("B", 400)):
        with CaptureQueriesContext(connection) as context:
            lines = (FLAT.replace("FLAT100", f"{prefix}-{number:04d}") for number in range(size))
            assert imported(*lines).added == size
        counts.append(len([query for query in context.captured_queries if query["sql"].startswith("SELECT")]))
    assert counts == [1, 1]
    assert Coupon.objects.count() == 401


@pytest.mark.postgresql
def test_two_imports_at_once_add_them_once() -> None:
    results = in_parallel(lambda _: len(imported(FLAT, PERCENT).errors) > 0, times=2)
    assert sorted(map(str, results)) == ["False", "True"]
    assert Coupon.objects.count() == 2


def test_the_page_and_the_command(staff: Person, tmp_path: Path) -> None:
    client, page = Client(), "/admin/commerce/coupon/import/"
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    assert page in client.get("/admin/commerce/coupon/").content.decode()
    preview = client.post(page, {"file": SimpleUploadedFile("a.csv", rows(FLAT))})
    assert "1 coupon is added." in preview.content.decode()
    assert "<li>FLAT100: Hundred off</li>" in preview.content.decode()
    client.post(page, {"text": preview.context["text"], "confirmed": "1"})
    assert AuditEntry.objects.get(kind="action").note == "Imported from CSV: 1 coupon"
    file, out = tmp_path / "coupons.csv", StringIO()
    file.write_bytes(rows(PERCENT))
    call_command("import_coupons", str(file), "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"coupons": 1, "notes": [], "errors": []}
    assert list(Coupon.objects.order_by("code").values_list("code", flat=True)) == ["DIWALI20", "FLAT100"]
