"""Callers who stop in the middle, and bodies without end, against the site as it is served: real sockets."""

from __future__ import annotations

import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config import rsgi
from tests.money import world
from tests.money.world import World

THREADS = 4
STREAMS = 6
CALLERS = 12
FILE_BYTES = 48 * 1024 * 1024
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("slow")
    extra = {"FILE_STREAMS": str(STREAMS), "BEHIND_PROXY": "1", "LOG_LEVEL": "INFO"}
    made = World(folder, database_url=os.environ.get("DATABASE_URL", ""), threads=THREADS, extra=extra)
    (folder / "media").mkdir()
    with (folder / "media" / "film.mp4").open("wb") as film:
        film.truncate(FILE_BYTES)
    with world.running(made):
        yield made


def sent(site: World, head: str, body: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", site.ports[0]), timeout=20)
    connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
    return connection


def answer(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    with connection, connection.makefile("rb") as stream:
        status = int(stream.readline().split()[1])
        headers = {}
        while line := stream.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        return status, headers, stream.read(int(headers.get("content-length", "0")))


def status_of(site: World, head: str, body: bytes = b"") -> int:
    return answer(sent(site, head, body))[0]


def assert_others_are_served(site: World) -> None:
    for path in ("/healthz", "/api/faq", "/", "/readyz"):
        started = time.monotonic()
        assert status_of(site, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nX-Forwarded-Proto: http") == 200
        assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    "length", ["Content-Length: 500", f"Content-Length: {200 * 1024}", "Transfer-Encoding: chunked"]
)
def test_unfinished_bodies_hold_nobody_up_and_are_ended(site: World, length: str) -> None:
    head = f"POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1\n{length}"
    begun = b'5\r\n{"mob' if "chunked" in length else b'{"mob'
    started = time.monotonic()
    with ExitStack() as held:
        waiting = [held.enter_context(sent(site, head, begun)) for _ in range(CALLERS)]
        assert_others_are_served(site)
        for connection in waiting:
            status, headers, body = answer(connection)
            assert (status, json.loads(body)["code"]) == (408, "timeout")
            assert headers["permissions-policy"]
    assert time.monotonic() - started < rsgi.BODY_SECONDS + 5


def test_a_body_that_comes_slowly_but_comes_is_read(site: World) -> None:
    body = b'{"mobile": "12"}'
    with sent(
        site, f"POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1\nContent-Length: {len(body)}"
    ) as slow:
        for letter in body:
            time.sleep(0.05)
            slow.sendall(bytes([letter]))
        assert answer(slow)[0] == 403  # There is no CSRF token in it.


def test_paused_readers_of_a_file_hold_nobody_up(site: World) -> None:
    with ExitStack() as held:
        head = "GET /media/film.mp4 HTTP/1.1\nHost: 127.0.0.1"
        paused = [held.enter_context(sent(site, head)) for _ in range(STREAMS)]
        time.sleep(0.5)
        assert_others_are_served(site)
        status, headers, _ = answer(sent(site, head))
        assert (status, headers["retry-after"]) == (503, "30")
        assert headers["permissions-policy"]
        # A part of it is short enough for everybody.
        assert status_of(site, head + "\nRange: bytes=0-99999") == 206
        whole = answer(paused.pop())
        assert (whole[0], len(whole[2])) == (200, FILE_BYTES)
    deadline = time.monotonic() + 10
    while (again := status_of(site, head)) == 503 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert again == 200


def test_paused_readers_of_short_answers_hold_nobody_up(site: World) -> None:
    with ExitStack() as held:
        for _ in range(CALLERS):
            held.enter_context(sent(site, "GET / HTTP/1.1\nHost: 127.0.0.1"))
            held.enter_context(
                sent(site, "GET /media/film.mp4 HTTP/1.1\nHost: 127.0.0.1\nRange: bytes=0-999999")
            )
        time.sleep(0.3)
        assert_others_are_served(site)


@pytest.mark.parametrize(
    "path", ["/admin/login/", "/", "/admin/content/asset/add/", "/sandbox/razorpay/v1/orders"]
)
def test_a_large_body_of_a_stranger_is_refused_before_its_end(site: World, path: str) -> None:
    head = f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Type: multipart/form-data; boundary=b"
    with sent(site, f"{head}\nContent-Length: {300 * MIB}", b"--b\r\n") as connection:
        piece, count = b"x" * MIB, 0
        try:
            while count < 300:
                connection.sendall(piece)
                count += 1
        except OSError:
            pass
        assert count < 40
    # One who waits for the answer gets it.
    status, headers, _ = answer(sent(site, f"{head}\nContent-Length: {300 * MIB}"))
    assert status == 413
    assert headers["permissions-policy"]


def test_a_large_body_in_chunks_is_refused(site: World) -> None:
    head = "POST /admin/login/ HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    assert status_of(site, head, chunk * 20) == 413
    assert (
        status_of(site, head.replace("/admin/login/", "/api/login/otp/send"), chunk * 5 + b"0\r\n\r\n") == 413
    )


@pytest.mark.parametrize("name", ["Cookie", "Content-Type", "X-Anything"])
def test_long_headers_are_refused_before_they_are_read(site: World, name: str) -> None:
    started = time.monotonic()
    assert status_of(site, f'GET / HTTP/1.1\nHost: 127.0.0.1\n{name}: a="' + '";' * 50_000) == 431
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("length", [2049, 8000, 60_000])
def test_a_long_address_is_refused_at_once(site: World, length: int) -> None:
    started = time.monotonic()
    status, _, body = answer(sent(site, f"GET /api/{'a-' * (length // 2)} HTTP/1.1\nHost: 127.0.0.1"))
    assert (status, json.loads(body)["code"]) == (414, "address_too_long")
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("first", [True, False])
def test_a_header_with_underscores_is_no_proxys_header(site: World, first: bool) -> None:
    """The proxy's is `X-Request-ID`, too: the answer shows which of the two was believed."""
    ours, forged = "X-Request-ID: 4bf92f3577b34da6a3ce929d0e0e4736", "X_Request_ID: forged-forged-forged"
    lines = f"{forged}\n{ours}" if first else f"{ours}\n{forged}"
    _, headers, _ = answer(sent(site, f"GET /api/faq HTTP/1.1\nHost: 127.0.0.1\n{lines}"))
    assert headers["x-request-id"] == "4bf92f3577b34da6a3ce929d0e0e4736"
    _, headers, _ = answer(sent(site, f"GET /api/faq HTTP/1.1\nHost: 127.0.0.1\n{forged}"))
    assert re.fullmatch(r"[0-9a-f-]{36}", headers["x-request-id"])


def test_a_query_that_is_not_percent_encoded_is_read(site: World) -> None:
    """Not every client encodes what it sends."""
    assert status_of(site, "GET /api/search?q=हिन्दी HTTP/1.1\nHost: 127.0.0.1") == 200
    encoded = "%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80"
    for query in ("हिन्दी", encoded):
        _, headers, _ = answer(sent(site, f"GET /admin/?q={query} HTTP/1.1\nHost: 127.0.0.1"))
        assert headers["location"].endswith(encoded.replace("%", "%25"))


def test_nothing_of_it_was_an_error(site: World) -> None:
    log = (Path(site.data) / f"{site.ports[0]}.log").read_text()
    assert "Traceback" not in log
    assert '"status": 500' not in log
