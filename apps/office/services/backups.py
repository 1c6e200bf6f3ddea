"""Noting that a backup was made."""

from datetime import datetime
from pathlib import Path

from django.db import transaction

from apps.core.errors import Invalid
from apps.office.models import Backup
from apps.office.selectors import backups

_STARTS = (b"PGDMP", b"SQLite format 3\x00")
"""The first bytes of what `pg_dump --format custom` writes, and of an SQLite file."""


class NoBackup(Invalid):
    code = "no_backup"


def check_file(file: Path) -> None:
    """:raises NoBackup: if it is not the dump of a database, which is what a dump that failed leaves"""
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise NoBackup(message=f"{file} cannot be read: {error.strerror}.") from error
    if not start.startswith(_STARTS):
        raise NoBackup(message=f"{file} is no dump of a database. Nothing was noted.")


@transaction.atomic(durable=True)
def record(*, made_at: datetime) -> None:
    """Replaces the last one, also by an older: what is noted is what there is."""
    Backup.objects.update_or_create(
        pk=Backup.ONLY_ID, defaults={"made_at": made_at, "database": backups.identity()}
    )
