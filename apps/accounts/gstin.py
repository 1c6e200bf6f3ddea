"""
The GSTIN of a regular taxpayer: state code, PAN, registration of that PAN, a Z, and a check character.

Besides the state codes, 97 (other territory) is accepted.
"""

import re

from apps.core import indian_states

_PATTERN = re.compile(r"([0-9]{2})[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]")
_OTHER_TERRITORY = "97"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parse(text: str) -> str | None:
    """Return the GSTIN in capitals, or None if its format, state code or check character is wrong."""
    # Before `upper`: some non-ASCII letters have capitals within A to Z.
    if not text.isascii():
        return None
    gstin = text.upper()
    match = _PATTERN.fullmatch(gstin)
    if match is None or not _is_state_code(match[1]):
        return None
    return gstin if gstin[-1] == check_character(gstin[:-1]) else None


def state_of(gstin: str) -> str | None:
    """The state in which it is registered; None for other territory."""
    return indian_states.BY_CODE.get(gstin[:2])


def wrong_state(gstin: str, *, state: str) -> str | None:
    """
    What to say where a GSTIN belongs to another state than the given one.

    None if they fit, if either is blank, and for text that is no Indian state.
    """
    registered, given = state_of(gstin), indian_states.by_name(state)
    if registered is None or given is None or registered == given:
        return None
    return f"This GSTIN is registered in {registered}. Choose {registered} as your state, or leave it blank."


def check_character(front: str) -> str:
    """Return the check character of the first fourteen characters."""
    total = 0
    for position, character in enumerate(front):
        product = _DIGITS.index(character) * (1 + position % 2)
        total += product // 36 + product % 36
    return _DIGITS[-total % 36]


def _is_state_code(code: str) -> bool:
    return code in indian_states.BY_CODE or code == _OTHER_TERRITORY
