"""The import of videos in the background: queue, lease, failures, replaced files."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.files import File
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from apps.core.testing.videos import cut_off
from apps.media import ffmpeg
from apps.media.models import Asset, UnusedFile, VideoImport
from apps.media.services import unused_files, video_imports
from apps.media.states import ImportStatus
from apps.media.tests.factories import AssetFactory
from apps.outbox.models import Heartbeat
from apps.outbox.services import heartbeats

# ffmpeg's work takes seconds, and is the same on both databases; `test_video_races.py` is for PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.DATA_DIR = tmp_path / "data"


def queued(path, *, title="Risk", at=NOW):
    asset = AssetFactory(title=title, file__data=path.read_bytes(), file__filename=path.name)
    return video_imports.queue(asset=asset, now=at)


@pytest.fixture
def waiting(film):
    return queued(film)


def run_next(at=NOW):
    return video_imports.run_next(clock=lambda: at)


def files_of(asset):
    root = Path(asset.file.path).parent
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def test_a_video_is_imported_with_poster_and_length(waiting, committed):
    with committed():
        done = run_next()

    assert (done.status, done.percent, done.error, done.finished_at) == ("done", 100, "", NOW)
    assert done.lease_until is None
    asset = Asset.objects.get(pk=waiting.asset_id)
    assert asset.playlist == f"private/{asset.pk}/{done.run_id.hex}/index.m3u8"
    assert asset.duration_seconds == 4
    [poster] = asset.parts.all()
    assert (poster.kind, poster.title, poster.filename.endswith(".webp")) == ("image", "Risk: poster", True)
    folder = done.run_id.hex
    expected = ["120-00000.m4s", "120.m3u8", "180-00000.m4s", "180.m3u8", "index.m3u8", "init_120.mp4"]
    expected += ["init_180.mp4", "init_sound.mp4", "sound-00000.m4s", "sound.m3u8"]
    assert files_of(asset) == sorted(["film.mp4", *(f"{folder}/{name}" for name in expected)])
    assert run_next() is None


def test_importing_again_replaces_what_was_made(waiting, committed):
    with committed():
        first = run_next()
    with committed():
        video_imports.queue(asset=waiting.asset, now=NOW)
        second = run_next()
    unused_files.delete_due(now=NOW + unused_files.GRACE)

    asset = Asset.objects.get(pk=waiting.asset_id)
    assert first.run_id != second.run_id
    assert asset.playlist.split("/")[2] == second.run_id.hex
    assert {name.split("/")[0] for name in files_of(asset)} == {"film.mp4", second.run_id.hex}
    assert asset.parts.count() == 1


def test_a_bad_video_fails_once_and_says_why(film, tmp_path):
    waiting = queued(cut_off(film, to=tmp_path / "cut.mp4"))

    failed = run_next()

    assert (failed.pk, failed.status, failed.attempts) == (waiting.pk, "failed", 1)
    assert failed.error == "This file is no video, or it is cut off. Upload it again."
    assert failed.description == f"Import failed. {failed.error}"
    assert run_next(NOW + timedelta(days=1)) is None


def test_a_worker_that_died_is_replaced_after_its_lease_three_times_at_most(waiting, monkeypatch):
    def die(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(ffmpeg, "convert", die)
    for number in range(3):
        at = NOW + number * video_imports.LEASE
        with pytest.raises(KeyboardInterrupt):
            run_next(at)
        waiting.refresh_from_db()
        assert (waiting.status, waiting.attempts) == ("running", number + 1)
        assert run_next(at + video_imports.LEASE - timedelta(seconds=1)) is None

    run_next(NOW + 3 * video_imports.LEASE)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.error) == ("failed", video_imports._INTERRUPTED)


def test_a_clock_that_ran_ahead_keeps_nothing_waiting(waiting, monkeypatch):
    monkeypatch.setattr(video_imports, "_import", lambda _row, *, clock: None)
    ahead = NOW + timedelta(days=8)
    assert run_next(ahead).lease_until == ahead + video_imports.LEASE
    assert run_next().lease_until == NOW + video_imports.LEASE

    type(waiting).objects.update(status=ImportStatus.WAITING, queued_at=ahead, lease_until=None)
    assert run_next().status == ImportStatus.RUNNING


def test_an_unexpected_error_is_logged_and_tried_again_while_others_go_on(film, waiting, monkeypatch, caplog):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(video_imports, "_store", full)
        assert run_next().status == ImportStatus.WAITING
    assert "video not imported" in caplog.text

    other = queued(film, title="Second", at=NOW + timedelta(seconds=1))
    assert run_next(NOW + timedelta(seconds=1)) == other
    assert run_next(NOW + video_imports.LEASE - timedelta(seconds=1)) is None
    assert run_next(NOW + video_imports.LEASE).status == ImportStatus.DONE


def test_only_one_video_is_imported_at_a_time(film, waiting):
    queued(film, title="Second", at=NOW + timedelta(seconds=1))
    claimed = video_imports._claim(now=NOW)

    assert claimed.pk == waiting.pk
    assert video_imports._claim(now=NOW) is None


def test_a_file_replaced_during_its_import_is_imported_again(film, waiting, monkeypatch, committed):
    convert = ffmpeg.convert

    def replace_meanwhile(*args, **kwargs):
        sizes = convert(*args, **kwargs)
        asset = Asset.objects.get(pk=waiting.asset_id)
        replaced = asset.file.name
        with film.open("rb") as content:
            asset.file.save("newer.mp4", File(content))
        with transaction.atomic():
            video_imports.replace_file(asset=asset, replaced=replaced, now=NOW)
        return sizes

    with monkeypatch.context() as patch, committed():
        patch.setattr(ffmpeg, "convert", replace_meanwhile)
        assert run_next().status == ImportStatus.WAITING
    asset = Asset.objects.get(pk=waiting.asset_id)
    assert (asset.playlist, asset.filename) == ("", "newer.mp4")

    with committed():
        done = run_next()
    assert done.status == ImportStatus.DONE
    assert Asset.objects.get(pk=waiting.asset_id).playlist
    unused_files.delete_due(now=NOW + timedelta(days=1))
    assert {name.split("/")[0] for name in files_of(asset)} == {"newer.mp4", done.run_id.hex}
    assert not UnusedFile.objects.exists()


def test_a_video_deleted_during_its_import_ends_it(waiting, monkeypatch):
    convert = ffmpeg.convert

    def delete_meanwhile(*args, **kwargs):
        sizes = convert(*args, **kwargs)
        Asset.objects.filter(pk=waiting.asset_id).delete()
        return sizes

    monkeypatch.setattr(ffmpeg, "convert", delete_meanwhile)

    folder = Path(waiting.asset.file.path).parent
    run_next()

    assert not Asset.objects.exists()
    assert run_next() is None
    assert unused_files.delete_due(now=timezone.now() + timedelta(days=1)) == 2
    assert not folder.exists()


def test_progress_is_saved_and_extends_the_lease(waiting, monkeypatch):
    seen = []
    monkeypatch.setattr(video_imports, "_HEARTBEAT_SECONDS", 0)
    convert = ffmpeg.convert

    def watched(*args, on_progress, **kwargs):
        def save(percent):
            on_progress(percent)
            seen.append(VideoImport.objects.values_list("percent", "lease_until").get())

        return convert(*args, on_progress=save, **kwargs)

    monkeypatch.setattr(ffmpeg, "convert", watched)
    run_next()

    assert seen
    assert seen[-1][0] >= 90
    assert seen[-1][1] == NOW + video_imports.LEASE


def test_the_worker_shows_that_it_lives_while_it_waits_and_works(waiting, monkeypatch):
    clock = iter([NOW, NOW, *(NOW + number * heartbeats.INTERVAL for number in range(1, 60))])
    beats, record = [], heartbeats.record

    def spy(*, worker, now):
        beats.append((worker, now - NOW))
        return record(worker=worker, now=now)

    monkeypatch.setattr(heartbeats, "record", spy)
    monkeypatch.setattr(video_imports, "_HEARTBEAT_SECONDS", 0)
    assert video_imports.run_next(clock=lambda: next(clock)).status == ImportStatus.DONE
    assert beats[0] == ("video", timedelta(0))
    # ffmpeg reports at least once, and then each file is stored.
    assert len(beats) > len(files_of(waiting.asset)) > 3
    assert Heartbeat.objects.get(worker="video").at == NOW + beats[-1][1]
    before = Heartbeat.objects.get().at
    assert video_imports.run_next(clock=lambda: before + heartbeats.INTERVAL) is None
    assert Heartbeat.objects.get().at == before + heartbeats.INTERVAL


def test_without_ffmpeg_nothing_is_queued(film, settings):
    settings.FFMPEG = "no-such-program"

    assert queued(film) is None
    assert not VideoImport.objects.exists()


@pytest.mark.parametrize("kind", ["image", "pdf", "captions", "file"])
def test_only_videos_are_queued(film, kind):
    assert video_imports.queue(asset=AssetFactory(kind=kind), now=NOW) is None


def test_the_command_imports_what_waits(waiting, capsys):
    call_command("import_videos")

    assert capsys.readouterr().out == "Risk: Imported\n1 videos processed\n"


def test_staff_queue_a_video_by_uploading_it_and_again_by_action(admin_client, film, committed):
    with film.open("rb") as content, committed():
        admin_client.post(
            "/admin/media/asset/add/",
            {"title": "Risk", "kind": "video", "file": content, "duration_seconds": "0", "provider": "local"},
        )
    asset = Asset.objects.get()
    assert VideoImport.objects.get().asset == asset
    run_next(timezone.now())
    assert "Imported" in admin_client.get("/admin/media/asset/").content.decode()

    page = admin_client.post(
        "/admin/media/asset/", {"action": "import_again", "_selected_action": [asset.pk]}, follow=True
    )

    assert "1 queued." in page.content.decode()
    assert VideoImport.objects.get().status == ImportStatus.WAITING
