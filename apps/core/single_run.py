"""One run of a job at a time, over all processes that share the database."""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from apps.core.errors import Conflict


class AlreadyRunning(Conflict):
    code = "already_running"
    message = "Another run is in progress. Please try again when it has finished."


@contextmanager
def single_run(name: str) -> Iterator[None]:
    """
    Hold the lock of this name; it is released when the process ends, however that happens.

    An advisory lock of PostgreSQL, or on SQLite, which is for one machine, a lock on a file.

    :raises AlreadyRunning: if another process or thread holds it
    """
    with _advisory_lock(name) if connection.vendor == "postgresql" else _file_lock(name):
        yield


@contextmanager
def _advisory_lock(name: str) -> Iterator[None]:
    key = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
        if not cursor.fetchone()[0]:
            raise AlreadyRunning()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [key])


@contextmanager
def _file_lock(name: str) -> Iterator[None]:
    folder = Path(settings.DATA_DIR) / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning() from None
        yield
