"""Responses of the server, without a browser."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from .page_checks import path_of_route
from .stack import Stack, route_table

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
"""URLs whose content is also elsewhere; their canonical link points there."""


class Head(HTMLParser):
    """Reads the meta tags for search engines."""

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
def test_each_route_returns_200(stack: Stack, name: str) -> None:
    """Links in the specification must work."""
    answer = stack.get(path_of_route(stack, name))

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_every_path_has_a_unique_title(stack: Stack) -> None:
    """Titles distinguish tabs, history entries and search results."""
    paths = [path_of_route(stack, name) for name in NAMES]

    titles = {path: Head(stack.get(path).text).title for path in paths}

    assert len(set(titles.values())) == len(titles), sorted(titles.items(), key=lambda pair: pair[1])
    assert all(stack.site["brandName"] in title for title in titles.values())


WITH_PICTURE = {
    *("course", "mentor", "academy-chapter", "live-webinar", "live-mentorship", "live-trading-program"),
}
"""Pages with a picture of their own for link previews."""


@pytest.mark.parametrize("name", [row["name"] for row in ROWS if not row.get("guarded")])
def test_a_public_page_has_meta_tags_in_the_server_html(stack: Stack, name: str) -> None:
    """Link previews read title and description without scripts."""
    path = path_of_route(stack, name)

    head = Head(stack.get(path).text)

    shared = path.partition("?")[0]  # The key of a request is nothing to share.
    assert head.facts["canonical"] == stack.origin + SAME_AS.get(shared, shared)
    assert head.facts["description"]
    assert head.facts["og:title"] == head.title
    assert head.facts["og:description"] == head.facts["description"]
    assert head.facts["og:url"] == head.facts["canonical"]
    picture = "social" if name in WITH_PICTURE else "static"
    assert head.facts["og:image"].startswith(f"{stack.origin}/{picture}/")
    assert (head.counts["h1"], head.counts["main"]) == (1, 1)


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_url_returns_404_with_the_not_found_page(stack: Stack, path: str) -> None:
    """Search engines must not index unknown URLs."""
    for answer in (stack.get(path), stack.get(path)):
        assert answer.status_code == 404
        assert Head(answer.text).title == f"Page not found · {stack.site['brandName']}"
        assert Head(answer.text).facts["robots"] == "noindex"


@pytest.mark.parametrize("path", ["/courses/", "/pro/", "/dashboard/", "/mobile/privacy-policy/"])
def test_a_trailing_slash_changes_nothing(stack: Stack, path: str) -> None:
    """People and old links add slashes."""
    with_slash, without = stack.get(path), stack.get(path.rstrip("/"))

    assert (with_slash.status_code, without.status_code) == (200, 200)
    assert Head(with_slash.text).title == Head(without.text).title


def test_an_item_is_found_with_a_trailing_slash(stack: Stack) -> None:
    course = stack.courses[0]

    answer = stack.get(f"/courses/{course['weburlname']}/")

    assert answer.status_code == 200
    assert Head(answer.text).title == f"{course['title']} · {stack.site['brandName']}"


@pytest.mark.parametrize("path", ["/terms&conditions", "/terms%26conditions", "/terms&conditions/"])
def test_the_ampersand_may_be_typed_or_escaped(stack: Stack, path: str) -> None:
    """Email and chat apps escape it."""
    answer = stack.get(path)

    assert answer.status_code == 200
    assert Head(answer.text).title == f"Terms and conditions · {stack.site['brandName']}"


@pytest.mark.parametrize("path", ["/api/nope", "/api/nope/", "/api", "/api/"])
def test_an_unknown_endpoint_returns_a_json_404(stack: Stack, path: str) -> None:
    """API clients cannot read HTML."""
    answer = stack.get(path)

    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("application/json")
    assert set(answer.json()) == {"message", "code"}


def test_the_sitemap_lists_public_pages_only(stack: Stack) -> None:
    """It lists every course and webinar, and no members' page."""
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


def test_robots_txt_disallows_api_admin_and_members_pages(stack: Stack) -> None:
    answer = stack.get("/robots.txt")

    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.text.splitlines()
    assert {"Disallow: /api/", "Disallow: /admin/", "Disallow: /dashboard"} <= set(lines)
    assert f"Sitemap: {stack.origin}/sitemap.xml" in lines


def test_the_manifest_and_all_its_icons_are_served(stack: Stack) -> None:
    """The site needs them to be installed on a phone's home screen."""
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


def test_favicon_ico_is_served(stack: Stack) -> None:
    assert stack.get("/favicon.ico", allow_redirects=True).headers["Content-Type"] == "image/png"


@pytest.mark.parametrize("ending", ["js", "css"])
def test_built_files_are_brotli_compressed_and_immutable(stack: Stack, ending: str) -> None:
    """Phones pay for each kilobyte; a second visit must download nothing."""
    files = set(re.findall(rf'"(/static/dist/[^"]+\.{ending})"', stack.get("/").text))

    assert files
    for file in files:
        served = stack.get(file, headers={"Accept-Encoding": "gzip, br"})
        assert served.headers["Content-Encoding"] == "br", file
        assert served.headers["Cache-Control"] == "max-age=315360000, public, immutable", file


def test_the_font_is_immutable(stack: Stack) -> None:
    [font] = set(re.findall(r'"(/static/dist/[^"]+\.woff2)"', stack.get("/").text))

    served = stack.get(font)

    assert served.headers["Content-Type"] == "font/woff2"
    assert served.headers["Cache-Control"] == "max-age=315360000, public, immutable"


def test_a_file_without_a_hash_is_revalidated(stack: Stack) -> None:
    """Otherwise browsers would keep an old logo."""
    served = stack.get("/static/brand/icon.svg")

    assert served.headers["Cache-Control"] == "max-age=3600, public"


def test_a_missing_static_file_is_a_plain_404(stack: Stack) -> None:
    """HTML in place of a script would be a confusing syntax error."""
    served = stack.get("/static/dist/none.js")

    assert served.status_code == 404
    assert "page-data" not in served.text


@pytest.mark.parametrize("path", ["/", "/courses", "/dashboard", "/nowhere"])
def test_the_csp_allows_only_listed_scripts(stack: Stack, path: str) -> None:
    """Text from strangers must never run as a script."""
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


def test_each_response_has_its_own_nonce(stack: Stack) -> None:
    first, second = (stack.get("/").headers["Content-Security-Policy"] for _ in range(2))

    assert first != second


def test_a_page_allows_messages_from_the_banks_pop_up(stack: Stack) -> None:
    """The provider's frame opens the bank in a pop-up, which must be able to message it."""
    answer = stack.get("/")

    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_style_guide_is_served_locally(stack: Stack) -> None:
    assert Head(stack.get("/styleguide").text).title == f"Style guide · {stack.site['brandName']}"
