"""Writing a file for staff, and the record of who exported what."""

import tempfile
from contextlib import suppress
from datetime import datetime
from threading import BoundedSemaphore
from typing import IO

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.core.errors import Conflict, DomainError
from apps.core.formatting import indian_number
from apps.core.spreadsheets import Write, write_csv, write_xlsx
from apps.core.transactions import snapshot
from apps.office.models import ExportRun
from apps.office.periods import Period
from apps.office.selectors.files.columns import File
from apps.office.states import ExportFormat

MAX_ROWS = 250_000
"""Written within the minute that the reverse proxy waits for a response."""

READ_SECONDS = 60

WRITERS: dict[ExportFormat, Write] = {ExportFormat.CSV: write_csv, ExportFormat.XLSX: write_xlsx}

_running = BoundedSemaphore(2)
"""A file keeps a thread busy for seconds. The other threads stay free for other requests."""


class TooManyRows(DomainError):
    code = "export_too_large"


class TooManyExports(Conflict):
    code = "export_busy"
    message = "Two files are being written at the moment. Please try again in a minute."


def write_file(*, file: File, format: ExportFormat, period: Period, by: User, at: datetime) -> IO[bytes]:
    """
    The rows of the period as a temporary file, ready to be read. It is deleted when it is closed.

    The whole file is written before any of it is sent: a slow client occupies no database connection, an
    error is a message and not half a file, and the record has the number of rows.

    :raises TooManyExports: if two are being written by this process
    :raises TooManyRows: if the period has more than `MAX_ROWS`
    """
    if not _running.acquire(blocking=False):
        raise TooManyExports()
    try:
        return _write(file, format, period, by=by, at=at)
    finally:
        _running.release()


def _write(file: File, format: ExportFormat, period: Period, *, by: User, at: datetime) -> IO[bytes]:
    count = file.count(period)
    if count > MAX_ROWS:
        raise TooManyRows(
            f"This period has {indian_number(count)} rows, and a file has {indian_number(MAX_ROWS)} at most. "
            "Choose a shorter period."
        )
    with transaction.atomic(durable=True):
        run = ExportRun.objects.create(
            file=file.kind, format=format, first_day=period.first, last_day=period.last, by=by, started_at=at
        )
    content = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    try:
        headings = [column.heading for column in file.columns]
        with snapshot(statement_seconds=READ_SECONDS):
            rows = WRITERS[format](content, headings, file.rows(period))
    except BaseException:
        with suppress(OSError):
            content.close()
        raise
    with transaction.atomic(durable=True):
        run.rows, run.finished_at = rows, timezone.now()
        run.save(update_fields=["rows", "finished_at"])
    content.seek(0)
    return content
