"""Slow clients, huge bodies and malformed headers, over real sockets to the served site."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config import rsgi
from tests.money import site_processes
from tests.money.site_processes import SiteProcesses

pytestmark = pytest.mark.proof

THREADS = 4
STREAMS = 6
CLIENTS = 12
FILE_BYTES = 48 * 1024 * 1024
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcesses]:
    folder = tmp_path_factory.mktemp("slow")
    extra = {"FILE_STREAMS": str(STREAMS), "BEHIND_PROXY": "1", "LOG_LEVEL": "INFO"}
    processes = SiteProcesses(folder, threads=THREADS, extra=extra)
    (folder / "media").mkdir()
    with (folder / "media" / "video.mp4").open("wb") as video:
        video.truncate(FILE_BYTES)
    with site_processes.run_site(processes):
        yield processes


def send(site: SiteProcesses, head: str, body: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", site.ports[0]), timeout=20)
    connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
    return connection


def read_response(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    with connection, connection.makefile("rb") as stream:
        status = int(stream.readline().split()[1])
        headers = {}
        while line := stream.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        return status, headers, stream.read(int(headers.get("content-length", "0")))


def status_of(site: SiteProcesses, head: str, body: bytes = b"") -> int:
    return read_response(send(site, head, body))[0]


def assert_others_are_served(site: SiteProcesses) -> None:
    for path in ("/healthz", "/api/faq", "/", "/readyz"):
        started = time.monotonic()
        assert status_of(site, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nX-Forwarded-Proto: http") == 200
        assert time.monotonic() - started < 2


def test_unfinished_bodies_do_not_block_others_and_time_out(site: SiteProcesses) -> None:
    head = "POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1"
    bodies = [
        (f"{head}\nContent-Length: 500", b'{"mob'),
        (f"{head}\nContent-Length: {200 * 1024}", b'{"mob'),
        (f"{head}\nTransfer-Encoding: chunked", b'5\r\n{"mob'),
    ]
    started = time.monotonic()
    with ExitStack() as stack:
        waiting = [stack.enter_context(send(site, *bodies[number % 3])) for number in range(3 * CLIENTS)]
        assert_others_are_served(site)
        for connection in waiting:
            status, headers, body = read_response(connection)
            assert (status, json.loads(body)["code"]) == (408, "timeout")
            assert headers["permissions-policy"]
    assert time.monotonic() - started < rsgi.BODY_SECONDS + 5


def test_a_slow_body_is_read(site: SiteProcesses) -> None:
    body = b'{"mobile": "12"}'
    with send(
        site, f"POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1\nContent-Length: {len(body)}"
    ) as slow:
        for letter in body:
            time.sleep(0.05)
            slow.sendall(bytes([letter]))
        assert read_response(slow)[0] == 403  # no CSRF token


def test_stalled_downloads_do_not_block_others(site: SiteProcesses) -> None:
    with ExitStack() as stack:
        head = "GET /media/video.mp4 HTTP/1.1\nHost: 127.0.0.1"
        paused = [stack.enter_context(send(site, head)) for _ in range(STREAMS)]
        for connection in paused:
            # Wait until each download has started.
            assert connection.recv(1, socket.MSG_PEEK)
        assert_others_are_served(site)
        status, headers, _ = read_response(send(site, head))
        assert (status, headers["retry-after"]) == (503, "30")
        assert headers["permissions-policy"]
        # Small ranges are not limited.
        assert status_of(site, head + "\nRange: bytes=0-99999") == 206
        whole = read_response(paused.pop())
        assert (whole[0], len(whole[2])) == (200, FILE_BYTES)
    deadline = time.monotonic() + 10
    while (again := status_of(site, head)) == 503 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert again == 200


def test_stalled_reads_of_short_responses_do_not_block_others(site: SiteProcesses) -> None:
    with ExitStack() as stack:
        for _ in range(CLIENTS):
            stack.enter_context(send(site, "GET / HTTP/1.1\nHost: 127.0.0.1"))
            stack.enter_context(
                send(site, "GET /media/video.mp4 HTTP/1.1\nHost: 127.0.0.1\nRange: bytes=0-999999")
            )
        time.sleep(0.3)
        assert_others_are_served(site)


@pytest.mark.parametrize(
    "path", ["/admin/login/", "/", "/admin/media/asset/add/", "/sandbox/razorpay/v1/orders"]
)
def test_a_large_body_of_a_visitor_is_rejected_early(site: SiteProcesses, path: str) -> None:
    head = f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Type: multipart/form-data; boundary=b"
    with send(site, f"{head}\nContent-Length: {300 * MIB}", b"--b\r\n") as connection:
        chunk_of_body, count = b"x" * MIB, 0
        try:
            while count < 300:
                connection.sendall(chunk_of_body)
                count += 1
        except OSError:
            pass
        assert count < 40
    # A client that waits gets the response.
    status, headers, _ = read_response(send(site, f"{head}\nContent-Length: {300 * MIB}"))
    assert status == 413
    assert headers["permissions-policy"]


def test_a_large_chunked_body_is_rejected(site: SiteProcesses) -> None:
    head = "POST /admin/login/ HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    assert status_of(site, head, chunk * 20) == 413
    assert (
        status_of(site, head.replace("/admin/login/", "/api/login/otp/send"), chunk * 5 + b"0\r\n\r\n") == 413
    )


@pytest.mark.parametrize("name", ["Cookie", "Content-Type", "X-Anything"])
def test_long_headers_are_rejected(site: SiteProcesses, name: str) -> None:
    started = time.monotonic()
    assert status_of(site, f'GET / HTTP/1.1\nHost: 127.0.0.1\n{name}: a="' + '";' * 50_000) == 431
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("length", [2049, 8000, 60_000])
def test_a_long_url_is_rejected_quickly(site: SiteProcesses, length: int) -> None:
    started = time.monotonic()
    status, _, body = read_response(send(site, f"GET /api/{'a-' * (length // 2)} HTTP/1.1\nHost: 127.0.0.1"))
    assert (status, json.loads(body)["code"]) == (414, "address_too_long")
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("first", [True, False])
def test_a_header_with_underscores_does_not_pass_for_the_proxys(site: SiteProcesses, first: bool) -> None:
    """Tested with `X-Request-ID`: the response shows which of the two was used."""
    ours, forged = "X-Request-ID: 4bf92f3577b34da6a3ce929d0e0e4736", "X_Request_ID: forged-forged-forged"
    lines = f"{forged}\n{ours}" if first else f"{ours}\n{forged}"
    _, headers, _ = read_response(send(site, f"GET /api/faq HTTP/1.1\nHost: 127.0.0.1\n{lines}"))
    assert headers["x-request-id"] == "4bf92f3577b34da6a3ce929d0e0e4736"
    _, headers, _ = read_response(send(site, f"GET /api/faq HTTP/1.1\nHost: 127.0.0.1\n{forged}"))
    assert re.fullmatch(r"[0-9a-f-]{36}", headers["x-request-id"])


def test_a_query_without_percent_encoding_is_read(site: SiteProcesses) -> None:
    """Not every client encodes its queries."""
    assert status_of(site, "GET /api/search?q=हिन्दी HTTP/1.1\nHost: 127.0.0.1") == 200
    encoded = "%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80"
    for query in ("हिन्दी", encoded):
        _, headers, _ = read_response(send(site, f"GET /admin/?q={query} HTTP/1.1\nHost: 127.0.0.1"))
        assert headers["location"].endswith(encoded.replace("%", "%25"))


def test_no_errors_were_logged(site: SiteProcesses) -> None:
    log = (Path(site.data) / f"{site.ports[0]}.log").read_text()
    assert "Traceback" not in log
    assert '"status": 500' not in log
