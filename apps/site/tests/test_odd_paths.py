"""Paths that browsers and routers read in different ways are not found, and never reach the renderer."""

from typing import Any

import pytest
from django.test import Client

from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.site import rendering, shell

pytestmark = pytest.mark.django_db

ODD = {
    "dot": ".",
    "dots": "..",
    "encoded dot": "%2e",
    "encoded dots": "%2E%2e",
    "half encoded dots": ".%2E",
    "dot encoded twice": "%252e",
    "dot in the middle": "./candles",
    "NUL": "%00",
    "line feed": "a%0ab",
    "carriage return": "%0d",
    "DEL": "%7f",
    "C1 control": "%C2%85",
    "line separator": "%E2%80%A8",
    "paragraph separator": "%E2%80%A9",
    "surrogate": "%ED%A0%80",
    "no UTF-8": "%ff",
    "replacement character": "%EF%BF%BD",
}
STARTS = ("/", "/courses/", "/support/", "/nowhere/", "/admin/", "/static/", "/media/")


@pytest.fixture
def ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> Page:
    """The page of what is not found. Nothing can be rendered any more."""
    page = get_page(client, "/nowhere", status=404)
    monkeypatch.setattr(rendering.renderer, "render", lambda **request: pytest.fail(request["url"]))
    return page


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_they_are_not_found_without_a_render(client: Client, member: Person, ready: Page, odd: str) -> None:
    for path in (start + odd for start in STARTS):
        for person in (client, member.api):
            response = person.get(path)
            assert response.status_code == 404, path
            page = Page(response.content.decode())
            assert (page.heading, page.text) == ("Page not found", ready.text), path
            assert page.root.all("header")
            assert page.root.all("footer")


def test_a_members_browser_renders_what_differs(client: Client, member: Person, ready: Page) -> None:
    page = Page(member.api.get("/courses/.").content.decode())
    assert page.data["rendered"] is False
    assert page.data["user"]["mobile"] == member.user.mobile
    assert member.user.mobile not in page.shown
    assert get_page(client, "/courses/.", status=404).data["user"] is None


def test_they_are_not_found_in_hindi_too(client: Client) -> None:
    client.cookies["language"] = "hi"
    assert get_page(client, "/courses/.", status=404).root.one("html").attributes["lang"] == "hi-IN"


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_no_endpoint_has_them(client: Client, settings: Any, odd: str) -> None:
    settings.API_HOST = "api.example.in"
    settings.ALLOWED_HOSTS = ["testserver", "api.example.in"]
    unknown = "not_found" if "/" in odd else "course_unknown"
    for path, host, code in [
        (f"/api/{odd}", "testserver", "not_found"),
        (f"/api/course/users/{odd}", "testserver", unknown),
        (f"/course/users/{odd}", "api.example.in", unknown),
    ]:
        response = client.get(path, headers={"Host": host})
        assert (response.status_code, response.json()["code"]) == (404, code)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_they_are_not_found_with_any_method(ready: Page, method: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert getattr(client, method)("/courses/.").status_code == 404


@pytest.mark.parametrize("name", ["a.b", "..a", "a..", "...", ".well-known", "%", "%20", "वा", "a%2e", "%25"])
def test_other_dots_and_letters_are_no_such_paths(client: Client, name: str) -> None:
    assert client.get(f"/courses/{name}").resolver_match.func is shell.page
