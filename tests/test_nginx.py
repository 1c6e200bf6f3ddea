"""The proxy's file in `deploy/`, tried in a real nginx in front of the site."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.money import world
from tests.money.world import World

ROOT = Path(__file__).resolve().parents[1]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONTENT = bytes(range(256)) * 8192

if NGINX is None and os.environ.get("REQUIRE_SERVICES") != "1":
    pytest.skip("nginx is not installed", allow_module_level=True)


def configuration(folder: Path, *, port: int, site_port: int) -> str:
    """The file as it is delivered, without TLS and at this machine's places."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text = text[: text.index("server {\n    listen 80;")]
    text = re.sub(r"\n    ssl_certificate\w* .*", "", text)
    for old, new in {
        "listen 443 ssl;": f"listen 127.0.0.1:{port};",
        "127.0.0.1:8000": f"127.0.0.1:{site_port}",
        "www.example.in": "127.0.0.1",
        "/srv/rally/media/": f"{folder}/media/",
        "client_body_timeout 15s": "client_body_timeout 2s",
        "client_header_timeout 10s": "client_header_timeout 2s",
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    head = f"{user} pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; worker_processes 1;"
    return f"{head} events {{}} http {{ access_log off; {places} {text} }}"


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, int]]:
    assert NGINX is not None, "nginx is needed: REQUIRE_SERVICES is 1"
    folder = tmp_path_factory.mktemp("proxy")
    extra = {"BEHIND_PROXY": "1", "FILES_BY_PROXY": "X-Accel-Redirect", "LOG_LEVEL": "INFO"}
    database = os.environ.get("DATABASE_URL", "")
    site = World(folder, database_url=database, threads=2, extra=extra)
    (folder / "media" / "private").mkdir(parents=True)
    (folder / "media" / "open.pdf").write_bytes(CONTENT)
    (folder / "media" / "private" / "film.mp4").write_bytes(CONTENT)
    with world.running(site):
        (port,) = world.free_ports(1)
        file = folder / "nginx.conf"
        file.write_text(configuration(folder, port=port, site_port=site.ports[0]), encoding="utf-8")
        nginx = subprocess.Popen([NGINX, "-c", str(file)], stderr=subprocess.PIPE)
        try:
            for _ in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert nginx.poll() is None, nginx.stderr and nginx.stderr.read()
                time.sleep(0.1)
            yield site, port
        finally:
            nginx.terminate()
            nginx.wait()


def begun(port: int, head: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=15)
    connection.sendall(head.replace("\n", "\r\n").encode())
    return connection


def test_unfinished_requests_do_not_reach_the_site(behind: tuple[World, int]) -> None:
    _, port = behind
    head = "POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 100\n\n{"
    waiting = [begun(port, head) for _ in range(8)] + [
        begun(port, "GET / HTTP/1.1\nHost: 127") for _ in range(8)
    ]
    for path in ("/healthz", "/api/faq", "/"):
        assert requests.get(f"http://127.0.0.1:{port}{path}", timeout=2).status_code == 200
    for connection in waiting:
        with connection:
            assert connection.recv(100)[9:12] in (b"", b"408")


@pytest.mark.parametrize("path", ["/api/login/otp/send", "/"])
def test_large_bodies_are_refused(behind: tuple[World, int], path: str) -> None:
    _, port = behind
    head = f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 300000000\n\n"
    with begun(port, head) as connection:
        assert connection.recv(100)[9:12] == b"413"


def test_a_large_body_for_the_admin_is_refused_by_the_site(behind: tuple[World, int]) -> None:
    _, port = behind
    answer = requests.post(f"http://127.0.0.1:{port}/admin/login/", data=b"x" * 2**21, timeout=10)
    assert answer.status_code == 413


def test_files_of_courses_are_reached_by_no_address(behind: tuple[World, int]) -> None:
    _, port = behind
    for path in ("/media/private/film.mp4", "/x-accel/media/private/film.mp4", "/media/%70rivate/film.mp4"):
        assert requests.get(f"http://127.0.0.1:{port}{path}", timeout=5).status_code == 404
    answer = requests.get(f"http://127.0.0.1:{port}/media/open.pdf", timeout=5)
    assert (answer.status_code, answer.content) == (200, CONTENT)


def test_what_the_site_allows_the_proxy_sends(behind: tuple[World, int]) -> None:
    """The site's own view of the open files is the one that needs no login; both answer by one function."""
    site, port = behind
    direct = requests.get(f"{site.site()}/media/open.pdf", timeout=5)
    assert direct.content == b""
    assert direct.headers["X-Accel-Redirect"] == "/x-accel/media/open.pdf"
    text = (site.data / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("location /media/ {", "location /unused/ {")
    (site.data / "nginx.conf").write_text(text, encoding="utf-8")
    subprocess.run([str(NGINX), "-c", str(site.data / "nginx.conf"), "-s", "reload"], check=True)
    time.sleep(1)
    answer = requests.get(
        f"http://127.0.0.1:{port}/media/open.pdf", headers={"Range": "bytes=10-19"}, timeout=5
    )
    assert (answer.status_code, answer.content) == (206, CONTENT[10:20])
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("forged", ["X-Forwarded-For", "X_Forwarded_For", "X-Request-ID", "X_Request_ID"])
def test_nobody_speaks_for_the_proxy(behind: tuple[World, int], forged: str) -> None:
    _, port = behind
    answer = requests.get(
        f"http://127.0.0.1:{port}/api/faq", headers={forged: "4bf92f3577b34da6a3ce929d0e0e4736"}, timeout=5
    )
    assert answer.status_code == 200
    assert answer.headers["X-Request-ID"] != "4bf92f3577b34da6a3ce929d0e0e4736"
