"""Connection settings of each database engine."""

from pathlib import Path
from typing import Any


def sqlite(file: Path) -> dict[str, Any]:
    """
    SQLite for one web process with several threads.

    Transactions begin IMMEDIATE: one that first reads and later writes would fail with 'database is locked'
    without waiting for the timeout.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; "
                "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;"
            ),
        },
    }


def postgresql(url: dict[str, Any], *, threads: int) -> dict[str, Any]:
    """PostgreSQL with a connection pool: one connection per thread and two spare."""
    options = dict(url.get("OPTIONS", {}))
    options["pool"] = {"min_size": 1, "max_size": threads + 2, "timeout": 5}
    options.setdefault("connect_timeout", 5)
    # Prepare a statement after its third use on a connection: planning was a third of the database time of a
    # purchase.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", 3)
    # The pool keeps connections open; Django must not do so as well.
    return {**url, "ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "OPTIONS": options}
