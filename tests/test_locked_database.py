"""A lock in PostgreSQL that nobody releases, under a served site: only those who need the table notice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
import requests

from config.databases import TIME_LIMITS, postgresql
from tests.money import site_processes
from tests.money.site_processes import Browser, SiteProcesses
from tests.test_serve import becomes_true

pytestmark = [pytest.mark.proof, pytest.mark.postgresql]

CLIENTS = 10
WITHOUT_THREADS = ("/healthz", "/readyz", "/static/brand/icon.svg")
CACHED_PAGE = "/courses"
_SHOW = (
    "from django.db import connection; cursor = connection.cursor(); "
    "cursor.execute('SHOW lock_timeout'); print(cursor.fetchone())"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcesses]:
    folder = tmp_path_factory.mktemp("locked")
    processes = SiteProcesses(folder, database_url=os.environ.get("DATABASE_URL", ""))
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
    found = connection.execute(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
        "WHERE NOT granted AND datname = current_database()"
    ).fetchone()
    assert found is not None
    return int(found[0])


def assert_served(site: SiteProcesses, paths: Sequence[str]) -> None:
    for path in paths:
        started = time.monotonic()
        assert requests.get(f"{site.site()}{path}", timeout=30).status_code == 200
        assert time.monotonic() - started < 2


def test_members_who_wait_for_a_lock_leave_threads_for_visitors(site: SiteProcesses, member: Browser) -> None:
    assert requests.get(f"{site.site()}{CACHED_PAGE}", timeout=30).status_code == 200

    def open_my_learnings(_number: int) -> requests.Response:
        return member.get(f"{site.site()}/my-learnings", timeout=30)

    tables = "live_booking", "catalog_courseowner", "accounts_entitlement"
    # The lock ends after all are answered.
    with locked(site, *tables) as connection, ThreadPoolExecutor(CLIENTS) as members:
        waiting = [members.submit(open_my_learnings, number) for number in range(CLIENTS)]
        assert becomes_true(lambda: count_waiting(connection) == 6)
        assert_served(site, [*WITHOUT_THREADS, CACHED_PAGE])
        refused = [future.result() for future in waiting]
    for response in refused:
        assert (response.status_code, response.headers["Retry-After"]) == (503, "30")
        assert response.elapsed.total_seconds() < 8
    assert member.get(f"{site.site()}/my-learnings", timeout=30).status_code == 200


def test_with_all_threads_waiting_the_process_is_alive_and_ready(site: SiteProcesses) -> None:
    def get_faq(_number: int) -> requests.Response:
        return requests.get(f"{site.site()}/api/faq", timeout=30)

    with locked(site, "content_faqtopic") as connection, ThreadPoolExecutor(CLIENTS) as visitors:
        waiting = [visitors.submit(get_faq, number) for number in range(CLIENTS)]
        assert becomes_true(lambda: count_waiting(connection) == 8)
        assert_served(site, WITHOUT_THREADS)
        refused = [future.result() for future in waiting]
    for response in refused:
        assert (response.status_code, response.json()["code"]) == (503, "unavailable")
        assert response.headers["Retry-After"] == "30"
        assert response.headers["X-Request-ID"]
        assert response.elapsed.total_seconds() < 8


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
    assert options["options"].endswith("-c lock_timeout=1s -c work_mem=8MB")
    assert options["keepalives_idle"] == 5
    with psycopg.connect(
        site.database_url, options=f"{TIME_LIMITS['web']} {options['options']}"
    ) as connection:
        limits = [
            connection.execute(f"SHOW {name}").fetchone()  # type: ignore[arg-type]
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        ]
    assert limits == [("1s",), ("20s",), ("1min",)]
