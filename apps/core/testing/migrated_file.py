"""Keeps a migrated SQLite file for the next tests and for those in the browser: migrating takes long."""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[3]


def copy_to(database: Path) -> None:
    """Start from the kept file, if it is of these migrations."""
    if not database.exists() and _kept_file().exists():
        shutil.copyfile(_kept_file(), database)


def keep(database: Path) -> None:
    """Keep a database that was just migrated, with the rows that migrations wrote."""
    kept = _kept_file()
    if kept.exists() or not database.exists() or not database.stat().st_size:
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    for older in kept.parent.glob("*.sqlite3"):
        older.unlink(missing_ok=True)
    part.replace(kept)


def _kept_file() -> Path:
    digest = hashlib.sha256()
    for migration in sorted(_ROOT.glob("apps/*/migrations/*.py")):
        digest.update(migration.read_bytes())
    for file in (_ROOT / "requirements.txt", Path(__file__)):
        digest.update(file.read_bytes())
    return _ROOT / ".build" / "test-database" / f"{digest.hexdigest()[:16]}.sqlite3"
