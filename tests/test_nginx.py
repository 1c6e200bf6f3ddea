"""`deploy/nginx.conf` in a real nginx in front of the site."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter

from apps.core.testing.ports import free_ports
from tests.money import site_processes
from tests.money.site_processes import SiteProcesses

ROOT = Path(__file__).resolve().parents[1]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONTENT = bytes(range(256)) * 8192

if NGINX is None and os.environ.get("REQUIRE_SERVICES") != "1":
    pytest.skip("nginx is not installed", allow_module_level=True)


TRUSTED = "127.0.0.2"
"""A proxy in front of nginx."""


@dataclass(frozen=True)
class Proxy:
    site: SiteProcesses
    folder: Path
    port: int
    """Without TLS, for tests of what comes after it."""
    tls_port: int
    redirect_port: int

    def log(self) -> str:
        return (self.folder / "rally.log").read_text(encoding="utf-8")

    def wait_for_line(self, text: str) -> dict[str, str]:
        """The line of the log with this text, which nginx writes after the response."""
        for _ in range(100):
            for line in self.log().splitlines():
                if text in line:
                    return dict(json.loads(line))
            time.sleep(0.05)
        raise AssertionError(f"no line has {text}:\n{self.log()}")


def configuration(proxy: Proxy) -> str:
    """The file with this machine's ports and paths, and the site also without TLS."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    folder, tls = proxy.folder, f"127.0.0.1:{proxy.tls_port}"
    for old, new in {
        "listen 443 ssl http2 default_server;": f"listen {tls} ssl http2 default_server;",
        "listen 443 ssl http2;": f"listen {tls} ssl http2; listen 127.0.0.1:{proxy.port};",
        "listen 80 default_server;": f"listen 127.0.0.1:{proxy.redirect_port} default_server;",
        "listen 80;": f"listen 127.0.0.1:{proxy.redirect_port};",
        "127.0.0.1:8000": f"127.0.0.1:{proxy.site.ports[0]}",
        "server_name www.example.in;": "server_name www.example.in 127.0.0.1;",
        "/srv/rally/media/": f"{folder}/media/",
        "/etc/ssl/rally/": f"{folder}/",
        "/etc/nginx/": f"{folder}/",
        "/var/log/nginx/": f"{folder}/",
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


def write_files(folder: Path) -> None:
    trusted = (ROOT / "deploy" / "nginx-trusted-networks.conf").read_text(encoding="utf-8")
    (folder / "rally-trusted-networks.conf").write_text(f"{trusted}set_real_ip_from {TRUSTED};")
    key = f"-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout {folder}/privkey.pem"
    name = f"-subj /CN=www.example.in -out {folder}/fullchain.pem"
    subprocess.run(f"openssl req -x509 {key} {name}".split(), check=True, capture_output=True)


@pytest.fixture(scope="module")
def proxied_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    assert NGINX is not None, "nginx is needed: REQUIRE_SERVICES is 1"
    folder = tmp_path_factory.mktemp("proxy")
    extra = {"BEHIND_PROXY": "1", "SENDFILE_HEADER": "X-Accel-Redirect", "LOG_LEVEL": "INFO"}
    site = SiteProcesses(folder, threads=2, extra=extra)
    (folder / "media" / "private").mkdir(parents=True)
    (folder / "media" / "open.pdf").write_bytes(CONTENT)
    (folder / "media" / "private" / "video.mp4").write_bytes(CONTENT)
    with site_processes.run_site(site):
        proxy = Proxy(site, folder, *free_ports(3))
        file = folder / "nginx.conf"
        write_files(folder)
        file.write_text(configuration(proxy), encoding="utf-8")
        nginx = subprocess.Popen([NGINX, "-c", str(file)], stderr=subprocess.PIPE)
        try:
            for _ in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", proxy.port)) == 0:
                        break
                assert nginx.poll() is None, nginx.stderr and nginx.stderr.read()
                time.sleep(0.1)
            yield proxy
        finally:
            nginx.terminate()
            nginx.wait()


def send_head(port: int, head: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=15)
    connection.sendall(head.replace("\n", "\r\n").encode())
    return connection


@pytest.mark.proof
def test_unfinished_requests_do_not_reach_the_site(proxied_site: Proxy) -> None:
    port = proxied_site.port
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
def test_large_bodies_are_refused(proxied_site: Proxy, path: str) -> None:
    port = proxied_site.port
    head = f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 300000000\n\n"
    with send_head(port, head) as connection:
        assert connection.recv(100)[9:12] == b"413"


def test_a_large_body_for_the_admin_is_refused_by_the_site(proxied_site: Proxy) -> None:
    port = proxied_site.port
    response = requests.post(f"http://127.0.0.1:{port}/admin/login/", data=b"x" * 2**21, timeout=10)
    assert response.status_code == 413


def test_course_files_have_no_url(proxied_site: Proxy) -> None:
    port = proxied_site.port
    for path in (
        "/media/private/video.mp4",
        "/x-accel/media/private/video.mp4",
        "/media/%70rivate/video.mp4",
    ):
        assert requests.get(f"http://127.0.0.1:{port}{path}", timeout=5).status_code == 404
    response = requests.get(f"http://127.0.0.1:{port}/media/open.pdf", timeout=5)
    assert (response.status_code, response.content) == (200, CONTENT)


def test_the_proxy_sends_files_that_the_site_allows(proxied_site: Proxy) -> None:
    """Tested with public files, which need no login; private files use the same function."""
    site, port = proxied_site.site, proxied_site.port
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
def test_clients_cannot_forge_headers_of_the_proxy(proxied_site: Proxy, forged: str) -> None:
    port = proxied_site.port
    response = requests.get(
        f"http://127.0.0.1:{port}/api/faq", headers={forged: "4bf92f3577b34da6a3ce929d0e0e4736"}, timeout=5
    )
    assert response.status_code == 200
    assert response.headers["X-Request-ID"] != "4bf92f3577b34da6a3ce929d0e0e4736"


SECRET = "c2VjcmV0LXRoYXQtb3BlbnM6MXZ"
QUERY = f"key={SECRET}"


@pytest.mark.parametrize(
    ("url", "logged"),
    [
        (f"/support/request?{QUERY}", "/support/request"),
        (f"/rooms?{QUERY}", "/rooms"),
        (f"/api/calendar.ics?{QUERY}", "/api/calendar.ics"),
        (f"/media/learn/{SECRET}/index.m3u8", "/media/learn/[hidden]"),
        (f"/media/%6cearn//{SECRET}/index.m3u8", "/media/learn/[hidden]"),
        (f"/media/recordings/{SECRET}/a.mp4", "/media/recordings/[hidden]"),
        (f"/media/support/{SECRET}/a.pdf", "/media/support/[hidden]"),
        (f"/certificates/{SECRET}", "/certificates/[hidden]"),
        (f"/api/certificate/{SECRET}", "/api/certificate/[hidden]"),
        (f"/certificate/{SECRET}", "/certificate/[hidden]"),
        ("/courses/a-course", "/courses/a-course"),
    ],
)
def test_the_log_has_no_key_of_a_url(proxied_site: Proxy, url: str, logged: str) -> None:
    headers = {"Referer": f"https://www.example.in/support/request?{QUERY}"}
    with requests.Session() as session:
        request = session.prepare_request(
            requests.Request("GET", f"http://127.0.0.1:{proxied_site.port}", headers=headers)
        )
        request.url = f"http://127.0.0.1:{proxied_site.port}{url}"
        response = session.send(request, allow_redirects=False, timeout=10)
    line = proxied_site.wait_for_line(response.headers["X-Request-ID"])
    assert (line["path"], line["status"]) == (logged, str(response.status_code))
    for file in proxied_site.folder.glob("*.log"):
        assert SECRET not in file.read_text(encoding="utf-8"), file


def test_errors_of_the_proxy_quote_no_url(proxied_site: Proxy) -> None:
    (proxied_site.folder / "media" / "a-folder").mkdir()
    for url in (f"/media/a-folder/?{QUERY}", f"/media/no-such-file?{QUERY}"):
        response = requests.get(f"http://127.0.0.1:{proxied_site.port}{url}", timeout=5)
        assert response.status_code in (403, 404)
    assert proxied_site.wait_for_line("/media/no-such-file")["status"] == "404"
    assert (proxied_site.folder / "rally-error.log").read_text() == ""


def tls_client(**options: Any) -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    for name, value in options.items():
        setattr(context, name, value)
    return context


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_the_site_offers_current_protocols(proxied_site: Proxy, version: ssl.TLSVersion) -> None:
    context = tls_client(minimum_version=version, maximum_version=version)
    with (
        socket.create_connection(("127.0.0.1", proxied_site.tls_port), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname="www.example.in") as connection,
    ):
        assert (connection.version(), connection.selected_alpn_protocol()) == (
            version.name.replace("_", "."),
            "h2",
        )


def test_other_names_get_no_answer(proxied_site: Proxy) -> None:
    head = "GET / HTTP/1.1\nHost: www.example.com\n\n"
    with send_head(proxied_site.redirect_port, head) as connection:
        assert connection.recv(100) == b""
    with (
        socket.create_connection(("127.0.0.1", proxied_site.tls_port), timeout=5) as plain,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        tls_client().wrap_socket(plain, server_hostname="www.example.com")
    context = tls_client()
    context.set_alpn_protocols(["http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", proxied_site.tls_port), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname="www.example.in") as connection,
    ):
        connection.sendall(head.replace("\n", "\r\n").encode())
        assert connection.recv(100) == b""


@pytest.mark.parametrize("head", ["GET / HTTP/1.1\nHost: www.example.in\n\n", "nonsense\n\n"])
def test_the_proxy_does_not_say_its_version(proxied_site: Proxy, head: str) -> None:
    with send_head(proxied_site.redirect_port, head) as connection:
        answer = connection.recv(1000)
    assert answer[9:12] in (b"301", b"400")
    assert b"nginx/" not in answer


class FromAddress(HTTPAdapter):
    """Connects from this address."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, source_address=(self._address, 0), **kwargs)


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        (TRUSTED, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (TRUSTED, f"203.0.113.8, {TRUSTED}", "203.0.113.8"),
        ("127.0.0.1", "203.0.113.9", "127.0.0.1"),
    ],
)
def test_the_client_is_whom_a_trusted_network_names(
    proxied_site: Proxy, peer: str, forwarded: str, client: str
) -> None:
    """For nginx and for the application, which counts failed logins by this address."""
    url = f"http://127.0.0.1:{proxied_site.port}/api/login/otp/verify/web"
    token = "t" * 32
    headers = {"X-Forwarded-For": forwarded, "X-CSRFToken": token, "Cookie": f"csrftoken={token}"}
    body = {"mobile": "9876543210", "otp": "123456"}
    with requests.Session() as session:
        session.mount("http://", FromAddress(peer))
        response = session.post(url, json=body, headers=headers, timeout=10)
    assert response.status_code == 400
    request_id = response.headers["X-Request-ID"]
    assert proxied_site.wait_for_line(request_id)["address"] == client
    lines = map(json.loads, proxied_site.site.log(proxied_site.site.ports[0]).splitlines()[-10:])
    refused = [
        line for line in lines if line["message"] == "login refused" and line["request_id"] == request_id
    ]
    assert [line["address"] for line in refused] == [client]
