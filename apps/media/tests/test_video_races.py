"""Workers and requests that meet at one video."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.core.testing.parallel import in_parallel
from apps.media.models import Asset, VideoImport, VideoUpload
from apps.media.services import video_imports, video_uploads
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
