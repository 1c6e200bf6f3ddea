"""
Generated SVG covers for items without an image: a chart in one hue, drawn from a seed.

The same seed always gives the same cover. A cover is loaded as an image and does not know the page's
theme, so it has a dark background that works in the light and the dark theme.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Ratio = Literal["wide", "square"]
Point = tuple[float, float]

SIZES: dict[str, tuple[int, int]] = {"wide": (640, 360), "square": (400, 400)}


def url(*, seed: str, hue: int, ratio: Ratio) -> str:
    return f"/covers/{ratio}/{hue}/{seed}.svg"


def svg(*, seed: str, hue: int, ratio: Ratio) -> str:
    """The cover as an SVG document of less than 4 kB, without text, script or style sheet."""
    random = _Random(seed)
    canvas = _Canvas(*SIZES[ratio], hue=hue)
    draw = _FIGURES[random.below(len(_FIGURES))]
    return canvas.document(draw(canvas, random))


class _Random:
    """Pseudo-random numbers that are the same for a seed on every machine and Python version."""

    def __init__(self, seed: str) -> None:
        self._bytes = iter(hashlib.shake_256(seed.encode()).digest(1024))

    def unit(self) -> float:
        return (next(self._bytes) * 256 + next(self._bytes)) / 65536

    def below(self, end: int) -> int:
        return int(self.unit() * end)

    def swing(self) -> float:
        """Roughly normal around 0, rarely beyond 1."""
        return (self.unit() + self.unit() + self.unit()) * 2 / 3 - 1


@dataclass(frozen=True, slots=True)
class _Canvas:
    width: int
    height: int
    hue: int

    @property
    def is_wide(self) -> bool:
        return self.width > self.height

    @property
    def weight(self) -> float:
        """Squares are shown small, so their lines are thicker."""
        return 1.0 if self.is_wide else 1.7

    @property
    def now_x(self) -> int:
        """Where the chart ends: the space to the right is the future, and empty."""
        return self.width * 4 // 5

    def tone(self, lightness: float, chroma: float) -> str:
        return _srgb(lightness, chroma, self.hue)

    def line(self, path: str, *, width: float = 2.5, opacity: float = 1) -> str:
        return (
            f'<path fill="none" stroke="url(#a)" stroke-width="{width * self.weight:g}" '
            f'stroke-opacity="{opacity}" stroke-linejoin="round" d="{path}"/>'
        )

    def document(self, figure: str) -> str:
        width, height = self.width, self.height
        whole = f"M0 0h{width}v{height}H0z"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}"><defs>{self._ground()}{self._age()}</defs>'
            f'<path fill="url(#g)" d="{whole}"/><path fill="url(#l)" d="{whole}"/>'
            f"{self._grid()}{figure}</svg>"
        )

    def _ground(self) -> str:
        glow = self.tone(0.58, 0.1)
        return (
            '<linearGradient id="g" x2="1" y2="1">'
            f'<stop stop-color="{self.tone(0.36, 0.065)}"/>'
            f'<stop offset="1" stop-color="{self.tone(0.23, 0.042)}"/></linearGradient>'
            '<radialGradient id="l" cx=".8" cy=".3" r=".75">'
            f'<stop stop-color="{glow}" stop-opacity=".36"/>'
            f'<stop offset="1" stop-color="{glow}" stop-opacity="0"/></radialGradient>'
        )

    def _age(self) -> str:
        """Gradients: older prices fade out, and so does the area below the line."""
        start, end = self.tone(0.5, 0.08), self.tone(0.82, 0.095)
        return (
            f'<linearGradient id="a" gradientUnits="userSpaceOnUse" x2="{self.now_x}">'
            f'<stop stop-color="{start}" stop-opacity=".3"/><stop offset=".75" stop-color="{end}"/>'
            '</linearGradient><linearGradient id="f" x2="0" y2="1">'
            f'<stop stop-color="{end}" stop-opacity=".42"/>'
            f'<stop offset="1" stop-color="{end}" stop-opacity="0"/></linearGradient>'
        )

    def _grid(self) -> str:
        """Grid lines, and a stronger one at the present."""
        across, down = self.height // 5, self.width // (8 if self.is_wide else 5)
        rows = "".join(f"M0 {y}h{self.width}" for y in range(across, self.height, across))
        columns = "".join(f"M{x} 0v{self.height}" for x in range(down, self.width, down))
        return (
            f'<g stroke="{self.tone(0.92, 0.03)}" stroke-opacity=".08">'
            f'<path d="{rows}{columns}"/><path d="M{self.now_x} 0v{self.height}"/></g>'
        )

    def accent(self, y: float) -> str:
        """The last price: a dot, and a dotted line into the future."""
        x, tint, weight = self.now_x, self.tone(0.95, 0.05), self.weight
        return (
            f'<g fill="{tint}"><path stroke="{tint}" stroke-opacity=".6" stroke-linecap="round" '
            f'stroke-dasharray="{weight:g} {7 * weight:g}" stroke-width="{2 * weight:g}" '
            f'd="M{x} {y:.0f}H{self.width}"/>'
            f'<circle cx="{x}" cy="{y:.0f}" r="{12 * weight:g}" fill-opacity=".2"/>'
            f'<circle cx="{x}" cy="{y:.0f}" r="{5 * weight:g}"/></g>'
        )


def _walk(random: _Random, steps: int) -> list[float]:
    """A random walk with drift and momentum, scaled to 0 to 1."""
    drift, pace, price = random.swing() * 0.16, 0.0, 0.0
    prices = [price]
    for _ in range(steps - 1):
        pace = 0.55 * pace + random.swing() * 0.9
        price += pace + drift
        prices.append(price)
    low, high = min(prices), max(prices)
    return [(price - low) / (high - low or 1) for price in prices]


def _points(canvas: _Canvas, values: Sequence[float], *, top: float, bottom: float) -> list[Point]:
    """The values as points from left to right, the largest at `top`, the smallest at `bottom`."""
    step = canvas.now_x / (len(values) - 1)
    span = (bottom - top) * canvas.height
    return [(i * step, bottom * canvas.height - value * span) for i, value in enumerate(values)]


def _moving_average(values: Sequence[float], length: int) -> list[float]:
    averages = []
    for end in range(1, len(values) + 1):
        window = values[max(0, end - length) : end]
        averages.append(sum(window) / len(window))
    return averages


def _smooth(points: Sequence[Point]) -> str:
    """A smooth path through the points that does not overshoot."""
    parts = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        parts.append(f"C{middle:.0f} {y0:.0f} {middle:.0f} {y1:.0f} {x1:.0f} {y1:.0f}")
    return "".join(parts)


def _candles(canvas: _Canvas, random: _Random) -> str:
    prices = _walk(random, 27 if canvas.is_wide else 15)
    room = {"top": 0.2, "bottom": 0.78}
    opens, closes = _points(canvas, prices, **room)[:-1], _points(canvas, prices[1:], **room)
    half = round(canvas.now_x / len(closes) * 0.29)
    reach = canvas.height * 0.05
    wicks: list[str] = []
    falls: list[str] = []
    rises: list[str] = []
    for (x, close), (_, opened) in zip(closes, opens, strict=True):
        upper, lower = round(min(opened, close)), round(max(opened, close))
        wicks.append(f"M{x:.0f} {upper - random.unit() * reach:.0f}V{lower + random.unit() * reach:.0f}")
        body = f"M{x - half:.0f} {upper}h{2 * half}v{max(3, lower - upper)}h-{2 * half}z"
        (rises if close <= opened else falls).append(body)
    average = _smooth(_points(canvas, _moving_average(prices[1:], 7), **room))
    dark, edge = canvas.tone(0.26, 0.05), 1.5 * canvas.weight
    hollow = f'fill="{dark}" fill-opacity=".5" stroke="url(#a)" stroke-width="{edge:g}"'
    return (
        f"{canvas.line(''.join(wicks), width=1.5)}"
        f'<path fill="url(#a)" d="{"".join(rises)}"/><path {hollow} d="{"".join(falls)}"/>'
        f"{canvas.line(average, width=2, opacity=0.8)}{canvas.accent(closes[-1][1])}"
    )


def _area(canvas: _Canvas, random: _Random) -> str:
    points = _points(canvas, _walk(random, 34 if canvas.is_wide else 18), top=0.22, bottom=0.74)
    line = _smooth(points)
    return (
        f'<path fill="url(#f)" d="{line}V{canvas.height}H0z"/>'
        f"{canvas.line(line, width=3)}{canvas.accent(points[-1][1])}"
    )


def _steps(canvas: _Canvas, random: _Random) -> str:
    prices = _walk(random, 27 if canvas.is_wide else 15)
    points = _points(canvas, prices, top=0.18, bottom=0.62)
    line = f"M0 {points[0][1]:.0f}" + "".join(f"H{x:.0f}V{y:.0f}" for x, y in points[1:])
    width = round(canvas.now_x / len(points) * 0.6)
    moves = [abs(after - before) for before, after in pairwise(prices)]
    heights = [(0.25 + move / max(moves) + random.unit() * 0.35) * canvas.height * 0.13 for move in moves]
    bars = "".join(
        f"M{x - width:.0f} {canvas.height}v-{height:.0f}h{width}v{height:.0f}z"
        for (x, _), height in zip(points[1:], heights, strict=True)
    )
    return (
        f'<path fill="url(#a)" fill-opacity=".4" d="{bars}"/>'
        f"{canvas.line(line, width=3)}{canvas.accent(points[-1][1])}"
    )


def _band(canvas: _Canvas, random: _Random) -> str:
    prices = _walk(random, 26 if canvas.is_wide else 15)
    middle = _moving_average(prices, 5)
    phase = random.unit() * 6
    widths = [0.17 + 0.08 * math.sin(i / 4 + phase) for i in range(len(prices))]
    room = {"top": 0.3, "bottom": 0.7}
    upper = _smooth(_points(canvas, [m + w for m, w in zip(middle, widths, strict=True)], **room))
    lower = _smooth(_points(canvas, [m - w for m, w in zip(middle, widths, strict=True)], **room)[::-1])
    points = _points(canvas, prices, **room)
    return (
        f'<path fill="url(#a)" fill-opacity=".2" stroke="url(#a)" stroke-opacity=".5" '
        f'd="{upper}L{lower[1:]}z"/>'
        f"{canvas.line(_smooth(points), width=3)}{canvas.accent(points[-1][1])}"
    )


_FIGURES: tuple[Callable[[_Canvas, _Random], str], ...] = (_candles, _area, _steps, _band, _candles)


def _srgb(lightness: float, chroma: float, hue: int) -> str:
    """
    An OKLCH colour as hex; in OKLCH the same lightness looks the same in every hue.

    Outside of the sRGB gamut the chroma is reduced: clipping a channel would turn teal into green.
    """
    light = _linear(lightness, chroma, hue)
    while not all(-0.0005 <= channel <= 1.0005 for channel in light):
        chroma *= 0.94
        light = _linear(lightness, chroma, hue)
    return "#" + "".join(f"{_channel(channel):02x}" for channel in light)


def _linear(lightness: float, chroma: float, hue: int) -> tuple[float, float, float]:
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
    )


def _channel(light: float) -> int:
    light = min(1.0, max(0.0, light))
    curved = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(curved * 255)
