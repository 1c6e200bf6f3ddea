"""The texts of replies: how long they may be, and the placeholders of staff's templates."""

import re
from collections.abc import Mapping

LONGEST_REPLY = 10_000

_PLACEHOLDER = re.compile(r"\{([^{}\n]{0,40})\}")
NAMES = ("name", "number")


def fill(text: str, values: Mapping[str, str]) -> str:
    """Braces in a value are not placeholders."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)
