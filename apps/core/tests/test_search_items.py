"""The search among the cached items of a kind."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from apps.core import search_items
from apps.core.search_items import SearchItem, search_item
from apps.core.search_synonyms import Synonyms

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def thing(title: str, *texts: str, about: str = "") -> SearchItem:
    return search_item(id=title, title=title, path=f"/{title}", about=about, texts=texts)


THINGS = [
    thing("Reading candles", "What a wick tells"),
    thing("Position size", "Candles and losses", about="With Meera Iyer"),
    thing("चार्ट लैब", "हिंदी में अभ्यास"),
    thing("Fox on a sipping tour"),
]
SYNONYMS: Synonyms = {("f", "o"): (("position", "losses"), ("wick",)), ("sip",): (("अभ्यास",),)}


def find(items: list[SearchItem], text: str, *, known: Collection[str] = ()) -> list[str]:
    words = search_items.interpret(text, items=items, synonyms=SYNONYMS, known=known)
    found = search_items.match(items, words=words, now=NOW)
    return [match.item.title for match in found if match.hits == len(words)]


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
        ("andles", ["Reading candles", "Position size"]),
        ("candels", ["Reading candles", "Position size"]),
        ("postion sizes", ["Position size"]),
        ("cndle", ["Reading candles", "Position size"]),
        ("cndls", []),
        ("candles nowhere", []),
        ("nowhere candles", []),
        ("F&O", ["Reading candles", "Position size"]),
        ("f and o candles", ["Reading candles", "Position size"]),
        ("SIPs", ["चार्ट लैब"]),
        ("sip candles", []),
        ("चार्ट", ["चार्ट लैब"]),
        ("चार्ट अभ्यास", ["चार्ट लैब"]),
        ("", []),
        ("  %_'\"", []),
        ("\ud800", []),
    ],
)
def test_every_word_must_begin_a_word_and_titles_come_first(text: str, titles: list[str]) -> None:
    assert find(THINGS, text) == titles


def test_what_fits_the_title_comes_first_and_else_the_order_stays() -> None:
    rows = [thing("One", "candles"), thing("Two", "candles"), thing("Candles")]
    assert find(rows, "candles") == ["Candles", "One", "Two"]


@pytest.mark.parametrize(("ends", "is_found"), [(1, True), (0, False), (-1, False)])
def test_what_is_over_is_not_found(ends: int, is_found: bool) -> None:
    over = replace(thing("Candles"), until=NOW + timedelta(seconds=ends))
    assert bool(find([over], "candles")) is is_found


def test_a_word_that_is_found_elsewhere_is_no_typo() -> None:
    rows = [thing("Handles")]
    assert find(rows, "candles") == ["Handles"]
    assert find(rows, "candles", known={"candles"}) == []


def test_an_unknown_word_has_a_guess_or_none() -> None:
    words = search_items.interpret("cndls kandlz xyzzyx", items=THINGS, synonyms={})
    assert [(word.alternatives, word.guess) for word in words] == [
        ((), "candles"),
        ((), None),
        ((), None),
    ]


def test_a_name_is_no_guess() -> None:
    rows = [thing("Mehta"), thing("Candles")]
    [without] = search_items.interpret("mehnga", items=rows, synonyms={})
    [word] = search_items.interpret("mehnga", items=rows, synonyms={}, names={"mehta"})
    assert (without.guess, word.guess) == ("mehta", None)
