"""The codes of certificates: four groups of five characters, about 98 random bits."""

import re
import secrets

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 and O, 1, I and L, U and V side by side: people type a code from paper."""

_GROUPS, _GROUP_LENGTH = 4, 5
LENGTH = _GROUPS * _GROUP_LENGTH + _GROUPS - 1

_CODE = re.compile(f"[{_ALPHABET}]{{{_GROUP_LENGTH}}}(-[{_ALPHABET}]{{{_GROUP_LENGTH}}}){{{_GROUPS - 1}}}")


def new_code() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))


def parse(text: str) -> str | None:
    """The code in this text, in capitals or not; None if it is malformed."""
    code = text.upper() if text.isascii() else ""
    return code if _CODE.fullmatch(code) else None
