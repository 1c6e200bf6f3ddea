"""The server-rendered legal pages, for people and search engines."""

import re
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.content.models import Page, PageVersion
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.site import routes
from apps.site.pages import content_pages

pytestmark = pytest.mark.django_db

ROWS = [route for route in routes.table() if route.name in content_pages.LEGAL_PAGES]


def test_all_of_them_are_in_the_route_table() -> None:
    assert len(ROWS) == len(content_pages.LEGAL_PAGES) == 18
    assert {route.module for route in ROWS} == {"legal-page"}


@pytest.mark.parametrize("route", ROWS, ids=lambda route: route.name)
def test_a_page_has_its_whole_text(client: Client, route: routes.Route) -> None:
    page = get_page(client, route.path)
    assert "being prepared" not in page.main.text
    assert len(page.root.all("h1")) == 1
    assert "Not yet reviewed by a lawyer." in page.main.text
    assert len(page.main.text.split()) > 130
    assert re.search(r"\{[a-z_]+\}", page.main.text) is None


@pytest.mark.parametrize("route", ROWS, ids=lambda route: route.name)
def test_its_data_are_the_endpoints_responses(client: Client, route: routes.Route) -> None:
    slug = content_pages.slug_of(route.path)
    urls = [f"/api/page/{quote(slug)}"]
    urls += {"complaints": ["/api/complaints"], "audit": ["/api/audit"]}.get(route.name, [])
    page = get_page(client, route.path)
    assert page.answers[0][0] == ["legal-pages", "page", slug]
    assert page.responses == [client.get(url).json() for url in urls]


@pytest.mark.parametrize("route", ROWS, ids=lambda route: route.name)
def test_a_page_describes_itself_truly_to_search_engines(
    client: Client, settings: Any, route: routes.Route
) -> None:
    settings.SITE_URL = "https://www.example.in"
    page = get_page(client, route.path)
    [found] = page.structured
    assert set(found) == {
        "@context",
        "@type",
        "name",
        "description",
        "url",
        "inLanguage",
        "datePublished",
        "isPartOf",
    }
    assert found["@context"] == "https://schema.org"
    assert found["@type"] in {"WebPage", "AboutPage", "ContactPage"}
    assert found["url"] == page.canonical == f"https://www.example.in{content_pages.canonical_of(route.path)}"
    assert found["name"] == page.heading
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", found["datePublished"])


def test_views_for_the_app_name_the_page_of_the_site() -> None:
    assert {route.path: content_pages.canonical_of(route.path) for route in ROWS if route.is_bare} == {
        "/mobile/privacy-policy": "/privacy-policy",
        "/mobile/terms&conditions": "/terms&conditions",
        "/mobile/refund-policy": "/refund-policy",
        "/mobile/disclosure-advice": "/mobile/disclosure-advice",
        "/mobile/SEBI-IA-Registration": "/mobile/SEBI-IA-Registration",
        "/mobile/Advisory-Agreement": "/mobile/Advisory-Agreement",
        "/mobile/SEBI-Investor-charter": "/investor-charter",
    }


def test_views_for_the_app_have_neither_header_nor_footer_of_the_site(client: Client) -> None:
    for path, count in (("/mobile/privacy-policy", 0), ("/privacy-policy", 1)):
        root = get_page(client, path).root
        assert len(root.all("nav", aria_label="Main")) == count
        assert len([foot for foot in root.all("footer") if "/courses" in foot.urls]) == count


def test_the_sitemap_dates_pages_by_their_present_version(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"
    PageVersion.objects.filter(page__slug="terms&conditions").update(valid_from="2026-11-21T09:30:00Z")
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    dates = {url.findtext("s:loc", "", space): url.findtext("s:lastmod", "", space) for url in tree}
    assert dates["https://www.example.in/terms&conditions"] == "2026-11-21T15:00:00+05:30"
    assert dates["https://www.example.in/privacy-policy"]
    assert not any("/mobile/" in address for address in dates)


def test_links_in_the_texts_and_in_the_footer_lead_somewhere(client: Client) -> None:
    urls = {url.partition("#")[0] for route in ROWS for url in get_page(client, route.path).root.urls}
    ours = {url for url in urls if url.startswith("/") and not url.startswith("/api/")}
    assert {"/mobile/disclosure-advice", "/mobile/Advisory-Agreement", "/terms&conditions"} <= ours
    assert [url for url in sorted(ours) if client.get(url).status_code != 200] == []


def test_the_complaints_table_has_the_regulators_headings(client: Client) -> None:
    main = get_page(client, "/complaints").main
    assert [head.text for head in main.all("th", scope="col")][:8] == [
        "Sr. No.",
        "Received from",
        "Pending at the end of last month",
        "Received",
        "Resolved*",
        "Total Pending#",
        "Pending > 3 months",
        "Average Resolution time^ (days)",
    ]
    cells = {cell.text for cell in main.all("td")}
    assert {"Directly from Investors", "SEBI (SCORES)", "Other Sources", "Grand Total"} <= cells
    assert "due to impersonation by some other entity: 0" in main.text


def test_an_audit_table_without_rows_says_so(client: Client) -> None:
    assert "No audits yet." in get_page(client, "/audit").main.text


def test_a_members_form_is_filled_in_and_nobody_elses(member: Person, client: Client) -> None:
    client.force_login(member.user)
    page = get_page(client, "/grievance-redressal")
    assert {"Meera Nair", "9811111111"} <= {field.attributes.get("value") for field in page.main.all("input")}
    html = get_page(Client(), "/grievance-redressal").html
    assert "Meera" not in html
    assert "9811111111" not in html


@pytest.mark.parametrize("path", ["/privacy-policy", "/complaints", "/audit", "/grievance-redressal"])
def test_a_cached_page_costs_a_visitor_no_query(client: Client, path: str) -> None:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    assert len(queries) == 0


@pytest.mark.django_db(transaction=True)
def test_a_page_is_built_again_once_staff_saved(client: Client) -> None:
    get_page(client, "/about-us")
    PageVersion.objects.filter(page__slug="about-us").update(text="Now we are somebody else.")
    assert "Now we are somebody else." in get_page(client, "/about-us").main.text


def test_hostile_texts_of_staff_stay_text(client: Client) -> None:
    hostile = "</script><script>alert(1)</script>"
    Page.objects.filter(slug="audit").update(title=hostile, lead=hostile)
    PageVersion.objects.filter(page__slug="audit").update(title=hostile, lead=hostile, reviewed_by="")
    page = get_page(client, "/audit")
    assert "<script>alert" not in page.html
    assert page.heading == page.structured[0]["name"] == page.meta("description") == hostile
    assert page.title == f"{hostile} · Rally"
