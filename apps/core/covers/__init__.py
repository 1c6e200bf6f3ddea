"""
Generated SVG covers for items without an image: a figure with numbers, or else a chart drawn from a seed.

The same seed always gives the same cover. A cover is loaded as an image and does not know the page's
theme, so it has a dark background that works in the light and the dark theme.
"""

from typing import Literal

from apps.core.covers import charts, figures
from apps.core.covers.canvas import Canvas

Ratio = Literal["wide", "square"]

SIZES: dict[str, tuple[int, int]] = {"wide": (640, 360), "square": (400, 400)}


def url(*, seed: str, hue: int, ratio: Ratio) -> str:
    return f"/covers/{ratio}/{hue}/{seed}.svg"


def svg(*, seed: str, hue: int, ratio: Ratio) -> str:
    """The cover as an SVG document of less than 4 kB, without script or style sheet."""
    canvas = Canvas(*SIZES[ratio], hue=hue)
    return canvas.document(figures.draw(canvas, seed=seed) or charts.chart(canvas, seed=seed))
