"""
Pictures that staff upload: read for what they are, and kept as WebP in the sizes in which pages show them.

What was uploaded is not kept: a phone writes into a photo where it was taken.
"""

import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.db import models
from django.db.models.fields.files import FieldFile
from django.template.defaultfilters import filesizeformat
from PIL import Image, ImageCms, ImageOps

MOST_BYTES = 15 * 1024 * 1024
MOST_PIXELS = 25_000_000
"""A file of some kilobytes can hold an even picture that fills the memory when it is unpacked."""

_FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
_MAY_MOVE = frozenset(("PNG", "WEBP", "AVIF"))
"""A JPEG may hold further pictures too, but they are a phone's previews and depths."""

_QUALITY, _EFFORT = 80, 4
_SRGB = ImageCms.createProfile("sRGB")
_KEPT = re.compile(r"[0-9a-f]{32}-(\d+)\.webp$")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture is shown."""

    shape: tuple[int, int] | None
    """What sticks out of it is cut off on both sides alike, as the page would do; None: nothing is."""
    widths: tuple[int, ...]
    """In pixels, rising; the pages say for each of them why."""
    least: int
    """A picture that is less wide in its shape is refused; without a shape, one with a shorter side."""


COVER = Place(shape=(16, 9), widths=(320, 640, 960, 1280), least=320)
"""Courses: on cards and course pages, as wide as a phone or a fifth of a desk, and under a film."""
BANNER = Place(shape=(16, 9), widths=(720,), least=320)
"""Live things: on their pages about 360 wide on every screen, on bills less."""
TILE = Place(shape=(1, 1), widths=(400,), least=160)
"""Live things in lists: 112 wide, and up to 170 high."""
FIGURE = Place(shape=(16, 9), widths=(960,), least=480)
"""Pro: faded out behind the head of its page, where there is room for it."""
FACE = Place(shape=(1, 1), widths=(168,), least=96)
"""People: 56 wide at most."""
STILL = Place(shape=None, widths=(1280,), least=320)
"""Of films, and pictures beside them."""


class Size(NamedTuple):
    name: str
    width: int
    height: int


def sizes(name: str, *, width: int, height: int, place: Place) -> list[Size]:
    """The sizes in which a picture is kept, the largest first; what came before they were made is alone."""
    largest = Size(name, width, height)
    kept = _KEPT.search(name)
    if kept is None:
        return [largest]
    stem = name[: kept.start(1)]
    smaller = (one for one in reversed(place.widths) if one < width)
    return [largest, *(Size(f"{stem}{one}.webp", one, round(height * one / width)) for one in smaller)]


def never_changes(name: str) -> bool:
    """Whether a file's name is one that is given to a single content."""
    return _KEPT.search(name) is not None


class Picture(ContentFile):  # type: ignore[type-arg]
    """A picture as it is kept: the largest size is its content."""

    def __init__(self, encoded: Mapping[int, bytes], *, height: int) -> None:
        self.encoded = encoded
        self.width, self.height = max(encoded), height
        self.stem = hashlib.sha256(b"".join(encoded.values())).hexdigest()[:32]
        super().__init__(encoded[self.width], name=self.name_of(self.width))

    def name_of(self, width: int) -> str:
        return f"{self.stem}-{width}.webp"


def made(upload: "File[Any]", place: Place) -> Picture:
    """
    The picture as it is kept for that place.

    :raises ValidationError: in words for staff, if it is none or cannot be shown there
    """
    if upload.size > MOST_BYTES:
        raise ValidationError(
            f"This file has {filesizeformat(upload.size)}; a picture may have {filesizeformat(MOST_BYTES)}."
        )
    source = _opened(upload)
    _require_fit_to_unpack(source)
    picture = _unpacked(source, place)
    box = _box(picture, place)
    width, height = _largest(box, place)
    scaled = picture.resize((width, height), Image.Resampling.LANCZOS, box)
    largest = _in_srgb(_on_white(scaled), source.info.get("icc_profile"))
    smaller = (one for one in place.widths if one < width)
    encoded = {one: _encoded(_narrowed(largest, one)) for one in smaller}
    return Picture({**encoded, width: _encoded(largest)}, height=height)


def _opened(upload: "File[Any]") -> Image.Image:
    """By its beginning alone: nothing is unpacked yet."""
    try:
        return Image.open(upload.open(), formats=_FORMATS)
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except Exception as trouble:  # what decoders raise at hostile bytes is written down nowhere
        raise ValidationError(
            "This is no picture that can be shown here. Upload a JPEG, PNG, WebP or AVIF."
        ) from trouble


def _require_fit_to_unpack(source: Image.Image) -> None:
    if source.width * source.height > MOST_PIXELS:
        raise _too_many_pixels()
    if source.format in _MAY_MOVE and getattr(source, "is_animated", False):
        raise ValidationError("This picture moves. Upload one that stands still.")


def _too_many_pixels() -> ValidationError:
    most = MOST_PIXELS // 1_000_000
    return ValidationError(f"This picture has too many pixels: {most} million are the most. Make it smaller.")


def _unpacked(source: Image.Image, place: Place) -> Image.Image:
    """Upright, and in a mode that can be scaled."""
    enough = place.widths[-1]
    try:
        # A JPEG is unpacked at a half, a quarter or an eighth of its size where that is enough.
        source.draft(None, (enough, enough))
        ImageOps.exif_transpose(source, in_place=True)
        return _in_a_mode_to_scale(source)
    except Exception as trouble:  # as above
        raise ValidationError("This picture is damaged, or its file ends early.") from trouble


def _in_a_mode_to_scale(picture: Image.Image) -> Image.Image:
    if picture.mode == "I;16":
        # Greys in two bytes, which would all become white.
        return picture.point(lambda grey: grey / 256).convert("L")
    plain = picture.mode if picture.mode in ("L", "CMYK") else "RGB"
    wanted = "RGBA" if picture.has_transparency_data else plain
    # A copy of a large picture would be a second hundred megabytes.
    return picture if picture.mode == wanted else picture.convert(wanted)


def _box(picture: Image.Image, place: Place) -> tuple[float, float, float, float]:
    """
    What is left of it in the shape of its place.

    :raises ValidationError: if that is too little
    """
    across, down = place.shape or picture.size
    width = min(picture.width, picture.height * across / down)
    height = min(picture.height, width * down / across)
    least_down = place.least * down // across if place.shape else place.least
    if round(width) < place.least or round(height) < least_down:
        raise ValidationError(
            f"This picture is too small: {picture.width} by {picture.height} pixels. "
            f"Here it must have at least {place.least} by {least_down}."
        )
    left, top = (picture.width - width) / 2, (picture.height - height) / 2
    return (left, top, left + width, top + height)


def _largest(box: tuple[float, float, float, float], place: Place) -> tuple[int, int]:
    """No wider than its place asks for, and at most twice as high: WebP ends at 16,383."""
    width, height = box[2] - box[0], box[3] - box[1]
    share = min(1, place.widths[-1] / width, 2 * place.widths[-1] / height)
    return round(width * share), round(height * share)


def _on_white(picture: Image.Image) -> Image.Image:
    """Pictures with nothing behind them are drawn for paper: on dark pages their lines would be lost."""
    if picture.mode != "RGBA":
        return picture
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """In the colours that a browser takes a picture without a profile to have."""
    if profile:
        # One that is damaged, or of another sort of picture, is as none.
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(picture, source, _SRGB, outputMode="RGB")
            return converted or picture
    return picture.convert("RGB")


def _narrowed(picture: Image.Image, width: int) -> Image.Image:
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _encoded(picture: Image.Image) -> bytes:
    content = BytesIO()
    picture.save(content, "WEBP", quality=_QUALITY, method=_EFFORT)
    return content.getvalue()


class PictureFile(FieldFile):
    """What a row holds: the name of the largest size, beside which the others lie."""

    field: "PictureField"

    def save(self, name: str | None, content: "File[Any]", save: bool = True) -> None:
        picture = content if isinstance(content, Picture) else made(content, self.field.place)
        for width, encoded in picture.encoded.items():
            self._keep(picture.name_of(width), encoded)
        self.name = self.field.generate_filename(self.instance, picture.name_of(picture.width))
        setattr(self.instance, self.field.attname, self.name)
        self.field.note_size(self.instance, picture.width, picture.height)
        self._committed = True
        if save:
            self.instance.save()

    def _keep(self, name: str, encoded: bytes) -> None:
        place = self.field.generate_filename(self.instance, name)
        # Its name says what it holds: a file that lies there is this one, from another upload.
        if not self.storage.exists(place):
            self.storage.save(place, ContentFile(encoded))


class PictureFormField(forms.FileField):
    def __init__(self, *, place: Place, **kwargs: Any) -> None:
        self.place = place
        super().__init__(**kwargs)

    def to_python(self, data: Any) -> Any:
        upload = super().to_python(data)
        return None if upload is None else made(upload, self.place)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {
            **super().widget_attrs(widget),
            "accept": ",".join(f"image/{one.lower()}" for one in _FORMATS),
        }


class PictureField(models.FileField):
    """
    A picture in the sizes of its place.

    The columns that `size_in` names are filled with the width and the height of the largest.
    """

    attr_class = PictureFile

    def __init__(
        self, *args: Any, place: Place, size_in: tuple[str, str] | None = None, **kwargs: Any
    ) -> None:
        self.place, self.size_in = place, size_in
        super().__init__(*args, **kwargs)

    def note_size(self, row: models.Model, width: int | None, height: int | None) -> None:
        if self.size_in:
            for column, value in zip(self.size_in, (width, height), strict=True):
                setattr(row, column, value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        file = super().pre_save(model_instance, add)
        if not file:
            self.note_size(model_instance, None, None)
        return file

    def clone(self) -> "PictureField":
        _, _, args, kwargs = self.deconstruct()
        return PictureField(*args, place=self.place, size_in=self.size_in, **kwargs)

    def deconstruct(self) -> Any:
        # To the database it is a file's name: old migrations do not hang on the places that there are.
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.FileField", args, kwargs

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": PictureFormField, "place": self.place, **kwargs})
