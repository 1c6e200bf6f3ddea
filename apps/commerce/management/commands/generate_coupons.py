import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from apps.commerce.models import CouponBatch
from apps.commerce.selectors import coupon_batches as selectors
from apps.commerce.services import coupon_batches
from apps.commerce.states import CouponKind
from apps.core.indian_time import INDIA, end_of_day
from apps.core.management.operations import OperationsCommand, Result, rolled_back, whole_number

_MAX_RUPEES = 999_999_999
_FIRST_YEAR, _YEAR_AFTER = 2000, 2100
_ENDS = (
    "when the codes expire in Indian time, such as 2026-12-31T23:59, or the last day on which they are valid"
)


class Command(OperationsCommand):
    help = "Generate codes for one use each that share their terms, and write them as CSV."
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--prefix", required=True, help="2 to 15 letters and digits, a letter first")
        parser.add_argument("--count", type=int, required=True, help=f"1 to {coupon_batches.MAX_CODES}")
        parser.add_argument("--description", required=True, help="shown to buyers beside the code")
        discount = parser.add_mutually_exclusive_group(required=True)
        discount.add_argument("--percent", type=int, help="1 to 100")
        discount.add_argument("--rupees", type=whole_number(1, _MAX_RUPEES), help="a fixed amount")
        parser.add_argument(
            "--minimum", type=whole_number(0, _MAX_RUPEES), default=0, help="lowest price in rupees (0)"
        )
        parser.add_argument("--ends", help=_ENDS)
        parser.add_argument("--first-purchase", action="store_true", help="for people without a paid order")
        parser.add_argument("--output", type=Path, help="a new CSV file; without it the codes are printed")

    def run(self, options: Mapping[str, Any]) -> Result:
        batch, file = _batch(options), options["output"]
        if file is not None and file.exists():
            raise CommandError(f"{file} exists already: choose another name.")
        try:
            batch.full_clean(exclude=["created_by"])
        except ValidationError as error:
            raise CommandError(
                " ".join(f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items())
            ) from None
        bar = self.progress(batch.size)
        with rolled_back(options["dry_run"]):
            coupon_batches.generate(batch=batch, on_progress=lambda done: bar.show(done, "codes"))
            text = "".join(selectors.csv_of_codes(batch=batch))
            if file is not None and not options["dry_run"]:
                # Before the commit: codes that could not be written do not exist.
                _write(file, text)
        if options["dry_run"]:
            line = f"{batch.size} codes such as {batch.prefix}-XXXXXXXXXX would be generated."
            return Result({"batch": batch.prefix, "codes": batch.size}, [line])
        facts: dict[str, Any] = {"batch": batch.prefix, "codes": batch.size}
        if file is not None:
            return Result({**facts, "file": str(file)}, [f"{batch.size} codes written to {file}."])
        codes = [row["code"] for row in csv.DictReader(StringIO(text))]
        return Result({**facts, "codes": codes}, codes)


def _write(file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8", newline="") as target:
            target.write(text)
    except OSError as error:
        raise CommandError(f"{file} cannot be written: {error.strerror}.") from None


def _batch(options: Mapping[str, Any]) -> CouponBatch:
    terms: dict[str, Any] = (
        {"kind": CouponKind.FLAT, "flat_paise": options["rupees"] * 100}
        if options["percent"] is None
        else {"kind": CouponKind.PERCENT, "percent": options["percent"]}
    )
    return CouponBatch(
        prefix=options["prefix"].upper(),
        size=options["count"],
        short_description=options["description"],
        minimum_paise=options["minimum"] * 100,
        ends_at=_moment(options["ends"]),
        is_first_purchase=options["first_purchase"],
        **terms,
    )


def _moment(text: str | None) -> Any:
    if text is None:
        return None
    try:
        day = parse_date(text)
        value = parse_datetime(text) if day is None else end_of_day(day)
    except (ValueError, OverflowError):
        value = None
    if value is None or not _FIRST_YEAR <= value.year < _YEAR_AFTER:
        raise CommandError("--ends: enter a day such as 2026-12-31, or with a time, 2026-12-31T23:59.")
    value = value if value.tzinfo else value.replace(tzinfo=INDIA)
    if value <= timezone.now():
        raise CommandError("--ends: this is in the past, so nobody could use the codes.")
    return value
