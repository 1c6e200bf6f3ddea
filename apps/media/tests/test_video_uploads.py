"""Uploads of videos in parts through the admin."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from errno import ENOSPC
from pathlib import Path

import pytest

from apps.media.models import Asset, VideoImport, VideoUpload
from apps.media.services import video_uploads

# ffmpeg's work takes seconds, and is the same on both databases; `test_video_races.py` is for PostgreSQL.
pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db, pytest.mark.once]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
START = "/admin/media/asset/uploads/"


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path, monkeypatch):
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.setattr(video_uploads, "PART_BYTES", 20_000)


def start(client, path, **changes):
    body = {"name": path.name, "size": path.stat().st_size, "fingerprint": f"{path}", **changes}
    return client.post(START, json.dumps(body), content_type="application/json")


def send(client, upload_id, offset, content):
    return client.post(
        f"{START}{upload_id}/?offset={offset}", content, content_type="application/octet-stream"
    )


def finish(client, upload_id, title="Risk first"):
    return client.post(
        f"{START}{upload_id}/finish/", json.dumps({"title": title}), content_type="application/json"
    )


def upload_all(client, path):
    begun = start(client, path).json()
    content = path.read_bytes()
    received = begun["received"]
    while received < len(content):
        part = content[received : received + begun["partBytes"]]
        received = send(client, begun["id"], received, part).json()["received"]
    return begun["id"]


def part_files():
    folder = video_uploads._path(VideoUpload().pk).parent
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_video_is_uploaded_in_parts_and_queued_for_import(admin_client, film):
    begun = start(admin_client, film)
    assert begun.status_code == 200
    assert begun.json() == {
        "id": str(VideoUpload.objects.get().pk),
        "received": 0,
        "size": film.stat().st_size,
        "partBytes": 20_000,
    }

    answer = finish(admin_client, upload_all(admin_client, film))

    asset = Asset.objects.get()
    assert answer.json() == {
        "asset": str(asset.pk),
        "name": f"Risk first (Video, {asset.pk.hex[-6:]})",
        "seconds": 4,
    }
    assert (asset.kind, asset.duration_seconds, asset.filename) == ("video", 4, "film.mp4")
    assert asset.size_bytes == film.stat().st_size
    assert Path(asset.file.path).read_bytes() == film.read_bytes()
    assert VideoImport.objects.get().asset == asset
    assert part_files() == []


def test_an_upload_goes_on_where_it_stopped(admin_client, film):
    begun = start(admin_client, film).json()
    content = film.read_bytes()
    send(admin_client, begun["id"], 0, content[:20_000])

    again = start(admin_client, film).json()

    assert (again["id"], again["received"]) == (begun["id"], 20_000)
    assert finish(admin_client, upload_all(admin_client, film)).status_code == 200
    assert Path(Asset.objects.get().file.path).read_bytes() == content


def test_a_part_that_arrived_without_being_counted_is_written_again(admin_client, film):
    begun = start(admin_client, film).json()
    content = film.read_bytes()
    send(admin_client, begun["id"], 0, content[:20_000])
    with video_uploads._path(begun["id"]).open("ab") as file:
        file.write(b"written by a process that died")

    assert finish(admin_client, upload_all(admin_client, film)).status_code == 200
    assert Path(Asset.objects.get().file.path).read_bytes() == content


def test_an_upload_whose_parts_were_lost_starts_again(admin_client, film):
    begun = start(admin_client, film).json()
    send(admin_client, begun["id"], 0, film.read_bytes()[:20_000])
    video_uploads._path(begun["id"]).unlink()

    assert start(admin_client, film).json()["received"] == 0


@pytest.mark.parametrize("offset", [1, 19_999, 40_000, 10**14])
def test_a_part_at_the_wrong_offset_is_told_the_right_one(admin_client, film, offset):
    begun = start(admin_client, film).json()
    send(admin_client, begun["id"], 0, film.read_bytes()[:20_000])

    answer = send(admin_client, begun["id"], offset, b"x")

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "wrong_offset",
        "message": "This part does not follow the last one.",
        "data": {"received": 20_000},
    }


def test_finishing_too_early_says_how_much_has_arrived(admin_client, film):
    begun = start(admin_client, film).json()
    send(admin_client, begun["id"], 0, film.read_bytes()[:20_000])

    answer = finish(admin_client, begun["id"])

    assert (answer.status_code, answer.json()["code"]) == (409, "upload_unfinished")
    assert answer.json()["data"] == {"received": 20_000}
    assert not Asset.objects.exists()


def test_finishing_again_and_uploading_again_give_the_same_video(admin_client, film):
    upload_id = upload_all(admin_client, film)
    first = finish(admin_client, upload_id).json()

    assert finish(admin_client, upload_id).json() == first
    assert start(admin_client, film).json()["received"] == film.stat().st_size
    assert finish(admin_client, upload_all(admin_client, film)).json() == first
    assert send(admin_client, upload_id, film.stat().st_size, b"x").status_code == 409
    assert Asset.objects.count() == 1


@pytest.mark.parametrize("title", ["  ", "\x00", None, 5, ["x"]])
def test_the_title_is_the_files_name_without_one(admin_client, film, title):
    answer = finish(admin_client, upload_all(admin_client, film), title=title)

    assert answer.json()["name"].startswith("film (Video, ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"MZ" * 900, "This file is no video, or it is cut off. Upload it again."),
        (b"#EXTM3U\n/etc/passwd\n", "This file is no video, or it is cut off. Upload it again."),
    ],
)
def test_a_file_that_is_no_video_is_refused_and_deleted(admin_client, film, tmp_path, content, message):
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(content)

    answer = finish(admin_client, upload_all(admin_client, bad))

    assert (answer.status_code, answer.json()["message"]) == (400, message)
    assert not Asset.objects.exists()
    assert not VideoUpload.objects.exists()
    assert part_files() == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "film.exe"}, "Allowed file extensions: m4v, mkv, mov, mp4, webm."),
        ({"name": "../../../etc/film"}, "Allowed file extensions: m4v, mkv, mov, mp4, webm."),
        ({"size": 0}, "This file is empty."),
        ({"size": -5}, "This file is empty."),
        ({"size": 3 * 2**30}, "This file is larger than 2048 MiB, the most that can be uploaded."),
        ({"name": "x" * 120 + ".mp4"}, "This file's name is too long."),
        ({"size": "5"}, "Please check what you entered and try again."),
        ({"size": True}, "Please check what you entered and try again."),
        ({"size": None}, "Please check what you entered and try again."),
        ({"name": None}, "Please check what you entered and try again."),
        ({"name": "a\x00.mp4"}, "Please check what you entered and try again."),
        ({"fingerprint": 5}, "Please check what you entered and try again."),
        ({"fingerprint": "x" * 201}, "This file's name is too long."),
    ],
)
def test_a_bad_start_is_refused(admin_client, film, changes, message):
    answer = start(admin_client, film, **changes)

    assert (answer.status_code, answer.json()["message"]) == (400, message)
    assert not VideoUpload.objects.exists()


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_object_is_refused(admin_client, body):
    assert admin_client.post(START, body, content_type="application/json").status_code == 400


@pytest.mark.parametrize("offset", ["", "-1", "1.5", "x", "٣", "9" * 100])
def test_a_bad_offset_is_refused(admin_client, film, offset):
    begun = start(admin_client, film).json()

    assert send(admin_client, begun["id"], offset, b"x").status_code == 400


def test_a_form_is_refused(admin_client):
    answer = admin_client.post(START, {"name": "a.mp4"})
    assert (answer.status_code, answer.json()["message"]) == (400, "A JSON object is expected.")


def test_a_part_larger_than_the_rest_or_empty_is_refused(admin_client, film):
    begun = start(admin_client, film, size=10).json()

    assert send(admin_client, begun["id"], 0, b"x" * 11).status_code == 400
    assert send(admin_client, begun["id"], 0, b"").status_code == 400
    assert VideoUpload.objects.get().received_bytes == 0


def test_no_room_on_the_server_is_said_before_the_upload(admin_client, film, monkeypatch):
    monkeypatch.setattr(video_uploads, "_SPARE_DISK_BYTES", 2**60)

    answer = start(admin_client, film)
    assert (answer.status_code, answer.json()["code"]) == (507, "out_of_space")
    assert answer.json()["message"] == "There is no room for this file on the server."
    assert not VideoUpload.objects.exists()


def test_what_other_uploads_have_announced_is_not_free(admin_client, film, monkeypatch):
    free = video_uploads._SPARE_DISK_BYTES + 100_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(2**60, 0, free))

    begun = start(admin_client, film, fingerprint="first", size=60_000).json()
    assert start(admin_client, film, fingerprint="second", size=60_000).status_code == 507
    send(admin_client, begun["id"], 0, b"x" * 20_000)
    assert start(admin_client, film, fingerprint="second", size=60_000).status_code == 200
    assert start(admin_client, film, fingerprint="third", size=1).status_code == 507
    assert start(admin_client, film, fingerprint="first", size=60_000).json()["received"] == 20_000


def test_a_full_disk_is_an_error_in_json_and_the_upload_goes_on_later(admin_client, film, monkeypatch):
    begun = start(admin_client, film).json()
    content = film.read_bytes()
    send(admin_client, begun["id"], 0, content[:20_000])

    def open_full(*_args):
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_full)
        answer = send(admin_client, begun["id"], 20_000, content[20_000:40_000])
    assert (answer.status_code, answer.json()) == (
        507,
        {
            "message": "The server has no room to store this. Please try again when there is.",
            "code": "out_of_space",
        },
    )
    assert send(admin_client, begun["id"], 20_000, content[20_000:40_000]).json()["received"] == 40_000


def test_uploads_belong_to_the_person_who_began_them(admin_client, film, member):
    begun = start(admin_client, film).json()
    member.user.is_staff = member.user.is_superuser = True
    member.user.save()
    other = {"upload_id": VideoUpload.objects.get().pk, "staff": member.user, "now": NOW}

    with pytest.raises(video_uploads.UnknownUpload):
        video_uploads.add_part(offset=0, content=b"x", **other)
    with pytest.raises(video_uploads.UnknownUpload):
        video_uploads.finish(title="", **other)
    assert VideoUpload.objects.get().pk == video_uploads.UUID(begun["id"])


@pytest.mark.parametrize(
    "path", ["", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6/", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6/finish/"]
)
def test_visitors_and_learners_upload_nothing(client, member, path):
    assert client.post(START + path).status_code == 302
    assert member.api.post(START + path, {}).status_code == 302
    assert not VideoUpload.objects.exists()


def test_the_import_of_a_video_can_be_followed(admin_client, film):
    asset = finish(admin_client, upload_all(admin_client, film)).json()["asset"]
    url = f"/admin/media/asset/imports/{asset}/"

    assert admin_client.get(url).json() == {
        "description": "Waiting to be imported",
        "percent": 0,
        "isOpen": True,
    }
    VideoImport.objects.update(status="failed", error="This video has no length.")
    assert admin_client.get(url).json()["description"] == "Import failed. This video has no length."
    VideoImport.objects.all().delete()
    assert admin_client.get(url).json() == {"description": "", "percent": 100, "isOpen": False}
    missing = admin_client.get("/admin/media/asset/imports/01a1fe8e-f948-71a9-8d06-1349e41c6bd6/")
    assert missing.status_code == 404


def test_old_uploads_are_deleted_with_their_parts(admin_client, film):
    begun = start(admin_client, film).json()
    send(admin_client, begun["id"], 0, film.read_bytes()[:20_000])
    VideoUpload.objects.update(updated_at=NOW - video_uploads.KEPT - timedelta(seconds=1))
    newer = start(admin_client, film, fingerprint="another").json()
    send(admin_client, newer["id"], 0, b"x")

    assert video_uploads.delete_old(now=NOW) == 1
    assert part_files() == [newer["id"]]


def test_without_ffmpeg_mp4_and_webm_are_uploaded_as_they_are(admin_client, film, settings):
    settings.FFMPEG = "no-such-program"

    assert start(admin_client, film, name="film.mov").status_code == 400
    assert finish(admin_client, upload_all(admin_client, film)).json()["seconds"] == 4
    assert not VideoImport.objects.exists()
