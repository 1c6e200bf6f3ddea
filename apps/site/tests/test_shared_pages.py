"""Visitors share cached pages: nothing of one visitor's URL is on another's page."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.core.testing.pages import Page, get_page
from apps.live.tests.factories import WebinarFactory
from apps.site import rendering

pytestmark = pytest.mark.django_db

OWN_PATHS = {"/live-webinars//": "/live-webinars", "/courses/": "/courses", "//": "/", "/pro///": "/pro"}


@pytest.mark.parametrize("path", OWN_PATHS)
def test_a_page_is_rendered_for_the_routes_own_path(client: Client, path: str) -> None:
    WebinarFactory()
    html = []
    for spelling in (path, OWN_PATHS[path]):
        cache.clear()
        # The client takes a path with two slashes for a host.
        response: Any = client.get("/", PATH_INFO=spelling)
        assert response.status_code == 200
        page = Page(response.content.decode())
        assert page.data["rendered"] is True
        html.append(page.shown.partition('<div id="root">')[2])
    assert html[0] == html[1]


@pytest.mark.parametrize("path", ["//courses", "/courses//x", "//api/faq", "/course//topic/"])
def test_other_slashes_are_another_path(client: Client, path: str) -> None:
    assert client.get("/", PATH_INFO=path).status_code == 404


def test_what_is_not_found_is_one_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a path or an item is unknown: nobody can make the server render with made-up URLs."""
    ready = get_page(client, "/courses/none", status=404)
    monkeypatch.setattr(rendering.renderer, "render", lambda **request: pytest.fail(request["url"]))
    for path in (
        "/courses/other",
        "/mentors/none",
        "/academy/none/none",
        "/none",
        "/certificates/none",
        "/*",
    ):
        assert get_page(client, path, status=404).text == ready.text
