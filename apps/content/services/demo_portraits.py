"""Draws portraits for the demo's instructors, plainly drawings and not photographs of anybody."""

from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from django.core.files.base import ContentFile
from PIL import Image, ImageDraw

Colour = str
Box = tuple[float, float, float, float]

_SIZE = 100
_SCALE = 8
"""Drawn on a grid of 100 by 100 and larger than shown, so that scaling smooths the edges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    ground: Colour
    clothes: Colour
    skin: Colour
    hair: Colour
    style: Literal["short", "long", "bun", "bob", "turban"]
    beard: Literal["none", "moustache", "full"] = "none"
    has_glasses: bool = False
    has_bindi: bool = False


def draw(face: Face) -> ContentFile:  # type: ignore[type-arg]
    image = Image.new("RGB", (_SIZE * _SCALE, _SIZE * _SCALE), face.ground)
    pen = _Pen(image)
    _draw_hair_behind(pen, face)
    pen.ellipse((14, 76, 86, 150), face.clothes)
    pen.box((42, 58, 58, 82), face.skin)
    pen.ellipse((39, 70, 61, 88), face.skin)
    for ear in (29, 65):
        pen.ellipse((ear, 42, ear + 6, 52), face.skin)
    pen.ellipse((31, 22, 69, 70), face.skin)
    _draw_beard(pen, face)
    _draw_features(pen, face)
    _draw_hair(pen, face)
    content = BytesIO()
    image.resize((400, 400), Image.Resampling.LANCZOS).save(content, "PNG")
    return ContentFile(content.getvalue(), name="portrait.png")


class _Pen:
    """Draws in the units of the grid."""

    def __init__(self, image: Image.Image) -> None:
        self._draw = ImageDraw.Draw(image)

    def ellipse(self, box: Box, colour: Colour) -> None:
        self._draw.ellipse(_scaled(box), fill=colour)

    def box(self, box: Box, colour: Colour) -> None:
        self._draw.rectangle(_scaled(box), fill=colour)

    def chord(self, box: Box, colour: Colour, *, start: int, end: int) -> None:
        self._draw.chord(_scaled(box), start, end, fill=colour)

    def arc(self, box: Box, colour: Colour, *, start: int, end: int, width: float) -> None:
        self._draw.arc(_scaled(box), start, end, fill=colour, width=round(width * _SCALE))

    def line(self, box: Box, colour: Colour, *, width: float) -> None:
        self._draw.line(_scaled(box), fill=colour, width=round(width * _SCALE))

    def ring(self, box: Box, colour: Colour, *, width: float) -> None:
        self._draw.ellipse(_scaled(box), outline=colour, width=round(width * _SCALE))


def _scaled(box: Box) -> Box:
    left, top, right, bottom = box
    return left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE


def _draw_hair_behind(pen: _Pen, face: Face) -> None:
    match face.style:
        case "long":
            pen.ellipse((25, 15, 75, 70), face.hair)
            pen.box((25, 42, 75, 86), face.hair)
        case "bob":
            pen.ellipse((25, 15, 75, 72), face.hair)
            pen.box((25, 42, 75, 62), face.hair)
        case "bun":
            pen.ellipse((39, 4, 61, 26), face.hair)
            pen.ellipse((28, 16, 72, 58), face.hair)
        case "short":
            pen.ellipse((29, 17, 71, 56), face.hair)
        case "turban":
            pen.ellipse((29, 30, 71, 60), face.hair)


def _draw_hair(pen: _Pen, face: Face) -> None:
    match face.style:
        case "turban":
            pen.chord((24, 4, 76, 62), face.clothes, start=176, end=364)
            for left in (31, 37, 43):
                pen.arc((left, 10, left + 60, 70), face.ground, start=196, end=238, width=0.8)
        case "short":
            pen.chord((29, 17, 71, 56), face.hair, start=168, end=322)
        case "long" | "bob" | "bun":
            pen.chord((28, 15, 72, 58), face.hair, start=198, end=342)


def _draw_beard(pen: _Pen, face: Face) -> None:
    if face.beard == "full":
        pen.chord((31, 24, 69, 74), face.hair, start=12, end=168)
        pen.ellipse((40, 50, 60, 60), face.skin)
    if face.beard != "none":
        pen.chord((42, 52.5, 58, 62), face.hair, start=180, end=360)


def _draw_features(pen: _Pen, face: Face) -> None:
    ink = "#2b2320"
    for x in (42, 58):
        pen.ellipse((x - 1.7, 43.3, x + 1.7, 46.7), ink)
        pen.arc((x - 5, 37, x + 5, 45), ink, start=215, end=325, width=1.1)
        if face.has_glasses:
            pen.ring((x - 6.5, 38.8, x + 6.5, 51.2), ink, width=1)
    if face.has_glasses:
        pen.line((48.5, 44.4, 51.5, 44.4), ink, width=1)
    pen.arc((46.5, 46, 53.5, 53), ink, start=30, end=150, width=0.9)
    pen.arc((43, 52, 57, 62), "#8d3b33", start=25, end=155, width=1.4)
    if face.has_bindi:
        pen.ellipse((48.8, 34.8, 51.2, 37.2), "#a3202f")
