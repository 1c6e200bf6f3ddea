"""How text is taken apart into words, and which words are meant by slips."""

import pytest

from apps.catalog import search
from apps.catalog.search import likeness
from apps.core import search_tokens


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
def test_text_is_taken_apart_into_words(text, expected):
    assert search_tokens.split(text) == expected


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
def test_a_plural_begins_as_its_singular(word, expected):
    assert search_tokens.beginning(word) == expected


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
def test_slips_are_counted_up_to_where_the_word_begins_as_typed(typed, word, expected):
    assert likeness.distance(typed, word, limit=2) == expected


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
def test_closest_words_are_meant(typed, known, expected):
    assert likeness.meant(typed, known) == expected


def test_text_without_a_word_fits_nothing():
    assert search.matching("?!") is None
