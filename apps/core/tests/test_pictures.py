"""What becomes of an upload: of pictures of every sort, and of files that are none."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from PIL import ExifTags, Image, ImageCms

from apps.core import pictures
from apps.core.pictures import BANNER, COVER, FACE, STILL, Picture, Place, made
from apps.core.testing.pictures import BLUE, RED, as_bytes, halves

# Quick to make.
COVER_OF_320 = Place(shape=(16, 9), widths=(320,), least=320)


def kept(content: bytes, place: Place = COVER, *, name: str = "photo.jpg") -> Picture:
    return made(ContentFile(content, name=name), place)


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def shown(picture: Picture) -> Image.Image:
    return opened(picture.encoded[picture.width]).convert("RGB")


def close(one: Any, other: tuple[int, ...], *, by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def refusal(content: bytes, place: Place = COVER, *, name: str = "photo.jpg") -> str:
    with pytest.raises(ValidationError) as refused:
        kept(content, place, name=name)
    [sentence] = refused.value.messages
    return sentence


def phone_photo(*, orientation: int = 6) -> bytes:
    """As a phone that is held upright writes it: lying, with a word on how to turn it and where it was."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    exif[ExifTags.Base.Make] = "Telephone"
    exif.get_ifd(ExifTags.IFD.GPSInfo).update({1: "N", 2: (19.0, 4.0, 33.0), 3: "E", 4: (72.0, 52.0, 39.0)})
    lying = halves(900, 1600).transpose(Image.Transpose.ROTATE_90)
    return as_bytes(lying, "JPEG", exif=exif, comment=b"Somewhere in Mumbai", quality=95)


def header_of(width: int, height: int) -> bytes:
    """A PNG that says it is so large and goes no further."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    facts = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", facts) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_a_cover_is_kept_as_webp_in_the_widths_of_its_place() -> None:
    picture = kept(as_bytes(halves(1600, 900)))

    assert {width: opened(one).size for width, one in picture.encoded.items()} == {
        320: (320, 180),
        640: (640, 360),
        960: (960, 540),
        1280: (1280, 720),
    }
    assert {opened(one).format for one in picture.encoded.values()} == {"WEBP"}
    assert (picture.width, picture.height, picture.read()) == (1280, 720, picture.encoded[1280])


def test_a_picture_is_never_made_larger() -> None:
    assert sorted(kept(as_bytes(halves(700, 394))).encoded) == [320, 640, 700]
    assert sorted(kept(as_bytes(halves(320, 180))).encoded) == [320]


@pytest.mark.parametrize(
    ("size", "left"),
    [((1000, 1000), (960, 540)), ((4000, 600), (960, 540)), ((600, 4000), (600, 338))],
)
def test_what_sticks_out_is_cut_off_on_both_sides_alike(size: tuple[int, int], left: tuple[int, int]) -> None:
    place = Place(shape=(16, 9), widths=(960,), least=320)

    picture = shown(kept(as_bytes(halves(*size)), place))

    assert picture.size == left
    middle = picture.width // 2
    assert close(picture.getpixel((middle, picture.height // 2 - 20)), RED)
    assert close(picture.getpixel((middle, picture.height // 2 + 20)), BLUE)


def test_a_still_keeps_its_shape() -> None:
    assert shown(kept(as_bytes(halves(2560, 3000)), STILL)).size == (1280, 1500)


@pytest.mark.parametrize(
    ("size", "left"), [((60_000, 330), (1280, 7)), ((330, 60_000), (14, 2560)), ((500, 16_500), (78, 2560))]
)
def test_a_still_as_slim_as_a_thread_is_kept_as_well_as_it_goes(
    size: tuple[int, int], left: tuple[int, int]
) -> None:
    assert shown(kept(as_bytes(halves(*size)), STILL)).size == left


def test_every_size_is_cut_inside_itself() -> None:
    """Thirds of pixels do not add up again in a computer."""
    for height in range(180, 1300, 29):
        assert kept(as_bytes(Image.new("1", (2400, height))), COVER_OF_320).height == 180


@pytest.mark.parametrize("place", [COVER, BANNER, FACE, STILL])
def test_a_phones_photo_stands_upright_and_says_nothing_of_where_it_was(place: Place) -> None:
    photo = phone_photo()
    assert b"Telephone" in photo
    assert opened(photo).getexif().get_ifd(ExifTags.IFD.GPSInfo)

    picture = kept(photo, place)

    upright = shown(picture)
    assert close(upright.getpixel((5, 5)), RED)
    assert close(upright.getpixel((upright.width - 5, upright.height - 5)), BLUE)
    for encoded in picture.encoded.values():
        assert opened(encoded).info.keys().isdisjoint({"exif", "xmp", "icc_profile", "comment"})
        assert not any(chunk in encoded for chunk in (b"EXIF", b"XMP ", b"ICCP", b"Telephone", b"Mumbai"))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_way_of_turning_and_mirroring_is_undone_once(orientation: int) -> None:
    """Red is where the first row of the file belongs: above, below, to the right or to the left."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    picture = shown(kept(as_bytes(halves(800, 800), "JPEG", exif=exif), FACE))

    above, below, right, left = (84, 9), (84, 159), (159, 84), (9, 84)
    red = (above, above, below, below, left, right, right, left)[orientation - 1]
    assert close(picture.getpixel(red), RED)


def test_where_nothing_is_the_paper_is_seen() -> None:
    clear = Image.new("RGBA", (640, 360), (0, 0, 0, 0))
    clear.paste((*RED, 255), (0, 0, 320, 360))

    picture = shown(kept(as_bytes(clear)))

    assert close(picture.getpixel((100, 100)), RED)
    assert close(picture.getpixel((600, 100)), (255, 255, 255))


@pytest.mark.parametrize("mode", ["P", "LA", "1", "L", "I;16", "PA"])
def test_pictures_of_few_colours_and_of_many_greys_are_taken(mode: str) -> None:
    grey = Image.new("L", (640, 360), 128)
    if mode == "I;16":
        content = as_bytes(Image.new("I;16", (640, 360), 128 * 257))
    elif mode == "PA":
        few = grey.convert("P")
        content = as_bytes(few, transparency=few.getpixel((0, 0)))
    else:
        content = as_bytes(grey.convert(mode))

    pixel = shown(kept(content)).getpixel((100, 100))

    wanted = {"PA": (255, 255, 255)}.get(mode, (128, 128, 128))
    assert mode == "1" or close(pixel, wanted)


def test_a_picture_for_print_comes_in_the_colours_of_a_screen() -> None:
    printed = as_bytes(halves(640, 360).convert("CMYK"), "JPEG", quality=95)
    assert opened(printed).mode == "CMYK"

    assert close(shown(kept(printed)).getpixel((100, 20)), RED)


def test_colours_of_another_profile_are_changed_into_those_of_a_screen() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = as_bytes(halves(640, 360), "JPEG", icc_profile=lab, quality=95)
    broken = as_bytes(halves(640, 360), "JPEG", icc_profile=b"no profile at all", quality=95)

    for content in (swapped, broken):
        assert close(shown(kept(content)).getpixel((100, 20)), RED)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_the_bytes_say_what_it_is_and_not_the_name(kind: str) -> None:
    content = as_bytes(halves(640, 360), kind)

    assert kept(content, name="anything.gif").width == 640


def test_previews_in_a_phones_file_are_no_movement() -> None:
    photo = as_bytes(halves(640, 360), "MPO", save_all=True, append_images=[halves(320, 180)])
    assert opened(photo).format == "MPO"

    assert kept(photo).width == 640


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_moves_is_refused(kind: str) -> None:
    frames = [halves(640, 360), Image.new("RGB", (640, 360), RED)]
    content = as_bytes(frames[0], kind, save_all=True, append_images=frames[1:])

    assert refusal(content) == "This picture moves. Upload one that stands still."


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
def test_what_is_no_picture_of_ours_is_refused(name: str, content: bytes) -> None:
    sentence = "This is no picture that can be shown here. Upload a JPEG, PNG, WebP or AVIF."

    assert refusal(content, name=name) == sentence


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_file_that_ends_early_is_refused(kind: str, share: float) -> None:
    noise = Image.effect_noise((640, 360), 60).convert("RGB")
    content = as_bytes(noise, kind)

    sentence = refusal(content[: int(len(content) * share)])

    assert sentence.startswith(("This picture is damaged", "This is no picture"))


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize(("width", "height"), [(5001, 5000), (12_000, 12_000), (60_000, 60_000)])
def test_a_picture_that_would_fill_the_memory_is_not_even_unpacked(width: int, height: int) -> None:
    sentence = "This picture has too many pixels: 25 million are the most. Make it smaller."

    assert refusal(header_of(width, height)) == sentence


def test_a_file_of_too_many_bytes_is_not_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_BYTES", 2048)

    sentence = refusal(b"x" * 4096)

    assert sentence == "This file has 4.0\xa0KB; a picture may have 2.0\xa0KB."


@pytest.mark.parametrize(
    ("size", "place", "wanted"),
    [
        ((1, 1), COVER, "320 by 180"),
        ((319, 400), COVER, "320 by 180"),
        ((3000, 150), COVER, "320 by 180"),
        ((95, 200), FACE, "96 by 96"),
        ((200, 900), STILL, "320 by 320"),
        ((900, 200), STILL, "320 by 320"),
    ],
)
def test_a_picture_too_small_for_its_place_is_refused(
    size: tuple[int, int], place: Place, wanted: str
) -> None:
    has = f"{size[0]} by {size[1]} pixels"

    sentence = refusal(as_bytes(halves(*size)), place)

    assert sentence == f"This picture is too small: {has}. Here it must have at least {wanted}."


def test_names_follow_from_the_content() -> None:
    one, same = kept(as_bytes(halves(700, 394))), kept(as_bytes(halves(700, 394)))
    other = kept(as_bytes(halves(700, 394).transpose(Image.Transpose.FLIP_TOP_BOTTOM)))

    assert one.name == same.name != other.name
    assert one.name == f"{one.stem}-700.webp"
    assert pictures.never_changes(f"courses/{one.name}")
    assert not pictures.never_changes("courses/holiday-700.webp")


def test_sizes_are_told_from_the_name_and_the_width() -> None:
    name = f"courses/{'0a' * 16}-700.webp"

    assert pictures.sizes(name, width=700, height=394, place=COVER) == [
        (name, 700, 394),
        (f"courses/{'0a' * 16}-640.webp", 640, 360),
        (f"courses/{'0a' * 16}-320.webp", 320, 180),
    ]


def test_a_picture_from_before_there_were_sizes_is_alone() -> None:
    name = "courses/holiday-1280.webp"

    assert pictures.sizes(name, width=1280, height=720, place=COVER) == [(name, 1280, 720)]
