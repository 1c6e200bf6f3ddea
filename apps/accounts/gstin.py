"""
The GSTIN of a regular taxpayer: state, PAN, which registration of that PAN, a Z, and a check character.

Of the numbers without a state's code one is known here: 97, for waters and air beyond every state.
"""

import re

from apps.core import indian_states

_FORM = re.compile(r"([0-9]{2})[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]")
_OTHER_TERRITORY = "97"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parsed(text: str) -> str | None:
    """The GSTIN that this text spells, in capitals, or None: its form, its state or its check is wrong."""
    # Before capitals are made: other scripts have letters whose capitals are plain A to Z.
    if not text.isascii():
        return None
    spelled = text.upper()
    form = _FORM.fullmatch(spelled)
    if form is None or not _is_place(form[1]):
        return None
    return spelled if spelled[-1] == check_character(spelled[:-1]) else None


def check_character(front: str) -> str:
    """What follows the first fourteen characters: it catches a wrong one and most swapped ones."""
    total = 0
    for position, character in enumerate(front):
        product = _DIGITS.index(character) * (1 + position % 2)
        total += product // 36 + product % 36
    return _DIGITS[-total % 36]


def _is_place(code: str) -> bool:
    return code in indian_states.BY_CODE or code == _OTHER_TERRITORY
