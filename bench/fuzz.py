"""
Target: of 50,000 generated requests none gets a 5xx response and none takes more than 2 s.

They go to the API, the pages, the admin and the files, as visitors, members and staff, over HTTP to the
server that `scripts/serve.py` starts, with the sandbox; no workers run. First on SQLite, then on PostgreSQL
and Redis if DATABASE_URL and REDIS_URL are set; with BENCH_ON_SERVICES=1 on these only. BENCH_REQUESTS is the
number of requests, BENCH_SEED the seed. A 503 with Retry-After is counted separately unless an error was
logged. A slow response is timed three more times at the end, and the median counts.

With BENCH_DISTURBED=1 tables are locked and the renderer is killed meanwhile. Who asks for what is locked may
wait; then the target is that nobody else's answer takes more than 2 s.
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
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bench
from bench.fuzzing import disturbances, targets
from bench.fuzzing.disturbances import Disturbed
from bench.fuzzing.generator import Generator, Request
from bench.fuzzing.targets import Targets
from tests.money import site_processes
from tests.money.site_processes import TOKEN, SiteProcesses

REQUESTS = int(os.environ.get("BENCH_REQUESTS", "50000"))
SEED = int(os.environ.get("BENCH_SEED", "1"))
TARGET_SECONDS = 2.0
CONCURRENT_REQUESTS = 4
IS_DISTURBED = "BENCH_DISTURBED" in os.environ

_BATCH = 500
_TIMEOUT_SECONDS = 120.0
_EXAMPLES = 25
_FRAME = re.compile(
    r'File "[^"]*?((?:apps|config|django|rest_framework|whitenoise)/[^"]*)", line (\d+), in (\w+)'
)

_LIMITS = {"OTP_ADDRESS_LIMIT": "100000/hour", "FORM_ADDRESS_LIMIT": "100000/hour"}
"""All requests come from one IP address and must not stop at its rate limits."""


@dataclass(frozen=True, slots=True)
class Response:
    request: Request
    status: int
    """0 without a response."""
    seconds: float
    request_id: str = ""
    retry_after: str = ""
    body_start: str = ""

    def __str__(self) -> str:
        return f"{self.status} after {self.seconds:.2f} s: {self.request} {self.body_start}"


def run() -> bool:
    services = bench.services or {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    met = [] if "BENCH_ON_SERVICES" in os.environ else [_is_met("", "")]
    if services.get("DATABASE_URL"):
        met.append(_is_met(services["DATABASE_URL"], services.get("REDIS_URL", "")))
    return all(met)


def _is_met(database: str, redis: str) -> bool:
    extra = _LIMITS | {"LOG_LEVEL": "INFO"} | ({"REDIS_URL": redis} if redis else {})
    with tempfile.TemporaryDirectory() as folder:
        site = SiteProcesses(Path(folder), database_url=database, extra=extra)
        with site_processes.run_site(site) as running:
            name = f"{database.partition(':')[0] or 'sqlite'}{' and redis' if redis else ''}"
            return _Run(name, running, targets.collect(running)).is_met()


class _Run:
    def __init__(self, name: str, site: SiteProcesses, site_targets: Targets) -> None:
        self._name = name
        self._site = site
        self._targets = site_targets
        self._client = _Client(site.ports[0])

    def is_met(self) -> bool:
        print(f"fuzz    {self._name}: {REQUESTS:,} requests, seed {SEED}")
        started = time.monotonic()
        with disturbances.disturb(self._site) if IS_DISTURBED else nullcontext(Disturbed()) as disturbed:
            responses = list(self._responses())
        slow = [response for response in responses if response.seconds > TARGET_SECONDS]
        rate = len(responses) / (time.monotonic() - started)
        print(f"fuzz    {rate:.0f} requests a second, {CONCURRENT_REQUESTS} at a time")
        repeated = [self._repeat(response) for response in slow]
        logged = _Logged.read(self._site.data / f"{self._site.ports[0]}.log")
        self._report(responses, logged)
        broken = [response for response in responses if self._is_broken(response, logged)]
        _show("with 5xx or without a response", broken)
        for response in broken[:_EXAMPLES]:
            error = logged.errors.get(response.request_id, "nothing logged")
            print(f"        {response.request.number}: {error}")
        _show(f"over {TARGET_SECONDS:.0f} s the first time", slow)
        too_slow = [response for response in repeated if response.seconds > TARGET_SECONDS]
        _show(f"over {TARGET_SECONDS:.0f} s when repeated", too_slow)
        are_others_quick = _are_quick(disturbed)
        return not broken and not too_slow and are_others_quick

    def _responses(self) -> Iterator[Response]:
        generator = Generator(self._targets, SEED)
        with ThreadPoolExecutor(CONCURRENT_REQUESTS) as pool:
            for start in range(0, REQUESTS, _BATCH):
                self._log_in_again()
                numbers = range(start, min(start + _BATCH, REQUESTS))
                yield from pool.map(self._send, map(generator.request, numbers))

    def _log_in_again(self) -> None:
        """Earlier requests may have logged users out or removed their rights."""
        paths = {"member": "/api/user", "staff": "/admin/"}
        responses = [
            self._client.send(Request(-1, "", who, 0, "GET", path), session)
            for who, path in paths.items()
            for session in self._targets.sessions[who]
        ]
        if any(response.status != 200 for response in responses):
            self._targets.sessions = targets.new_sessions(self._site)

    def _send(self, request: Request) -> Response:
        sessions = self._targets.sessions.get(request.who, [""])
        return self._client.send(request, sessions[request.person % len(sessions)])

    def _repeat(self, response: Response) -> Response:
        self._log_in_again()
        times = [self._send(response.request).seconds for _ in range(3)]
        return replace(response, seconds=statistics.median(times))

    def _is_broken(self, response: Response, logged: "_Logged") -> bool:
        is_announced = response.status == 503 and bool(response.retry_after)
        if is_announced and (IS_DISTURBED or response.request_id not in logged.errors):
            return False
        return response.status == 0 or response.status >= 500

    def _report(self, responses: Sequence[Response], logged: "_Logged") -> None:
        for area in sorted({response.request.area for response in responses}):
            counts = Counter(response.status for response in responses if response.request.area == area)
            print(f"fuzz    {area:8} {dict(sorted(counts.items()))}")
        counts = Counter(response.request.who for response in responses)
        print(f"fuzz    {dict(sorted(counts.items()))}")
        limited = sum(
            response.status == 503 and not self._is_broken(response, logged) for response in responses
        )
        print(f"fuzz    {limited} rate-limited (503 with Retry-After)")
        print("fuzz    slowest:")
        for response in sorted(responses, key=lambda one: -one.seconds)[:10]:
            print(f"        {response}")
        for title, found in (("errors logged", logged.errors), ("caught in the admin", logged.caught)):
            print(f"fuzz    {len(found)} {title}")
            examples = dict(found.values())
            for kind, count in Counter(kind for kind, _ in found.values()).most_common(_EXAMPLES):
                print(f"        {count:5} {kind}, as: {examples[kind]}")


def _are_quick(disturbed: Disturbed) -> bool:
    late = [sample for sample in disturbed.samples if sample[0] > TARGET_SECONDS or sample[2] != 200]
    if disturbed.samples:
        print(f"fuzz    {disturbed.locks} times tables locked, {disturbed.kills} renderers killed")
        print(f"fuzz    {len(late)} of {len(disturbed.samples)} other answers late or failed")
        for seconds, path, status in sorted(late, reverse=True)[:_EXAMPLES]:
            print(f"        {status} after {seconds:.2f} s: {path}")
    return not late


def _show(title: str, responses: Sequence[Response]) -> None:
    print(f"fuzz    {len(responses)} {title}")
    for response in responses[:_EXAMPLES]:
        print(f"        {response}")


class _Logged:
    """Errors in the site's log, by request id."""

    def __init__(self) -> None:
        self.errors: dict[str, tuple[str, str]] = {}
        self.caught: dict[str, tuple[str, str]] = {}

    @classmethod
    def read(cls, file: Path) -> "_Logged":
        logged = cls()
        with file.open(errors="replace") as lines:
            for line in lines:
                with suppress(ValueError):
                    logged._add(json.loads(line))
        return logged

    def _add(self, entry: Any) -> None:
        if not isinstance(entry, dict):
            return
        if entry.get("level") in ("ERROR", "CRITICAL"):
            self.errors[entry["request_id"]] = _summary(entry)
        elif entry.get("message") == "malformed input in the admin":
            self.caught[entry["request_id"]] = _summary(entry)


def _summary(entry: dict[str, Any]) -> tuple[str, str]:
    """The exception with its innermost frames, and its message."""
    lines = entry.get("error", "").strip().splitlines() or [entry.get("exception", "")]
    frames = [f"{path}:{line} {name}" for path, line, name in _FRAME.findall(entry.get("error", ""))]
    kind, _, message = lines[-1].partition(": ")
    return f"{kind[:80]} at {' < '.join(reversed(frames[-3:]))}", (message or entry["message"])[:120]


class _Connection(http.client.HTTPConnection):
    def _encode_request(self, request: str) -> bytes:
        return request.encode("latin-1")


class _Client:
    """A keep-alive connection per thread; retries once if the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._thread_local = threading.local()

    def send(self, request: Request, session: str) -> Response:
        for _ in range(2):
            started = time.perf_counter()
            try:
                return self._exchange(request, session, started)
            except (OSError, http.client.HTTPException) as error:
                failure = f"{type(error).__name__}: {error}"
                self._thread_local.connection.close()
        return Response(request, 0, time.perf_counter() - started, body_start=failure[:200])

    def _exchange(self, request: Request, session: str, started: float) -> Response:
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
        with suppress(
            BrokenPipeError, ConnectionResetError
        ):  # the server may have responded before the end of the body
            connection.endheaders(request.body or None)
        response = connection.getresponse()
        body_start = response.read(200)
        while response.read(256 * 1024):
            pass
        return Response(
            request,
            response.status,
            time.perf_counter() - started,
            response.headers.get("X-Request-ID", ""),
            response.headers.get("Retry-After", ""),
            body_start.decode(errors="replace") if response.status >= 500 else "",
        )

    def _connection(self) -> _Connection:
        if not hasattr(self._thread_local, "connection"):
            self._thread_local.connection = _Connection("127.0.0.1", self._port, timeout=_TIMEOUT_SECONDS)
        connection: _Connection = self._thread_local.connection
        return connection
