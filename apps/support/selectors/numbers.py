"""Numbers of grievances and contact messages, as people type and dictate them."""

import re

from apps.core.plain_text import is_invisible

_BETWEEN = re.compile("[\\s#\u2010-\u2015\u2212-]")
_NUMBER = re.compile(r"(GR|CM)(?:([0-9]{1,5})|([0-9]{6})([0-9A-Z]{0,6}))")


def number_prefix(text: str) -> str:
    """'gr 261122 7k3' as 'GR-261122-7K3', the beginning of a number as it is stored; or ''."""
    visible = "".join(character for character in text.upper() if not is_invisible(character))
    match = _NUMBER.fullmatch(_BETWEEN.sub("", visible))
    return "-".join(part for part in match.groups() if part) if match else ""
