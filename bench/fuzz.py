"""
50,000 generated requests to the whole site: no answer of 5xx, and none after more than 2 s.

To the endpoints, the pages, the admin and the files, by visitors, members and staff, all over HTTP to the
server that `scripts/serve.py` starts, with the sandbox provider behind it; no workers run. First on SQLite,
and again on PostgreSQL and Redis where DATABASE_URL and REDIS_URL name them, or there alone with
BENCH_ON_SERVICES=1. BENCH_REQUESTS says how many requests are sent, BENCH_SEED which. A 503 with Retry-After
is counted by itself, unless an error was logged with it. What took too long under load is timed three times
more when everything else is done, and counts by the median.
"""

import http.client
import json
import os
import re
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bench
from bench.fuzzing import targets
from bench.fuzzing.generator import Generator, Request
from bench.fuzzing.targets import Targets
from tests.money import world
from tests.money.world import TOKEN, World

REQUESTS = int(os.environ.get("BENCH_REQUESTS", "50000"))
SEED = int(os.environ.get("BENCH_SEED", "1"))
LONGEST = 2.0
AT_ONCE = 4

_BATCH = 500
_PATIENCE = 120.0
_SHOWN = 25
_FRAME = re.compile(
    r'File "[^"]*?((?:apps|config|django|rest_framework|whitenoise)/[^"]*)", line (\d+), in (\w+)'
)

_LIMITS = {"OTP_ADDRESS_LIMIT": "100000/hour", "WRITING_ADDRESS_LIMIT": "100000/hour"}
"""All come from one address, and most are to get further than its limit."""


@dataclass(frozen=True, slots=True)
class Answer:
    request: Request
    status: int
    """0 where none came."""
    seconds: float
    request_id: str = ""
    retry_after: str = ""
    words: str = ""

    def __str__(self) -> str:
        return f"{self.status} after {self.seconds:.2f} s: {self.request} {self.words}"


def run() -> bool:
    services = bench.services or {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    kept = [] if "BENCH_ON_SERVICES" in os.environ else [_is_kept("", "")]
    if services.get("DATABASE_URL"):
        kept.append(_is_kept(services["DATABASE_URL"], services.get("REDIS_URL", "")))
    return all(kept)


def _is_kept(database: str, redis: str) -> bool:
    extra = _LIMITS | {"LOG_LEVEL": "INFO"} | ({"REDIS_URL": redis} if redis else {})
    with tempfile.TemporaryDirectory() as folder:
        site = World(Path(folder), database_url=database, extra=extra)
        with world.running(site) as running:
            name = f"{database.partition(':')[0] or 'sqlite'}{' and redis' if redis else ''}"
            return _Run(name, running, targets.of(running)).is_kept()


class _Run:
    def __init__(self, name: str, site: World, aims: Targets) -> None:
        self._name = name
        self._site = site
        self._aims = aims
        self._client = _Client(site.ports[0])

    def is_kept(self) -> bool:
        print(f"fuzz    {self._name}: {REQUESTS:,} requests, seed {SEED}")
        started = time.monotonic()
        answers = list(self._answers())
        slow = [answer for answer in answers if answer.seconds > LONGEST]
        rate = len(answers) / (time.monotonic() - started)
        print(f"fuzz    {rate:.0f} requests a second, {AT_ONCE} at a time")
        again = [self._timed_again(answer) for answer in slow]
        logged = _Logged.read(self._site.data / f"{self._site.ports[0]}.log")
        self._report(answers, logged)
        broken = [answer for answer in answers if self._is_broken(answer, logged)]
        _show("of 5xx or without an answer", broken)
        for answer in broken[:_SHOWN]:
            print(
                f"        {answer.request.number}: {logged.errors.get(answer.request_id, 'nothing logged')}"
            )
        _show(f"over {LONGEST:.0f} s at first", slow)
        late = [answer for answer in again if answer.seconds > LONGEST]
        _show(f"over {LONGEST:.0f} s when timed again", late)
        return not broken and not late

    def _answers(self) -> Iterator[Answer]:
        generator = Generator(self._aims, SEED)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for start in range(0, REQUESTS, _BATCH):
                self._log_in_again()
                numbers = range(start, min(start + _BATCH, REQUESTS))
                yield from pool.map(self._send, map(generator.request, numbers))

    def _log_in_again(self) -> None:
        """Somebody logged out, or took their own rights away."""
        paths = {"member": "/api/user", "staff": "/admin/"}
        asked = [
            self._client.send(Request(-1, "", who, 0, "GET", path), session)
            for who, path in paths.items()
            for session in self._aims.sessions[who]
        ]
        if any(answer.status != 200 for answer in asked):
            self._aims.sessions = targets.new_sessions(self._site)

    def _send(self, request: Request) -> Answer:
        sessions = self._aims.sessions.get(request.who, [""])
        return self._client.send(request, sessions[request.person % len(sessions)])

    def _timed_again(self, answer: Answer) -> Answer:
        self._log_in_again()
        took = [self._send(answer.request).seconds for _ in range(3)]
        return replace(answer, seconds=statistics.median(took))

    def _is_broken(self, answer: Answer, logged: "_Logged") -> bool:
        if answer.status == 503 and answer.retry_after and answer.request_id not in logged.errors:
            return False
        return answer.status == 0 or answer.status >= 500

    def _report(self, answers: Sequence[Answer], logged: "_Logged") -> None:
        for area in sorted({answer.request.area for answer in answers}):
            counts = Counter(answer.status for answer in answers if answer.request.area == area)
            print(f"fuzz    {area:8} {dict(sorted(counts.items()))}")
        counts = Counter(answer.request.who for answer in answers)
        print(f"fuzz    {dict(sorted(counts.items()))}")
        limited = sum(answer.status == 503 and not self._is_broken(answer, logged) for answer in answers)
        print(f"fuzz    {limited} refused by a limit (503 with Retry-After)")
        print("fuzz    slowest:")
        for answer in sorted(answers, key=lambda one: -one.seconds)[:10]:
            print(f"        {answer}")
        for title, found in (("errors logged", logged.errors), ("caught in the admin", logged.caught)):
            print(f"fuzz    {len(found)} {title}")
            examples = dict(found.values())
            for kind, count in Counter(kind for kind, _ in found.values()).most_common(_SHOWN):
                print(f"        {count:5} {kind}, as: {examples[kind]}")


def _show(title: str, answers: Sequence[Answer]) -> None:
    print(f"fuzz    {len(answers)} {title}")
    for answer in answers[:_SHOWN]:
        print(f"        {answer}")


class _Logged:
    """What the site logged about requests, by their ids."""

    def __init__(self) -> None:
        self.errors: dict[str, tuple[str, str]] = {}
        self.caught: dict[str, tuple[str, str]] = {}

    @classmethod
    def read(cls, file: Path) -> "_Logged":
        logged = cls()
        with file.open(errors="replace") as lines:
            for line in lines:
                with suppress(ValueError):
                    logged._note(json.loads(line))
        return logged

    def _note(self, entry: Any) -> None:
        if not isinstance(entry, dict):
            return
        if entry.get("level") in ("ERROR", "CRITICAL"):
            self.errors[entry["request_id"]] = _summary(entry)
        elif entry.get("message") == "malformed input in the admin":
            self.caught[entry["request_id"]] = _summary(entry)


def _summary(entry: dict[str, Any]) -> tuple[str, str]:
    """The exception with its last places, and what it said."""
    lines = entry.get("error", "").strip().splitlines() or [entry.get("exception", "")]
    places = [f"{path}:{line} {name}" for path, line, name in _FRAME.findall(entry.get("error", ""))]
    kind, _, words = lines[-1].partition(": ")
    return f"{kind[:80]} at {' < '.join(reversed(places[-3:]))}", (words or entry["message"])[:120]


class _Connection(http.client.HTTPConnection):
    def _encode_request(self, request: str) -> bytes:
        return request.encode("latin-1")


class _Client:
    """A connection for each thread, and one more try where the server has closed it in the meantime."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open = threading.local()

    def send(self, request: Request, session: str) -> Answer:
        for _ in range(2):
            started = time.perf_counter()
            try:
                return self._answer(request, session, started)
            except (OSError, http.client.HTTPException) as error:
                failure = f"{type(error).__name__}: {error}"
                self._open.connection.close()
        return Answer(request, 0, time.perf_counter() - started, words=failure[:200])

    def _answer(self, request: Request, session: str, started: float) -> Answer:
        connection = self._connection()
        names = {name.lower() for name, _ in request.headers}
        connection.putrequest(request.method, request.target, skip_host=True, skip_accept_encoding=True)
        if "host" not in names:
            connection.putheader("Host", f"127.0.0.1:{self._port}")
        if "cookie" not in names:
            connection.putheader(
                "Cookie", f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
            )
        for name, value in request.headers:
            connection.putheader(name, value.encode("latin-1"))
        if request.body or request.method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(request.body)))
        with suppress(BrokenPipeError, ConnectionResetError):  # it may have answered all the same
            connection.endheaders(request.body or None)
        response = connection.getresponse()
        words = response.read(200)
        while response.read(256 * 1024):
            pass
        return Answer(
            request,
            response.status,
            time.perf_counter() - started,
            response.headers.get("X-Request-ID", ""),
            response.headers.get("Retry-After", ""),
            words.decode(errors="replace") if response.status >= 500 else "",
        )

    def _connection(self) -> _Connection:
        if not hasattr(self._open, "connection"):
            self._open.connection = _Connection("127.0.0.1", self._port, timeout=_PATIENCE)
        connection: _Connection = self._open.connection
        return connection
