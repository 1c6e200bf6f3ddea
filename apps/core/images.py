"""
Images that staff upload: checked, and stored as WebP in the widths in which pages show them.

The uploaded file itself is not stored: phones write into a photo where it was taken.
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

MAX_BYTES = 15 * 1024 * 1024
MAX_PIXELS = 25_000_000
"""A file of some kilobytes can decode to an image that fills the memory."""

_FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
_CAN_BE_ANIMATED = frozenset(("PNG", "WEBP", "AVIF"))
"""Further frames of a JPEG are a phone's previews and depth maps."""

_QUALITY, _EFFORT = 80, 4
_SRGB = ImageCms.createProfile("sRGB")
_VARIANT_NAME = re.compile(r"[0-9a-f]{32}-(\d+)\.webp$")


@dataclass(frozen=True, slots=True)
class ImageSpec:
    """How an image is stored for one place on the site."""

    aspect_ratio: tuple[int, int] | None
    """The image is cropped to it around the centre; None: it is not cropped."""
    widths: tuple[int, ...]
    """In pixels, ascending."""
    min_width: int
    """The least width of the cropped image; without an aspect ratio, that of the shorter side."""


COVER = ImageSpec(aspect_ratio=(16, 9), widths=(320, 640, 960, 1280), min_width=320)
"""Courses: on cards and course pages, and as a video's poster."""
BANNER = ImageSpec(aspect_ratio=(16, 9), widths=(720,), min_width=320)
"""Webinars, mentorships and programs: on their pages, about 360 wide on every screen, and on bills."""
TILE = ImageSpec(aspect_ratio=(1, 1), widths=(400,), min_width=160)
"""Webinars, mentorships and programs in lists: 112 wide and up to 170 high."""
PRO_HERO = ImageSpec(aspect_ratio=(16, 9), widths=(960,), min_width=480)
"""Pro: behind the header of its page, on wide screens."""
PORTRAIT = ImageSpec(aspect_ratio=(1, 1), widths=(168,), min_width=96)
"""People: at most 56 wide."""
MENTOR = ImageSpec(aspect_ratio=(1, 1), widths=(168, 400), min_width=96)
"""Mentors: 56 wide beside a name, 160 on their own page."""
POSTER = ImageSpec(aspect_ratio=None, widths=(1280,), min_width=320)
"""Posters of videos, and images beside them."""


class Variant(NamedTuple):
    name: str
    width: int
    height: int


def variants(name: str, *, width: int, height: int, spec: ImageSpec) -> list[Variant]:
    """The stored widths of an image, the widest first; files from before there were several have one."""
    widest = Variant(name, width, height)
    match = _VARIANT_NAME.search(name)
    if match is None:
        return [widest]
    stem = name[: match.start(1)]
    smaller = (one for one in reversed(spec.widths) if one < width)
    return [widest, *(Variant(f"{stem}{one}.webp", one, round(height * one / width)) for one in smaller)]


def stored_widths(name: str, *, spec: ImageSpec) -> list[str]:
    """The names of a square image's files, the widest first."""
    match = _VARIANT_NAME.search(name)
    width = int(match.group(1)) if match else spec.widths[-1]
    return [one.name for one in variants(name, width=width, height=width, spec=spec)]


def is_immutable(name: str) -> bool:
    """Whether the file's name contains a digest of its content, so that it can be cached for good."""
    return _VARIANT_NAME.search(name) is not None


class ProcessedImage(ContentFile):  # type: ignore[type-arg]
    """An image in all widths; the file itself is the widest."""

    def __init__(self, encoded: Mapping[int, bytes], *, height: int) -> None:
        self.encoded = encoded
        self.width, self.height = max(encoded), height
        self.stem = hashlib.sha256(b"".join(encoded.values())).hexdigest()[:32]
        super().__init__(encoded[self.width], name=self.name_of(self.width))

    def name_of(self, width: int) -> str:
        return f"{self.stem}-{width}.webp"


def process_upload(upload: "File[Any]", spec: ImageSpec) -> ProcessedImage:
    """
    Crop, scale and encode an upload.

    :raises ValidationError: with a message for staff, if it is not an image or does not meet the spec
    """
    if upload.size > MAX_BYTES:
        raise ValidationError(
            f"This file is {filesizeformat(upload.size)}. Images can be up to {filesizeformat(MAX_BYTES)}."
        )
    source = _open(upload)
    if source.width * source.height > MAX_PIXELS:
        raise _too_many_pixels()
    if source.format in _CAN_BE_ANIMATED and getattr(source, "is_animated", False):
        raise ValidationError("Animated images are not supported. Upload a still image.")
    image = _decode(source, spec)
    box = _crop_box(image, spec)
    width, height = _target_size(box, spec)
    scaled = image.resize((width, height), Image.Resampling.LANCZOS, box)
    widest = _convert_to_srgb(_flatten_on_white(scaled), source.info.get("icc_profile"))
    smaller = (one for one in spec.widths if one < width)
    encoded = {one: _encode(_scale_to_width(widest, one)) for one in smaller}
    return ProcessedImage({**encoded, width: _encode(widest)}, height=height)


def _open(upload: "File[Any]") -> Image.Image:
    """Read the header only; nothing is decoded yet."""
    try:
        return Image.open(upload.open(), formats=_FORMATS)
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except Exception as error:  # what decoders raise for hostile bytes is not documented
        raise ValidationError(
            "This is not an image that can be used here. Upload a JPEG, PNG, WebP or AVIF file."
        ) from error


def _too_many_pixels() -> ValidationError:
    limit = MAX_PIXELS // 1_000_000
    return ValidationError(f"This image has too many pixels. The limit is {limit} million.")


def _decode(source: Image.Image, spec: ImageSpec) -> Image.Image:
    """Upright, and in a mode that can be scaled."""
    max_width = spec.widths[-1]
    try:
        # A JPEG is decoded at a half, a quarter or an eighth of its size where that is enough.
        source.draft(None, (max_width, max_width))
        ImageOps.exif_transpose(source, in_place=True)
        return _convert_to_scalable_mode(source)
    except Exception as error:  # as above
        raise ValidationError("This image is damaged or incomplete.") from error


def _convert_to_scalable_mode(image: Image.Image) -> Image.Image:
    if image.mode == "I;16":
        # 16-bit greys, which would all become white.
        return image.point(lambda grey: grey / 256).convert("L")
    opaque = image.mode if image.mode in ("L", "CMYK") else "RGB"
    mode = "RGBA" if image.has_transparency_data else opaque
    # A copy of a large image would take another hundred megabytes.
    return image if image.mode == mode else image.convert(mode)


def _crop_box(image: Image.Image, spec: ImageSpec) -> tuple[float, float, float, float]:
    """:raises ValidationError: if too little is left of the image in this aspect ratio"""
    across, down = spec.aspect_ratio or image.size
    width = min(image.width, image.height * across / down)
    height = min(image.height, width * down / across)
    min_height = spec.min_width * down // across if spec.aspect_ratio else spec.min_width
    if round(width) < spec.min_width or round(height) < min_height:
        raise ValidationError(
            f"This image is too small: {image.width} by {image.height} pixels. "
            f"It must be at least {spec.min_width} by {min_height} pixels."
        )
    left, top = (image.width - width) / 2, (image.height - height) / 2
    return (left, top, left + width, top + height)


def _target_size(box: tuple[float, float, float, float], spec: ImageSpec) -> tuple[int, int]:
    """At most the widest of the spec, and twice as high: WebP allows 16,383 pixels."""
    width, height = box[2] - box[0], box[3] - box[1]
    share = min(1, spec.widths[-1] / width, 2 * spec.widths[-1] / height)
    return round(width * share), round(height * share)


def _flatten_on_white(image: Image.Image) -> Image.Image:
    """Transparent images are drawn for paper: on dark pages their lines would be lost."""
    if image.mode != "RGBA":
        return image
    background = Image.new("RGBA", image.size, "white")
    background.alpha_composite(image)
    return background.convert("RGB")


def _convert_to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """The colour space that a browser assumes for an image without a profile."""
    if profile:
        # A profile that is damaged, or for another mode, is ignored.
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(image, source, _SRGB, outputMode="RGB")
            return converted or image
    return image.convert("RGB")


def _scale_to_width(image: Image.Image, width: int) -> Image.Image:
    height = round(image.height * width / image.width)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _encode(image: Image.Image) -> bytes:
    content = BytesIO()
    image.save(content, "WEBP", quality=_QUALITY, method=_EFFORT)
    return content.getvalue()


class ResponsiveImageFile(FieldFile):
    """The row has the name of the widest file; the others are stored beside it."""

    field: "ResponsiveImageField"

    def save(self, name: str | None, content: "File[Any]", save: bool = True) -> None:
        image = content if isinstance(content, ProcessedImage) else process_upload(content, self.field.spec)
        for width, encoded in image.encoded.items():
            self._store(image.name_of(width), encoded)
        self.name = self.field.generate_filename(self.instance, image.name_of(image.width))
        setattr(self.instance, self.field.attname, self.name)
        self.field.set_size(self.instance, image.width, image.height)
        self._committed = True
        if save:
            self.instance.save()

    def _store(self, name: str, encoded: bytes) -> None:
        path = self.field.generate_filename(self.instance, name)
        # The name is a digest of the content: a file that exists has the same content.
        if not self.storage.exists(path):
            self.storage.save(path, ContentFile(encoded))


class ResponsiveImageFormField(forms.FileField):
    def __init__(self, *, spec: ImageSpec, **kwargs: Any) -> None:
        self.spec = spec
        super().__init__(**kwargs)

    def to_python(self, data: Any) -> Any:
        upload = super().to_python(data)
        return None if upload is None else process_upload(upload, self.spec)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {
            **super().widget_attrs(widget),
            "accept": ",".join(f"image/{one.lower()}" for one in _FORMATS),
        }


class ResponsiveImageField(models.FileField):
    """
    An image in the widths of its spec.

    The fields named by `size_fields` get the width and the height of the widest.
    """

    attr_class = ResponsiveImageFile

    def __init__(
        self, *args: Any, spec: ImageSpec, size_fields: tuple[str, str] | None = None, **kwargs: Any
    ) -> None:
        self.spec, self.size_fields = spec, size_fields
        super().__init__(*args, **kwargs)

    def set_size(self, row: models.Model, width: int | None, height: int | None) -> None:
        if self.size_fields:
            for column, value in zip(self.size_fields, (width, height), strict=True):
                setattr(row, column, value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        file = super().pre_save(model_instance, add)
        if not file:
            self.set_size(model_instance, None, None)
        return file

    def clone(self) -> "ResponsiveImageField":
        _, _, args, kwargs = self.deconstruct()
        return ResponsiveImageField(*args, spec=self.spec, size_fields=self.size_fields, **kwargs)

    def deconstruct(self) -> Any:
        # To the database it is a file's name, so migrations need not change with the specs.
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.FileField", args, kwargs

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": ResponsiveImageFormField, "spec": self.spec, **kwargs})
