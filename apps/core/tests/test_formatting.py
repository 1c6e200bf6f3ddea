import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from apps.core import formatting
from apps.core.templatetags import formatting_tags

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests/vectors/formatting.json").read_text())


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


@pytest.mark.parametrize(
    ("offer", "markup", "percent"),
    [
        (50, 100, 50),
        (999, 1000, None),
        (995, 1000, 1),
        (100, 100, None),
        (120, 100, None),
        (0, 500, 100),
        (5, None, None),
    ],
)
def test_a_discount_is_shown_only_when_real(offer: int, markup: int | None, percent: int | None) -> None:
    assert formatting_tags.percent_off(offer, markup) == percent


def test_days_and_times_are_those_of_india() -> None:
    assert formatting.day("2026-11-20T18:30:00Z") == "Sat, 21 Nov 2026"
    assert formatting.clock_time("2026-11-20T18:30:00Z") == "12:00 AM"
    assert formatting.clock_time("2026-11-21T06:30:00Z") == "12:00 PM"
    assert formatting.time_range("2026-11-21T09:30:00Z", "2026-11-21T11:00:00Z") == "3:00 PM – 4:30 PM"


def test_live_begins_with_the_start_and_is_over_at_the_end() -> None:
    starts, ends = "2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z"
    moments = [datetime(2026, 11, 21, 8, 59, 59, tzinfo=UTC), datetime(2026, 11, 21, 9, tzinfo=UTC)]
    moments.append(datetime(2026, 11, 21, 10, tzinfo=UTC))
    assert [formatting_tags.live_at(moment, starts, ends) for moment in moments] == [False, True, False]


@pytest.mark.parametrize(
    ("rating", "whole", "half"), [(0, 0, 0), (4.4, 4, 0), (4.5, 4, 1), (4.9, 4, 1), (5, 5, 0), (9, 5, 0)]
)
def test_stars_are_whole_with_a_half_from_a_half_up(rating: float, whole: int, half: int) -> None:
    kinds = formatting_tags.star_kinds(rating)
    assert (kinds.count("whole"), kinds.count("half"), len(kinds)) == (whole, half, 5)


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("", "R"),
        ("  ", "R"),
        ("asha", "A"),
        ("Asha Kulkarni", "AK"),
        ("A. V. Iyer", "AI"),
        ("किरण सिंह", "किसिं"),
    ],
)
def test_initials_are_the_first_and_last_names(name: str, letters: str) -> None:
    assert formatting_tags.initials(name) == letters


@pytest.mark.parametrize("vector", VECTORS["durations"])
def test_durations_read_as_in_the_browser(vector: dict[str, Any]) -> None:
    assert formatting.duration(vector["seconds"]) == vector["text"]


@pytest.mark.parametrize("vector", VECTORS["experience"])
def test_experience_reads_as_in_the_browser(vector: dict[str, Any]) -> None:
    assert formatting.experience(vector["experience"]) == vector["text"]


@pytest.mark.parametrize("vector", VECTORS["firstNames"])
def test_first_names_are_those_of_the_browser(vector: dict[str, Any]) -> None:
    assert formatting_tags.first_name(vector["name"]) == vector["first"]
