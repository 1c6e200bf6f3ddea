"""The footer, the same on every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .page_checks import wait_for_hydration
from .tabs import path_of, visit

# Section 2.3 of the specification, in its order; '/' is for the FAQ and the webinar entry.
LINKS = [
    "/about-us",
    "/courses",
    "/live-mentorships",
    "/contact",
    "/privacy-policy",
    "/terms&conditions",
    "/refund-policy",
    "/anti-laundering",
    "/complaints",
    "/investor-charter",
    "/audit",
    "/grievance-redressal",
]


def footer(page: Page) -> Locator:
    return page.get_by_role("contentinfo")


def targets(found: Locator) -> list[str]:
    return [link.get_attribute("href") or "" for link in found.get_by_role("link").all()]


@pytest.mark.proof
def test_every_link_navigates_without_a_reload(page: Page) -> None:
    """No full reload: React Router knows every path in the footer."""
    visit(page, "/pro")
    page.evaluate("() => { window.isStillHere = true; }")
    headings = set()

    for path in LINKS:
        footer(page).get_by_role("navigation").locator(f'a[href="{path}"]').click()
        page.wait_for_function("(path) => location.pathname === path", arg=path)
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_count(1)
        page.wait_for_function(
            "(known) => !known.includes(document.querySelector('h1')?.textContent)", arg=[*headings]
        )
        headings.add(heading.inner_text())

    assert len(headings) == len(LINKS)
    assert "Page not found" not in headings
    assert page.evaluate("() => window.isStillHere") is True


def test_a_disclosure_opens(page: Page) -> None:
    visit(page, "/pro")
    footer(page).get_by_role("button", name="Regulatory Disclosure").click()

    footer(page).get_by_role("link", name="SEBI IA registration").click()

    expect(page.get_by_role("heading", level=1, name="SEBI IA registration")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Academy")).to_be_visible()
    expect(footer(page).get_by_role("button", name="Regulatory Disclosure")).to_be_visible()

    # As the app's web view opens it. A difference to the server's HTML would be a console error.
    page.reload()
    wait_for_hydration(page)

    expect(page.get_by_role("heading", level=1, name="SEBI IA registration")).to_be_visible()
    assert targets(page.get_by_role("banner")) == ["/"]
    assert targets(footer(page)) == []

    page.go_back()

    expect(page.get_by_role("banner").get_by_role("link", name="Academy")).to_be_visible()
    assert path_of(page) == "/pro"
