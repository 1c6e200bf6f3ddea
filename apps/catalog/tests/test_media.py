from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core import signing
from django.test import Client

from apps.catalog.tests.factories import TopicFactory, VideoFactory
from apps.catalog.tests.learners import give, give_pro, opened
from apps.content.media import addresses, files, grants, open_files
from apps.content.media.addresses import Reader
from apps.content.states import Provider
from apps.content.tests.factories import AssetFactory
from apps.core.logs import JsonLines
from apps.core.testing.clients import ApiClient

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
FILM = b"0123456789"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def film(member):
    """A topic that the member may watch."""
    topic = VideoFactory()
    topic.right = give(member.user, topic.chapter.course, at=NOW)
    return topic


@pytest.fixture
def url(member, film):
    return opened(member.api, film)["media"]["url"]


def content(answer):
    return b"".join(answer.streaming_content)


def assert_refused(answer, status=403):
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert answer["Cache-Control"] == "private, no-store"
    assert FILM not in answer.content


def test_whole_film(member, url):
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
def test_part_of_a_film(member, url, asked, part, told):
    answer = member.api.get(url, headers={"Range": asked, "Accept-Encoding": "gzip"})

    assert answer.status_code == 206
    assert content(answer) == part
    assert answer["Content-Range"] == told
    assert answer["Content-Length"] == str(len(part))
    assert "Content-Encoding" not in answer


def test_range_behind_the_end_is_refused_with_the_size(member, url):
    answer = member.api.get(url, headers={"Range": "bytes=10-"})

    assert answer.status_code == 416
    assert answer["Content-Range"] == "bytes */10"
    assert answer.content == b""


@pytest.mark.parametrize("asked", ["bytes=0-1,4-5", "bytes=5-2", "lines=0-1"])
def test_several_ranges_or_nonsense_give_the_whole(member, url, asked):
    answer = member.api.get(url, headers={"Range": asked})

    assert answer.status_code == 200
    assert content(answer) == FILM


def test_part_is_given_only_of_the_file_that_the_reader_knows(member, url, film):
    etag = member.api.get(url)["ETag"]

    def asked(condition):
        answer = member.api.get(url, headers={"Range": "bytes=0-3", "If-Range": condition})
        return answer.status_code, content(answer)

    assert asked(etag) == (206, b"0123")
    assert asked('"of an older file"') == (200, FILM)
    assert asked(f"W/{etag}") == (200, FILM)
    assert asked("Sat, 21 Nov 2026 09:30:00 GMT") == (200, FILM)


def test_head_tells_the_length_and_sends_nothing(member, url):
    answer = member.api.head(url, headers={"Range": "bytes=0-3"})

    assert answer.status_code == 200
    assert answer["Content-Length"] == "10"
    assert answer["Accept-Ranges"] == "bytes"
    assert answer.content == b""


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_not_taken(member, url, method):
    assert getattr(Client(), method)(url).status_code == 405


def test_large_film_goes_out_in_blocks(member, film, monkeypatch):
    monkeypatch.setattr(files, "_BLOCK_BYTES", 4)
    url = opened(member.api, film)["media"]["url"]

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
def test_each_kind_says_what_it_is(member, film, filename, data, kind, mime):
    film.captions.add(AssetFactory(kind=kind, language="hi", file__filename=filename, file__data=data))
    url = opened(member.api, film)["media"]["captions"][0]["url"]

    answer = member.api.get(url)

    assert (answer["Content-Type"], content(answer)) == (mime, data)


def test_pdf_may_be_framed_by_the_site_alone(member):
    asset = AssetFactory(kind="pdf", file__filename="note.pdf", file__data=b"%PDF-1.4")
    topic = TopicFactory(content_type="pdf", asset=asset)
    give(member.user, topic.chapter.course, at=NOW)

    answer = member.api.get(opened(member.api, topic)["media"]["url"])

    assert answer["Content-Type"] == "application/pdf"
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert answer["Content-Security-Policy"] == "frame-ancestors 'self'"


def test_file_of_another_sort_is_saved_and_never_shown(member, film):
    film.attachments.add(AssetFactory(kind="file", file__filename="sheet.xlsx", file__data=b"<script>"))

    answer = member.api.get(opened(member.api, film)["attachments"][0]["url"])

    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"] == 'attachment; filename="sheet.xlsx"'


def test_address_is_of_no_use_to_anybody_else(api, other_member, staff, url, film):
    give(other_member.user, film.chapter.course, at=NOW)

    for client in (api, other_member.api, staff.api):
        assert_refused(client.get(url))
        assert_refused(client.get(url, headers={"Range": "bytes=0-1"}))


def test_address_opens_for_ten_minutes(member, url, clock):
    clock.move_to(NOW + timedelta(minutes=9, seconds=59))
    assert member.api.get(url).status_code == 200

    clock.move_to(NOW + timedelta(minutes=10))
    assert_refused(member.api.get(url))


def test_changed_address_is_refused(member, url, film):
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
def test_file_goes_by_its_own_name_alone(member, url, name):
    answer = member.api.get(url.rsplit("/", 1)[0] + "/" + name)

    assert answer.status_code == 404


def test_refund_ends_it_at_once(member, url, film, committed):
    assert member.api.get(url).status_code == 200

    with committed():
        film.right.delete()

    assert_refused(member.api.get(url))


def test_end_of_the_access_ends_it_at_once(member, clock):
    topic = VideoFactory()
    right = give(member.user, topic.chapter.course, at=NOW)
    right.ends_at = NOW + timedelta(minutes=2)
    right.save()
    url = opened(member.api, topic)["media"]["url"]
    assert member.api.get(url).status_code == 200

    clock.move_to(NOW + timedelta(minutes=2))

    assert_refused(member.api.get(url))


def test_closed_account_ends_it_at_once(member, url, committed):
    with committed():
        member.user.is_active = False
        member.user.save()

    assert_refused(member.api.get(url))


def test_logging_out_ends_it(member, url):
    member.api.delete("/api/user/logout")

    assert_refused(member.api.get(url))


def test_film_that_was_taken_from_the_topic_is_not_found(member, url, film):
    film.asset = AssetFactory(file__filename="newer.mp4")
    film.save()

    assert_refused(member.api.get(url), status=404)


def test_file_that_is_not_there_is_not_found(member, url, film):
    film.asset.file.storage.delete(film.asset.file.name)

    assert_refused(member.api.get(url), status=404)


def test_pro_opens_films_while_it_lasts(member, committed):
    topic = VideoFactory(chapter__course__is_pro=True)
    pro = give_pro(member.user, at=NOW)
    url = opened(member.api, topic)["media"]["url"]
    assert content(member.api.get(url)) == FILM

    with committed():
        pro.delete()

    assert_refused(member.api.get(url))


def test_free_preview_plays_for_visitors_until_it_is_one_no_longer(api, member, committed):
    topic = VideoFactory(is_free_preview=True)
    url = opened(api, topic)["media"]["url"]
    assert content(api.get(url)) == FILM
    assert content(member.api.get(url)) == FILM

    with committed():
        topic.is_free_preview = False
        topic.save()

    assert_refused(api.get(url))
    assert_refused(member.api.get(url))


def test_unpublishing_ends_a_free_preview_and_not_what_somebody_has(api, member, film, committed):
    film.is_free_preview = True
    film.save()
    visitors, members = (opened(client, film)["media"]["url"] for client in (api, member.api))

    with committed():
        film.chapter.course.is_published = False
        film.chapter.course.save()

    assert_refused(api.get(visitors), status=404)
    assert content(member.api.get(members)) == FILM


def test_prices_that_staff_mark_young_end_it_at_once(member, url, film):
    film.market_data_date = NOW.date()
    film.save()

    assert_refused(member.api.get(url))


def test_another_providers_module_makes_the_address(film, monkeypatch):
    asked = []

    def locate(*, asset, grant):
        asked.append((asset.source_key, grant.until))
        return addresses.local.Source(url="https://host.example.in/v/42?sig=1", mime="application/x-mpegurl")

    monkeypatch.setitem(addresses._PROVIDERS, Provider.LOCAL, locate)
    reader = Reader(door="topic", item_id=film.pk, person_id=None)

    address = addresses.address_of(film.asset, reader=reader, now=NOW)

    assert address.url == "https://host.example.in/v/42?sig=1"
    assert address.mime == "application/x-mpegurl"
    assert address.expires_at == NOW + timedelta(minutes=10)
    assert asked == [("", NOW + timedelta(minutes=10))]


def test_every_provider_has_its_module():
    assert set(addresses._PROVIDERS) == set(Provider.values)


def test_signature_of_another_purpose_is_none(film):
    facts = ["topic", str(film.pk), str(film.asset_id), None, 9_999_999_999]
    token = signing.Signer(salt="another").sign_object(facts)

    with pytest.raises(grants.AddressRefused):
        grants.read(token, now=NOW)


def test_log_does_not_hold_the_address(member, url, caplog):
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
def test_plain_addresses_serve_nothing_private(rf, film, path):
    root = django_settings.MEDIA_ROOT
    (root / "courses").mkdir(exist_ok=True)
    if not (root / "link").is_symlink():
        (root / "link").symlink_to(root / "private")
    name = film.asset.file.name.removeprefix("private/")

    answer = open_files.serve(rf.get("/media/"), path.format(name=name))

    assert answer.status_code == 404


def test_plain_addresses_serve_pictures_and_parts_of_previews(rf):
    root = django_settings.MEDIA_ROOT
    (root / "previews").mkdir(parents=True, exist_ok=True)
    (root / "previews" / "loop.mp4").write_bytes(FILM)

    whole = open_files.serve(rf.get("/media/"), "previews/loop.mp4")
    part = open_files.serve(rf.get("/media/", headers={"Range": "bytes=-2"}), "previews/loop.mp4")

    assert (whole.status_code, content(whole)) == (200, FILM)
    assert (part.status_code, content(part)) == (206, b"89")


def test_preview_address_opens_by_the_staff_door_alone(staff, member, film):
    reader = Reader(door="staff", item_id=film.pk, person_id=staff.user.pk)
    url = addresses.address_of(film.asset, reader=reader, now=NOW).url
    by_phone = ApiClient()
    by_phone.force_login(staff.user, backend="apps.accounts.backends.ByCode")

    assert content(staff.api.get(url)) == FILM
    assert_refused(by_phone.get(url))
    assert_refused(member.api.get(url))


def test_staff_without_the_right_to_see_topics_open_no_preview(member, film, committed):
    with committed():
        member.user.is_staff = True
        member.user.save()
    reader = Reader(door="staff", item_id=film.pk, person_id=member.user.pk)

    assert_refused(member.api.get(addresses.address_of(film.asset, reader=reader, now=NOW).url))
