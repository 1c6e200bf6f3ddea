"""Tokenising text, and correcting typos."""

import pytest

from apps.catalog import search
from apps.core import search_tokens, spelling


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Options: Rights & Price", ["options", "rights", "price"]),
        ("investor's investor’s", ["investors", "investors"]),
        ("P/E-ratio, 3.5%", ["p", "e", "ratio", "3", "5"]),
        ("Résumé ﬁnance ＥＴＦ", ["resume", "finance", "etf"]),
        ("बाज़ार बाजार", ["बाजार", "बाजार"]),
        ("सोच-समझकर", ["सोच", "समझकर"]),
        ("हँसी हंसी", ["हंसी", "हंसी"]),
        ("co\u00adop zero\u200bwidth", ["coop", "zerowidth"]),
        ("\x00\ud800 \U0001f600", []),
        ("x" * 50, ["x" * 40]),
    ],
)
def test_text_is_tokenised(text, expected):
    assert search_tokens.tokenize(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("options", "option"),
        ("taxes", "taxe"),
        ("news", "news"),
        ("analysis", "analysis"),
        ("bonus", "bonus"),
        ("gross", "gross"),
        ("शेयरs", "शेयरs"),
    ],
)
def test_plural_has_the_stem_of_its_singular(word, expected):
    assert search_tokens.stem(word) == expected


@pytest.mark.parametrize(
    ("typed", "word", "expected"),
    [
        ("options", "options", 0),
        ("opt", "options", 0),
        ("optons", "options", 1),
        ("opitons", "options", 1),
        ("optoins", "options", 1),
        ("candelstick", "candlesticks", 1),
        ("cnadelstick", "candlesticks", 2),
        ("options", "opinion", 3),
        ("options", "opt", 4),
        ("शेअर", "शेयर", 1),
    ],
)
def test_edit_distance_to_the_closest_prefix(typed, word, expected):
    assert spelling.edit_distance(typed, word, limit=2) == expected


@pytest.mark.parametrize(
    ("typed", "known", "expected"),
    [
        ("candelstick", ["candle", "candlestick", "candlesticks", "stick"], ["candlestick", "candlesticks"]),
        ("etf", ["etc"], []),
        ("gold", ["bold", "golf"], ["golf"]),
        ("2024", ["2025"], []),
        ("potion", ["option", "motion"], ["option"]),
        ("optons", [], []),
        (
            "alpha",
            [f"alphx{letter}" for letter in "abcdefghijk"],
            [f"alphx{letter}" for letter in "abcdefgh"],
        ),
    ],
)
def test_closest_words_are_the_corrections(typed, known, expected):
    assert spelling.corrections(typed, known) == expected


@pytest.mark.parametrize(
    ("typed", "known", "expected"),
    [
        ("cndls", ["candles", "caves"], "candles"),
        ("opxxons", ["opinion", "options"], "options"),
        ("rsiks", ["irksome", "risks"], "risks"),
        ("candlestikcs", ["candlesticks"], "candlesticks"),
        # not close for their length, or another first letter
        ("sebi", ["side", "seedhi", "serious"], None),
        ("bazar", ["banerjee", "balance"], None),
        ("refnd", ["read", "refer", "ref"], None),
        ("xxndles", ["candles"], None),
        ("chaxxe", ["chart", "charge"], "charge"),
        ("2024", ["2025"], None),
    ],
)
def test_a_guess_is_close_for_its_length(typed, known, expected):
    assert spelling.guess(typed, known) == expected


def test_text_without_words_matches_nothing():
    assert search.match_courses("?!") is None
