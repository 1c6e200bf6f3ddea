"""Colours of covers, as hex: SVG images are also drawn by programs that know no OKLCH."""

import math
from functools import cache


@cache
def tone(lightness: float, chroma: float, hue: int) -> str:
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
