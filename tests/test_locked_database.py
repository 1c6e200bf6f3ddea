"""A lock in PostgreSQL that nobody releases, under a served site: only those who need the table notice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
import requests

from config.databases import TIME_LIMITS, postgresql
from tests.money import site_processes
from tests.money.site_processes import Browser, SiteProcesses
from tests.test_serve import becomes_true

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

MEMBERS = 10
UNAFFECTED = ("/healthz", "/readyz", "/static/brand/icon.svg", "/courses")
_SHOW = (
    "from django.db import connection; cursor = connection.cursor(); "
    "cursor.execute('SHOW lock_timeout'); print(cursor.fetchone())"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcesses]:
    folder = tmp_path_factory.mktemp("locked")
    extra = {name: os.environ[name] for name in ("REDIS_URL",) if name in os.environ}
    processes = SiteProcesses(folder, database_url=os.environ.get("DATABASE_URL", ""), extra=extra)
    with site_processes.run_site(processes):
        yield processes


@pytest.fixture(scope="module")
def member(site: SiteProcesses) -> Browser:
    return Browser(site.seed(courses=1, buyers=1)["sessions"][0])


@contextmanager
def locked(site: SiteProcesses, *tables: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(site.database_url) as connection:
        connection.execute(f"LOCK TABLE {', '.join(tables)}")  # type: ignore[arg-type]
        yield connection


def count_waiting(connection: psycopg.Connection) -> int:
    found = connection.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    assert found is not None
    return int(found[0])


def test_a_lock_stops_only_those_who_need_the_table_and_not_for_long(
    site: SiteProcesses, member: Browser
) -> None:
    for url in (f"{site.site()}{path}" for path in UNAFFECTED):
        assert requests.get(url, timeout=30).status_code == 200

    def open_my_learnings(_number: int) -> requests.Response:
        return member.get(f"{site.site()}/my-learnings", timeout=30)

    tables = "live_booking", "catalog_courseowner", "accounts_entitlement"
    # The lock ends after all are answered.
    with locked(site, *tables) as connection, ThreadPoolExecutor(MEMBERS) as members:
        waiting = [members.submit(open_my_learnings, number) for number in range(MEMBERS)]
        assert becomes_true(lambda: count_waiting(connection) == 6)
        for path in UNAFFECTED:
            started = time.monotonic()
            assert requests.get(f"{site.site()}{path}", timeout=30).status_code == 200
            assert time.monotonic() - started < 2
        refused = [future.result() for future in waiting]
    assert [(response.status_code, response.headers["Retry-After"]) for response in refused] == [
        (503, "30")
    ] * MEMBERS
    assert max(response.elapsed.total_seconds() for response in refused) < 8
    assert member.get(f"{site.site()}/my-learnings", timeout=30).status_code == 200


def test_an_endpoint_without_a_thread_is_refused_in_json(site: SiteProcesses, member: Browser) -> None:
    def get_dashboard(_number: int) -> requests.Response:
        return member.get(f"{site.site()}/api/dashboard", timeout=30)

    with locked(site, "live_booking", "catalog_courseowner"), ThreadPoolExecutor(MEMBERS) as members:
        refused = list(members.map(get_dashboard, range(MEMBERS)))
    for response in refused:
        assert (response.status_code, response.json()["code"]) == (503, "unavailable")
        assert response.headers["Retry-After"] == "30"
        assert response.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (["manage.py", "shell", "--verbosity", "0", "--command", _SHOW], "0"),
        (["-m", "celery", "-A", "config", "shell", "--python"], "30s"),
        (["-c", f"import config.rsgi; {_SHOW}"], "5s"),
    ],
    ids=["command", "worker", "web"],
)
def test_each_kind_of_process_has_its_limits(site: SiteProcesses, command: list[str], limit: str) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=site_processes.ROOT,
        env=site.environment,
        input=f"{_SHOW}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"('{limit}',)" in done.stdout, done.stderr


def test_what_the_url_says_wins(site: SiteProcesses) -> None:
    given = {"NAME": "x", "OPTIONS": {"options": "-c lock_timeout=1s -c work_mem=8MB", "keepalives_idle": 5}}
    options = postgresql(given, threads=2)["OPTIONS"]
    assert (options["options"], options["keepalives_idle"]) == ("-c lock_timeout=1s -c work_mem=8MB", 5)
    with psycopg.connect(
        site.database_url, options=f"{TIME_LIMITS['web']} {options['options']}"
    ) as connection:
        limits = [
            connection.execute(f"SHOW {name}").fetchone()  # type: ignore[arg-type]
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        ]
    assert limits == [("1s",), ("20s",), ("1min",)]
