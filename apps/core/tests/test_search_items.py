"""Looking for words through a few things."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from apps.core import search_items
from apps.core.search_items import SearchItem, search_item

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def thing(title: str, *texts: str, about: str = "") -> SearchItem:
    return search_item(id=title, title=title, path=f"/{title}", about=about, texts=texts)


THINGS = [
    thing("Reading candles", "What a wick tells"),
    thing("Position size", "Candles and losses", about="With Meera Iyer"),
    thing("चार्ट लैब", "हिंदी में अभ्यास"),
]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("candles", ["Reading candles", "Position size"]),
        ("candle", ["Reading candles", "Position size"]),
        ("CÁNDLES", ["Reading candles", "Position size"]),
        ("can", ["Reading candles", "Position size"]),
        ("candles losses", ["Position size"]),
        ("meera", ["Position size"]),
        ("losses meera size", ["Position size"]),
        ("andles", []),
        ("candles nowhere", []),
        ("चार्ट", ["चार्ट लैब"]),
        ("चार्ट अभ्यास", ["चार्ट लैब"]),
        ("", []),
        ("  %_'\"", []),
        ("\ud800", []),
    ],
)
def test_every_word_must_begin_a_word_and_titles_come_first(text: str, titles: list[str]) -> None:
    assert [found.title for found in search_items.match(THINGS, text=text, now=NOW)] == titles


def test_what_fits_the_title_comes_first_and_else_the_order_stays() -> None:
    rows = [thing("One", "candles"), thing("Two", "candles"), thing("Candles")]
    assert [found.title for found in search_items.match(rows, text="candles", now=NOW)] == [
        "Candles",
        "One",
        "Two",
    ]


@pytest.mark.parametrize(("ends", "is_found"), [(1, True), (0, False), (-1, False)])
def test_what_is_over_is_not_found(ends: int, is_found: bool) -> None:
    over = replace(thing("Candles"), until=NOW + timedelta(seconds=ends))
    assert bool(search_items.match([over], text="candles", now=NOW)) is is_found
