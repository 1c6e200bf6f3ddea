"""GSTINs, by table: the true ones are of companies that print theirs on every invoice."""

import json
from pathlib import Path

import pytest

from apps.accounts import gstin
from apps.core import indian_states

VECTORS = json.loads((Path(__file__).parents[3] / "tests/vectors/gstin.json").read_text())
TRUE = VECTORS["valid"]


def completed(front: str) -> str:
    return front + gstin.check_character(front)


@pytest.mark.parametrize("text", TRUE)
def test_a_true_one_is_read(text: str) -> None:
    assert gstin.parse(text) == text
    assert gstin.parse(text.lower()) == text


@pytest.mark.parametrize("position", range(15))
def test_no_single_wrong_character_passes(position: int) -> None:
    right = TRUE[0]
    for wrong in set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") - {right[position]}:
        assert gstin.parse(right[:position] + wrong + right[position + 1 :]) is None


@pytest.mark.parametrize("code", [*indian_states.BY_CODE, "97"])
def test_every_place_has_them(code: str) -> None:
    text = completed(f"{code}AAPFU0939F1Z")
    assert gstin.parse(text) == text


@pytest.mark.parametrize("code", VECTORS["noPlaces"])
def test_other_places_have_none(code: str) -> None:
    assert gstin.parse(completed(f"{code}AAPFU0939F1Z")) is None


@pytest.mark.parametrize("front", VECTORS["wrongFronts"])
def test_a_right_check_character_does_not_make_up_for_a_wrong_format(front: str) -> None:
    assert gstin.parse(completed(front)) is None


@pytest.mark.parametrize("text", [*VECTORS["invalid"], "x" * 250_000])
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert gstin.parse(text) is None


def test_there_are_28_states_and_8_union_territories() -> None:
    assert len(indian_states.BY_CODE) == len(set(indian_states.BY_CODE.values())) == 36
    assert (indian_states.BY_CODE["27"], indian_states.BY_CODE["37"]) == ("Maharashtra", "Andhra Pradesh")


@pytest.mark.parametrize(("text", "name"), VECTORS["states"])
def test_a_state_is_found_in_any_case_and_with_any_blanks(text: str, name: str | None) -> None:
    assert indian_states.by_name(text) == name
