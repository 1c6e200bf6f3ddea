"""Runs the site in one or more processes with the payment sandbox, all on one database."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import requests

from apps.core.testing.ports import free_ports

ROOT = Path(__file__).resolve().parents[2]
KEY = ("rzp_test_sandbox", "a secret for tests")
TOKEN = "t" * 32

NO_READ_LIMITS = {"READ_MEMBER_LIMIT": "100000/minute", "READ_ADDRESS_LIMIT": "100000/minute"}
"""All requests of a load come from one IP address, and many from one member."""

SQLITE_FILE = "db.sqlite3"
_START_SECONDS = 60.0
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")

_SEED = """
import json
from django.test import Client
from apps.core.testing.ports import free_ports
from apps.accounts.models import User
from apps.catalog.models import Category, Chapter, Course, Topic
from apps.catalog.states import ContentType, Icon

def session_of(person, backend):
    client = Client()
    client.force_login(person, backend="apps.accounts.backends." + backend)
    return client.cookies["sessionid"].value

category = Category.objects.create(title="Charts", icon=Icon.CANDLES)
courses = []
for number in range({courses}):
    course = Course.objects.create(
        title=f"Course {{number}}", weburlname=f"course-{{number}}", category=category,
        offer_price_paise=100_00 + 100 * number, is_published=True,
    )
    chapter = Chapter.objects.create(course=course, title="All of it")
    Topic.objects.create(
        chapter=chapter, title="A topic", position=0, content_type=ContentType.ARTICLE, duration_seconds=60
    )
    courses.append(str(course.pk))
buyers = [
    User.objects.create_user(mobile=str(9_100_000_000 + number), name="A buyer", state="Goa")
    for number in range({buyers})
]
leavers = [
    User.objects.create_user(mobile=str(9_200_000_000 + number), name="A leaver", state="Goa")
    for number in range({leavers})
]
staff = User.objects.create_superuser(mobile="9000000001", password="a long pass phrase for tests")
print(json.dumps({{
    "courses": courses,
    "sessions": [session_of(person, "ByCode") for person in buyers],
    "leavers": {{person.mobile: session_of(person, "ByCode") for person in leavers}},
    "staff": session_of(staff, "ByPassword"),
}}))
"""

_RECOVER = """
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
real = timezone.now
timezone.now = lambda: real() + timedelta(minutes={minutes})
for _ in range({rounds}):
    call_command("reconcile_payments", all=True, rebuild=True, stdout=open("/dev/null", "w"))
    call_command("send_messages", stdout=open("/dev/null", "w"))
call_command("verify_books", json=True)
"""


@dataclass
class SiteProcesses:
    data: Path
    database_url: str = ""
    application: str = "config.rsgi:application"
    threads: int = 8
    extra: Mapping[str, str] = field(default_factory=dict)
    sandbox_port: int = 0
    ports: list[int] = field(default_factory=list)
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        machine = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        known = {
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "DATA_DIR": str(self.data),
            "PORT": str(self.ports[0]),
            "SANDBOX_PORT": str(self.sandbox_port),
            "SANDBOX_KEY_SECRET": KEY[1],
            "SANDBOX_CONTROL": "1",
            "SANDBOX_WEBHOOK_URL": f"{self.site()}/api/payments/webhook/razorpay",
            "CRASH_POINT_FILE": str(self.crash_point_file),
            "WEB_THREADS": str(self.threads),
            "LOG_LEVEL": "CRITICAL",
            **NO_READ_LIMITS,
        }
        database = {"DATABASE_URL": self.database_url} if self.database_url else {}
        return machine | known | database | dict(self.extra)

    @property
    def crash_point_file(self) -> Path:
        return self.data / "crash-point"

    def site(self, number: int = 0) -> str:
        return f"http://127.0.0.1:{self.ports[number]}"

    # --- processes -------------------------------------------------------------------------------

    def start(self, port: int) -> None:
        """Start the process on this port; does not wait until it is ready."""
        is_sandbox = port == self.sandbox_port
        application = "apps.sandbox.wsgi:application" if is_sandbox else self.application
        threads = 32 if is_sandbox else self.threads
        if application.startswith("config.rsgi"):
            served = "--interface rsgi --http 1"
        else:
            served = f"--interface wsgi --blocking-threads {threads}"
        place = f"--host 127.0.0.1 --port {port} --workers 1 --backlog 512 --workers-kill-timeout 5"
        command = f"-m granian {served} {place} --no-ws --log-level error {application}"
        log = (self.data / f"{port}.log").open("ab")
        self.running[port] = subprocess.Popen(
            [sys.executable, *command.split()],
            cwd=ROOT,
            env=self.environment | {"PORT": str(self.ports[0] if is_sandbox else port)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait_until_ready(self, port: int) -> None:
        path = "/sandbox/razorpay/healthz" if port == self.sandbox_port else "/readyz"
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            assert self.running[port].poll() is None, self.log(port)
            try:
                if requests.get(f"http://127.0.0.1:{port}{path}", timeout=5).status_code == 200:
                    return
            except requests.RequestException:
                time.sleep(0.05)
        raise AssertionError(f"not ready in time:\n{self.log(port)}")

    def kill(self, port: int) -> None:
        process = self.running[port]
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def restart(self, port: int) -> None:
        self.kill(port)
        self.start(port)
        self.wait_until_ready(port)

    def wait_until_dead(self, port: int, *, seconds: float = 20.0) -> None:
        try:
            self.running[port].wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it was not killed:\n{self.log(port)}") from None

    def log(self, port: int) -> str:
        return (self.data / f"{port}.log").read_text(errors="replace")[-3000:]

    def cut_database_connections(self) -> None:
        """On PostgreSQL: end all connections, as a restart of the server does."""
        if self.database_url.startswith("postgres"):
            _execute(
                self.database_url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )

    # --- management commands and the sandbox -----------------------------------------------------

    def manage(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout

    def shell(self, source: str) -> str:
        return self.manage("shell", "--verbosity", "0", "--command", source)

    def seed(self, *, courses: int, buyers: int, leavers: int = 0) -> dict[str, Any]:
        """Create courses and users; return course ids and session keys, of leavers by their numbers."""
        return dict(json.loads(self.shell(_SEED.format(courses=courses, buyers=buyers, leavers=leavers))))

    def recover(self, *, minutes: int = 10, rounds: int = 2) -> None:
        """Run the scheduled jobs as if minutes had passed; `verify_books` fails unless all books agree."""
        self.shell(_RECOVER.format(minutes=minutes, rounds=rounds))

    def control(self, endpoint: str, **data: Any) -> Any:
        return self._json(
            requests.post(f"{self.provider}/control/{endpoint}", json=data, auth=KEY, timeout=60)
        )

    def journal(self) -> list[dict[str, Any]]:
        journal = self._json(requests.get(f"{self.provider}/control/journal", auth=KEY, timeout=120))
        return list(journal["orders"])

    def clear_faults(self) -> None:
        requests.delete(f"{self.provider}/control/faults", auth=KEY, timeout=20)

    @property
    def provider(self) -> str:
        return f"http://127.0.0.1:{self.sandbox_port}/sandbox/razorpay"

    def _json(self, response: requests.Response) -> Any:
        assert response.status_code == 200, response.text
        return response.json()


@contextmanager
def run_site(site: SiteProcesses, *, servers: int = 1) -> Iterator[SiteProcesses]:
    """Create the database and run all processes until the block ends."""
    site.sandbox_port, *site.ports = free_ports(1 + servers)
    with _database(site):
        try:
            for port in (site.sandbox_port, *site.ports):
                site.start(port)
            for port in (site.sandbox_port, *site.ports):
                site.wait_until_ready(port)
            yield site
        finally:
            for port in site.running:
                site.kill(port)


@contextmanager
def _database(site: SiteProcesses) -> Iterator[None]:
    """Create a separate database on the PostgreSQL server; on SQLite a file in the data folder."""
    if not site.database_url.startswith("postgres"):
        shutil.copy(_migrated_file(), site.data / SQLITE_FILE)
        yield
        return
    name, given = f"money_{os.getpid()}_{site.sandbox_port}", site.database_url
    template = _migrated_database(given)
    _execute(
        given,
        f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)',
        f'CREATE DATABASE "{name}" TEMPLATE "{template}"',
    )
    site.database_url = _on_same_server(given, name)
    try:
        yield
    finally:
        _execute(given, f'DROP DATABASE "{name}" WITH (FORCE)')


@cache
def _migrated_file() -> Path:
    """A migrated database to copy: migrating takes longer than most tests."""
    folder = tempfile.TemporaryDirectory(prefix="migrated-")
    atexit.register(folder.cleanup)
    site = SiteProcesses(Path(folder.name), sandbox_port=1, ports=[2])
    site.manage("migrate", "--verbosity", "0")
    file = site.data / SQLITE_FILE
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


@cache
def _migrated_database(database_url: str) -> str:
    """The name of a migrated database on the same server, to copy."""
    name = f"migrated_{os.getpid()}"
    drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
    _execute(database_url, drop, f'CREATE DATABASE "{name}"')
    atexit.register(_execute, database_url, drop)
    with tempfile.TemporaryDirectory() as folder:
        site = SiteProcesses(
            Path(folder), database_url=_on_same_server(database_url, name), sandbox_port=1, ports=[2]
        )
        site.manage("migrate", "--verbosity", "0")
    return name


def _on_same_server(database_url: str, name: str) -> str:
    server_url, _, _ = database_url.rpartition("/")
    return f"{server_url}/{name}"


def _execute(database_url: str, *statements: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)  # type: ignore[arg-type]


class Browser(requests.Session):
    """A logged-in client; a network error counts as status 0."""

    def __init__(self, session: str) -> None:
        super().__init__()
        self.trust_env = False
        self.cookies.update({"sessionid": session, "csrftoken": TOKEN})
        self.headers["X-CSRFToken"] = TOKEN

    def call(self, url: str, body: Mapping[str, Any], *, timeout: float = 30.0) -> tuple[int, Any]:
        try:
            response = self.post(url, json=dict(body), timeout=timeout)
            return response.status_code, response.json()
        except (requests.RequestException, ValueError):
            return 0, None
