"""Uploaded images of every kind, and files that are not images."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from PIL import ExifTags, Image, ImageCms

from apps.core import images
from apps.core.images import BANNER, COVER, PORTRAIT, POSTER, ImageSpec, ProcessedImage, process_upload
from apps.core.testing.images import BLUE, RED, as_bytes, halves

COVER_OF_320 = ImageSpec(aspect_ratio=(16, 9), widths=(320,), min_width=320)


def process(content: bytes, spec: ImageSpec = COVER, *, name: str = "photo.jpg") -> ProcessedImage:
    return process_upload(ContentFile(content, name=name), spec)


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def widest(image: ProcessedImage) -> Image.Image:
    return opened(image.encoded[image.width]).convert("RGB")


def close(one: Any, other: tuple[int, ...], *, by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def error_message(content: bytes, spec: ImageSpec = COVER, *, name: str = "photo.jpg") -> str:
    with pytest.raises(ValidationError) as error:
        process(content, spec, name=name)
    [message] = error.value.messages
    return message


def phone_photo(*, orientation: int = 6) -> bytes:
    """As an upright phone writes it: rotated, with the orientation and the place in its EXIF data."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    exif[ExifTags.Base.Make] = "Telephone"
    exif.get_ifd(ExifTags.IFD.GPSInfo).update({1: "N", 2: (19.0, 4.0, 33.0), 3: "E", 4: (72.0, 52.0, 39.0)})
    lying = halves(900, 1600).transpose(Image.Transpose.ROTATE_90)
    return as_bytes(lying, "JPEG", exif=exif, comment=b"Somewhere in Mumbai", quality=95)


def header_of(width: int, height: int) -> bytes:
    """A PNG whose header names this size, without any pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    facts = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", facts) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_a_cover_is_stored_as_webp_in_the_widths_of_its_spec() -> None:
    image = process(as_bytes(halves(1600, 900)))

    assert {width: opened(one).size for width, one in image.encoded.items()} == {
        320: (320, 180),
        640: (640, 360),
        960: (960, 540),
        1280: (1280, 720),
    }
    assert {opened(one).format for one in image.encoded.values()} == {"WEBP"}
    assert (image.width, image.height, image.read()) == (1280, 720, image.encoded[1280])


def test_an_image_is_never_scaled_up() -> None:
    assert sorted(process(as_bytes(halves(700, 394))).encoded) == [320, 640, 700]
    assert sorted(process(as_bytes(halves(320, 180))).encoded) == [320]


@pytest.mark.parametrize(
    ("size", "expected"),
    [((1000, 1000), (960, 540)), ((4000, 600), (960, 540)), ((600, 4000), (600, 338))],
)
def test_cropping_keeps_the_centre(size: tuple[int, int], expected: tuple[int, int]) -> None:
    spec = ImageSpec(aspect_ratio=(16, 9), widths=(960,), min_width=320)

    image = widest(process(as_bytes(halves(*size)), spec))

    assert image.size == expected
    middle = image.width // 2
    assert close(image.getpixel((middle, image.height // 2 - 20)), RED)
    assert close(image.getpixel((middle, image.height // 2 + 20)), BLUE)


def test_a_poster_is_not_cropped() -> None:
    assert widest(process(as_bytes(halves(2560, 3000)), POSTER)).size == (1280, 1500)


@pytest.mark.parametrize(
    ("size", "expected"),
    [((60_000, 330), (1280, 7)), ((330, 60_000), (14, 2560)), ((500, 16_500), (78, 2560))],
)
def test_a_very_narrow_poster_is_scaled_to_what_webp_allows(
    size: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert widest(process(as_bytes(halves(*size)), POSTER)).size == expected


def test_the_crop_box_lies_inside_every_image() -> None:
    """Fractions of pixels are rounded."""
    for height in range(180, 1300, 29):
        assert process(as_bytes(Image.new("1", (2400, height))), COVER_OF_320).height == 180


@pytest.mark.parametrize("spec", [COVER, BANNER, PORTRAIT, POSTER])
def test_a_phones_photo_is_upright_and_has_no_metadata(spec: ImageSpec) -> None:
    photo = phone_photo()
    assert b"Telephone" in photo
    assert opened(photo).getexif().get_ifd(ExifTags.IFD.GPSInfo)

    image = process(photo, spec)

    upright = widest(image)
    assert close(upright.getpixel((5, 5)), RED)
    assert close(upright.getpixel((upright.width - 5, upright.height - 5)), BLUE)
    for encoded in image.encoded.values():
        assert opened(encoded).info.keys().isdisjoint({"exif", "xmp", "icc_profile", "comment"})
        assert not any(chunk in encoded for chunk in (b"EXIF", b"XMP ", b"ICCP", b"Telephone", b"Mumbai"))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_is_applied_once(orientation: int) -> None:
    """Red is where the first row of the file belongs: above, below, to the right or to the left."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    image = widest(process(as_bytes(halves(800, 800), "JPEG", exif=exif), PORTRAIT))

    above, below, right, left = (84, 9), (84, 159), (159, 84), (9, 84)
    red = (above, above, below, below, left, right, right, left)[orientation - 1]
    assert close(image.getpixel(red), RED)


def test_transparent_pixels_become_white() -> None:
    clear = Image.new("RGBA", (640, 360), (0, 0, 0, 0))
    clear.paste((*RED, 255), (0, 0, 320, 360))

    image = widest(process(as_bytes(clear)))

    assert close(image.getpixel((100, 100)), RED)
    assert close(image.getpixel((600, 100)), (255, 255, 255))


@pytest.mark.parametrize("mode", ["P", "LA", "1", "L", "I;16", "PA"])
def test_palette_and_greyscale_images_are_accepted(mode: str) -> None:
    grey = Image.new("L", (640, 360), 128)
    if mode == "I;16":
        content = as_bytes(Image.new("I;16", (640, 360), 128 * 257))
    elif mode == "PA":
        few = grey.convert("P")
        content = as_bytes(few, transparency=few.getpixel((0, 0)))
    else:
        content = as_bytes(grey.convert(mode))

    pixel = widest(process(content)).getpixel((100, 100))

    wanted = {"PA": (255, 255, 255)}.get(mode, (128, 128, 128))
    assert mode == "1" or close(pixel, wanted)


def test_cmyk_is_converted_to_rgb() -> None:
    printed = as_bytes(halves(640, 360).convert("CMYK"), "JPEG", quality=95)
    assert opened(printed).mode == "CMYK"

    assert close(widest(process(printed)).getpixel((100, 20)), RED)


def test_a_colour_profile_is_converted_or_ignored() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = as_bytes(halves(640, 360), "JPEG", icc_profile=lab, quality=95)
    broken = as_bytes(halves(640, 360), "JPEG", icc_profile=b"no profile at all", quality=95)

    for content in (swapped, broken):
        assert close(widest(process(content)).getpixel((100, 20)), RED)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_the_content_decides_the_format_and_not_the_name(kind: str) -> None:
    content = as_bytes(halves(640, 360), kind)

    assert process(content, name="anything.gif").width == 640


def test_previews_in_a_phones_file_are_not_an_animation() -> None:
    photo = as_bytes(halves(640, 360), "MPO", save_all=True, append_images=[halves(320, 180)])
    assert opened(photo).format == "MPO"

    assert process(photo).width == 640


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_animated_images_are_refused(kind: str) -> None:
    frames = [halves(640, 360), Image.new("RGB", (640, 360), RED)]
    content = as_bytes(frames[0], kind, save_all=True, append_images=frames[1:])

    assert error_message(content) == "Animated images are not supported. Upload a still image."


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.jpg", b"Dear Meera, here is the picture."),
        ("photo.png", b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        ("photo.jpg", b"<!doctype html><script>alert(1)</script>"),
        ("photo.png", b"\x89PNG\r\n\x1a\n"),
        ("photo.jpg", b"\xff\xd8\xff\xe0\x00"),
        ("photo.gif", as_bytes(halves(640, 360), "GIF")),
        ("photo.tif", as_bytes(halves(640, 360), "TIFF")),
        ("photo.bmp", as_bytes(halves(640, 360), "BMP")),
    ],
)
def test_other_files_are_refused(name: str, content: bytes) -> None:
    message = "This is not an image that can be used here. Upload a JPEG, PNG, WebP or AVIF file."

    assert error_message(content, name=name) == message


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_truncated_file_is_refused(kind: str, share: float) -> None:
    noise = Image.effect_noise((640, 360), 60).convert("RGB")
    content = as_bytes(noise, kind)

    message = error_message(content[: int(len(content) * share)])

    assert message.startswith(("This image is damaged", "This is not an image"))


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize(("width", "height"), [(5001, 5000), (12_000, 12_000), (60_000, 60_000)])
def test_an_image_with_too_many_pixels_is_not_decoded(width: int, height: int) -> None:
    message = "This image has too many pixels. The limit is 25 million."

    assert error_message(header_of(width, height)) == message


def test_a_file_that_is_too_large_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_BYTES", 2048)

    message = error_message(b"x" * 4096)

    assert message == "This file is 4.0\xa0KB. Images can be up to 2.0\xa0KB."


@pytest.mark.parametrize(
    ("size", "spec", "wanted"),
    [
        ((1, 1), COVER, "320 by 180"),
        ((319, 400), COVER, "320 by 180"),
        ((3000, 150), COVER, "320 by 180"),
        ((95, 200), PORTRAIT, "96 by 96"),
        ((200, 900), POSTER, "320 by 320"),
        ((900, 200), POSTER, "320 by 320"),
    ],
)
def test_an_image_that_is_too_small_is_refused(size: tuple[int, int], spec: ImageSpec, wanted: str) -> None:
    has = f"{size[0]} by {size[1]} pixels"

    message = error_message(as_bytes(halves(*size)), spec)

    assert message == f"This image is too small: {has}. It must be at least {wanted} pixels."


def test_names_are_digests_of_the_content() -> None:
    one, same = process(as_bytes(halves(700, 394))), process(as_bytes(halves(700, 394)))
    other = process(as_bytes(halves(700, 394).transpose(Image.Transpose.FLIP_TOP_BOTTOM)))

    assert one.name == same.name != other.name
    assert one.name == f"{one.stem}-700.webp"
    assert images.is_immutable(f"courses/{one.name}")
    assert not images.is_immutable("courses/holiday-700.webp")


def test_variants_follow_from_the_name_and_the_width() -> None:
    name = f"courses/{'0a' * 16}-700.webp"

    assert images.variants(name, width=700, height=394, spec=COVER) == [
        (name, 700, 394),
        (f"courses/{'0a' * 16}-640.webp", 640, 360),
        (f"courses/{'0a' * 16}-320.webp", 320, 180),
    ]


def test_a_file_from_before_there_were_variants_has_one() -> None:
    name = "courses/holiday-1280.webp"

    assert images.variants(name, width=1280, height=720, spec=COVER) == [(name, 1280, 720)]
