"""When this database was last backed up."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import connection

from apps.office.models import Backup


@dataclass(frozen=True, slots=True)
class LastBackup:
    made_at: datetime
    is_of_this_database: bool


def last() -> LastBackup | None:
    row = Backup.objects.filter(pk=Backup.ONLY_ID).first()
    if row is None:
        return None
    return LastBackup(row.made_at, is_of_this_database=row.database == identity())


def identity() -> str:
    """
    What a restored database does not share with the one it was dumped from: it has the same rows.

    On PostgreSQL the cluster, its timeline (a new one after a restore to a point in time), the database and
    the table; on SQLite the file.
    """
    if connection.vendor != "postgresql":
        file = Path(connection.settings_dict["NAME"])
        return f"{connection.vendor} {file.stat().st_ino if file.exists() else 'in memory'}"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT system_identifier FROM pg_control_system()),"
            " (SELECT timeline_id FROM pg_control_checkpoint()),"
            " (SELECT oid FROM pg_database WHERE datname = current_database()), %s::regclass::oid",
            [Backup._meta.db_table],
        )
        return "postgresql " + " ".join(map(str, cursor.fetchone()))
