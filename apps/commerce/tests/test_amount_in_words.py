"""Amounts in words, by table."""

import pytest

from apps.commerce.documents import amount_in_words

TABLE = [
    (0, "Rupees Zero Only"),
    (1, "Rupees Zero and One Paisa Only"),
    (2, "Rupees Zero and Two Paise Only"),
    (99, "Rupees Zero and Ninety-Nine Paise Only"),
    (100, "Rupees One Only"),
    (101, "Rupees One and One Paisa Only"),
    (1_000, "Rupees Ten Only"),
    (1_900, "Rupees Nineteen Only"),
    (2_000, "Rupees Twenty Only"),
    (2_150, "Rupees Twenty-One and Fifty Paise Only"),
    (10_000, "Rupees One Hundred Only"),
    (10_100, "Rupees One Hundred One Only"),
    (99_999, "Rupees Nine Hundred Ninety-Nine and Ninety-Nine Paise Only"),
    (1_00_000, "Rupees One Thousand Only"),
    (99_999_00, "Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine Only"),
    (1_00_000_00, "Rupees One Lakh Only"),
    (1_23_456_50, "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only"),
    (
        99_99_999_99,
        "Rupees Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
    ),
    (1_00_00_000_00, "Rupees One Crore Only"),
    (1_00_00_001_00, "Rupees One Crore One Only"),
    (
        12_34_56_789_00,
        "Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine Only",
    ),
    (1_00_00_00_000_00, "Rupees One Hundred Crore Only"),
    (1_00_000_00_00_000_00, "Rupees One Lakh Crore Only"),
]


@pytest.mark.parametrize(("paise", "said"), TABLE)
def test_amounts_are_said_in_lakh_and_crore(paise: int, said: str) -> None:
    assert amount_in_words.amount(paise) == said


def test_no_two_amounts_sound_the_same() -> None:
    amounts = [*range(3_000), *range(99_990_00, 1_00_010_00, 7), *range(99_99_990_00, 1_00_00_010_00, 11)]
    assert len({amount_in_words.amount(paise) for paise in amounts}) == len(amounts)


def test_there_is_no_amount_below_zero() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        amount_in_words.amount(-1)
