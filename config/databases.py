"""How each database engine is tuned."""

from pathlib import Path
from typing import Any


def sqlite(file: Path) -> dict[str, Any]:
    """
    SQLite for one web process with several threads.

    Write transactions take their lock at once (IMMEDIATE): a transaction that read first and wants to
    write later would fail at the upgrade, where no waiting helps.
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
    """PostgreSQL with one pooled connection a thread and two to spare."""
    options = dict(url.get("OPTIONS", {}))
    options["pool"] = {"min_size": 1, "max_size": threads + 2, "timeout": 5}
    options.setdefault("connect_timeout", 5)
    # A connection that has sent a statement thrice sends only its values from then on: planning was a
    # third of what a purchase cost the database.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", 3)
    # The pool owns the connections; Django must not keep them open on its own as well.
    return {**url, "ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "OPTIONS": options}
