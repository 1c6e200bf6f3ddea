"""Bar charts as inline SVG: numbers for a template. The admin's policy allows no inline styles."""

from collections.abc import Sequence
from dataclasses import dataclass

HEIGHT = 1000
"""The height of the drawing, in its own units; the page scales it."""
_STEP = 10
_GAP = 2


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: int
    height: int
    label: str


@dataclass(frozen=True, slots=True)
class BarChart:
    bars: tuple[Bar, ...]
    bar_width: int
    width: int
    height: int
    top: int
    """The value at the upper edge, a round number; 0 if there is no bar."""


def bar_chart(values: Sequence[int], *, labels: Sequence[str]) -> BarChart:
    """For values from zero up. A value above zero has a visible bar."""
    largest = max(values, default=0)
    top = _round_up(largest) if largest else 0
    bars = []
    for number, (value, label) in enumerate(zip(values, labels, strict=True)):
        height = max(value * HEIGHT // top, HEIGHT // 100) if value else 0
        bars.append(Bar(number * _STEP + _GAP // 2, HEIGHT - height, height, label))
    return BarChart(tuple(bars), _STEP - _GAP, len(bars) * _STEP, HEIGHT, top)


def _round_up(value: int) -> int:
    """To 1, 2 or 5 with zeros behind it."""
    power = int(10 ** (len(str(value)) - 1))
    return next((step * power for step in (1, 2, 5) if step * power >= value), 10 * power)
