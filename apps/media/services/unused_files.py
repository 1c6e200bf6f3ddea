"""
Deletes files of the private storage that no asset refers to any more: those of deleted and replaced videos,
what was made of them, and what an import left behind that did not get to its end.

They are listed in the transaction that makes them unused, and deleted by a worker, again and again while the
storage is away.
"""

from datetime import datetime, timedelta
from functools import partial
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.core.files.storage import Storage
from django.db.models.signals import post_delete
from django.utils import timezone

from apps.core import backoff
from apps.core.row_processing import Completed, process_row
from apps.media.models import Asset, UnusedFile
from apps.media.states import Provider
from apps.media.storage import is_remote, private_storage

GRACE = timedelta(hours=1)
"""An import may still be reading the file."""

_UNSAVED_GRACE = timedelta(days=1)
_FIRST_RETRY, _LAST_RETRY = timedelta(minutes=5), timedelta(hours=6)
_MAX_FAILURES = 3
_BATCH = 200


def connect_signals() -> None:
    # Assets are also deleted in bulk, and with what they were made from.
    post_delete.connect(_record_deleted, sender=Asset, dispatch_uid="media unused files")


def record(*, file: str = "", playlist: str = "", at: datetime) -> None:
    """This file, and the folder with this playlist, are unused. Runs in the caller's transaction."""
    rows = [UnusedFile(name=file, due_at=at + GRACE)] if file else []
    if playlist:
        rows.append(UnusedFile(name=str(PurePath(playlist).parent), is_folder=True, due_at=at + GRACE))
    UnusedFile.objects.bulk_create(rows)


def record_unsaved(*, folder: str, at: datetime) -> None:
    """An import is about to write this folder: unless it calls `keep`, nobody will know of it."""
    UnusedFile.objects.create(name=folder, is_folder=True, due_at=at + _UNSAVED_GRACE)


def keep(*, folder: str) -> None:
    """The import was saved. Runs in its transaction."""
    UnusedFile.objects.filter(name=folder).delete()


def stored_file(*, asset_id: UUID) -> str:
    """
    The name of the asset's file, before another is saved; empty for a new asset.

    Locks the row, so that of two files that replace it each is seen. Runs in the caller's transaction.
    """
    row = Asset.objects.select_for_update(of=("self",), no_key=True).filter(pk=asset_id).first()
    return str(row.file.name) if row and row.file else ""


def delete_due(*, now: datetime) -> int:
    """Delete what is due and still unused. Returns how many files and folders were deleted."""
    deleted = failures = 0
    for row in UnusedFile.objects.filter(due_at__lte=now).order_by("due_at", "pk")[:_BATCH]:
        done = process_row(partial(_delete_if_unused, row), name=row.name)
        if isinstance(done, Completed):
            deleted += done.result
            continue
        row.attempts += 1
        row.due_at = now + backoff.exponential(attempt=row.attempts, first=_FIRST_RETRY, cap=_LAST_RETRY)
        row.save(update_fields=["attempts", "due_at"])
        failures += 1
        if failures == _MAX_FAILURES:
            # The storage is away: each further attempt would wait for its timeout.
            break
    return deleted


def _delete_if_unused(row: UnusedFile) -> bool:
    is_unused = not _is_used(row)
    if is_unused:
        _delete(row)
    row.delete()
    return is_unused


def _record_deleted(instance: Asset, **_signal: Any) -> None:
    if instance.provider == Provider.LOCAL:
        record(file=str(instance.file.name or ""), playlist=instance.playlist, at=timezone.now())


def _is_used(row: UnusedFile) -> bool:
    if row.is_folder:
        return Asset.objects.filter(playlist__startswith=f"{row.name}/").exists()
    return Asset.objects.filter(file=row.name).exists()


def _delete(row: UnusedFile) -> None:
    storage = private_storage()
    if row.is_folder:
        for name in _files_in(storage, row.name):
            storage.delete(f"{row.name}/{name}")
    storage.delete(row.name)
    # Object storage has no folders.
    parent = str(PurePath(row.name).parent)
    if not is_remote() and storage.exists(parent) and storage.listdir(parent) == ([], []):
        storage.delete(parent)


def _files_in(storage: Storage, folder: str) -> list[str]:
    try:
        return list(storage.listdir(folder)[1])
    except FileNotFoundError:
        return []
