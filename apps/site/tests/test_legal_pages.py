"""The pages of words as they leave the server, for people, search engines and screen readers."""

import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.content.models import Page, PageVersion
from apps.core.testing.fixtures import Person
from apps.site import legal_pages, routes

pytestmark = pytest.mark.django_db

ROWS = [route for route in routes.table() if route.name in legal_pages.ROUTES]


def html_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def body_of(html: str) -> str:
    return html.split('<main id="main"')[1].split("</main>")[0]


def things_in(html: str) -> list[Any]:
    return [json.loads(text) for text in re.findall(r'ld\+json" nonce="[^"]+">(.*?)</script>', html)]


def test_all_of_them_are_in_the_route_table() -> None:
    assert len(ROWS) == len(legal_pages.ROUTES) == 18
    assert {route.module for route in ROWS} == {"legal-page"}


@pytest.mark.parametrize("route", ROWS, ids=lambda route: route.name)
def test_a_page_has_its_words_in_the_servers_picture_and_nothing_is_coming(
    client: Client, route: routes.Route
) -> None:
    html = html_of(client, route.path)
    body = body_of(html)
    assert "being prepared" not in body
    assert body.count("<h1") == 1
    assert "Not yet reviewed by a lawyer." in body
    assert len(re.sub(r"<[^>]+>", " ", body).split()) > 130
    assert re.search(r"\{[a-z_]+\}", body) is None


@pytest.mark.parametrize("route", ROWS, ids=lambda route: route.name)
def test_a_page_describes_itself_truly_to_search_engines(
    client: Client, settings: Any, route: routes.Route
) -> None:
    settings.SITE_URL = "https://www.example.in"
    html = html_of(client, route.path)
    [thing] = things_in(html)
    canonical = unescape(re.findall(r'<link rel="canonical" href="([^"]+)"', html)[0])
    assert set(thing) == {
        "@context",
        "@type",
        "name",
        "description",
        "url",
        "inLanguage",
        "datePublished",
        "isPartOf",
    }
    assert thing["@context"] == "https://schema.org"
    assert thing["@type"] in {"WebPage", "AboutPage", "ContactPage"}
    assert thing["url"] == canonical == f"https://www.example.in{legal_pages.canonical_of(route.path)}"
    assert f">{thing['name']}</h1>" in html
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", thing["datePublished"])


def test_views_for_the_app_name_the_page_of_the_site() -> None:
    assert {route.path: legal_pages.canonical_of(route.path) for route in ROWS if route.is_bare} == {
        "/mobile/privacy-policy": "/privacy-policy",
        "/mobile/terms&conditions": "/terms&conditions",
        "/mobile/refund-policy": "/refund-policy",
        "/mobile/disclosure-advice": "/mobile/disclosure-advice",
        "/mobile/SEBI-IA-Registration": "/mobile/SEBI-IA-Registration",
        "/mobile/Advisory-Agreement": "/mobile/Advisory-Agreement",
        "/mobile/SEBI-Investor-charter": "/investor-charter",
    }


def test_views_for_the_app_have_neither_header_nor_footer_of_the_site(client: Client) -> None:
    html = html_of(client, "/mobile/privacy-policy")
    assert "Header__root" not in html
    assert "Footer__root" not in html.split("<template")[0]
    assert "Header__root" in html_of(client, "/privacy-policy")


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
    addresses: set[str] = set()
    for route in ROWS:
        found = re.findall(r'href="(/[^"#]*)(?:#[^"]*)?"', html_of(client, route.path))
        addresses |= {unescape(address) for address in found}
    ours = {address for address in addresses if not address.startswith(("/static/", "/api/", "/site."))}
    assert {"/mobile/disclosure-advice", "/mobile/Advisory-Agreement", "/terms&conditions"} <= ours
    broken = [address for address in sorted(ours) if client.get(address).status_code != 200]
    assert broken == []


def test_the_regulators_words_are_the_tables_heads(client: Client) -> None:
    body = unescape(body_of(html_of(client, "/complaints")))
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', body.replace("> 3 months", "&gt; 3 months"))
    assert [unescape(head) for head in heads[:8]] == [
        "Sr. No.",
        "Received from",
        "Pending at the end of last month",
        "Received",
        "Resolved*",
        "Total Pending#",
        "Pending > 3 months",
        "Average Resolution time^ (days)",
    ]
    for name in ("Directly from Investors", "SEBI (SCORES)", "Other Sources", "Grand Total"):
        assert f">{name}</td>" in body
    assert "due to impersonation by some other entity: 0" in body


def test_an_audit_table_without_rows_says_so(client: Client) -> None:
    assert "No audits yet." in html_of(client, "/audit")


def test_a_members_form_is_filled_in_and_nobody_elses(member: Person, client: Client) -> None:
    client.force_login(member.user)
    assert 'value="Meera Nair"' in html_of(client, "/grievance-redressal")
    assert 'value="9811111111"' in html_of(client, "/grievance-redressal")
    assert "Meera" not in html_of(Client(), "/grievance-redressal")


@pytest.mark.parametrize("path", ["/privacy-policy", "/complaints", "/audit", "/grievance-redressal"])
def test_a_kept_page_costs_a_visitor_no_query(client: Client, path: str) -> None:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    assert len(queries) == 0


@pytest.mark.django_db(transaction=True)
def test_a_page_is_made_anew_once_staff_saved(client: Client) -> None:
    html_of(client, "/about-us")
    PageVersion.objects.filter(page__slug="about-us").update(text="Now we are somebody else.")
    assert "Now we are somebody else." in html_of(client, "/about-us")


def test_hostile_words_of_staff_stay_words(client: Client) -> None:
    hostile = "</script><script>alert(1)</script>"
    Page.objects.filter(slug="audit").update(title=hostile, lead=hostile)
    PageVersion.objects.filter(page__slug="audit").update(title=hostile, lead=hostile, reviewed_by="")
    html = html_of(client, "/audit")
    assert "<script>alert" not in html
    assert things_in(html)[0]["name"] == hostile
