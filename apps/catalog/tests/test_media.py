from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as django_settings
from django.core import signing
from django.test import Client

from apps.catalog.tests.access_helpers import get_topic, give_access, give_pro
from apps.catalog.tests.factories import TopicFactory, VideoFactory
from apps.core.logs import JsonLines
from apps.core.testing.clients import ApiClient
from apps.media import files, grants, public_files, signed_urls
from apps.media.providers import ProviderUrl
from apps.media.signed_urls import Viewer
from apps.media.states import Provider
from apps.media.tests.factories import AssetFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
FILM = b"0123456789"


@pytest.fixture
def video(member):
    """A topic that the member may watch."""
    topic = VideoFactory()
    topic.right = give_access(member.user, topic.chapter.course, at=NOW)
    return topic


@pytest.fixture
def url(member, video):
    return get_topic(member.api, video)["media"]["url"]


def content(answer):
    return b"".join(answer.streaming_content)


def assert_refused(answer, status=403):
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert answer["Cache-Control"] == "private, no-store"
    assert FILM not in answer.content


def test_whole_video(member, url):
    answer = member.api.get(url)

    assert answer.status_code == 200
    assert content(answer) == FILM
    assert answer["Content-Type"] == "video/mp4"
    assert answer["Content-Length"] == "10"
    assert answer["Accept-Ranges"] == "bytes"
    assert answer["Content-Disposition"] == 'inline; filename="film.mp4"'
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("asked", "part", "told"),
    [
        ("bytes=0-3", b"0123", "bytes 0-3/10"),
        ("bytes=4-4", b"4", "bytes 4-4/10"),
        ("bytes=7-", b"789", "bytes 7-9/10"),
        ("bytes=-4", b"6789", "bytes 6-9/10"),
        ("bytes=-500", FILM, "bytes 0-9/10"),
        ("bytes=8-100", b"89", "bytes 8-9/10"),
    ],
)
def test_range_of_a_video(member, url, asked, part, told):
    answer = member.api.get(url, headers={"Range": asked, "Accept-Encoding": "gzip"})

    assert answer.status_code == 206
    assert content(answer) == part
    assert answer["Content-Range"] == told
    assert answer["Content-Length"] == str(len(part))
    assert "Content-Encoding" not in answer


def test_range_beyond_the_end_gets_416_with_the_size(member, url):
    answer = member.api.get(url, headers={"Range": "bytes=10-"})

    assert answer.status_code == 416
    assert answer["Content-Range"] == "bytes */10"
    assert answer.content == b""


@pytest.mark.parametrize("asked", ["bytes=0-1,4-5", "bytes=5-2", "lines=0-1"])
def test_multiple_or_invalid_ranges_return_the_whole_file(member, url, asked):
    answer = member.api.get(url, headers={"Range": asked})

    assert answer.status_code == 200
    assert content(answer) == FILM


def test_if_range_must_match_the_file(member, url, video):
    etag = member.api.get(url)["ETag"]

    def asked(condition):
        answer = member.api.get(url, headers={"Range": "bytes=0-3", "If-Range": condition})
        return answer.status_code, content(answer)

    assert asked(etag) == (206, b"0123")
    assert asked('"of an older file"') == (200, FILM)
    assert asked(f"W/{etag}") == (200, FILM)
    assert asked("Sat, 21 Nov 2026 09:30:00 GMT") == (200, FILM)


def test_head_returns_the_length_without_a_body(member, url):
    answer = member.api.head(url, headers={"Range": "bytes=0-3"})

    assert answer.status_code == 200
    assert answer["Content-Length"] == "10"
    assert answer["Accept-Ranges"] == "bytes"
    assert answer.content == b""


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_not_allowed(member, url, method):
    assert getattr(Client(), method)(url).status_code == 405


def test_large_video_is_streamed_in_blocks(member, video, monkeypatch):
    monkeypatch.setattr(files, "_BLOCK_BYTES", 4)
    url = get_topic(member.api, video)["media"]["url"]

    blocks = list(member.api.get(url, headers={"Range": "bytes=1-9"}).streaming_content)

    assert blocks == [b"1234", b"5678", b"9"]


@pytest.mark.parametrize(
    ("filename", "data", "kind", "mime"),
    [
        ("hi.vtt", b"WEBVTT", "captions", "text/vtt; charset=utf-8"),
        ("still.jpg", b"jpeg", "image", "image/jpeg"),
        ("film.webm", b"webm", "video", "video/webm"),
    ],
)
def test_each_kind_has_its_content_type(member, video, filename, data, kind, mime):
    video.captions.add(AssetFactory(kind=kind, language="hi", file__filename=filename, file__data=data))
    url = get_topic(member.api, video)["media"]["captions"][0]["url"]

    answer = member.api.get(url)

    assert (answer["Content-Type"], content(answer)) == (mime, data)


def test_pdf_may_be_framed_by_the_site_alone(member):
    asset = AssetFactory(kind="pdf", file__filename="note.pdf", file__data=b"%PDF-1.4")
    topic = TopicFactory(content_type="pdf", asset=asset)
    give_access(member.user, topic.chapter.course, at=NOW)

    answer = member.api.get(get_topic(member.api, topic)["media"]["url"])

    assert answer["Content-Type"] == "application/pdf"
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert answer["Content-Security-Policy"] == "frame-ancestors 'self'"


def test_other_files_are_downloaded_and_never_displayed(member, video):
    video.attachments.add(AssetFactory(kind="file", file__filename="sheet.xlsx", file__data=b"<script>"))

    answer = member.api.get(get_topic(member.api, video)["attachments"][0]["url"])

    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"] == 'attachment; filename="sheet.xlsx"'


def test_url_works_only_for_its_person(api, other_member, staff, url, video):
    give_access(other_member.user, video.chapter.course, at=NOW)

    for client in (api, other_member.api, staff.api):
        assert_refused(client.get(url))
        assert_refused(client.get(url, headers={"Range": "bytes=0-1"}))


def test_url_is_valid_for_ten_minutes(member, url, clock):
    clock.move_to(NOW + timedelta(minutes=9, seconds=59))
    assert member.api.get(url).status_code == 200

    clock.move_to(NOW + timedelta(minutes=10))
    assert_refused(member.api.get(url))


def test_tampered_url_is_refused(member, url, video):
    head, token, name = url.rsplit("/", 2)
    middle = len(token) // 3
    other_letter = "A" if token[middle] != "A" else "B"

    for changed in (
        token[:-1],
        token + "A",
        token[:middle] + other_letter + token[middle + 1 :],
        "x",
        ":",
        "a:b",
    ):
        assert_refused(member.api.get(f"{head}/{changed}/{name}"))
    assert_refused(member.api.get(f"{head}/{signing.dumps(['topic'])}/{name}"))


@pytest.mark.parametrize(
    "name", ["other.mp4", "film.html", "..%2f..%2fdb.sqlite3", "%00", "film.mp4%00.html", "film.mp4%2f"]
)
def test_url_must_end_with_the_file_name(member, url, name):
    answer = member.api.get(url.rsplit("/", 1)[0] + "/" + name)

    assert answer.status_code == 404


def test_refund_takes_effect_immediately(member, url, video, committed):
    assert member.api.get(url).status_code == 200

    with committed():
        video.right.delete()

    assert_refused(member.api.get(url))


def test_expiry_takes_effect_immediately(member, clock):
    topic = VideoFactory()
    right = give_access(member.user, topic.chapter.course, at=NOW)
    right.ends_at = NOW + timedelta(minutes=2)
    right.save()
    url = get_topic(member.api, topic)["media"]["url"]
    assert member.api.get(url).status_code == 200

    clock.move_to(NOW + timedelta(minutes=2))

    assert_refused(member.api.get(url))


def test_deactivation_takes_effect_immediately(member, url, committed):
    with committed():
        member.user.is_active = False
        member.user.save()

    assert_refused(member.api.get(url))


def test_logging_out_ends_it(member, url):
    member.api.delete("/api/user/logout")

    assert_refused(member.api.get(url))


def test_video_removed_from_the_topic_is_not_found(member, url, video):
    video.asset = AssetFactory(file__filename="newer.mp4")
    video.save()

    assert_refused(member.api.get(url), status=404)


def test_missing_file_is_not_found(member, url, video):
    video.asset.file.storage.delete(video.asset.file.name)

    assert_refused(member.api.get(url), status=404)


def test_pro_opens_videos_while_it_lasts(member, committed):
    topic = VideoFactory(chapter__course__is_pro=True)
    pro = give_pro(member.user, at=NOW)
    url = get_topic(member.api, topic)["media"]["url"]
    assert content(member.api.get(url)) == FILM

    with committed():
        pro.delete()

    assert_refused(member.api.get(url))


def test_free_preview_plays_for_visitors_until_it_ends(api, member, committed):
    topic = VideoFactory(is_free_preview=True)
    url = get_topic(api, topic)["media"]["url"]
    assert content(api.get(url)) == FILM
    assert content(member.api.get(url)) == FILM

    with committed():
        topic.is_free_preview = False
        topic.save()

    assert_refused(api.get(url))
    assert_refused(member.api.get(url))


def test_unpublishing_ends_a_free_preview_and_not_what_somebody_has(api, member, video, committed):
    video.is_free_preview = True
    video.save()
    visitors, members = (get_topic(client, video)["media"]["url"] for client in (api, member.api))

    with committed():
        video.chapter.course.is_published = False
        video.chapter.course.save()

    assert_refused(api.get(visitors), status=404)
    assert content(member.api.get(members)) == FILM


def test_market_data_date_takes_effect_immediately(member, url, video):
    video.market_data_date = NOW.date()
    video.save()

    assert_refused(member.api.get(url))


def test_url_comes_from_the_providers_module(video, monkeypatch):
    asked = []

    def sign(*, asset, grant, plays_playlists):
        asked.append((asset.source_key, grant.until, plays_playlists))
        return ProviderUrl(url="https://host.example.in/v/42?sig=1", mime="application/x-mpegurl")

    monkeypatch.setitem(signed_urls._PROVIDERS, Provider.LOCAL, sign)
    viewer = Viewer(audience="topic", item_id=video.pk, person_id=None)

    signed = signed_urls.sign_url(video.asset, viewer=viewer, now=NOW)

    assert signed.url == "https://host.example.in/v/42?sig=1"
    assert signed.mime == "application/x-mpegurl"
    assert signed.expires_at == NOW + timedelta(minutes=10)
    assert asked == [("", NOW + timedelta(minutes=10), True)]


def test_every_provider_has_its_module():
    assert set(signed_urls._PROVIDERS) == set(Provider.values)


def test_signature_for_another_purpose_is_invalid(video):
    facts = ["topic", str(video.pk), str(video.asset_id), None, 9_999_999_999]
    token = signing.Signer(salt="another").sign_object(facts)

    with pytest.raises(grants.InvalidSignedUrl):
        grants.verify(token, now=NOW)


def test_log_does_not_contain_the_url(member, url, caplog):
    token = url.split("/")[3]

    with caplog.at_level("INFO"):
        member.api.get(url)

    logged = "".join(JsonLines().format(record) for record in caplog.records)
    assert "/media/learn/[hidden]/film.mp4" in logged
    assert not any(part in logged for part in token.split(":"))


@pytest.mark.parametrize(
    "path",
    [
        "private/{name}",
        "./private/{name}",
        "courses/../private/{name}",
        "/private/{name}",
        "private//{name}",
        "link/{name}",
        "private",
        "../db.sqlite3",
        "..%2fdb.sqlite3",
        "",
        "none.mp4",
        "courses",
        "%00",
        "a" * 300,
        "courses/" + "a" * 300 + "/b.png",
        "a\x00b",
    ],
)
def test_public_urls_serve_no_private_files(rf, video, path):
    root = django_settings.MEDIA_ROOT
    (root / "courses").mkdir(exist_ok=True)
    if not (root / "link").is_symlink():
        (root / "link").symlink_to(root / "private")
    name = video.asset.file.name.removeprefix("private/")

    answer = public_files.serve(rf.get("/media/"), path.format(name=name))

    assert answer.status_code == 404


def test_public_urls_serve_images_and_preview_ranges(rf):
    root = django_settings.MEDIA_ROOT
    (root / "previews").mkdir(parents=True, exist_ok=True)
    (root / "previews" / "loop.mp4").write_bytes(FILM)

    whole = public_files.serve(rf.get("/media/"), "previews/loop.mp4")
    part = public_files.serve(rf.get("/media/", headers={"Range": "bytes=-2"}), "previews/loop.mp4")

    assert (whole.status_code, content(whole)) == (200, FILM)
    assert (part.status_code, content(part)) == (206, b"89")


def test_preview_url_works_for_staff_only(staff, member, video):
    viewer = Viewer(audience="staff", item_id=video.pk, person_id=staff.user.pk)
    url = signed_urls.sign_url(video.asset, viewer=viewer, now=NOW).url
    by_phone = ApiClient()
    by_phone.force_login(staff.user, backend="apps.accounts.backends.ByCode")

    assert content(staff.api.get(url)) == FILM
    assert_refused(by_phone.get(url))
    assert_refused(member.api.get(url))


def test_staff_without_the_right_to_see_topics_open_no_preview(member, video, committed):
    with committed():
        member.user.is_staff = True
        member.user.save()
    viewer = Viewer(audience="staff", item_id=video.pk, person_id=member.user.pk)

    assert_refused(member.api.get(signed_urls.sign_url(video.asset, viewer=viewer, now=NOW).url))
