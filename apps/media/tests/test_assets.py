import re
from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction

from apps.core.testing.images import as_bytes, halves
from apps.media import mp4
from apps.media.models import Asset
from apps.media.tests.factories import AssetFactory

pytestmark = pytest.mark.django_db


def build(kind, filename, content):
    return Asset(title="One", kind=kind, file=ContentFile(content, name=filename))


@pytest.mark.parametrize(
    ("kind", "filename", "content"),
    [
        ("video", "film.mp4", b"x"),
        ("video", "FILM.WebM", b"x"),
        ("captions", "hi.vtt", b"WEBVTT\n\n"),
        ("captions", "hi.vtt", b"\xef\xbb\xbfWEBVTT\n\n"),
        ("pdf", "note.pdf", b"%PDF-1.7"),
        ("image", "still.webp", as_bytes(halves(640, 360), "WEBP")),
        ("file", "sheet.xlsx", b"x"),
    ],
)
def test_file_of_its_kind_is_accepted(kind, filename, content, settings):
    settings.FFMPEG = "no-such-program"
    build(kind, filename, content).full_clean()


@pytest.mark.parametrize(
    ("kind", "filename", "content", "message"),
    [
        ("video", "film.mov", b"x", "extensions for this kind: mp4, webm"),
        ("video", "film", b"x", "extensions for this kind: mp4, webm"),
        ("captions", "hi.srt", b"1\n", "extensions for this kind: vtt"),
        ("captions", "hi.vtt", b"1\n00:01", "does not match its kind"),
        ("pdf", "note.pdf", b"<html>", "does not match its kind"),
        ("image", "still.svg", b"<svg>", "not an image"),
        ("image", "still.webp", b"x", "not an image"),
        ("file", "page.html", b"<script>", "extensions for this kind: csv"),
    ],
)
def test_file_of_another_kind_is_rejected(kind, filename, content, message, settings):
    settings.FFMPEG = "no-such-program"
    with pytest.raises(ValidationError) as error:
        build(kind, filename, content).full_clean()

    assert list(error.value.message_dict) == ["file"]
    assert message in error.value.message_dict["file"][0]


def test_asset_needs_a_file():
    with pytest.raises(IntegrityError), transaction.atomic():
        Asset.objects.create(title="One", kind="video")


def test_asset_has_size_and_is_stored_in_private_folder():
    asset = AssetFactory(file__data=b"12345", file__filename="../../a film.mp4")

    assert asset.size_bytes == 5
    assert asset.file.name == f"private/{asset.pk}/a_film.mp4"
    assert asset.filename == "a_film.mp4"


def test_asset_with_missing_file_can_be_renamed():
    asset = AssetFactory(file__data=b"12345")
    asset.file.storage.delete(asset.file.name)

    asset.title = "Renamed"
    asset.save()

    asset.refresh_from_db()
    assert (asset.title, asset.size_bytes) == ("Renamed", 5)


def box(name, content):
    return (len(content) + 8).to_bytes(4, "big") + name + content


def head(*, version, scale, length):
    size = 8 if version else 4
    dates = bytes(2 * size)
    return box(
        b"moov",
        box(
            b"mvhd",
            bytes([version, 0, 0, 0]) + dates + scale.to_bytes(4, "big") + length.to_bytes(size, "big"),
        ),
    )


@pytest.mark.parametrize(
    ("film", "seconds"),
    [
        (box(b"ftyp", b"isom") + head(version=0, scale=1000, length=31_200) + box(b"mdat", b"x"), 32),
        (box(b"mdat", b"x" * 100) + head(version=1, scale=600, length=18_000), 30),
        (b"\0\0\0\x01mdat" + (20).to_bytes(8, "big") + b"xxxx" + head(version=0, scale=1, length=5), 5),
        (head(version=0, scale=0, length=5), None),
        (box(b"moov", b"mvhd"), None),
        (box(b"moov", b""), None),
        (b"\0\0\0\x02moov", None),
        (b"\0\0\0\x01mdat\0", None),
        (b"no film at all, only words", None),
        (b"", None),
    ],
)
def test_duration_is_read_from_mp4_header(film, seconds):
    assert mp4.duration_seconds(BytesIO(film)) == seconds
    assert AssetFactory(file__data=film).duration_seconds == (seconds or 0)


def test_duration_that_staff_entered_is_kept():
    film = head(version=0, scale=1, length=5)

    assert AssetFactory(file__data=film, duration_seconds=7).duration_seconds == 7


def test_every_link_of_the_admin_filter_by_language_has_a_text(client, staff):
    client.force_login(staff.user)
    for language in ("", "hi"):
        AssetFactory(language=language)
    page = client.get("/admin/media/asset/?language=").content.decode()
    [links] = re.findall(r"<summary>Language:.*?</details>", page, re.DOTALL)
    texts = re.findall(r">\s*([^<>]*?)\s*</a>", links)
    assert texts == ["All", "No language", "hi"]
