"""Charts of random prices, for items without a figure of their own. The same seed gives the same chart."""

import hashlib
import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from apps.core.covers.canvas import Canvas, Point


def chart(canvas: Canvas, *, seed: str) -> str:
    random = Random(seed)
    draw = _CHARTS[random.below(len(_CHARTS))]
    return draw(canvas, random)


class Random:
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


def _walk(random: Random, steps: int) -> list[float]:
    """A random walk with drift and momentum, scaled to 0 to 1."""
    drift, pace, price = random.swing() * 0.16, 0.0, 0.0
    prices = [price]
    for _ in range(steps - 1):
        pace = 0.55 * pace + random.swing() * 0.9
        price += pace + drift
        prices.append(price)
    low, high = min(prices), max(prices)
    return [(price - low) / (high - low or 1) for price in prices]


def _points(canvas: Canvas, values: Sequence[float], *, top: float, bottom: float) -> list[Point]:
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


def _candles(canvas: Canvas, random: Random) -> str:
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


def _area(canvas: Canvas, random: Random) -> str:
    points = _points(canvas, _walk(random, 34 if canvas.is_wide else 18), top=0.22, bottom=0.74)
    line = _smooth(points)
    return (
        f'<path fill="url(#f)" d="{line}V{canvas.height}H0z"/>'
        f"{canvas.line(line, width=3)}{canvas.accent(points[-1][1])}"
    )


def _steps(canvas: Canvas, random: Random) -> str:
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


def _band(canvas: Canvas, random: Random) -> str:
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


_CHARTS: tuple[Callable[[Canvas, Random], str], ...] = (_candles, _area, _steps, _band, _candles)
