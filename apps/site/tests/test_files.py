from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from apps.catalog.tests.factories import CourseFactory
from apps.content.tests.factories import AcademyChapterFactory
from apps.live.tests.factories import WebinarFactory
from apps.site import routes

pytestmark = pytest.mark.django_db

_NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def test_the_sitemap_lists_public_pages_and_published_things(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"
    CourseFactory(weburlname="shown")
    CourseFactory(weburlname="hidden", is_published=False)
    WebinarFactory(weburlname="opening", starts_at=timezone.now() + timedelta(days=1))
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    found = [element.text for element in tree.findall("s:url/s:loc", _NAMES)]
    assert "https://www.example.in/" in found
    assert "https://www.example.in/terms&conditions" in found
    assert "https://www.example.in/courses/shown" in found
    assert "https://www.example.in/live-webinars/opening" in found
    assert not [address for address in found if "hidden" in str(address)]
    private = {route.path for route in routes.table() if route.is_guarded or route.is_local}
    for path in private | {"/mobile/privacy-policy", "/webinars"}:
        assert f"https://www.example.in{path}" not in found


def test_the_sitemap_says_when_a_chapter_was_last_changed(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"
    with time_machine.travel(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), tick=False):
        AcademyChapterFactory(module__weburlname="market", weburlname="orders")
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    dates = {url.findtext("s:loc", "", _NAMES): url.findtext("s:lastmod", "", _NAMES) for url in tree}
    assert dates["https://www.example.in/academy/market/orders"] == "2026-11-21T15:00:00+05:30"


def test_robots_are_kept_from_what_is_private(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert {"Disallow: /api/", "Disallow: /admin/", "Disallow: /dashboard", "Disallow: /orders"} <= set(lines)
    assert lines[-1].endswith("/sitemap.xml")


def test_security_problems_go_to_the_sites_address(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"
    with time_machine.travel(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), tick=False):
        answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        "Contact: mailto:contact@example.in",
        "Expires: 2027-05-20T00:00:00Z",
        "Preferred-Languages: en, hi",
        "Canonical: https://www.example.in/.well-known/security.txt",
    ]


def test_the_manifest_names_the_site_and_its_icons(client: Client) -> None:
    answer = client.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == "Rally"
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]


def test_there_is_no_push_worker_without_the_engagement_sdk(client: Client, settings: Any) -> None:
    settings.MOENGAGE_APP_ID = ""
    assert client.get("/serviceworker.js").status_code == 404
    settings.MOENGAGE_APP_ID = "ABC"
    answer = client.get("/serviceworker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "importScripts" in answer.content.decode()


def test_a_cover_is_the_same_for_ever(client: Client) -> None:
    first, second = client.get("/covers/wide/200/abc.svg"), client.get("/covers/wide/200/abc.svg")
    assert first.content == second.content
    assert first["Content-Type"] == "image/svg+xml"
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["tall/200/abc", "wide/360/abc", "wide/200/a_b", "wide/200/" + "a" * 65])
def test_a_cover_that_nothing_asks_for_is_not_drawn(client: Client, path: str) -> None:
    assert client.get(f"/covers/{path}.svg").status_code == 404
