"""While requests are sent: tables are locked, the renderer is killed, and other visitors are timed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import requests

from tests.money.site_processes import SiteProcesses

LOCKED = ("live_booking", "catalog_courseowner", "accounts_entitlement")
_LOCKED_SECONDS = 12.0
_UNLOCKED_SECONDS = 8.0
_KILL_EVERY = 5.0
_SAMPLE_EVERY = 0.2
_SAMPLED = ("/healthz", "/readyz", "/courses", "/api/site", "/robots.txt")


@dataclass
class Disturbed:
    locks: int = 0
    kills: int = 0
    samples: list[tuple[float, str, int]] = field(default_factory=list)
    """Seconds, path and status of each answer to somebody who wants nothing that is locked."""


@contextmanager
def disturb(site: SiteProcesses) -> Iterator[Disturbed]:
    """Disturb the site until the block ends. SQLite has no table locks: there only the renderer is killed."""
    found, stopped = Disturbed(), threading.Event()
    jobs: list[Callable[[], None]] = [
        lambda: _kill_renderers(site, found, stopped),
        lambda: _sample(site, found, stopped),
    ]
    if site.database_url.startswith("postgres"):
        jobs.append(lambda: _lock_tables(site, found, stopped))
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def _lock_tables(site: SiteProcesses, found: Disturbed, stopped: threading.Event) -> None:
    while not stopped.is_set():
        with psycopg.connect(site.database_url) as connection:
            connection.execute(f"LOCK TABLE {', '.join(LOCKED)}")
            found.locks += 1
            stopped.wait(_LOCKED_SECONDS)
        stopped.wait(_UNLOCKED_SECONDS)


def _kill_renderers(site: SiteProcesses, found: Disturbed, stopped: threading.Event) -> None:
    while not stopped.wait(_KILL_EVERY):
        for pid in _renderers(site.running[site.ports[0]].pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                found.kills += 1


def _renderers(group: int) -> Iterator[int]:
    """The Node processes of this process group; Linux only."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            name, _, rest = (folder / "stat").read_text().rpartition(")")
            if int(rest.split()[2]) == group and "node" in name:
                yield int(folder.name)


def _sample(site: SiteProcesses, found: Disturbed, stopped: threading.Event) -> None:
    with requests.Session() as client:
        client.trust_env = False
        number = 0
        while not stopped.wait(_SAMPLE_EVERY):
            path = _SAMPLED[number % len(_SAMPLED)]
            started, number = time.perf_counter(), number + 1
            try:
                status = client.get(site.site() + path, timeout=60).status_code
            except requests.RequestException:
                status = 0
            found.samples.append((time.perf_counter() - started, path, status))
