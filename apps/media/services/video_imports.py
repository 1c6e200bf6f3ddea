"""
Imports uploaded videos in the background: three sizes for streaming, a poster, the length, captions.

One worker at a time holds a video by a lease that it extends while ffmpeg works. If it dies, another starts
the video again once the lease has ended. A file that was replaced meanwhile is imported again.
"""

import logging
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.core.due import has_come
from apps.core.ids import new_id
from apps.media import ffmpeg
from apps.media.models import Asset, VideoImport
from apps.media.models.asset import PRIVATE
from apps.media.services import unused_files
from apps.media.states import AssetKind, ImportStatus, Provider
from apps.media.storage import is_remote, private_storage
from apps.outbox.services import heartbeats

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
_HEARTBEAT_SECONDS = 2.0
_CONVERTED_PERCENT = 99
_MAX_ATTEMPTS = 3
_INTERRUPTED = "It failed or was interrupted three times. Try again, or ask whoever runs the server."


class _Superseded(Exception):
    """The file was replaced, the video deleted, or another worker has it."""


@dataclass(frozen=True, slots=True)
class _Imported:
    """What was made of a video, in the storage."""

    playlist: str
    seconds: float
    parts: list[Asset]


def queue(*, asset: Asset, now: datetime) -> VideoImport | None:
    """
    Have the video imported, again if it was before. Runs in the caller's transaction.

    None if this machine has no ffmpeg, or the video is not in our own storage.
    """
    if asset.kind != AssetKind.VIDEO or asset.provider != Provider.LOCAL or not ffmpeg.is_available():
        return None
    queued, _ = VideoImport.objects.update_or_create(
        asset=asset,
        defaults={
            "status": ImportStatus.WAITING,
            "percent": 0,
            "attempts": 0,
            "error": "",
            "run_id": new_id(),
            "lease_until": None,
            "queued_at": now,
            "finished_at": None,
        },
    )
    return queued


def replace_file(*, asset: Asset, replaced: str, now: datetime) -> None:
    """
    What was made of the earlier file is no longer of this video, and that file is unused. Runs in the
    caller's transaction.

    `replaced` is its name in the storage, empty if there was none.
    """
    if replaced and replaced != asset.file.name:
        unused_files.record(file=replaced, at=now)
    _forget_parts(asset, at=now)
    queue(asset=asset, now=now)


def run_next(*, clock: Callable[[], datetime] = timezone.now) -> VideoImport | None:
    """Import the video that waits longest; None if none waits or a worker is busy with another."""
    heartbeats.record(worker=heartbeats.VIDEO, now=clock())
    claimed = _claim(now=clock())
    if claimed is None:
        return None
    try:
        _import(claimed, clock=clock)
    except _Superseded:
        pass
    except ffmpeg.BadVideo as error:
        _finish(claimed, ImportStatus.FAILED, now=clock(), error=str(error))
    except Exception:
        # A full disk, a storage that is away: tried again after a while, at most three times. Meanwhile
        # others are imported.
        logger.exception("video not imported", extra={"facts": {"asset": str(claimed.asset_id)}})
        later = clock() + LEASE
        _own(claimed).update(status=ImportStatus.WAITING, percent=0, lease_until=None, queued_at=later)
    # The video may have been deleted meanwhile.
    return VideoImport.objects.select_related("asset").filter(pk=claimed.pk).first() or claimed


def count_waiting() -> int:
    return VideoImport.objects.filter(status=ImportStatus.WAITING).count()


@transaction.atomic(durable=True)
def _claim(*, now: datetime) -> VideoImport | None:
    is_interrupted = has_come("lease_until", now=now, longest=LEASE)
    running = VideoImport.objects.filter(~is_interrupted, status=ImportStatus.RUNNING)
    free = VideoImport.objects.filter(
        Q(status=ImportStatus.WAITING) & has_come("queued_at", now=now, longest=LEASE)
        | Q(status=ImportStatus.RUNNING) & is_interrupted
    )
    row = free.select_for_update(no_key=True).order_by("queued_at", "pk").first()
    if row is None or running.exists():
        return None
    if row.attempts >= _MAX_ATTEMPTS:
        row.status, row.error, row.lease_until, row.finished_at = ImportStatus.FAILED, _INTERRUPTED, None, now
    else:
        row.status, row.percent, row.attempts = ImportStatus.RUNNING, 0, row.attempts + 1
        row.run_id, row.lease_until = new_id(), now + LEASE
    row.save()
    return row if row.status == ImportStatus.RUNNING else None


def _import(claimed: VideoImport, *, clock: Callable[[], datetime]) -> None:
    asset = Asset.objects.get(pk=claimed.asset_id)
    with _working_folder() as folder:
        source = _local_file(asset, folder)
        facts = ffmpeg.probe(source)
        made = folder / "made"
        made.mkdir()
        on_progress = _heartbeat(claimed, clock)
        ffmpeg.convert(source, facts=facts, folder=made, on_progress=on_progress)
        parts = list(_make_parts(asset, source, facts, folder))
        target = f"{PRIVATE}/{asset.pk}/{claimed.run_id.hex}"
        unused_files.record_unsaved(folder=target, at=clock())
        playlist = _store(made, folder=target, on_progress=on_progress)
        imported = _Imported(playlist=playlist, seconds=facts.seconds, parts=parts)
        _save(claimed, imported, source_name=str(asset.file.name), now=clock())


def _heartbeat(claimed: VideoImport, clock: Callable[[], datetime]) -> Callable[[int], None]:
    """Saves the progress, extends the lease and says that the worker lives, at most every two seconds."""
    last = float("-inf")

    def save(percent: int) -> None:
        nonlocal last
        if time.monotonic() - last < _HEARTBEAT_SECONDS:
            return
        last = time.monotonic()
        heartbeats.record(worker=heartbeats.VIDEO, now=clock())
        if not _own(claimed).update(percent=percent, lease_until=clock() + LEASE):
            raise _Superseded()

    return save


def _own(claimed: VideoImport) -> QuerySet[VideoImport]:
    return VideoImport.objects.filter(pk=claimed.pk, run_id=claimed.run_id, status=ImportStatus.RUNNING)


def _make_parts(asset: Asset, source: Path, facts: ffmpeg.VideoFacts, folder: Path) -> Iterator[Asset]:
    """The poster and the captions that the video contains, checked as those that staff upload."""
    poster = folder / "poster.jpg"
    ffmpeg.write_poster(source, facts=facts, to=poster)
    if poster.is_file():
        yield from _part(asset, poster, AssetKind.IMAGE, title="poster")
    for subtitles in facts.subtitles:
        captions = folder / f"captions.{subtitles.language}.vtt"
        if ffmpeg.write_captions(source, subtitles=subtitles, to=captions):
            title = f"captions ({subtitles.language})"
            yield from _part(asset, captions, AssetKind.CAPTIONS, title=title, language=subtitles.language)


def _part(asset: Asset, path: Path, kind: AssetKind, *, title: str, language: str = "") -> Iterator[Asset]:
    """Nothing if it is not fit for use: the video is imported without it."""
    file = File(path.open("rb"), name=path.name)
    name = f"{asset.title[:90]}: {title}"
    part = Asset(title=name, kind=kind, file=file, language=language, made_from=asset)
    try:
        part.clean()
    except ValidationError as error:
        logger.warning("part of a video not used", extra={"facts": {"part": title, "why": error.messages}})
        return
    yield part


def _store(made: Path, *, folder: str, on_progress: Callable[[int], None]) -> str:
    """Copy the playlists and segments to this folder of the storage; returns the name of the playlist."""
    storage = private_storage()
    for path in sorted(made.iterdir()):
        on_progress(_CONVERTED_PERCENT)
        with path.open("rb") as content:
            storage.save(f"{folder}/{path.name}", File(content))
    return f"{folder}/{ffmpeg.PLAYLIST}"


@transaction.atomic(durable=True)
def _save(claimed: VideoImport, imported: _Imported, *, source_name: str, now: datetime) -> None:
    if not _own(claimed).select_for_update(no_key=True).exists():
        raise _Superseded()
    asset = Asset.objects.select_for_update(of=("self",), no_key=True).get(pk=claimed.asset_id)
    if asset.file.name != source_name:
        raise _Superseded()
    _forget_parts(asset, at=now)
    asset.playlist = imported.playlist
    unused_files.keep(folder=str(PurePath(imported.playlist).parent))
    asset.duration_seconds = max(1, round(imported.seconds))
    asset.save(update_fields=["playlist", "duration_seconds"])
    for part in imported.parts:
        part.save()
    _own(claimed).update(status=ImportStatus.DONE, percent=100, lease_until=None, finished_at=now)


def _forget_parts(asset: Asset, *, at: datetime) -> None:
    """Remove the playlist, poster and captions of an earlier import."""
    if asset.playlist:
        unused_files.record(playlist=asset.playlist, at=at)
        asset.playlist = ""
        asset.save(update_fields=["playlist"])
    asset.parts.all().delete()


def _finish(claimed: VideoImport, status: ImportStatus, *, now: datetime, error: str) -> None:
    _own(claimed).update(status=status, error=error[:200], lease_until=None, finished_at=now)


@contextmanager
def _working_folder() -> Iterator[Path]:
    """A folder for one import. Only one runs at a time, so what lies beside it was left by a dead worker."""
    parent = Path(settings.DATA_DIR) / "imports"
    shutil.rmtree(parent, ignore_errors=True)
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=parent) as name:
        yield Path(name)


def _local_file(asset: Asset, folder: Path) -> Path:
    """The uploaded file; it is fetched first if it is in object storage."""
    if not is_remote():
        return Path(asset.file.path)
    copy = folder / f"source{PurePath(asset.filename).suffix}"
    with asset.file.open("rb") as content, copy.open("wb") as target:
        shutil.copyfileobj(content, target)
    return copy
