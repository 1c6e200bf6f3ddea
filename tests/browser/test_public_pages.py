"""Every public page in a real browser, from first paint to hydration."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from apps.core.testing import proof

from .page_checks import PageChecks, path_of_route
from .stack import Stack, route_table
from .tabs import NARROW, WIDE, Tabs, path_of, visit

PUBLIC = [row["name"] for row in route_table() if not row.get("guarded")]
# Other texts in the layout of a privacy policy.
LEGAL = {
    "terms-and-conditions",
    "refund-policy",
    "anti-laundering",
    "about-us",
    "accessibility",
    *(name for name in PUBLIC if name.startswith("mobile-")),
} - {"mobile-privacy-policy"}
PAGES = [
    pytest.param(name, width, marks=pytest.mark.proof if name in LEGAL else ())
    for width in (WIDE, NARROW)
    for name in PUBLIC
    if (name, width) != ("styleguide", NARROW)
]


@pytest.mark.parametrize(("name", "width"), PAGES)
def test_a_page_is_right_from_first_paint_to_hydration(
    page_checks: PageChecks, stack: Stack, name: str, width: int
) -> None:
    # The style guide has every component in every state: the dark theme is seen there on each push.
    in_dark = proof.IS_WHOLE or name == "styleguide"
    seen = page_checks.at(path_of_route(stack, name), width, in_dark=in_dark)

    if name == "styleguide":
        # Only in development: the browser renders its parts, so they appear late.
        seen = replace(seen, shifts=[], before={}, after={})
    else:
        parts = {"header", "h1", "footer"} | ({"lead"} if name != "support-request" else set())
        assert parts <= set(seen.before)
    assert not seen.faults, "\n".join(seen.faults)
    row = next(row for row in route_table() if row["name"] == name)
    if row["title"] and ":" not in row["path"]:
        assert seen.title == f"{row['title']} · {stack.site['brandName']}", "React keeps the server's title"


@pytest.mark.parametrize("path", ["/nowhere", "/courses/none"])
def test_react_keeps_the_not_found_page(tabs: Tabs, path: str) -> None:
    """React must not replace the server's 404 page."""
    page = visit(tabs.open(allow=["404"]), path)

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert tabs.calls(page) == []
    page.get_by_role("main").get_by_role("link", name="Browse courses").click()
    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()


@pytest.mark.parametrize("path", ["/terms%26conditions", "/terms&conditions/", "/courses/"])
def test_other_spellings_of_a_url_show_the_page_without_a_redirect(
    page_checks: PageChecks, path: str
) -> None:
    """React must accept every spelling that the server accepts."""
    seen = page_checks.at(path, WIDE)

    assert not seen.faults, "\n".join(seen.faults)


def test_navigating_to_an_unknown_item_shows_not_found(tabs: Tabs, stack: Stack) -> None:
    """A course may be unpublished while somebody views the list."""
    page = visit(tabs.open(allow=["404", "ApiError"]), "/courses")
    course = stack.courses[0]
    page.route(
        "**/api/course/users/*", lambda route: route.fulfill(status=404, json={"message": "No.", "code": "x"})
    )

    page.get_by_role("main").get_by_role("link", name=course["title"], exact=True).click()

    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    assert path_of(page) == f"/courses/{course['weburlname']}"
