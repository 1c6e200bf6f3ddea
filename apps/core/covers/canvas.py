"""The ground that every cover is drawn on, and its colours."""

import math
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Canvas:
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
