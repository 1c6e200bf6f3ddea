"""Files that no asset refers to leave the storage: deleted and replaced videos, and what was made of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from apps.media import tasks
from apps.media.models import Asset, UnusedFile
from apps.media.services import unused_files
from apps.media.storage import private_storage
from apps.media.tests.factories import AssetFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
DUE = NOW + unused_files.GRACE


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.MEDIA_ROOT, settings.DATA_DIR = tmp_path / "media", tmp_path / "data"
    settings.FFMPEG = "no-such-program"
    with time_machine.travel(NOW, tick=False):
        yield


def imported(**fields) -> Asset:
    """A video with playlist, poster and captions, as an import leaves it."""
    asset = AssetFactory(**fields)
    asset.playlist = private_storage().save(f"private/{asset.pk}/run/index.m3u8", ContentFile(b"#EXTM3U"))
    asset.save(update_fields=["playlist"])
    private_storage().save(f"private/{asset.pk}/run/180-00000.m4s", ContentFile(b"segment"))
    for kind, name in (("image", "poster.webp"), ("captions", "captions.en.vtt")):
        AssetFactory(kind=kind, made_from=asset, file__filename=name)
    return asset


def stored_files() -> set[str]:
    private = Path(private_storage().path("private"))
    return {path.name for path in private.rglob("*") if path.is_file()}


def test_a_deleted_video_leaves_nothing_after_an_hour():
    imported()
    kept = imported(file__filename="kept.mp4")
    assert len(stored_files()) == 6

    Asset.objects.exclude(pk=kept.pk).filter(made_from=None).delete()

    assert unused_files.delete_due(now=DUE - timedelta(seconds=1)) == 0
    assert "film.mp4" in stored_files()
    # The video, its poster, its captions, and the folder of its import.
    assert unused_files.delete_due(now=DUE) == 4
    assert stored_files() == {
        "kept.mp4",
        "index.m3u8",
        "180-00000.m4s",
        "poster.webp",
        "captions.en.vtt",
    }
    folders = {path.name for path in Path(private_storage().path("private")).iterdir()}
    assert folders == {str(kept.pk), *(str(part.pk) for part in kept.parts.all())}
    assert not UnusedFile.objects.exists()


def test_a_replaced_file_leaves_with_what_was_made_of_it(admin_client):
    asset = imported()

    for name in ("newer.mp4", "newest.mp4"):
        answer = admin_client.post(
            f"/admin/media/asset/{asset.pk}/change/",
            {
                "title": "Risk",
                "kind": "video",
                "provider": "local",
                "duration_seconds": "4",
                "file": SimpleUploadedFile(name, b"0123456789"),
            },
        )
        assert answer.status_code == 302, answer.content

    unused_files.delete_due(now=DUE)
    assert stored_files() == {"newest.mp4"}
    asset.refresh_from_db()
    assert (asset.filename, asset.playlist, asset.parts.count()) == ("newest.mp4", "", 0)


def test_a_change_that_is_rolled_back_deletes_nothing():
    asset = imported()
    with transaction.atomic():
        asset.delete()
        transaction.set_rollback(True)

    assert unused_files.delete_due(now=DUE) == 0
    assert len(stored_files()) == 5


def test_what_another_row_uses_stays():
    asset = imported()
    other = AssetFactory()
    Asset.objects.filter(pk=other.pk).update(file=asset.file.name, playlist=asset.playlist)
    unused = other.file.name

    asset.delete()

    assert unused_files.delete_due(now=DUE) == 2
    assert stored_files() == {"film.mp4", "index.m3u8", "180-00000.m4s"}
    assert private_storage().exists(asset.file.name)
    assert private_storage().exists(unused)
    assert not UnusedFile.objects.exists()


def test_while_the_storage_is_away_it_is_tried_again_later_and_later(monkeypatch, caplog):
    imported().delete()
    tried = []

    def away(_storage, name):
        tried.append(name)
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(type(private_storage()), "delete", away)
        assert unused_files.delete_due(now=DUE) == 0
        # Each attempt would wait for its timeout, so the rest is left for the next run.
        assert len(tried) == 3
        assert unused_files.delete_due(now=DUE) == 0
        assert len(tried) == 4
        assert unused_files.delete_due(now=DUE + timedelta(minutes=5)) == 0
        assert sorted(UnusedFile.objects.values_list("attempts", flat=True)) == [1, 2, 2, 2]
    assert "row failed" in caplog.text

    assert unused_files.delete_due(now=DUE + timedelta(minutes=10)) == 1
    assert unused_files.delete_due(now=DUE + timedelta(minutes=15)) == 3
    assert stored_files() == set()


def test_files_that_are_gone_already_are_done():
    asset = imported()
    private_storage().delete(asset.file.name)
    for name in ("index.m3u8", "180-00000.m4s", ""):
        private_storage().delete(f"private/{asset.pk}/run/{name}")
    asset.delete()

    assert unused_files.delete_due(now=DUE) == 4
    assert not UnusedFile.objects.exists()


def test_the_task_is_scheduled(settings):
    assert tasks.delete_unused_files.name in {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}
    imported().delete()
    with time_machine.travel(DUE, tick=False):
        tasks.delete_unused_files()
    assert stored_files() == set()


@pytest.mark.parametrize("count", [1, 10])
def test_queries_of_a_deletion_grow_by_two_for_each_file(count, django_assert_num_queries):
    for _ in range(count):
        AssetFactory().delete()
    with django_assert_num_queries(1 + 2 * count):
        assert unused_files.delete_due(now=DUE) == count
