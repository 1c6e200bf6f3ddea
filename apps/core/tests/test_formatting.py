import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from apps.core import formatting

VECTORS = json.loads((Path(__file__).parents[3] / "tests/vectors/formatting.json").read_text())


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1,000"),
        (99999, "99,999"),
        (100000, "1,00,000"),
        (12345678, "1,23,45,678"),
    ],
)
def test_numbers_are_grouped_the_indian_way(number: int, text: str) -> None:
    assert formatting.indian_number(number) == text


@pytest.mark.parametrize(("amount", "text"), [(0, "₹0.00"), (1499, "₹1,499.00"), (123456.5, "₹1,23,456.50")])
def test_amounts_have_two_decimals(amount: float, text: str) -> None:
    assert formatting.rupees(amount) == text


def test_keys_are_read_as_words() -> None:
    keys = ("booking_confirmed", "pro_bought", "otp", "goods_not_received", "")
    assert [formatting.words_of(key) for key in keys] == [
        "Booking confirmed",
        "Pro bought",
        "OTP",
        "Goods not received",
        "",
    ]


def test_times_are_those_of_india() -> None:
    assert formatting.clock_time("2026-11-20T18:30:00Z") == "12:00 AM"
    assert formatting.clock_time("2026-11-21T06:30:00Z") == "12:00 PM"
    assert formatting.clock_time("2026-11-21T09:45:00Z") == "3:15 PM"


@pytest.mark.parametrize("vector", VECTORS["spans"], ids=lambda vector: vector["text"])
def test_durations_read_as_in_the_browser(vector: dict[str, Any]) -> None:
    assert formatting.time_span(timedelta(seconds=vector["seconds"])) == vector["text"]


@pytest.mark.parametrize("vector", VECTORS["durations"], ids=lambda vector: vector["text"])
def test_search_engines_read_the_duration_that_people_read(vector: dict[str, Any]) -> None:
    assert formatting.iso_duration(vector["seconds"]) == vector["iso"]
