"""Workers and requests that meet at one video."""

from datetime import UTC, datetime, timedelta
from pathlib import PurePath

import pytest
from django.core.files.base import ContentFile
from django.db import transaction

from apps.core.testing.parallel import in_parallel
from apps.media.models import Asset, UnusedFile, VideoImport, VideoUpload
from apps.media.services import unused_files, video_imports, video_uploads
from apps.media.tests.factories import AssetFactory

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.DATA_DIR = tmp_path / "data"


def test_concurrent_workers_claim_a_video_once(film):
    for number, title in enumerate(("Risk", "Second")):
        asset = AssetFactory(title=title, file__data=film.read_bytes())
        video_imports.queue(asset=asset, now=NOW + timedelta(seconds=number))

    claimed = [
        row for row in in_parallel(lambda _: video_imports._claim(now=NOW), times=6) if row is not None
    ]

    assert [row.asset.title for row in claimed] == ["Risk"]


def test_concurrent_parts_at_one_offset_are_written_once(staff, film):
    content = film.read_bytes()
    begun = video_uploads.start(
        staff=staff.user, filename="film.mp4", size=len(content), fingerprint="one", now=NOW
    )

    done = in_parallel(
        lambda number: video_uploads.add_part(
            upload_id=begun.pk, staff=staff.user, offset=0, content=bytes([number]) * 500, now=NOW
        ),
        times=6,
    )

    assert sum(isinstance(one, VideoUpload) for one in done) == 1
    assert sum(isinstance(one, video_uploads.WrongOffset) for one in done) == 5
    stored = video_uploads._path(begun.pk).read_bytes()
    assert (len(stored), len(set(stored))) == (500, 1)


def test_concurrent_finishes_make_one_video(staff, film):
    content = film.read_bytes()
    begun = video_uploads.start(
        staff=staff.user, filename="film.mp4", size=len(content), fingerprint="one", now=NOW
    )
    video_uploads.add_part(upload_id=begun.pk, staff=staff.user, offset=0, content=content, now=NOW)

    done = in_parallel(
        lambda _: video_uploads.finish(upload_id=begun.pk, staff=staff.user, title="", now=NOW), times=4
    )

    assert [type(one) for one in done] == [Asset] * 4
    assert len({one.pk for one in done}) == 1
    assert VideoImport.objects.count() == 1


def test_each_of_two_files_that_are_replaced_at_once_is_listed(staff):
    asset = AssetFactory(file__filename="first.mp4")

    def replace(number):
        with transaction.atomic():
            replaced = unused_files.stored_file(asset_id=asset.pk)
            mine = Asset.objects.get(pk=asset.pk)
            mine.file.save(f"{number}.mp4", ContentFile(b"0123456789"))
            video_imports.replace_file(asset=mine, replaced=replaced, now=NOW)

    in_parallel(replace, times=4)

    left = Asset.objects.get(pk=asset.pk).filename
    listed = {PurePath(name).name for name in UnusedFile.objects.values_list("name", flat=True)}
    assert listed == {"first.mp4", "0.mp4", "1.mp4", "2.mp4", "3.mp4"} - {left}
