"""
Target: of 50,000 generated requests none gets a 5xx response and none takes more than 2 s.

They go to the API, the pages and the forms of the admin, as visitors, members and staff, over HTTP to the
server, with the sandbox; no workers run. First on SQLite, then on PostgreSQL and Redis if DATABASE_URL and
REDIS_URL are set; with BENCH_ON_SERVICES=1 on these only. BENCH_REQUESTS is the number of requests,
BENCH_SEED the seed. A 503 with Retry-After is counted separately unless an error was logged. A slow response
is timed three more times at the end, and the median counts.

With BENCH_DISTURBED=1 tables are locked and the renderer is killed meanwhile. Who asks for what is locked may
wait; then the target is that nobody else's answer takes more than 2 s.
"""

import json
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import requests
from urllib3 import HTTPConnectionPool, Retry
from urllib3.exceptions import HTTPError

import bench
from bench.fuzzing import disturbances, targets
from bench.fuzzing.disturbances import Disturbed
from bench.fuzzing.generated import Request, generate
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
_ONCE_MORE = Retry(1, allowed_methods=None, respect_retry_after_header=False)
"""The server may have closed an idle connection. A response that says when to come back is a result."""

_LIMITS = {"OTP_ADDRESS_LIMIT": "100000/hour", "FORM_ADDRESS_LIMIT": "100000/hour"}
"""All requests come from one IP address and must not stop at its rate limits."""


@dataclass(frozen=True, slots=True)
class Response:
    request: Request
    status: int
    """0 without a response."""
    seconds: float
    request_id: str = ""
    is_announced: bool = False
    """A 503 that says when to come back."""
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
            print(f"fuzz    {name}: {REQUESTS:,} requests, seed {SEED}")
            return _Run(running).is_met()


class _Run:
    def __init__(self, site: SiteProcesses) -> None:
        self._site = site
        self._targets = targets.collect(site)
        self._sessions = targets.new_sessions(site)
        self._pool = HTTPConnectionPool("127.0.0.1", site.ports[0], maxsize=CONCURRENT_REQUESTS)

    def is_met(self) -> bool:
        with disturbances.disturb(self._site) if IS_DISTURBED else nullcontext(Disturbed()) as disturbed:
            responses = list(self._responses())
        slow = [response for response in responses if response.seconds > TARGET_SECONDS]
        too_slow = [one for one in map(self._repeat, slow) if one.seconds > TARGET_SECONDS]
        errors = _logged_errors(self._site.data / f"{self._site.ports[0]}.log")
        broken = [response for response in responses if _is_broken(response, errors)]
        _report(responses)
        _show("announced (503 with Retry-After)", [one for one in responses if one.is_announced])
        _show("with 5xx or without a response", broken)
        for response in broken[:_EXAMPLES]:
            print(f"        {errors.get(response.request_id, 'nothing logged')}")
        print(f"fuzz    {len(errors)} errors logged: {Counter(errors.values()).most_common(_EXAMPLES)}")
        _show(f"over {TARGET_SECONDS:.0f} s the first time", slow)
        _show(f"over {TARGET_SECONDS:.0f} s when repeated", too_slow)
        are_others_quick = _are_quick(disturbed)
        return not broken and not too_slow and are_others_quick

    def _responses(self) -> Iterator[Response]:
        generated = generate(self._targets, count=REQUESTS, seed=SEED)
        with ThreadPoolExecutor(CONCURRENT_REQUESTS) as pool:
            while batch := list(islice(generated, _BATCH)):
                self._log_in_again()
                yield from pool.map(self._send, batch)

    def _log_in_again(self) -> None:
        """Earlier requests may have logged users out or removed their rights."""
        paths = {"member": "/api/user", "staff": "/admin/"}
        statuses = [
            requests.get(self._site.site() + path, cookies={"sessionid": session}, timeout=60).status_code
            for who, path in paths.items()
            for session in self._sessions[who]
        ]
        if set(statuses) != {200}:
            self._sessions = targets.new_sessions(self._site)

    def _send(self, request: Request) -> Response:
        sessions = self._sessions.get(request.who, [""])
        session = sessions[request.person % len(sessions)]
        sent: Any = request.prepared
        started = time.perf_counter()
        try:
            response = self._pool.urlopen(
                sent.method,
                sent.path_url,
                body=sent.body,
                headers={"Cookie": f"csrftoken={TOKEN}; sessionid={session}"} | dict(sent.headers),
                retries=_ONCE_MORE,
                redirect=False,
                timeout=_TIMEOUT_SECONDS,
            )
        except HTTPError as error:
            return Response(request, 0, time.perf_counter() - started, body_start=str(error)[:200])
        return Response(
            request,
            response.status,
            time.perf_counter() - started,
            response.headers.get("X-Request-ID", ""),
            response.status == 503 and "Retry-After" in response.headers,
            response.data[:200].decode(errors="replace") if response.status >= 500 else "",
        )

    def _repeat(self, response: Response) -> Response:
        self._log_in_again()
        times = [self._send(response.request).seconds for _ in range(3)]
        return replace(response, seconds=statistics.median(times))


def _is_broken(response: Response, errors: dict[str, str]) -> bool:
    if response.is_announced and (IS_DISTURBED or response.request_id not in errors):
        return False
    return response.status == 0 or response.status >= 500


def _logged_errors(file: Path) -> dict[str, str]:
    """The last lines of the tracebacks in the site's log, by request id."""
    found = {}
    for line in file.read_text(errors="replace").splitlines():
        entry = None
        with suppress(ValueError):
            entry = json.loads(line)
        if isinstance(entry, dict) and entry.get("level") in ("ERROR", "CRITICAL"):
            traceback = entry.get("error", "").strip().splitlines()[-3:]
            found[entry["request_id"]] = " | ".join(traceback) or entry["message"]
    return found


def _report(responses: Sequence[Response]) -> None:
    for area in sorted({response.request.area for response in responses}):
        counts = Counter(response.status for response in responses if response.request.area == area)
        print(f"fuzz    {area:8} {dict(sorted(counts.items()))}")
    print("fuzz    slowest:")
    for response in sorted(responses, key=lambda one: -one.seconds)[:10]:
        print(f"        {response}")


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
