"""An imported video in a topic: playlist, poster and captions, from this machine and from object storage."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
import requests
from botocore.exceptions import EndpointConnectionError
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from moto import mock_aws

from apps.catalog.tests.access_helpers import get_topic, give_access
from apps.catalog.tests.factories import VideoFactory
from apps.core.testing.images import as_bytes, halves
from apps.core.testing.videos import make_video
from apps.media import storage
from apps.media.models import Asset
from apps.media.services import unused_files, video_imports
from apps.media.states import AssetKind
from apps.media.tests.factories import AssetFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PLAYLIST = b"#EXTM3U\n180.m3u8\n"
SEGMENT = b"a part of the video"
ENDPOINT = "https://s3.ap-south-1.amazonaws.com"


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.DATA_DIR = tmp_path / "data"


def store_imported(topic):
    """What an import leaves: a playlist, a segment, a poster, captions in two languages."""
    asset = topic.asset
    folder = f"private/{asset.pk}/run"
    for name, content in {"index.m3u8": PLAYLIST, "180-00000.m4s": SEGMENT}.items():
        storage.private_storage().save(f"{folder}/{name}", ContentFile(content))
    asset.playlist = f"{folder}/index.m3u8"
    asset.save()
    image = as_bytes(halves(640, 360), "WEBP")
    AssetFactory(kind=AssetKind.IMAGE, file__data=image, file__filename="poster.webp", made_from=asset)
    for language in ("en", "hi"):
        AssetFactory(
            title=language,
            kind=AssetKind.CAPTIONS,
            language=language,
            file__data=b"WEBVTT\n",
            file__filename=f"{language}.vtt",
            made_from=asset,
        )


@pytest.fixture
def video(member):
    topic = VideoFactory(poster=None)
    topic.right = give_access(member.user, topic.chapter.course, at=NOW)
    store_imported(topic)
    return topic


def media(member, topic):
    return get_topic(member.api, topic)["media"]


def beside(url, name):
    return f"{url.rpartition('/')[0]}/{name}"


def body(answer):
    return b"".join(answer.streaming_content)


def test_an_imported_video_is_streamed(member, video):
    shown = media(member, video)

    assert shown["mime"] == "application/vnd.apple.mpegurl"
    assert shown["url"].endswith("/index.m3u8")
    playlist = member.api.get(shown["url"])
    assert (body(playlist), playlist["Content-Type"]) == (PLAYLIST, "application/vnd.apple.mpegurl")
    assert playlist["Cache-Control"] == "private, no-store"
    segment = member.api.get(beside(shown["url"], "180-00000.m4s"))
    assert (body(segment), segment["Content-Type"]) == (SEGMENT, "video/iso.segment")
    assert body(member.api.get(shown["poster"])).startswith(b"RIFF")
    assert [captions["language"] for captions in shown["captions"]] == ["en", "hi"]
    assert body(member.api.get(shown["captions"][1]["url"])) == b"WEBVTT\n"


def test_the_topics_own_poster_and_captions_come_first(member, video, committed):
    own = AssetFactory(
        kind=AssetKind.CAPTIONS, language="hi", file__data=b"WEBVTT own", file__filename="own.vtt"
    )
    with committed():
        video.poster = AssetFactory(kind=AssetKind.IMAGE, file__filename="own.webp")
        video.save()
        video.captions.add(own)
        own.save()

    shown = media(member, video)

    assert shown["poster"].endswith("/own.webp")
    assert [captions["url"].rpartition("/")[2] for captions in shown["captions"]] == ["own.vtt", "en.vtt"]


@pytest.mark.parametrize(
    "name",
    [
        "other.m4s",
        "index.html",
        "..%2Findex.m3u8",
        "%2e%2e/index.m3u8",
        "180-00000.m4s.txt",
        "x" * 41 + ".m4s",
        "film.webm",
        "Index.m3u8",
        ".m3u8",
    ],
)
def test_no_other_file_of_the_folder_is_served(member, video, name):
    assert member.api.get(beside(media(member, video)["url"], name)).status_code == 404


def test_a_refund_ends_the_video_at_its_next_segment(member, video, committed):
    url = media(member, video)["url"]
    with committed():
        video.right.delete()

    assert member.api.get(beside(url, "180-00000.m4s")).status_code == 403


def test_segments_of_another_person_or_after_the_expiry_are_refused(member, other_member, video, clock):
    url = beside(media(member, video)["url"], "180-00000.m4s")

    assert other_member.api.get(url).status_code == 403
    clock.shift(timedelta(minutes=10))
    assert member.api.get(url).status_code == 403


def test_a_folder_that_is_away_in_the_middle_of_a_video_is_a_503_until_it_is_back(member, video, monkeypatch):
    url = beside(media(member, video)["url"], "180-00000.m4s")
    assert body(member.api.get(url)) == SEGMENT

    def away(_path, *_args, **_kwargs):
        raise OSError(116, "Stale file handle")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", away)
        answer = member.api.get(url)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert body(member.api.get(url)) == SEGMENT


def test_after_a_pause_of_an_hour_fresh_addresses_serve_the_same_segments(member, video, clock):
    """What a page that was asleep gets when it asks for its topic again."""
    before = media(member, video)["url"]
    assert body(member.api.get(before)) == PLAYLIST
    clock.shift(timedelta(hours=1))

    assert member.api.get(beside(before, "180-00000.m4s")).status_code == 403
    fresh = media(member, video)
    assert fresh["expiresAt"] == "2026-11-21T10:40:00Z"
    assert body(member.api.get(fresh["url"])) == PLAYLIST
    assert body(member.api.get(beside(fresh["url"], "180-00000.m4s"))) == SEGMENT


def test_a_video_that_is_not_imported_is_played_as_it_was_uploaded(member):
    topic = VideoFactory()
    give_access(member.user, topic.chapter.course, at=NOW)

    assert media(member, topic)["mime"] == "video/mp4"
    assert member.api.get(beside(media(member, topic)["url"], "index.m3u8")).status_code == 404


def test_a_video_that_browsers_cannot_play_has_no_media_until_it_is_imported(member, committed):
    topic = VideoFactory(asset__file__filename="film.mkv")
    give_access(member.user, topic.chapter.course, at=NOW)
    assert media(member, topic) is None

    with committed():
        store_imported(topic)

    assert media(member, topic)["url"].endswith("/index.m3u8")


def test_the_preview_of_staff_plays_the_uploaded_file(admin_client, video):
    page = admin_client.get(f"/admin/catalog/course/{video.chapter.course_id}/preview/").content.decode()

    assert re.search(r'<video[^>]* src="[^"]+/film\.mp4"', page)


@pytest.fixture
def bucket(settings):
    """A private bucket instead of the folder of private files."""
    with mock_aws():
        boto3.client("s3", region_name="ap-south-1").create_bucket(
            Bucket="rally", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"}
        )
        options = {
            "bucket_name": "rally",
            "endpoint_url": ENDPOINT,
            "region_name": "ap-south-1",
            "access_key": "key",
            "secret_key": "secret",
            "addressing_style": "path",
            "signature_version": "s3v4",
        }
        backend = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
        settings.STORAGES = {**settings.STORAGES, "private": backend}
        settings.MEDIA_BUCKET, settings.MEDIA_ENDPOINT = "rally", ENDPOINT
        field = Asset._meta.get_field("file")
        local, field.storage = field.storage, storages["private"]
        yield boto3.client("s3", region_name="ap-south-1")
        field.storage = local


@pytest.fixture
def stored_video(bucket, member):
    topic = VideoFactory(poster=None, asset__file__data=b"0123456789")
    give_access(member.user, topic.chapter.course, at=NOW)
    return topic


def test_object_storage_serves_segments_with_urls_that_it_signs(member, stored_video):
    store_imported(stored_video)
    shown = media(member, stored_video)

    playlist = member.api.get(shown["url"])
    assert (playlist.content, playlist["Content-Type"]) == (PLAYLIST, "application/vnd.apple.mpegurl")
    segment = member.api.get(beside(shown["url"], "180-00000.m4s"))
    assert (segment.status_code, segment["Cache-Control"]) == (302, "private, no-store")
    signed = urlsplit(segment["Location"])
    assert f"{signed.scheme}://{signed.netloc}" == ENDPOINT
    assert signed.path.startswith("/rally/private/")
    assert parse_qs(signed.query)["X-Amz-Expires"] == ["60"]
    assert requests.get(segment["Location"], timeout=5).content == SEGMENT
    assert requests.get(segment["Location"].partition("?")[0], timeout=5).status_code == 403
    poster = member.api.get(shown["poster"])
    assert requests.get(poster["Location"], timeout=5).content.startswith(b"RIFF")


def test_storage_that_is_away_is_a_503_and_a_missing_playlist_a_404(
    member, stored_video, bucket, monkeypatch
):
    store_imported(stored_video)
    url = media(member, stored_video)["url"]

    def away(*_args, **_kwargs):
        raise EndpointConnectionError(endpoint_url=ENDPOINT)

    with monkeypatch.context() as patch:
        patch.setattr(storages["private"], "open", away)
        answer = member.api.get(url)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    bucket.delete_object(Bucket="rally", Key=stored_video.asset.playlist)
    assert member.api.get(url).status_code == 404


def test_a_video_is_imported_from_and_to_object_storage(member, bucket, stored_video, tmp_path, committed):
    asset = stored_video.asset
    asset.file.save("film.mp4", ContentFile(make_video(tmp_path / "film.mp4").read_bytes()))
    video_imports.queue(asset=asset, now=NOW)

    with committed():
        done = video_imports.run_next(clock=lambda: NOW)

    assert (done.status, done.error) == ("done", "")
    shown = media(member, stored_video)
    assert b"180.m3u8" in member.api.get(shown["url"]).content
    segment = member.api.get(beside(shown["url"], "180-00000.m4s"))
    assert len(requests.get(segment["Location"], timeout=5).content) > 1000
    with committed():
        video_imports.queue(asset=asset, now=NOW)
        video_imports.run_next(clock=lambda: NOW)
    assert playlists_in(bucket) == 2
    unused_files.delete_due(now=NOW + unused_files.GRACE)
    assert playlists_in(bucket) == 1


def playlists_in(bucket):
    keys = [entry["Key"] for entry in bucket.list_objects_v2(Bucket="rally").get("Contents", ())]
    return sum(key.endswith("index.m3u8") for key in keys)


def test_a_deleted_videos_files_leave_object_storage_once_it_is_back(bucket, monkeypatch):
    topic = VideoFactory(poster=None)
    store_imported(topic)
    topic.delete()
    topic.asset.delete()
    due = NOW + unused_files.GRACE

    def away(*_args, **_kwargs):
        raise EndpointConnectionError(endpoint_url=ENDPOINT)

    with monkeypatch.context() as patch:
        patch.setattr(storages["private"], "delete", away)
        assert unused_files.delete_due(now=due) == 0
    assert playlists_in(bucket) == 1

    # The video, the folder of its import, poster and captions; three of them have been tried.
    assert unused_files.delete_due(now=due + timedelta(minutes=4)) == 2
    assert unused_files.delete_due(now=due + timedelta(minutes=5)) == 3
    assert "Contents" not in bucket.list_objects_v2(Bucket="rally")
