"""Commands for carts and for codes in bulk."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.commerce.models import Cart, Coupon, CouponBatch
from apps.commerce.selectors import books
from apps.commerce.services import expiry
from apps.commerce.tests.shop import Shop, course_at
from apps.core import indian_time
from apps.core.testing.fixtures import Person


def ran(name: str, *options: str) -> Any:
    out = StringIO()
    call_command(name, "--json", *options, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db(transaction=True)
def test_carts_that_expired_long_ago_and_were_not_ordered_are_deleted(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "BATCH_SIZE", 2)
    for _ in range(3):
        shop.cart(member.api, course_at(100_00))
    ordered, fresh = shop.cart(member.api, course_at(100_00)), shop.cart(member.api, course_at(100_00))
    shop.enroll(member.api, ordered)
    old = timezone.now() - timedelta(days=8)
    Cart.objects.exclude(pk=fresh["_id"]).update(expires_at=old)

    assert ran("expire_carts", "--dry-run") == {"carts": 3}
    assert Cart.objects.count() == 5
    assert ran("expire_carts") == {"carts": 3}
    assert {str(pk) for pk in Cart.objects.values_list("pk", flat=True)} == {ordered["_id"], fresh["_id"]}
    assert list(books.differences()) == []


BAD_ENDS = "--ends: enter a day such as 2026-12-31, or with a time, 2026-12-31T23:59."
TERMS = ("--description", "College", "--percent", "10")


@pytest.mark.django_db
def test_codes_are_generated_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "codes.csv"
    facts = ran(
        "generate_coupons", "--prefix", "college", "--count", "1200", *TERMS,
        "--minimum", "500", "--ends", "2027-01-31T23:59", "--first-purchase", "--output", str(file),
    )  # fmt: skip

    assert facts == {"batch": "COLLEGE", "codes": 1200, "file": str(file)}
    batch = CouponBatch.objects.get()
    codes = set(batch.coupons.values_list("code", flat=True))
    lines = file.read_text().splitlines()
    assert lines[0] == "code,status,order"
    assert {line.partition(",")[0] for line in lines[1:]} == codes
    assert len(codes) == 1200
    coupon = batch.coupons.all()[0]
    assert (coupon.percent, coupon.minimum_paise, coupon.is_first_purchase) == (10, 500_00, True)
    assert coupon.ends_at is not None
    assert coupon.ends_at.isoformat() == "2027-01-31T18:29:00+00:00"


@pytest.mark.django_db
def test_codes_are_printed_without_a_file() -> None:
    facts = ran(
        "generate_coupons", "--prefix", "fair", "--count", "2", "--description", "F", "--rupees", "100"
    )
    assert sorted(facts["codes"]) == list(Coupon.objects.values_list("code", flat=True).order_by("code"))
    assert set(Coupon.objects.values_list("flat_paise", flat=True)) == {100_00}


@pytest.mark.django_db
def test_a_dry_run_generates_nothing(tmp_path: Path) -> None:
    file = tmp_path / "codes.csv"
    options = ("--prefix", "fair", "--count", "5", *TERMS, "--output", str(file))
    assert ran("generate_coupons", "--dry-run", *options) == {"batch": "FAIR", "codes": 5}
    assert (Coupon.objects.count(), CouponBatch.objects.count(), file.exists()) == (0, 0, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"--prefix": "9"}, "prefix: Use 2 to 15 letters and digits, a letter first."),
        ({"--prefix": "taken"}, "prefix: Coupon batch with this Prefix already exists."),
        ({"--count": "0"}, "size: Enter a number from 1 to 100000."),
        ({"--count": "100001"}, "size: Enter a number from 1 to 100000."),
        ({"--percent": "101"}, "percent: Ensure this value is less than or equal to 100."),
        ({"--ends": "31.12.2026"}, BAD_ENDS),
        ({"--ends": "0001-01-01"}, BAD_ENDS),
        ({"--ends": "9999-12-31"}, BAD_ENDS),
        ({"--ends": "2020-12-31"}, "--ends: this is in the past, so nobody could use the codes."),
        ({"--minimum": "-5"}, "--minimum: enter a whole number from 0 to 999999999"),
        ({"--ends": "2026-13-31T00:00"}, BAD_ENDS),
    ],
)  # fmt: skip
def test_wrong_options_are_named_and_nothing_is_generated(changed: dict[str, str], message: str) -> None:
    CouponBatch.objects.create(prefix="TAKEN", size=1, short_description="Taken", percent=10)
    options = {"--prefix": "fair", "--count": "5", "--description": "Fair", "--percent": "10", **changed}
    with pytest.raises(CommandError) as refused:
        ran("generate_coupons", *(part for pair in options.items() for part in pair))
    assert message.rpartition(": ")[2] in str(refused.value)
    assert Coupon.objects.count() == 0


@pytest.mark.django_db
def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "codes.csv"
    file.write_text("mine")
    with pytest.raises(CommandError, match="exists already"):
        ran("generate_coupons", "--prefix", "fair", "--count", "5", *TERMS, "--output", str(file))
    assert (file.read_text(), Coupon.objects.count()) == ("mine", 0)


@pytest.mark.django_db
def test_codes_that_cannot_be_written_are_not_generated(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "codes.csv"
    with pytest.raises(CommandError, match=r"codes\.csv cannot be written: No such file or directory\."):
        ran("generate_coupons", "--prefix", "fair", "--count", "5", *TERMS, "--output", str(file))
    assert (CouponBatch.objects.count(), Coupon.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_a_day_without_a_time_is_the_last_one() -> None:
    day = indian_time.today() + timedelta(days=30)
    ran("generate_coupons", "--prefix", "day", "--count", "1", *TERMS, "--ends", day.isoformat())
    assert CouponBatch.objects.get().ends_at == indian_time.end_of_day(day)


@pytest.mark.parametrize("command", ["verify_books", "fetch_settlements"])
def test_days_out_of_range_are_refused_before_anything_runs(command: str) -> None:
    for days in ("-1", "9999999"):
        with pytest.raises(CommandError, match="enter a whole number from 0"):
            call_command(command, "--days", days)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-5", "0", "1e3", "86401"])
def test_a_time_out_of_range_is_refused_before_anything_runs(seconds: str) -> None:
    with pytest.raises(CommandError, match="enter a whole number from 1 to 86400"):
        call_command("reconcile_payments", "--seconds", seconds)
