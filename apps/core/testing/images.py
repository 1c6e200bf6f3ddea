"""Images that tests generate and upload."""

from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

RED, BLUE = (200, 30, 30), (30, 60, 190)


def halves(width: int, height: int) -> Image.Image:
    """Red above and blue below, to tell which way up it is."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (0, height // 2, width, height))
    return image


def as_bytes(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    content = BytesIO()
    image.save(content, kind, **options)
    return content.getvalue()


def upload(
    width: int = 1600, height: int = 900, *, name: str = "picture.png", kind: str = "PNG"
) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, as_bytes(halves(width, height), kind))
