"""Runs the whole site as `make run` does, on a free port with its own data folder."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import requests
from django.utils.functional import cached_property

from apps.core.testing import migrated_file
from tests.money.site_processes import NO_READ_LIMITS

ROOT = Path(__file__).resolve().parents[2]
MEMBER = "9876543210"
NAMELESS = "9876500001"
SUBSCRIBER = "9876500002"
STAFF = "9000000001"
CERTIFIED_COURSE = "money-in-order"
STAFF_PASSWORD = "a long pass phrase for tests"

_START_SECONDS = 60.0
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
_SERVICES = ("DATABASE_URL", "REDIS_URL")

_PEOPLE = f"""
from datetime import timedelta
from django.utils import timezone
from apps.accounts.models import Entitlement, User
User.objects.create_user(mobile="{NAMELESS}")
subscriber = User.objects.create_user(mobile="{SUBSCRIBER}", name="Devika Menon")
now = timezone.now()
Entitlement.objects.create(
    person=subscriber, scope="pro", source="paid", label="1 year",
    starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=364),
)
"""

_CERTIFY = f"""
from django.utils import timezone
from apps.accounts.models import User
from apps.catalog.certificate_codes import new_code
from apps.catalog.models import Certificate, Course
for person in User.objects.filter(mobile__in=["{SUBSCRIBER}", "{MEMBER}"]).order_by("-mobile"):
    course = Course.objects.get(weburlname="{CERTIFIED_COURSE}")
    issued = {{"code": new_code(), "learner_name": person.name, "course_title": course.title}}
    row = Certificate.objects.create(person=person, course=course, issued_at=timezone.now(), **issued)
    print(row.code)
"""

_SUPPORT_REQUEST = """
from django.conf import settings
from django.utils import timezone
from apps.support import links
from apps.support.models import ContactMessage
row = ContactMessage.objects.create(
    number="MS-1", name="Kiran Rao", email="kiran@example.in", subject="A course", message="When?",
    received_at=timezone.now(),
)
print(links.page_url(row, at=timezone.now()).removeprefix(settings.SITE_URL))
"""

_SESSION = """
from django.test import Client
from apps.accounts.models import User
client = Client()
client.force_login(User.objects.get(mobile="{mobile}"), backend="apps.accounts.backends.ByCode")
print(client.cookies["sessionid"].value)
"""

_FAR_APART = """
from apps.catalog.models import Course
from apps.catalog.states import Sort
for place, course in enumerate(Course.objects.sorted_by(Sort.POPULAR)):
    Course.objects.filter(pk=course.pk).update(total_learners=(100 - place) * 1000)
"""
"""The order of popularity stays as it is when tests enrol in courses."""


@dataclass
class Stack:
    """A running site, with access to its database for tests."""

    data: Path
    port: int
    log: IO[bytes]
    extra: Mapping[str, str] = field(default_factory=dict)
    prepared: Path | None = None
    """A prepared data folder to copy."""
    process: subprocess.Popen[bytes] | None = None
    _sessions: dict[str, str] = field(default_factory=dict)
    _shell: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """A minimal environment: other variables of this machine must not change the site."""
        kept = _INHERITED + (_SERVICES if os.environ.get("BROWSER_WITH_SERVICES") == "1" else ())
        machine = {name: os.environ[name] for name in kept if name in os.environ}
        return machine | NO_READ_LIMITS | {"DATA_DIR": str(self.data), "PORT": str(self.port), **self.extra}

    def start(self) -> None:
        if self.prepared is None or "DATABASE_URL" in self.environment:
            self.prepare()
        else:
            shutil.copytree(self.prepared, self.data, dirs_exist_ok=True)
        self.shell(create_superuser(STAFF) + _PEOPLE + _FAR_APART)
        self.process = subprocess.Popen(
            [sys.executable, "scripts/serve.py"],
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._wait_until_ready()

    def prepare(self) -> None:
        # Of the last run of the Python tests: migrating takes five times as long as seeding.
        migrated_file.copy_to(self.data / "db.sqlite3")
        self.run("scripts/prepare.py")

    def stop(self) -> tuple[int, set[int]]:
        """Stop it as Ctrl-C does; return its exit code and the processes that are still running."""
        assert self.process is not None
        assert self.process.poll() is None, f"the site stopped early:\n{self.tail()}"
        if self._shell is not None:
            self._shell.communicate()
            self._shell = None
        family = _descendants(self.process.pid)
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=20)
        finally:
            left = family & set(_parents())
            for pid in left:
                os.kill(pid, signal.SIGKILL)
        return code, left

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command[0]} failed:\n{done.stderr}"
        return done.stdout

    def shell(self, source: str) -> str:
        """Run the code, in a process of its own, and return what it prints."""
        if self._shell is None:
            self._shell = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.shell_process"],
                cwd=ROOT,
                env={**self.environment, "DJANGO_SETTINGS_MODULE": "config.settings.local"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                text=True,
            )
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        print(json.dumps(source), file=self._shell.stdin, flush=True)
        answer = json.loads(self._shell.stdout.readline())
        assert not answer["error"], f"the code failed:\n{answer['error']}"
        return str(answer["output"])

    def session_of(self, mobile: str, *, fresh: bool = False) -> str:
        """A session cookie of this user; a fresh one for tests that log out."""
        if fresh or mobile not in self._sessions:
            key = self.shell(_SESSION.format(mobile=mobile)).strip()
            if fresh:
                return key
            self._sessions[mobile] = key
        return self._sessions[mobile]

    def get(self, path: str, **options: Any) -> requests.Response:
        options.setdefault("allow_redirects", False)
        return requests.get(self.origin + path, timeout=20, **options)

    @cached_property
    def courses(self) -> list[dict[str, Any]]:
        token = self.get("/api/user").cookies["csrftoken"]
        answer = requests.post(
            f"{self.origin}/api/course/mobile",
            json={"skip": 0, "limit": 100},
            headers={"X-CSRFToken": token},
            cookies={"csrftoken": token},
            timeout=20,
        )
        return answer.json()["courses"]

    @cached_property
    def categories(self) -> list[dict[str, Any]]:
        return self.get("/api/category").json()["categories"]

    @cached_property
    def webinars(self) -> list[dict[str, Any]]:
        return self.get("/api/learning/webinarV1?skip=0&limit=50").json()["data"]

    @cached_property
    def mentorships(self) -> list[dict[str, Any]]:
        return self.get("/api/mentorship?skip=0&limit=50").json()["data"]

    @cached_property
    def programs(self) -> list[dict[str, Any]]:
        return self.get("/api/learning/web/liveotp?skip=0&limit=50").json()["data"]

    @cached_property
    def site(self) -> dict[str, Any]:
        return self.get("/api/site").json()["data"]

    @cached_property
    def chapters(self) -> list[str]:
        """The URLs of the academy's chapters, in order."""
        return [
            f"/academy/{module['weburlname']}/{chapter['weburlname']}"
            for module in self.get("/api/academy").json()["data"]["modules"]
            for chapter in module["chapters"]
        ]

    @cached_property
    def certificate_code(self) -> str:
        """The code of the subscriber's certificate of one course."""
        return self.shell(_CERTIFY).split()[-1]

    @cached_property
    def support_request(self) -> str:
        """The page of a message, as the link in an email opens it."""
        return self.shell(_SUPPORT_REQUEST).split()[-1]

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, f"the site stopped early:\n{self.tail()}"
            if self._is_ready():
                return
            time.sleep(0.1)
        raise AssertionError(f"the site was not ready in time:\n{self.tail()}")

    def _is_ready(self) -> bool:
        try:
            return self.get("/readyz").status_code == 200
        except requests.ConnectionError:
            return False

    def tail(self) -> str:
        return Path(self.log.name).read_text(errors="replace")[-3000:]


def create_superuser(mobile: str) -> str:
    """Code for the shell, with the command as staff run it."""
    return f"""
import os
from django.core.management import call_command
os.environ["DJANGO_SUPERUSER_PASSWORD"] = "{STAFF_PASSWORD}"
call_command("createsuperuser", "--noinput", "--mobile", "{mobile}")
"""


def route_table() -> list[dict[str, Any]]:
    rows = json.loads((ROOT / "frontend" / "src" / "app" / "routes.json").read_text(encoding="utf-8"))
    return [{"path": f"/{row['name']}", **row} for row in rows]


def _parents() -> dict[int, int]:
    """Parent pids by pid, without zombies."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split() for line in table.splitlines())
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def _descendants(ancestor: int) -> set[int]:
    table: Mapping[int, int] = _parents()
    found: set[int] = set()
    generation = {ancestor}
    while generation:
        generation = {pid for pid, parent in table.items() if parent in generation}
        found |= generation
    return found
