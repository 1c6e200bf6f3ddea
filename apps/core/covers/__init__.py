"""
SVG covers for items without an image: a figure with numbers, or else one of the drawn charts.

The charts are files in `drawings`, of which the seed chooses one; the hue gives it its colours. The same seed
always gives the same cover. A cover is loaded as an image and does not know the page's theme, so it has a
dark background that works in the light and the dark theme.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal
from zlib import crc32

from apps.core.covers import figures
from apps.core.covers.colours import tone

Ratio = Literal["wide", "square"]

SIZES: dict[str, tuple[int, int]] = {"wide": (640, 360), "square": (400, 400)}

_DRAWINGS = Path(__file__).parent / "drawings"
_GROUND = "ground"
"""The drawing without a chart, on which figures are drawn."""
_DRAWN_HUE = 255
_TONES = (
    (0.23, 0.042),
    (0.26, 0.05),
    (0.36, 0.065),
    (0.5, 0.08),
    (0.58, 0.1),
    (0.82, 0.095),
    (0.92, 0.03),
    (0.95, 0.05),
)
"""Lightness and chroma of each colour in the files."""
_COLOUR = re.compile("#[0-9a-f]{6}")


def url(*, seed: str, hue: int, ratio: Ratio) -> str:
    return f"/covers/{ratio}/{hue}/{seed}.svg"


def svg(*, seed: str, hue: int, ratio: Ratio) -> str:
    """The cover as an SVG document of less than 4 kB, without script or style sheet."""
    figure = figures.draw(seed=seed, hue=hue, size=SIZES[ratio])
    if figure is not None:
        return _drawing(ratio, _GROUND, hue).replace("</svg>", f"{figure}</svg>")
    names = _charts(ratio)
    return _drawing(ratio, names[crc32(seed.encode()) % len(names)], hue)


@cache
def _charts(ratio: Ratio) -> list[str]:
    return sorted(path.stem for path in (_DRAWINGS / ratio).glob("*.svg") if path.stem != _GROUND)


@cache
def _file(ratio: Ratio, name: str) -> str:
    return (_DRAWINGS / ratio / f"{name}.svg").read_text().strip()


def _drawing(ratio: Ratio, name: str, hue: int) -> str:
    colours = {tone(*given, _DRAWN_HUE): tone(*given, hue) for given in _TONES}
    return _COLOUR.sub(lambda found: colours[found[0]], _file(ratio, name))
