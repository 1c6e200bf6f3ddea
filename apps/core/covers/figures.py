"""
Figures of the academy as covers, drawn with the numbers of a course and without words, so that they fit
every language.

The seed of a cover names the figure and its numbers, such as 'option-payoff-500-12', and its URL therefore
holds all that the drawing depends on. With '-moving' at the end it is animated, for the moment of a hover.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.core.covers.colours import tone
from apps.core.formatting import indian_number


@dataclass(frozen=True, slots=True)
class _Frame:
    """Fractions of the cover, and what all figures are made of."""

    width: int
    height: int
    hue: int
    is_moving: bool

    def x(self, part: float) -> int:
        return round(self.width * part)

    def y(self, part: float) -> int:
        return round(self.height * part)

    def tone(self, lightness: float, chroma: float) -> str:
        return tone(lightness, chroma, self.hue)

    def text(self, x: int, y: int, label: str, *, anchor: str = "start", strong: bool = False) -> str:
        tint = self.tone(0.97 if strong else 0.86, 0.03)
        weight = 700 if strong else 500
        return (
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{tint}" font-size="{self.x(0.045)}" '
            f'font-weight="{weight}" font-family="system-ui,sans-serif">{label}</text>'
        )

    def line(self, path: str, *, dashed: bool = False, width: float = 2) -> str:
        # Squares are shown small, so their lines are thicker.
        weight = width if self.width > self.height else 1.7 * width
        dashes = ' stroke-dasharray="2 8" stroke-linecap="round"' if dashed else ""
        return (
            f'<path fill="none" stroke="{self.tone(0.9, 0.04)}" '
            f'stroke-opacity="{0.6 if dashed else 1}" '
            f'stroke-width="{weight:g}" stroke-linejoin="round"{dashes} d="{path}"/>'
        )

    def area(self, path: str) -> str:
        return f'<path fill="{self.tone(0.82, 0.095)}" fill-opacity=".28" d="{path}"/>'

    def dot(self, x: int, y: int, *, path: str) -> str:
        """A dot; if the cover is moving, it goes along the path and back."""
        tint = self.tone(0.97, 0.04)
        if not self.is_moving:
            return f'<circle cx="{x}" cy="{y}" r="8" fill="{tint}"/>'
        return (
            f'<circle r="8" fill="{tint}"><animateMotion dur="5s" repeatCount="indefinite" '
            f'keyPoints="0;1;0" keyTimes="0;.5;1" calcMode="linear" path="{path}"/></circle>'
        )

    def bar(self, x: int, y: int, width: int, height: int, *, opacity: float) -> str:
        tint = self.tone(0.82, 0.095)
        moves = (
            f'<animate attributeName="width" dur="3s" repeatCount="indefinite" '
            f'values="{width};{width * 3 // 5};{width}"/>'
            if self.is_moving
            else ""
        )
        return (
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" fill="{tint}" '
            f'fill-opacity="{opacity}">{moves}</rect>'
        )


def _rupees(amount: int) -> str:
    return f"₹{indian_number(amount)}"


def _option_payoff(frame: _Frame, strike: int, premium: int) -> str:
    """A bought call at expiry: the premium is lost below the strike, the profit begins above break-even."""
    left, right, zero, loss = frame.x(0.08), frame.x(0.94), frame.y(0.55), frame.y(0.72)
    bend, top = frame.x(0.42), frame.y(0.16)
    even = bend + (right - bend) * (loss - zero) // (loss - top)
    payoff = f"M{left} {loss}H{bend}L{right} {top}"
    return (
        frame.line(f"M{left} {zero}H{right}", dashed=True)
        + frame.area(f"M{even} {zero}L{right} {top}V{zero}z")
        + frame.line(payoff, width=3.5)
        + frame.dot(even, zero, path=payoff)
        + frame.text(left, loss + frame.x(0.06), f"−{_rupees(premium)}")
        + frame.text(bend, loss + frame.x(0.06), indian_number(strike), anchor="middle")
        + frame.text(even + 14, zero + frame.x(0.055), indian_number(strike + premium), strong=True)
    )


def _recovery(frame: _Frame, loss: int) -> str:
    """After a loss of half, the rest must double."""
    left, low, right = frame.x(0.1), frame.x(0.46), frame.x(0.9)
    top, bottom = frame.y(0.22), frame.y(0.22) + frame.y(0.66) * loss // 100
    label = (top + bottom) // 2 + frame.x(0.045)
    fall, rise = f"M{left} {top}L{low} {bottom}", f"L{right} {top}"
    return (
        frame.line(f"M{left} {top}H{right}", dashed=True)
        + frame.area(f"{fall}{rise}z")
        + frame.line(fall + rise, width=3.5)
        + frame.dot(low, bottom, path=fall + rise)
        + frame.text((left + low) // 2 - 12, label, f"−{loss}%", anchor="end")
        + frame.text((low + right) // 2 + 12, label, f"+{_needed(loss)}%", strong=True)
    )


def _needed(loss: int) -> int:
    """The gain in per cent that makes up for a loss; a half rounds up."""
    return (2 * 100 * loss + 100 - loss) // (2 * (100 - loss))


def _order_book(frame: _Frame, bid: int, ask: int) -> str:
    """The best prices of buyers and sellers, and the depth behind them."""
    depths = (34, 52, 40, 68)
    height, step = frame.y(0.075), frame.y(0.105)
    middle, gap = frame.y(0.5), frame.y(0.045)
    rows = []
    for number, depth in enumerate(depths):
        width = frame.x(depth / 160)
        opacity = 0.85 - 0.13 * number
        asked = middle - gap // 2 - (number + 1) * step + (step - height)
        offered = middle + gap // 2 + number * step
        rows.append(frame.bar(frame.x(0.42), asked, width, height, opacity=opacity / 2))
        rows.append(frame.bar(frame.x(0.42), offered, width, height, opacity=opacity))
    price = frame.x(0.38)
    return (
        "".join(rows)
        + frame.line(f"M{frame.x(0.08)} {middle}H{frame.x(0.94)}", dashed=True)
        + frame.text(price, middle - frame.x(0.025), _rupees(ask), anchor="end")
        + frame.text(price, middle + frame.x(0.055), _rupees(bid), anchor="end", strong=True)
    )


def _position_size(frame: _Frame, entry: int, stop: int, risk: int) -> str:
    """As many shares as lose the amount at risk between the entry and the stop."""
    left, right = frame.x(0.1), frame.x(0.62)
    top, bottom = frame.y(0.34), frame.y(0.68)
    prices = f"M{left} {frame.y(0.52)}L{frame.x(0.22)} {frame.y(0.24)}L{frame.x(0.36)} {top}"
    prices += f"L{frame.x(0.46)} {frame.y(0.44)}L{frame.x(0.54)} {frame.y(0.4)}L{right} {bottom}"
    shares = risk // (entry - stop)
    loss = shares * (entry - stop)
    return (
        frame.area(f"M{left} {top}H{right}V{bottom}H{left}z")
        + frame.line(f"M{left} {top}H{right}", dashed=True)
        + frame.line(f"M{left} {bottom}H{right}", dashed=True)
        + frame.line(prices, width=3)
        + frame.dot(right, bottom, path=prices)
        + frame.text(right + 16, top + 8, _rupees(entry))
        + frame.text(right + 16, bottom + 8, _rupees(stop))
        + frame.text(
            left,
            frame.y(0.86),
            f"{indian_number(shares)} × {_rupees(entry - stop)} = {_rupees(loss)}",
            strong=True,
        )
    )


def _one_candle(frame: _Frame, opened: int, high: int, low: int, close: int) -> str:
    """One candle and its four prices."""
    spread = high - low

    def y(price: int) -> int:
        return frame.y(0.14) + frame.y(0.72) * (high - price) // spread

    middle, half = frame.x(0.5), frame.x(0.07)
    upper, lower = y(max(opened, close)), y(min(opened, close))
    body = f"M{middle - half} {upper}h{2 * half}v{max(4, lower - upper)}h-{2 * half}z"
    fill = frame.tone(0.82, 0.095) if close >= opened else frame.tone(0.3, 0.05)
    path = f"M{middle} {y(opened)}V{y(low)}V{y(high)}V{y(close)}"
    left, right = middle - half - 18, middle + half + 18
    return (
        frame.line(f"M{middle} {y(high)}V{y(low)}", width=3)
        + f'<path fill="{fill}" stroke="{frame.tone(0.9, 0.04)}" stroke-width="2.5" d="{body}"/>'
        + frame.dot(middle, y(close), path=path)
        + frame.text(left, y(opened) + 8, _rupees(opened), anchor="end")
        + frame.text(right, y(close) + 8, _rupees(close), strong=True)
        + frame.text(middle + 18, y(high) + 4, _rupees(high))
        + frame.text(middle + 18, y(low) + 14, _rupees(low))
    )


def _is_candle(opened: int, high: int, low: int, close: int) -> bool:
    return 0 < low < high and all(low <= price <= high for price in (opened, close))


@dataclass(frozen=True, slots=True)
class _Figure:
    title: str
    numbers: tuple[str, ...]
    draw: Callable[..., str]
    fits: Callable[..., bool]
    rule: str
    """What `fits` asks for."""


_FIGURES = {
    "option-payoff": _Figure(
        "Option payoff",
        ("strike", "premium"),
        _option_payoff,
        lambda strike, premium: 0 < premium < strike,
        "The premium must be above 0 and below the strike.",
    ),
    "recovery": _Figure(
        "Recovery from a loss",
        ("loss in per cent",),
        _recovery,
        lambda loss: 10 <= loss <= 90,
        "The loss must be from 10 to 90 per cent.",
    ),
    "order-book": _Figure(
        "Order book",
        ("best bid", "best ask"),
        _order_book,
        lambda bid, ask: 0 < bid < ask,
        "The bid must be above 0 and below the ask.",
    ),
    "position-size": _Figure(
        "Position size",
        ("entry", "stop", "amount at risk"),
        _position_size,
        lambda entry, stop, risk: 0 < stop < entry and risk >= entry - stop,
        "The stop must be below the entry, and the amount at risk must pay for at least one share.",
    ),
    "one-candle": _Figure(
        "One candle",
        ("open", "high", "low", "close"),
        _one_candle,
        _is_candle,
        "The high must be above the low, and the open and the close between them.",
    ),
}

_SEED = re.compile(
    rf"(?P<name>{'|'.join(_FIGURES)})(?P<numbers>(?:-[0-9]{{1,7}}){{1,4}})(?P<moving>-moving)?"
)

CHOICES = tuple((name, f"{figure.title} ({', '.join(figure.numbers)})") for name, figure in _FIGURES.items())


def parse_numbers(name: str, text: str) -> tuple[int, ...]:
    """
    The numbers of a figure from a text such as '500, 12'.

    :raises ValueError: with what staff should enter instead
    """
    figure = _FIGURES[name]
    parts = text.replace(",", " ").split()
    if len(parts) != len(figure.numbers) or not all(re.fullmatch("[0-9]{1,7}", part) for part in parts):
        raise ValueError(f"Enter whole numbers of at most seven digits: {', '.join(figure.numbers)}.")
    numbers = tuple(int(part) for part in parts)
    if not figure.fits(*numbers):
        raise ValueError(figure.rule)
    return numbers


def seed(name: str, numbers: Sequence[int]) -> str:
    return "-".join([name, *map(str, numbers)])


def draw(*, seed: str, hue: int, size: tuple[int, int]) -> str | None:
    """The drawing; `None` if the seed does not name a figure with numbers that fit it."""
    match = _SEED.fullmatch(seed)
    if match is None:
        return None
    try:
        numbers = parse_numbers(match["name"], match["numbers"].replace("-", " "))
    except ValueError:
        return None
    frame = _Frame(*size, hue=hue, is_moving=match["moving"] is not None)
    return _FIGURES[match["name"]].draw(frame, *numbers)
