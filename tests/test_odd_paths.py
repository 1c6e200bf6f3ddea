"""No path stops the renderer: every route with odd values and tails, on the served site."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.money import site_processes
from tests.money.site_processes import ROOT, SiteProcesses

pytestmark = pytest.mark.once

ROUTES = {
    row.get("path", f"/{row['name']}"): row
    for row in json.loads((ROOT / "frontend" / "src" / "app" / "routes.json").read_text())
}
DOTS = [".", "..", "%2e"]
# Line feed, NUL, line separator, a surrogate on its own.
NO_TEXT = ["%0a", "%00", "%E2%80%A8", "%ED%A0%80"]
AT_ONCE = 64
_VALUE = re.compile(r":\w+")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcesses]:
    processes = SiteProcesses(tmp_path_factory.mktemp("odd"), extra={"LOG_LEVEL": "WARNING"})
    with site_processes.run_site(processes):
        yield processes


class Visitor:
    def __init__(self, site: SiteProcesses, *, session: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", site.ports[0], timeout=60)
        self._headers = {"Cookie": f"sessionid={session}"} if session else {}

    def get(self, path: str) -> tuple[int, str]:
        self._connection.request("GET", path, headers=self._headers)
        response = self._connection.getresponse()
        return response.status, response.read().decode()


def requests_of(path: str) -> Iterator[tuple[str, int]]:
    """Odd paths of a route, as values and as tails, and the expected status of each."""
    known, folder = _VALUE.sub("none", path), _VALUE.sub("none", path).rstrip("/")
    for odd in DOTS + NO_TEXT:
        yield f"{folder}/{odd}", 404
        yield f"{folder}/{odd}/more", 404
        if known != path:
            yield _VALUE.sub(odd, path), 404
    for odd in NO_TEXT:
        yield known + odd, 404
    # Members see whether there is such an item. A visitor needs a link to see a request.
    is_item = known != path and not ROUTES[path].get("guarded")
    yield f"{known}//", 404 if is_item or known == "/support/request" else 200
    yield f"/{known}", 200 if known == "/" else 404
    without_values = _VALUE.sub("//", path)
    yield (
        without_values,
        200 if (without_values.rstrip("/") or "/") in {*ROUTES} - {"/support/request"} else 404,
    )


def renderer_pid(site: SiteProcesses) -> int:
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    family = {str(site.running[site.ports[0]].pid)}
    family |= {pid for pid, parent, _ in rows if parent in family}
    [pid] = [int(pid) for pid, parent, name in rows if parent in family and name.startswith("node")]
    return pid


def log_of(site: SiteProcesses) -> str:
    return (site.data / f"{site.ports[0]}.log").read_text()


def test_each_route_survives_each_odd_path(site: SiteProcesses) -> None:
    visitor = Visitor(site)
    assert visitor.get("/nowhere")[0] == 404
    before = renderer_pid(site)
    expected = [request for path in ROUTES for request in requests_of(path)]
    assert len(expected) > 53 * 15
    answered = [(path, visitor.get(path)[0]) for path, _ in expected]
    assert answered == expected
    assert renderer_pid(site) == before
    assert log_of(site) == ""


def test_many_at_once_take_no_page_from_anybody_else(site: SiteProcesses) -> None:
    member = Visitor(site, session=site.seed(courses=1, buyers=1)["sessions"][0])
    assert '"rendered":true' in member.get("/dashboard")[1]
    before = renderer_pid(site)
    paths = [_VALUE.sub(odd, path) for path in ROUTES if ":" in path for odd in DOTS]
    start = Barrier(AT_ONCE + 1)

    def ask(number: int) -> set[int]:
        visitor = Visitor(site)
        start.wait(60)
        return {visitor.get(path)[0] for path in paths[number % 8 :: 8]}

    seconds = []
    with ThreadPoolExecutor(AT_ONCE) as threads:
        visitors = [threads.submit(ask, number) for number in range(AT_ONCE)]
        start.wait(60)
        while not seconds or not all(visitor.done() for visitor in visitors):
            started = time.monotonic()
            status, page = member.get("/dashboard")
            seconds.append(time.monotonic() - started)
            # Somebody whose page is rendered each time.
            assert (status, '"rendered":true' in page) == (200, True)
        assert [visitor.result() for visitor in visitors] == [{404}] * AT_ONCE
    # On a busy machine only the quickest means something: with a stuck renderer each takes longer.
    assert min(seconds) < 2
    assert renderer_pid(site) == before
    assert log_of(site) == ""
