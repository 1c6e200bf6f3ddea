"""India's states and union territories by GST state code, from the file that the browser has too."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_FILE = Path(__file__).parents[2] / "frontend/src/features/account/lib/indianStates.json"

BY_CODE: Mapping[str, str] = MappingProxyType(json.loads(_FILE.read_text(encoding="utf-8")))

_BY_LOWER_CASE = {name.lower(): name for name in BY_CODE.values()}


def by_name(text: str) -> str | None:
    """The state with this name, in any case and with any blanks around its words, or None."""
    return _BY_LOWER_CASE.get(" ".join(text.split()).lower())
