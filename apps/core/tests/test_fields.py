"""Money, times and ids in JSON, by table."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from apps.core import ids, indian_time
from apps.core.api.fields import RupeesField, UtcDateTimeField
from apps.core.money import Money


class PriceOut(serializers.Serializer[Any]):
    price = RupeesField()


class EventOut(serializers.Serializer[Any]):
    at = UtcDateTimeField()


@pytest.mark.parametrize(
    ("paise", "written"),
    [
        (0, "0"),
        (1, "0.01"),
        (10, "0.1"),
        (29, "0.29"),
        (99, "0.99"),
        (100, "1"),
        (101, "1.01"),
        (57_10, "57.1"),
        (4_35, "4.35"),
        (1_00_000_00, "100000"),
        (123_456_789_12, "123456789.12"),
        (999_999_999_999_99, "999999999999.99"),
        (-5, "-0.05"),
        (-150, "-1.5"),
        (-100, "-1"),
        (None, "null"),
    ],
)
def test_paise_are_written_as_rupees(paise: int | None, written: str) -> None:
    assert JSONRenderer().render(PriceOut({"price": paise}).data) == f'{{"price":{written}}}'.encode()


def test_no_paisa_is_lost_on_the_way() -> None:
    assert all(round(Money(paise).to_rupees() * 100) == paise for paise in range(0, 200_000, 7))


@pytest.mark.parametrize(
    ("rupees", "paise"),
    [(0, 0), (1, 100), (Decimal("1.5"), 150), (Decimal("0.01"), 1), (Decimal("-2"), -200)],
)
def test_rupees_become_paise(rupees: int | Decimal, paise: int) -> None:
    assert Money.from_rupees(rupees) == Money(paise)


def test_a_part_of_a_paisa_is_no_amount() -> None:
    with pytest.raises(ValueError, match="two decimals"):
        Money.from_rupees(Decimal("0.005"))


IST = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (datetime(2026, 11, 21, 9, 30, tzinfo=UTC), '"2026-11-21T09:30:00Z"'),
        (datetime(2026, 11, 21, 15, 0, tzinfo=IST), '"2026-11-21T09:30:00Z"'),
        (datetime(2026, 1, 1, 0, 0, tzinfo=IST), '"2025-12-31T18:30:00Z"'),
        (datetime(2026, 11, 21, 9, 30, 59, 999_999, tzinfo=UTC), '"2026-11-21T09:30:59Z"'),
        (None, "null"),
    ],
)
def test_moments_are_written_in_utc(moment: datetime | None, written: str) -> None:
    assert JSONRenderer().render(EventOut({"at": moment}).data) == f'{{"at":{written}}}'.encode()


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 3, 31, 18, 29, 59, tzinfo=UTC), "2026-03-31"),
        (datetime(2026, 3, 31, 18, 30, tzinfo=UTC), "2026-04-01"),
    ],
)
def test_a_day_is_one_of_india(moment: datetime, day: str) -> None:
    found = indian_time.day_of(moment)
    assert found.isoformat() == day
    assert indian_time.start_of_day(found) <= moment < indian_time.end_of_day(found)


def test_ids_sort_by_the_time_they_were_made() -> None:
    made = [ids.new_id() for _ in range(100)]
    assert made == sorted(made)
    assert {(type(name), name.version) for name in made} == {(UUID, 7)}


@pytest.mark.parametrize(
    "text", ["", "none", "0192f3a4-7b5c-7123-9876-543210fedcb", "{0192f3a47b5c71239876543210fedcb}", "x" * 36]
)
def test_a_malformed_id_is_nobodys(text: str) -> None:
    assert ids.parse(text) is None


def test_an_id_is_read_as_it_is_written() -> None:
    name = ids.new_id()
    assert ids.parse(str(name)) == name
