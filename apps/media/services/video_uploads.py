"""Uploads of videos in parts: each part is kept, so an upload goes on where it stopped."""

import os
import shutil
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path, PurePath
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.db.models import F, Sum

from apps.accounts.models import User
from apps.core.errors import Conflict, Invalid, NotFound, OutOfSpace
from apps.core.row_processing import process_rows
from apps.media import ffmpeg
from apps.media.models import Asset, VideoUpload
from apps.media.models.asset import PRIVATE, allowed_extensions, private_path
from apps.media.services import video_imports
from apps.media.states import AssetKind
from apps.media.storage import is_remote, private_storage

PART_BYTES = 2 * 1024 * 1024
"""How much one request carries: below Django's limit for a body in memory."""

KEPT = timedelta(days=7)
"""How long an unfinished upload can be resumed."""

_SPARE_DISK_BYTES = 512 * 1024 * 1024
_MAX_TITLE_LENGTH = 120


class UnknownUpload(NotFound):
    code = "upload_not_found"
    message = "This upload no longer exists. Choose the file again."


class WrongOffset(Conflict):
    """`data` says how many bytes have arrived; the upload goes on from there."""

    code = "wrong_offset"
    message = "This part does not follow the last one."


class Unfinished(WrongOffset):
    code = "upload_unfinished"
    message = "Parts of this file are still missing."


def start(*, staff: User, filename: str, size: int, fingerprint: str, now: datetime) -> VideoUpload:
    """
    The upload of this file: a new one, or the one that this person has begun or finished before.

    :raises Invalid: if the file is none that can be uploaded
    :raises OutOfSpace: if there is no room for it beside what other uploads have announced
    """
    name = PurePath(filename.replace("\\", "/")).name
    _check_file(name, size)
    with transaction.atomic(durable=True):
        upload, is_new = VideoUpload.objects.get_or_create(
            staff=staff,
            fingerprint=fingerprint,
            defaults={"filename": name, "size_bytes": size, "updated_at": now},
        )
        if is_new:
            _check_room()
        upload = _lock(upload_id=upload.pk, staff=staff)
        if upload.size_bytes != size:
            raise Invalid(message="This file has changed. Choose it again.")
        if not is_new and upload.asset_id is None:
            upload.received_bytes = min(upload.received_bytes, _stored_bytes(upload.pk))
            upload.updated_at = now
            upload.save(update_fields=["received_bytes", "updated_at"])
    return upload


@transaction.atomic(durable=True)
def add_part(*, upload_id: UUID, staff: User, offset: int, content: bytes, now: datetime) -> VideoUpload:
    """
    Append a part that starts at this offset.

    :raises UnknownUpload: if the person has no such upload
    :raises WrongOffset: if it does not follow what has arrived
    :raises Invalid: if there is more than the file's size
    """
    upload = _lock(upload_id=upload_id, staff=staff)
    if upload.asset_id or offset != upload.received_bytes:
        raise _refusal(WrongOffset(), upload)
    if not content or offset + len(content) > upload.size_bytes:
        raise Invalid(message="This part does not fit the file's size.")
    path = _path(upload.pk)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+b" if path.exists() else "wb") as file:
        # What lies beyond the offset was written by a request that did not get to save its progress.
        file.truncate(offset)
        file.seek(offset)
        file.write(content)
    upload.received_bytes += len(content)
    upload.updated_at = now
    upload.save(update_fields=["received_bytes", "updated_at"])
    return upload


def finish(*, upload_id: UUID, staff: User, title: str, now: datetime) -> Asset:
    """
    Make the uploaded file an asset, and have it imported. Again, it returns the same asset.

    :raises UnknownUpload: if the person has no such upload
    :raises Unfinished: if parts are missing
    :raises Invalid: if the file is no video; then it is deleted
    """
    path = _path(upload_id)
    try:
        with transaction.atomic(durable=True):
            return _finish(upload_id=upload_id, staff=staff, title=title, now=now)
    except ffmpeg.BadVideo as error:
        VideoUpload.objects.filter(pk=upload_id, staff=staff, asset=None).delete()
        path.unlink(missing_ok=True)
        raise Invalid(message=str(error)) from error


def delete_old(*, now: datetime) -> int:
    """Delete uploads that nobody went on with. Returns how many rows there were."""
    old = VideoUpload.objects.filter(updated_at__lt=now - KEPT)

    def delete(upload_id: UUID) -> int:
        _path(upload_id).unlink(missing_ok=True)
        return old.filter(pk=upload_id).delete()[0]

    return process_rows(old.values_list("pk", flat=True), delete, name="upload")


def _finish(*, upload_id: UUID, staff: User, title: str, now: datetime) -> Asset:
    upload = _lock(upload_id=upload_id, staff=staff)
    if upload.asset is not None:
        return upload.asset
    path = _path(upload.pk)
    if upload.received_bytes != upload.size_bytes or _stored_bytes(upload.pk) != upload.size_bytes:
        raise _refusal(Unfinished(), upload)
    facts = ffmpeg.probe(path, filename=upload.filename) if ffmpeg.is_available() else None
    name = title.strip() or PurePath(upload.filename).stem
    asset = Asset(title=name[:_MAX_TITLE_LENGTH], kind=AssetKind.VIDEO)
    if facts is not None:
        asset.duration_seconds = max(1, round(facts.seconds))
    asset.file.name = _move_to_storage(path, asset, upload.filename)
    asset.save()
    video_imports.queue(asset=asset, now=now)
    upload.asset, upload.updated_at = asset, now
    upload.save(update_fields=["asset", "updated_at"])
    return asset


def _check_file(name: str, size: int) -> None:
    extensions = allowed_extensions(AssetKind.VIDEO)
    if PurePath(name).suffix.lower().removeprefix(".") not in extensions:
        raise Invalid(message=f"Allowed file extensions: {', '.join(extensions)}.")
    if size <= 0:
        raise Invalid(message="This file is empty.")
    if size > settings.STAFF_BODY_LIMIT:
        limit = settings.STAFF_BODY_LIMIT // 2**20
        raise Invalid(message=f"This file is larger than {limit} MiB, the most that can be uploaded.")


def _check_room() -> None:
    """There must be room for what is still missing of all unfinished uploads."""
    folder = _path(UUID(int=0)).parent
    folder.mkdir(parents=True, exist_ok=True)
    missing = Sum(F("size_bytes") - F("received_bytes"))
    announced = VideoUpload.objects.filter(asset=None).aggregate(total=missing)["total"]
    if shutil.disk_usage(folder).free < announced + _SPARE_DISK_BYTES:
        raise OutOfSpace("There is no room for this file on the server.")


def _lock(*, upload_id: UUID, staff: User) -> VideoUpload:
    upload = VideoUpload.objects.select_for_update(no_key=True).filter(pk=upload_id, staff=staff).first()
    if upload is None:
        raise UnknownUpload()
    return upload


def _refusal(error: WrongOffset, upload: VideoUpload) -> WrongOffset:
    error.data = {"received": upload.received_bytes}
    return error


def _move_to_storage(path: Path, asset: Asset, filename: str) -> str:
    """Its name in the storage. On this machine the file is moved: copying gigabytes takes a while."""
    storage = private_storage()
    name = private_path(asset, storage.get_valid_name(filename))
    if is_remote():
        with path.open("rb") as content:
            stored = storage.save(name, File(content))
        path.unlink()
        return stored
    target = Path(storage.path(name))
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(path, target)
    return name


def _stored_bytes(upload_id: UUID) -> int:
    with suppress(FileNotFoundError):
        return _path(upload_id).stat().st_size
    return 0


def _path(upload_id: UUID) -> Path:
    """In the media folder, which all web processes share."""
    return Path(settings.MEDIA_ROOT) / PRIVATE / "uploads" / str(upload_id)
