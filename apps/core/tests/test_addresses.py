"""URLs of endpoints: slashes, their length, the API's own host, and the origins that may call it."""

import re
import time
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.usefixtures("frame")

SHOP = "https://www.example.in"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


# --- slashes ---


@pytest.mark.parametrize("slash", ["", "/"])
def test_endpoints_respond_with_and_without_a_slash(visitor: ApiClient, member: Person, slash: str) -> None:
    assert visitor.get(f"/api/user{slash}").status_code == 401
    assert member.api.get(f"/api/user{slash}").status_code == 200
    assert visitor.post(f"/api/try/echo{slash}", {"text": "a"}).json() == {"data": {"text": "a"}}
    assert visitor.get(f"/api/try/paged{slash}?skip=3").json()["skip"] == 3
    assert member.api.delete(f"/api/user/logout{slash}").status_code == 200


def test_two_slashes_are_another_address(visitor: ApiClient) -> None:
    assert visitor.get("/api/user//").status_code == 404
    assert visitor.get("/api//user").status_code == 404


def test_pages_keep_their_slashes(visitor: ApiClient) -> None:
    assert visitor.get("/healthz").status_code == 200
    assert visitor.get("/apiary").get("Content-Type") != "application/json"


# --- how long an address may be ---


def address_of(length: int, start: str) -> str:
    return start + "a" * (length - len(start))


@pytest.mark.parametrize(
    "start", ["/api/", "/api/search?q=", "/", "/courses?a=", "/static/", "/admin/", "/healthz/"]
)
@pytest.mark.parametrize("length", [2049, 65_536])
def test_a_longer_address_is_414_at_once(visitor: ApiClient, start: str, length: int) -> None:
    started = time.perf_counter()
    answer = visitor.get(address_of(length, start))
    assert time.perf_counter() - started < 0.5
    assert answer.status_code == 414
    assert answer["Permissions-Policy"]
    assert answer["X-Request-ID"]
    if start.startswith("/api/"):
        assert answer.json() == {
            "message": "This URL is too long. Please check the link.",
            "code": "address_too_long",
        }
    else:
        assert "<!doctype html>" in answer.content.decode()
        assert answer["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("start", ["/api/", "/", "/courses?a="])
def test_the_longest_address_is_let_through(visitor: ApiClient, start: str) -> None:
    assert visitor.get(address_of(2048, start)).status_code in (200, 404)


def test_an_address_is_measured_as_it_is_sent(visitor: ApiClient) -> None:
    assert visitor.get("/courses?q=" + "%E0%A4%95" * 220).status_code == 200
    assert visitor.get("/courses/" + "%E0%A4%95" * 240).status_code == 414


@pytest.mark.usefixtures("own_host")
def test_at_the_apis_own_host_it_is_an_object(visitor: ApiClient) -> None:
    answer = visitor.get(address_of(3000, "/user/"), headers={"Host": "api.example.in"})
    assert (answer.status_code, answer.json()["code"]) == (414, "address_too_long")


# --- the API's own host ---


@pytest.fixture
def own_host(settings: Any) -> None:
    settings.API_HOST = "api.example.in"
    settings.ALLOWED_HOSTS = ["testserver", "api.example.in"]
    settings.WEB_ORIGINS = settings.CORS_ALLOWED_ORIGINS = settings.CSRF_TRUSTED_ORIGINS = [SHOP]


@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize("host", ["api.example.in", "API.example.in", "api.example.in:8000"])
@pytest.mark.parametrize("path", ["/user", "/user/", "/api/user", "/api/user/"])
def test_its_endpoints_are_at_its_root_and_under_api(visitor: ApiClient, host: str, path: str) -> None:
    answer = visitor.get(path, headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize("path", ["/", "/none", "/courses", "/apiary", "/admin/"])
def test_it_has_no_pages(visitor: ApiClient, path: str) -> None:
    answer = visitor.get(path, headers={"Host": "api.example.in"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.usefixtures("own_host")
def test_the_site_has_no_endpoints_at_its_root(visitor: ApiClient) -> None:
    assert visitor.get("/user")["Content-Type"] != "application/json"


def test_without_the_setting_no_host_is_the_apis(visitor: ApiClient, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert visitor.get("/user", headers={"Host": "api.example.in"})["Content-Type"] != "application/json"


# --- callers from other origins ---


def preflight(client: APIClient, origin: str) -> Any:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-csrftoken,content-type",
        "Host": "api.example.in",
    }
    return client.options("/try/echo", headers=asked)


@pytest.mark.usefixtures("own_host")
def test_the_sites_origin_may_call_with_cookies(visitor: ApiClient) -> None:
    answer = preflight(visitor, SHOP)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == SHOP
    assert answer["Access-Control-Allow-Credentials"] == "true"
    assert "x-csrftoken" in answer["Access-Control-Allow-Headers"]
    headers = {"Origin": SHOP, "Host": "api.example.in"}
    call = visitor.post("/try/echo", {"text": "a"}, headers=headers)
    assert (call.status_code, call["Access-Control-Allow-Origin"]) == (200, SHOP)
    assert "X-Request-ID" in call["Access-Control-Expose-Headers"]
    assert call["Vary"] == "Cookie, origin"


@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://www.example.in", "https://www.example.in.evil.example", "null"],
)
def test_no_other_origin_may_call(visitor: ApiClient, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in preflight(visitor, origin)
    headers = {"Origin": origin, "Host": "api.example.in"}
    call = visitor.post("/try/echo", {"text": "a"}, headers=headers)
    assert (call.status_code, call.json()["code"]) == (403, "csrf")
    assert "Access-Control-Allow-Origin" not in call
    assert "Access-Control-Allow-Origin" not in visitor.get("/user", headers=headers)


@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/none", b"{}", 404), ("/try/echo", b"x" * 300_000, 413), ("/try/echo", b"[]", 400)],
)
def test_refusals_can_be_read_by_the_sites_origin(
    visitor: ApiClient, path: str, body: bytes, status: int
) -> None:
    headers = {"Origin": SHOP, "Host": "api.example.in"}
    answer = visitor.post(path, body, content_type="application/json", headers=headers)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, SHOP)


def test_without_the_setting_no_origin_may_call(visitor: ApiClient) -> None:
    assert "Access-Control-Allow-Origin" not in visitor.get("/api/user", headers={"Origin": SHOP})


# --- the name of a request ---


def test_each_request_gets_a_name_of_its_own(visitor: ApiClient) -> None:
    names = [
        visitor.get(path)["X-Request-ID"] for path in ("/api/user", "/api/user", "/healthz", "/api/none")
    ]
    assert len(set(names)) == 4
    assert all(UUID.fullmatch(name) for name in names)


@pytest.mark.parametrize("name", ["abcd1234", "4bf92f3577b34da6a3ce929d0e0e4736", "A" * 64])
def test_only_our_own_proxy_names_a_request(visitor: ApiClient, settings: Any, name: str) -> None:
    assert UUID.fullmatch(visitor.get("/api/user", headers={"X-Request-ID": name})["X-Request-ID"])
    settings.BEHIND_PROXY = True
    assert visitor.get("/api/user", headers={"X-Request-ID": name})["X-Request-ID"] == name


@pytest.mark.parametrize(
    "name",
    ["", "short", "A" * 65, "with blank", "line\nbreak1", 'quo"te123', "<script>1", "ünïcödé1", "9876543210"],
)
def test_a_hostile_name_is_replaced(visitor: ApiClient, settings: Any, name: str) -> None:
    settings.BEHIND_PROXY = True
    answer = visitor.generic("GET", "/api/user", HTTP_X_REQUEST_ID=name)
    assert UUID.fullmatch(answer["X-Request-ID"])
