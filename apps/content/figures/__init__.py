"""
The figures of the academy: an SVG file each, and their captions. A chapter inserts one by its name.

They are inserted into the page's HTML, because their colours are CSS variables of its theme, such as
`var(--ink, #0e1726)`. They are 360 pixels wide, a phone's column, so that their text has the size of the
text around them.
"""

import json
from functools import cache
from html import escape
from pathlib import Path

WIDTH = 360

_FOLDER = Path(__file__).parent
_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'


def names() -> tuple[str, ...]:
    return tuple(_captions())


@cache
def markup(name: str) -> str:
    """The HTML of one of `names`."""
    lines = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8").splitlines()
    svg = "".join(lines).replace(_XMLNS, "", 1)  # HTML needs no namespace
    caption = escape(_captions()[name])
    return f'<figure class="figure">{svg}<figcaption>{caption}</figcaption></figure>'


@cache
def _captions() -> dict[str, str]:
    captions: dict[str, str] = json.loads((_FOLDER / "captions.json").read_text(encoding="utf-8"))
    return captions
