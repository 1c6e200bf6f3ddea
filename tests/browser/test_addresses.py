"""What the server answers at each address, before any browser is involved."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from .stack import Stack, route_table
from .survey import address

ROWS = route_table()
NAMES = [row["name"] for row in ROWS]
UNKNOWN = [
    "/nowhere",
    "/courses/none",
    "/live-webinars/none",
    "/live-mentorships/none",
    "/live-trading/none",
    "/select-sessions/none",
    "/academy/none/none",
    "/mobile/none",
    "/courses/none/none",
]

SAME_AS = {
    "/webinars": "/live-webinars",
    "/mobile/privacy-policy": "/privacy-policy",
    "/mobile/terms&conditions": "/terms&conditions",
    "/mobile/refund-policy": "/refund-policy",
    "/mobile/SEBI-Investor-charter": "/investor-charter",
}
"""Addresses whose words stand elsewhere too: search engines are sent there."""


class Head(HTMLParser):
    """The head's parts that a search engine reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title = ""
        self.facts: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self._is_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._is_title = tag == "title"
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag == "meta" and (name := given.get("name") or given.get("property")):
            self.facts[name] = given.get("content") or ""
        if tag == "link" and given.get("rel") == "canonical":
            self.facts["canonical"] = given.get("href") or ""

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        self._is_title = False


@pytest.mark.parametrize("name", NAMES)
def test_a_path_of_the_route_table_answers_200(stack: Stack, name: str) -> None:
    """A link that the specification promises must never be dead."""
    answer = stack.get(address(stack, name))

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_every_path_has_a_title_of_its_own(stack: Stack) -> None:
    """Tabs, histories and search results are told apart by nothing else."""
    paths = [address(stack, name) for name in NAMES]

    titles = {path: Head(stack.get(path).text).title for path in paths}

    assert len(set(titles.values())) == len(titles), sorted(titles.items(), key=lambda pair: pair[1])
    assert all(stack.site["brandName"] in title for title in titles.values())


@pytest.mark.parametrize("name", [row["name"] for row in ROWS if not row.get("guarded")])
def test_a_public_page_is_described_as_it_leaves_the_server(stack: Stack, name: str) -> None:
    """Who shares a link sees its title and description although no script ran."""
    path = address(stack, name)

    head = Head(stack.get(path).text)

    assert head.facts["canonical"] == stack.origin + SAME_AS.get(path, path)
    assert head.facts["description"]
    assert head.facts["og:title"] == head.title
    assert head.facts["og:description"] == head.facts["description"]
    assert head.facts["og:url"] == head.facts["canonical"]
    assert head.facts["og:image"].startswith(f"{stack.origin}/static/")
    assert (head.counts["h1"], head.counts["main"]) == (1, 1)


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_address_is_404_with_the_not_found_page(stack: Stack, path: str) -> None:
    """A search engine must not keep an address that leads nowhere, however often it asks."""
    for answer in (stack.get(path), stack.get(path)):
        assert answer.status_code == 404
        assert Head(answer.text).title == f"Page not found · {stack.site['brandName']}"
        assert Head(answer.text).facts["robots"] == "noindex"


@pytest.mark.parametrize("path", ["/courses/", "/pro/", "/dashboard/", "/mobile/privacy-policy/"])
def test_a_slash_at_the_end_changes_nothing(stack: Stack, path: str) -> None:
    """People and old links add slashes."""
    with_slash, without = stack.get(path), stack.get(path.rstrip("/"))

    assert (with_slash.status_code, without.status_code) == (200, 200)
    assert Head(with_slash.text).title == Head(without.text).title


def test_an_item_with_a_slash_at_the_end_is_found(stack: Stack) -> None:
    course = stack.courses[0]

    answer = stack.get(f"/courses/{course['weburlname']}/")

    assert answer.status_code == 200
    assert Head(answer.text).title == f"{course['title']} · {stack.site['brandName']}"


@pytest.mark.parametrize("path", ["/terms&conditions", "/terms%26conditions", "/terms&conditions/"])
def test_the_ampersand_may_be_typed_or_escaped(stack: Stack, path: str) -> None:
    """Mail programs and chat apps escape it."""
    answer = stack.get(path)

    assert answer.status_code == 200
    assert Head(answer.text).title == f"Terms and conditions · {stack.site['brandName']}"


@pytest.mark.parametrize("path", ["/api/nope", "/api/nope/", "/api", "/api/"])
def test_an_unknown_call_is_a_json_404(stack: Stack, path: str) -> None:
    """A program that calls the API cannot read the page shell."""
    answer = stack.get(path)

    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("application/json")
    assert set(answer.json()) == {"message", "code"}


def test_the_sitemap_names_what_is_public_and_nothing_else(stack: Stack) -> None:
    """Search engines learn of every course and webinar here, and of no member's page."""
    answer = stack.get("/sitemap.xml")

    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    listed = {found.text for found in ET.fromstring(answer.text).iter(f"{space}loc")}
    assert answer.headers["Content-Type"].startswith("application/xml")
    assert f"{stack.origin}/terms&conditions" in listed
    assert {f"{stack.origin}/courses/{course['weburlname']}" for course in stack.courses} <= listed
    assert {f"{stack.origin}/live-webinars/{row['weburlname']}" for row in stack.webinars} <= listed
    assert (
        not {f"{stack.origin}{row['path']}" for row in ROWS if row.get("guarded") or row.get("local")}
        & listed
    )


def test_robots_are_kept_from_calls_staff_and_members_pages(stack: Stack) -> None:
    answer = stack.get("/robots.txt")

    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.text.splitlines()
    assert {"Disallow: /api/", "Disallow: /admin/", "Disallow: /dashboard"} <= set(lines)
    assert f"Sitemap: {stack.origin}/sitemap.xml" in lines


def test_the_manifest_and_all_its_icons_are_served(stack: Stack) -> None:
    """Without them the site cannot be put on a phone's home screen."""
    manifest = stack.get("/site.webmanifest")

    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert manifest.json()["name"] == stack.site["brandName"]
    for icon in manifest.json()["icons"]:
        served = stack.get(icon["src"])
        assert (served.status_code, served.headers["Content-Type"]) == (200, "image/png")


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/static/brand/icon.svg", "image/svg+xml"), ("/static/brand/social.png", "image/png")],
)
def test_the_brand_files_are_served(stack: Stack, path: str, kind: str) -> None:
    served = stack.get(path)

    assert (served.status_code, served.headers["Content-Type"]) == (200, kind)


def test_old_browsers_find_their_icon(stack: Stack) -> None:
    assert stack.get("/favicon.ico", allow_redirects=True).headers["Content-Type"] == "image/png"


@pytest.mark.parametrize("ending", ["js", "css"])
def test_built_files_come_in_brotli_and_are_kept_for_ever(stack: Stack, ending: str) -> None:
    """Each kilobyte is paid for on a phone; a second visit must cost none."""
    files = set(re.findall(rf'"(/static/dist/[^"]+\.{ending})"', stack.get("/").text))

    assert files
    for file in files:
        served = stack.get(file, headers={"Accept-Encoding": "gzip, br"})
        assert served.headers["Content-Encoding"] == "br", file
        assert served.headers["Cache-Control"] == "max-age=315360000, public, immutable", file


def test_the_font_is_kept_for_ever(stack: Stack) -> None:
    [font] = set(re.findall(r'"(/static/dist/[^"]+\.woff2)"', stack.get("/").text))

    served = stack.get(font)

    assert served.headers["Content-Type"] == "font/woff2"
    assert served.headers["Cache-Control"] == "max-age=315360000, public, immutable"


def test_a_file_without_a_hash_is_asked_for_again(stack: Stack) -> None:
    """Otherwise a new logo would never reach who has the old one."""
    served = stack.get("/static/brand/icon.svg")

    assert served.headers["Cache-Control"] == "max-age=3600, public"


def test_a_missing_static_file_is_404_and_no_page(stack: Stack) -> None:
    """A page in place of a script shows as a puzzling syntax error."""
    served = stack.get("/static/dist/none.js")

    assert served.status_code == 404
    assert "page-data" not in served.text


@pytest.mark.parametrize("path", ["/", "/courses", "/dashboard", "/nowhere"])
def test_a_page_runs_no_script_that_it_did_not_name(stack: Stack, path: str) -> None:
    """A text that a stranger wrote must never become a program in somebody's browser."""
    answer = stack.get(path)

    given = answer.headers["Content-Security-Policy"]
    policy = dict(part.strip().split(" ", 1) for part in given.split(";") if " " in part.strip())
    assert re.fullmatch(r"'self' 'nonce-[^']{16,}'", policy["script-src"])
    assert "unsafe" not in given
    assert (policy["default-src"], policy["object-src"], policy["base-uri"]) == ("'none'",) * 3
    nonce = policy["script-src"].split("'nonce-")[1].rstrip("'")
    inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", answer.text)
    assert inline
    assert all(f'nonce="{nonce}"' in attributes for attributes in inline)


def test_each_page_has_a_nonce_of_its_own(stack: Stack) -> None:
    first, second = (stack.get("/").headers["Content-Security-Policy"] for _ in range(2))

    assert first != second


def test_a_page_lets_the_banks_pop_up_answer(stack: Stack) -> None:
    """The provider's frame opens the bank in a pop-up that must reach it."""
    answer = stack.get("/")

    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_style_guide_is_served_locally(stack: Stack) -> None:
    assert Head(stack.get("/styleguide").text).title == f"Style guide · {stack.site['brandName']}"
