"""Adds coupons from a CSV file: all of them, or none."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.commerce.models import Coupon
from apps.commerce.selectors import coupon_items
from apps.commerce.states import CouponKind
from apps.core import csv_rows, indian_time
from apps.core.csv_imports import FIRST, Imported, problems_of
from apps.core.csv_rows import BadFile, Columns

COLUMNS = Columns(
    ("code", "description"),
    (
        "percent",
        "rupees",
        "maximum",
        "minimum",
        "first_day",
        "last_day",
        "uses",
        "uses_per_person",
        "first_purchase",
        "listed",
        "kinds",
        "items",
    ),
)
MAX_ROWS = 20_000
_CHUNK_SIZE = 500
_MAX_ITEMS = 100
"""Different names in one file: each is looked up by itself."""
_LARGEST = {"percent": 100, "uses": 2_000_000_000, "uses_per_person": 2_000_000_000}
_CHOICES = {"yes": True, "no": False, "": False}
_NAMES = {
    "short_description": "description",
    "flat_paise": "rupees",
    "cap_paise": "maximum",
    "minimum_paise": "minimum",
    "total_limit": "uses",
    "person_limit": "uses_per_person",
    "item_ids": "items",
}


def import_coupons(*, content: bytes, is_dry_run: bool = False) -> Imported:
    """
    A row for each coupon, which is active, and valid for everything without kinds and items. With any error,
    and in a dry run, nothing is kept.

    :raises BadFile: if the file cannot be read at all
    """
    done, coupons, seen = Imported(), [], dict[str, int]()
    find_item = _ItemFinder()
    for number, values in csv_rows.read(content, columns=COLUMNS, max_rows=MAX_ROWS):
        coupon, problems = _read(values)
        problems += _limit_to_items(coupon, values, find_item)
        if coupon.code in seen:
            problems.append(f"code: is in row {seen[coupon.code]} as well.")
        seen.setdefault(coupon.code, number)
        done.errors += (f"Row {number}, {problem}" for problem in problems)
        coupons.append(coupon)
    done.errors += (f"Row {seen[code]}, code: this coupon exists already." for code in _existing(list(seen)))
    done.added = len(coupons)
    done.first = [_preview(one) for one in coupons[:FIRST]]
    if not done.errors and not is_dry_run:
        try:
            with transaction.atomic():
                Coupon.objects.bulk_create(coupons, batch_size=_CHUNK_SIZE)
        except IntegrityError:
            done.errors.append("One of these codes was added just now. Import the file again.")
    return done


def _preview(coupon: Coupon) -> str:
    count = len(coupon.item_ids)
    limits = [*coupon.kinds, *([f"{count} {'item' if count == 1 else 'items'}"] if count else [])]
    text = f"{coupon.code}: {coupon.short_description}"
    return f"{text} ({', '.join(limits)})" if limits else text


def _existing(codes: list[str]) -> list[str]:
    found: set[str] = set()
    for start in range(0, len(codes), _CHUNK_SIZE):
        chunk = codes[start : start + _CHUNK_SIZE]
        found.update(Coupon.objects.filter(code__in=chunk).values_list("code", flat=True))
    return [code for code in codes if code in found]


def _read(values: Mapping[str, str]) -> tuple[Coupon, list[str]]:
    """The coupon, as far as it can be made, and what is wrong with the row."""
    problems = list(csv_rows.bad_cells(values))
    amounts = {name: _amount(values, name, problems) for name in ("rupees", "maximum", "minimum")}
    numbers = {name: _number(values, name, problems) for name in _LARGEST}
    is_flat = amounts["rupees"] is not None
    if bool(values.get("percent")) == bool(values.get("rupees")):
        problems.append("percent, rupees: enter one of both.")
    first, last = (_day(values, name, problems) for name in ("first_day", "last_day"))
    if first and last and last < first:
        problems.append("last_day: is before the first.")
    coupon = Coupon(
        code=values["code"].upper(),
        short_description=values["description"],
        kind=CouponKind.FLAT if is_flat else CouponKind.PERCENT,
        percent=None if is_flat else numbers["percent"],
        flat_paise=amounts["rupees"],
        cap_paise=amounts["maximum"],
        minimum_paise=amounts["minimum"] or 0,
        starts_at=first and indian_time.start_of_day(first),
        ends_at=last and indian_time.end_of_day(last),
        total_limit=numbers["uses"],
        person_limit=numbers["uses_per_person"],
        is_first_purchase=_choice(values, "first_purchase", problems),
        is_listed=_choice(values, "listed", problems),
    )
    return coupon, [*problems, *problems_of(coupon, columns=_NAMES)]


class _ItemFinder:
    """Looks up each name once in a file."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, tuple[str, ...]], UUID | None] = {}

    def __call__(self, name: str, kinds: Sequence[str]) -> UUID | None:
        """:raises BadFile: if there are too many different names"""
        key = (name, tuple(kinds))
        if key not in self._found:
            if len(self._found) == _MAX_ITEMS:
                raise BadFile(f"The file has more than {_MAX_ITEMS} different items. Split it.")
            self._found[key] = coupon_items.find(name, among=kinds)
        return self._found[key]


def _limit_to_items(coupon: Coupon, values: Mapping[str, str], find_item: _ItemFinder) -> Iterator[str]:
    """Sets the kinds and items, which are separated by spaces, and yields what is wrong with them."""
    known = coupon_items.kinds()
    kinds = list(dict.fromkeys(values.get("kinds", "").split()))
    for kind in kinds:
        if kind not in known:
            yield f"kinds: '{kind[:40]}' is none of {', '.join(known)}."
    coupon.kinds = [kind for kind in kinds if kind in known]
    if len(coupon.kinds) < len(kinds):
        return
    names = dict.fromkeys(values.get("items", "").split())
    found = {name: find_item(name, coupon.kinds or known) for name in names}
    for name, item_id in found.items():
        if item_id is None:
            yield f"items: no item on sale that this coupon is valid for matches '{name[:80]}'."
    coupon.item_ids = list(dict.fromkeys(str(item_id) for item_id in found.values() if item_id is not None))


def _amount(values: Mapping[str, str], name: str, problems: list[str]) -> int | None:
    text = values.get(name, "")
    paise = csv_rows.paise(text) if text else None
    if text and not paise:
        problems.append(f"{name}: enter rupees such as 100 or 99.50, up to {csv_rows.LARGEST_RUPEES}.")
    return paise or None


def _number(values: Mapping[str, str], name: str, problems: list[str]) -> int | None:
    text = values.get(name, "")
    number = csv_rows.whole_number(text, largest=_LARGEST[name]) if text else None
    if text and not number:
        problems.append(f"{name}: enter a whole number from 1 to {_LARGEST[name]}.")
    return number or None


def _day(values: Mapping[str, str], name: str, problems: list[str]) -> date | None:
    text = values.get(name, "")
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or not 2000 <= day.year < 2100:
        problems.append(f"{name}: must be like 2026-12-25.")
        return None
    return day


def _choice(values: Mapping[str, str], name: str, problems: list[str]) -> bool:
    text = values.get(name, "").lower()
    if text not in _CHOICES:
        problems.append(f"{name}: must be yes or no.")
    return _CHOICES.get(text, False)
