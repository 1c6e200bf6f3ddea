"""Connection settings of each database engine."""

import sys
from pathlib import Path
from typing import Any

TIME_LIMITS = {
    "web": "-c lock_timeout=5s -c statement_timeout=20s -c idle_in_transaction_session_timeout=60s",
    "worker": "-c lock_timeout=30s -c statement_timeout=15min -c idle_in_transaction_session_timeout=15min",
    "command": "",
}
"""What PostgreSQL ends, by the kind of process. A migration or an export by hand may take hours."""


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
    """PostgreSQL with a connection pool: one connection per thread, two of the outbox and one of /readyz."""
    options = dict(url.get("OPTIONS", {}))
    options["pool"] = {"min_size": 1, "max_size": threads + 3, "timeout": 5}
    # PostgreSQL takes the last value of a name, so those of DATABASE_URL win.
    options["options"] = f"{TIME_LIMITS[kind_of_process()]} {options.get('options', '')}".strip()
    options.setdefault("connect_timeout", 5)
    # A server that vanishes without a word is noticed within a minute, not within hours.
    options.setdefault("keepalives_idle", 30)
    options.setdefault("keepalives_interval", 10)
    options.setdefault("keepalives_count", 3)
    options.setdefault("tcp_user_timeout", 60_000)
    # Prepare a statement after its third use on a connection: planning was a third of the database time of a
    # purchase.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", 3)
    # The pool keeps connections open; Django must not do so as well.
    return {**url, "ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "OPTIONS": options}


def kind_of_process() -> str:
    """By the module that starts the process: it is loaded before the settings."""
    if {"config.rsgi", "config.wsgi"} & sys.modules.keys():
        return "web"
    return "worker" if "celery.bin.celery" in sys.modules else "command"
