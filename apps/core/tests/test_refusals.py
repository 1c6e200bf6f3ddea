"""Error responses: their format, and which of several errors is reported."""

import json
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from rest_framework.test import APIClient

from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.usefixtures("frame")

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"]


# --- the object ---


@pytest.mark.parametrize(
    ("name", "status", "body"),
    [
        (
            "invalid",
            400,
            {
                "message": "Please check what you entered and try again.",
                "code": "invalid",
                "errors": {"mobile": ["Ten digits."]},
            },
        ),
        ("not_found", 404, {"message": "Not found", "code": "not_found"}),
        ("http404", 404, {"message": "Not found", "code": "not_found"}),
        ("forbidden", 403, {"message": "You do not have permission to do that.", "code": "forbidden"}),
        ("denied", 403, {"message": "You do not have permission to do that.", "code": "forbidden"}),
        ("conflict", 409, {"message": "Somebody else was faster.", "code": "seat_taken"}),
        ("expired", 410, {"message": "This has expired. Please start again.", "code": "expired"}),
        ("throttled", 429, {"message": "Too many attempts. Please try again later.", "code": "throttled"}),
        (
            "gateway",
            502,
            {
                "message": "The payment provider did not respond correctly. "
                "You were not charged in this step.",
                "code": "gateway_failed",
            },
        ),
        (
            "database",
            503,
            {
                "message": "This is not available right now. Please try again in a minute.",
                "code": "unavailable",
            },
        ),
        (
            "disk",
            507,
            {
                "message": "The server has no room to store this. Please try again when there is.",
                "code": "out_of_space",
            },
        ),
        (
            "crash",
            500,
            {"message": "Something went wrong on our side. We have been notified.", "code": "unexpected"},
        ),
    ],
)
def test_each_refusal_is_the_contracts_object(
    stranger: APIClient, name: str, status: int, body: dict[str, Any]
) -> None:
    answer = stranger.get(f"/api/try/failing/{name}")
    assert (answer.status_code, answer.json()) == (status, body)
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(("name", "seconds"), [("throttled", "15"), ("database", "30")])
def test_who_may_come_back_is_told_when(stranger: APIClient, name: str, seconds: str) -> None:
    assert stranger.get(f"/api/try/failing/{name}")["Retry-After"] == seconds


def test_other_refusals_name_no_time(stranger: APIClient) -> None:
    assert "Retry-After" not in stranger.get("/api/try/failing/conflict")


# --- unknown calls ---


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["/api/none", "/api/none/", "/api/user/none", "/api/", "/api"])
def test_an_unknown_endpoint_is_a_json_404_for_any_method_and_anybody(
    stranger: APIClient, method: str, path: str
) -> None:
    answer = stranger.generic(method, path)
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/json"
    if method != "HEAD":
        assert answer.json() == {"message": "Not found", "code": "not_found"}


@pytest.mark.parametrize("name", ["none", "0192f3a4", "0192f3a4-7b5c-7123-9876-54321%00fedcb", "%ED%A0%80"])
def test_a_malformed_id_is_not_found(visitor: ApiClient, name: str) -> None:
    answer = visitor.get(f"/api/try/items/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


# --- methods ---


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "INITIAL"])
def test_a_wrong_method_comes_before_the_token_and_names_the_right_ones(
    stranger: APIClient, method: str
) -> None:
    answer = stranger.generic(method, "/api/user")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    assert answer.json() == {
        "message": "Method not allowed",
        "code": "method_not_allowed",
    }


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/try/echo", "POST, PUT, DELETE"),
        ("/api/user/logout", "DELETE"),
        ("/api/try/paged", "GET, HEAD, POST"),
    ],
)
def test_an_endpoint_names_just_its_own_methods(stranger: APIClient, path: str, allowed: str) -> None:
    answer = stranger.generic("PATCH", path)
    assert (answer.status_code, answer["Allow"]) == (405, allowed)


def test_head_is_answered_as_get_without_a_body(visitor: ApiClient) -> None:
    answer = visitor.head("/api/try/open")
    assert (answer.status_code, answer.content) == (200, b"")
    assert visitor.head("/api/user").status_code == 401


# --- the order of checks ---

TOO_MUCH = b'{"text": "' + b"x" * 256 * 1024 + b'"}'


def test_too_large_comes_before_unknown(stranger: APIClient) -> None:
    answer = stranger.post("/api/none", TOO_MUCH, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_too_large_comes_before_a_wrong_method(stranger: APIClient) -> None:
    assert stranger.post("/api/user", TOO_MUCH, content_type="application/json").status_code == 413


def test_a_missing_token_comes_before_who_is_asking(stranger: APIClient) -> None:
    answer = stranger.post("/api/try/closed", {})
    assert answer.status_code == 403
    assert answer.json() == {
        "message": "This page is out of date. Please reload it and try again.",
        "code": "csrf",
    }


def test_who_is_asking_comes_before_what_they_ask(visitor: ApiClient) -> None:
    for body in (b"{", b'{"text": 1}'):
        answer = visitor.post("/api/try/closed", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_a_member_is_told_what_is_wrong(member: Person) -> None:
    assert member.api.post("/api/try/closed", {"text": 1}).status_code == 400
    assert member.api.post("/api/try/closed", {"text": "fine"}).status_code == 200


# --- the token ---


def test_visitors_need_a_token_for_public_endpoints_too(stranger: APIClient) -> None:
    assert stranger.post("/api/try/echo", {"text": "hello"}).json()["code"] == "csrf"
    assert stranger.delete("/api/user/logout").json()["code"] == "csrf"


@pytest.mark.parametrize("token", ["", "wrong", "x" * 32, "x" * 64])
def test_a_wrong_token_is_refused(visitor: ApiClient, token: str) -> None:
    visitor.csrf_token()
    answer = visitor.post("/api/try/echo", {"text": "hello"}, headers={"X-CSRFToken": token})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_a_token_in_a_form_is_not_the_header(visitor: ApiClient) -> None:
    form = {"csrfmiddlewaretoken": visitor.csrf_token()}
    bare = APIClient(enforce_csrf_checks=True)
    bare.cookies = visitor.cookies
    for content_type in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
        body = f"csrfmiddlewaretoken={form['csrfmiddlewaretoken']}"
        answer = bare.post("/api/try/echo", body, content_type=content_type)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_the_right_token_from_a_foreign_origin_is_refused(visitor: ApiClient, member: Person) -> None:
    for client in (visitor, member.api):
        foreign = client.post("/api/try/echo", {"text": "hello"}, headers={"Origin": "https://evil.example"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "csrf")
        own = client.post("/api/try/echo", {"text": "hello"}, headers={"Origin": "http://testserver"})
        assert own.status_code == 200


# --- nobody is logged in ---


def test_a_visitor_is_told_so_and_gets_a_token(stranger: APIClient) -> None:
    answer = stranger.get("/api/user")
    assert answer.status_code == 401
    assert answer.json() == {"message": "Failed to authenticate", "code": "not_authenticated"}
    assert answer["WWW-Authenticate"] == "Session"
    cookie = answer.cookies["csrftoken"]
    assert len(cookie.value) == 32
    assert cookie["samesite"] == "Lax"
    assert not cookie["httponly"]


def test_a_member_gets_a_token_too(member: Person) -> None:
    answer = member.api.get("/api/user")
    assert answer.status_code == 200
    assert "csrftoken" in answer.cookies


@pytest.mark.parametrize("session", ["none", "x" * 5000, "\x00", "'; drop table"])
def test_a_session_that_is_none_is_a_visitor(stranger: APIClient, session: str) -> None:
    stranger.cookies["sessionid"] = session
    assert stranger.get("/api/user").status_code == 401


def test_a_person_who_was_switched_off_is_a_visitor(member: Person) -> None:
    member.user.is_active = False
    member.user.save()
    assert member.api.get("/api/user").status_code == 401


def test_logging_out_ends_the_session_and_works_again(member: Person) -> None:
    for _ in range(2):
        answer = member.api.delete("/api/user/logout")
        assert (answer.status_code, answer.json()) == (200, {"message": "You are logged out."})
    assert member.api.get("/api/user").status_code == 401


# --- the database is away, and crashes ---


def test_a_session_that_cannot_be_read_is_503(
    stranger: APIClient, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("away")

    stranger.cookies = member.api.cookies
    monkeypatch.setattr("django.contrib.sessions.backends.cached_db.SessionStore.load", away)
    answer = stranger.get("/api/user")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer["Retry-After"] == "30"


@pytest.mark.parametrize("path", ["/api/try/open", "/robots.txt"])
def test_a_middleware_that_misses_the_database_is_503(
    stranger: APIClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_response", away)
    answer = stranger.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    is_call = path.startswith("/api/")
    assert answer["Content-Type"] == ("application/json" if is_call else "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("name", "status", "retry"), [("database", 503, "30"), ("disk", 507, None), ("crash", 500, None)]
)
def test_a_page_fails_as_a_page_without_details(name: str, status: int, retry: str | None) -> None:
    answer = Client(raise_request_exception=False).get(f"/pages/failing/{name}")
    page = answer.content.decode()
    assert answer.status_code == status
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer.get("Retry-After") == retry
    assert answer["X-Request-ID"] in page
    assert "secret plans" not in page
    assert "10.1.2.3" not in page
    assert "/srv/rally" not in page


def test_a_host_that_is_not_ours_is_refused_in_json(stranger: APIClient) -> None:
    answer = stranger.get("/api/user", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert json.loads(answer.content)["code"] == "invalid"
