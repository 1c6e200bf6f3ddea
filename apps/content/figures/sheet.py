"""
The sheet that figures of the academy are drawn on.

As wide as a phone's column, so that its words are as large as the text around it. The colours are the
page's own tokens, which follow its theme; the values after them serve where there is no such page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

WIDTH = 360

INK = "var(--ink, #0e1726)"
QUIET = "var(--ink-3, #5b6573)"
LINE = "var(--line-strong, #838a94)"
FAINT = "var(--line, #e4e1d9)"
GREEN = "var(--green-text, #0b6e4f)"
SOFT = "var(--green-soft, #e4f1eb)"
RED = "var(--red-text, #b3331c)"
RED_SOFT = "var(--red-soft, #fbeae6)"
GOLD = "var(--gold, #b7791f)"

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, its caption, and what it shows in words for who cannot see it."""

    drawing: str
    height: int
    caption: str
    words: str

    @property
    def markup(self) -> str:
        return (
            f'<figure class="figure"><svg viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-label="{escape(self.words)}">{self.drawing}</svg>'
            f"<figcaption>{escape(self.caption)}</figcaption></figure>"
        )


@dataclass(slots=True)
class Sheet:
    height: int
    _parts: list[str] = field(default_factory=list)

    def line(self, start: Point, end: Point, *, tone: str = LINE, width: float = 1, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<path fill="none" stroke="{tone}" stroke-width="{width:g}"{dashes} '
            f'd="M{_pair(start)}L{_pair(end)}"/>'
        )

    def curve(self, points: Sequence[Point], *, tone: str = INK, width: float = 2, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<path fill="none" stroke="{tone}" stroke-width="{width:g}" stroke-linejoin="round"{dashes} '
            f'd="M{"L".join(map(_pair, points))}"/>'
        )

    def box(
        self, place: Point, size: Point, *, fill: str = "none", edge: str = "none", width: float = 1.5
    ) -> None:
        (x, y), (wide, high) = place, size
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{width:g}"/>'
        )

    def dot(self, place: Point, radius: float, *, fill: str = INK, edge: str = "none") -> None:
        self._parts.append(
            f'<circle cx="{place[0]:g}" cy="{place[1]:g}" r="{radius:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.5"/>'
        )

    def say(
        self,
        place: Point,
        words: str,
        *,
        anchor: Anchor = "start",
        tone: str = INK,
        strong: bool = False,
        size: float = 13,
    ) -> None:
        weight = ' font-weight="600"' if strong else ""
        self._parts.append(
            f'<text x="{place[0]:g}" y="{place[1]:g}" text-anchor="{anchor}" fill="{tone}" '
            f'font-size="{size:g}"{weight}>{escape(words)}</text>'
        )

    def candle(self, x: float, prices: tuple[float, float, float, float], *, half: float) -> None:
        """Open, high, low and close as heights on the sheet; a rise is full, a fall is hollow."""
        opened, high, low, close = prices
        is_rise = close <= opened
        tone = GREEN if is_rise else RED
        top, bottom = min(opened, close), max(opened, close)
        self.line((x, high), (x, top), tone=tone, width=1.5)
        self.line((x, bottom), (x, low), tone=tone, width=1.5)
        fill = GREEN if is_rise else "none"
        self.box((x - half, top), (2 * half, max(2.0, bottom - top)), fill=fill, edge=tone)

    def done(self, *, caption: str, words: str) -> Figure:
        return Figure("".join(self._parts), self.height, caption, words)


def _pair(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"
