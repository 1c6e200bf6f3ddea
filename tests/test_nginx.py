"""`deploy/nginx.conf` in a real nginx in front of the site."""

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

from tests.money import site_processes
from tests.money.site_processes import SiteProcesses

ROOT = Path(__file__).resolve().parents[1]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONTENT = bytes(range(256)) * 8192

if NGINX is None and os.environ.get("REQUIRE_SERVICES") != "1":
    pytest.skip("nginx is not installed", allow_module_level=True)


def configuration(folder: Path, *, port: int, site_port: int) -> str:
    """The file without TLS, with this machine's ports and paths."""
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
def proxied_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteProcesses, int]]:
    assert NGINX is not None, "nginx is needed: REQUIRE_SERVICES is 1"
    folder = tmp_path_factory.mktemp("proxy")
    extra = {"BEHIND_PROXY": "1", "SENDFILE_HEADER": "X-Accel-Redirect", "LOG_LEVEL": "INFO"}
    site = SiteProcesses(folder, threads=2, extra=extra)
    (folder / "media" / "private").mkdir(parents=True)
    (folder / "media" / "open.pdf").write_bytes(CONTENT)
    (folder / "media" / "private" / "video.mp4").write_bytes(CONTENT)
    with site_processes.run_site(site):
        (port,) = site_processes.free_ports(1)
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


def send_head(port: int, head: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=15)
    connection.sendall(head.replace("\n", "\r\n").encode())
    return connection


def test_unfinished_requests_do_not_reach_the_site(proxied_site: tuple[SiteProcesses, int]) -> None:
    _, port = proxied_site
    head = "POST /api/login/otp/send HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 100\n\n{"
    waiting = [send_head(port, head) for _ in range(8)] + [
        send_head(port, "GET / HTTP/1.1\nHost: 127") for _ in range(8)
    ]
    for path in ("/healthz", "/api/faq", "/"):
        assert requests.get(f"http://127.0.0.1:{port}{path}", timeout=2).status_code == 200
    for connection in waiting:
        with connection:
            assert connection.recv(100)[9:12] in (b"", b"408")


@pytest.mark.parametrize("path", ["/api/login/otp/send", "/"])
def test_large_bodies_are_refused(proxied_site: tuple[SiteProcesses, int], path: str) -> None:
    _, port = proxied_site
    head = f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 300000000\n\n"
    with send_head(port, head) as connection:
        assert connection.recv(100)[9:12] == b"413"


def test_a_large_body_for_the_admin_is_refused_by_the_site(proxied_site: tuple[SiteProcesses, int]) -> None:
    _, port = proxied_site
    response = requests.post(f"http://127.0.0.1:{port}/admin/login/", data=b"x" * 2**21, timeout=10)
    assert response.status_code == 413


def test_course_files_have_no_url(proxied_site: tuple[SiteProcesses, int]) -> None:
    _, port = proxied_site
    for path in (
        "/media/private/video.mp4",
        "/x-accel/media/private/video.mp4",
        "/media/%70rivate/video.mp4",
    ):
        assert requests.get(f"http://127.0.0.1:{port}{path}", timeout=5).status_code == 404
    response = requests.get(f"http://127.0.0.1:{port}/media/open.pdf", timeout=5)
    assert (response.status_code, response.content) == (200, CONTENT)


def test_the_proxy_sends_files_that_the_site_allows(proxied_site: tuple[SiteProcesses, int]) -> None:
    """Tested with public files, which need no login; private files use the same function."""
    site, port = proxied_site
    direct = requests.get(f"{site.site()}/media/open.pdf", timeout=5)
    assert direct.content == b""
    assert direct.headers["X-Accel-Redirect"] == "/x-accel/media/open.pdf"
    text = (site.data / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("location /media/ {", "location /unused/ {")
    (site.data / "nginx.conf").write_text(text, encoding="utf-8")
    subprocess.run([str(NGINX), "-c", str(site.data / "nginx.conf"), "-s", "reload"], check=True)
    time.sleep(1)
    response = requests.get(
        f"http://127.0.0.1:{port}/media/open.pdf", headers={"Range": "bytes=10-19"}, timeout=5
    )
    assert (response.status_code, response.content) == (206, CONTENT[10:20])
    assert response.headers["Content-Type"] == "application/pdf"
    assert "camera=()" in response.headers["Permissions-Policy"]
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("forged", ["X-Forwarded-For", "X_Forwarded_For", "X-Request-ID", "X_Request_ID"])
def test_clients_cannot_forge_headers_of_the_proxy(
    proxied_site: tuple[SiteProcesses, int], forged: str
) -> None:
    _, port = proxied_site
    response = requests.get(
        f"http://127.0.0.1:{port}/api/faq", headers={forged: "4bf92f3577b34da6a3ce929d0e0e4736"}, timeout=5
    )
    assert response.status_code == 200
    assert response.headers["X-Request-ID"] != "4bf92f3577b34da6a3ce929d0e0e4736"
