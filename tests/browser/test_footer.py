"""The footer, the same on every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .page_checks import wait_for_hydration
from .stack import Stack
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
DISCLOSURES = [
    "/mobile/disclosure-advice",
    "/mobile/SEBI-IA-Registration",
    "/mobile/Advisory-Agreement",
    "/mobile/SEBI-Investor-charter",
]


def footer(page: Page) -> Locator:
    return page.get_by_role("contentinfo")


def targets(found: Locator) -> list[str]:
    return [link.get_attribute("href") or "" for link in found.get_by_role("link").all()]


def test_every_page_of_the_specification_is_linked(page: Page) -> None:
    visit(page, "/pro")

    found = targets(footer(page).get_by_role("navigation"))

    assert set(LINKS) <= set(found)


@pytest.mark.parametrize("name", ["FAQ", "Webinars"])
def test_the_faq_and_webinar_links_go_home(page: Page, name: str) -> None:
    visit(page, "/pro")

    footer(page).get_by_role("link", name=name, exact=True).click()

    page.wait_for_function("() => location.pathname === '/'")
    expect(page.locator("#freeTrial")).to_have_count(1)


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


def test_regulatory_disclosure_expands_and_collapses_four_links(page: Page) -> None:
    visit(page, "/pro")
    toggle = footer(page).get_by_role("button", name="Regulatory Disclosure")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    for path in DISCLOSURES:
        expect(footer(page).locator(f'a[href="{path}"]')).to_be_hidden()

    toggle.click()

    expect(toggle).to_have_attribute("aria-expanded", "true")
    folded = page.locator(f"#{toggle.get_attribute('aria-controls')}")
    assert targets(folded) == DISCLOSURES
    toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    expect(folded).to_be_hidden()


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


def test_the_footer_shows_the_advisers_registration(page: Page, stack: Stack) -> None:
    """What a registered adviser must show on every page."""
    visit(page, "/pro")
    site = stack.site

    registration, regulator, company = (
        footer(page).get_by_role("region", name=name) for name in ("Registration", "Regulator", "Company")
    )
    for fact in ("registeredName", "type", "number", "validity", "address"):
        expect(registration).to_contain_text(site["registration"][fact])
    for officer in ("principalOfficer", "complianceOfficer"):
        for fact in ("name", "email", "phone"):
            expect(registration).to_contain_text(site["registration"][officer][fact])
    for fact in ("name", "address", "phone"):
        expect(regulator).to_contain_text(site["regulator"][fact])
    for fact in ("name", "cin", "gstin", "state"):
        expect(company).to_contain_text(site["company"][fact])
    assert len(site["disclaimers"]) == 3
    for text in (*site["disclaimers"], site["copyright"]):
        expect(footer(page).get_by_text(text, exact=True)).to_be_visible()


def test_the_footer_has_phone_email_and_social_links(page: Page, stack: Stack) -> None:
    visit(page, "/pro")
    contact = stack.site["contact"]

    phone = footer(page).get_by_role("link", name=contact["phone"])
    expect(phone).to_have_attribute("href", f"tel:{contact['phone'].replace(' ', '')}")
    expect(footer(page).get_by_role("link", name=contact["email"])).to_have_attribute(
        "href", f"mailto:{contact['email']}"
    )
    expect(footer(page).get_by_text(contact["city"], exact=True)).to_be_visible()
    expect(footer(page).get_by_text("9:00-18:00 Monday to Friday")).to_be_visible()
    for group, links in (("Social media", "socialLinks"), ("Our app", "storeLinks")):
        found = footer(page).get_by_role("list", name=group)
        assert targets(found) == [link["url"] for link in stack.site[links]]
        assert stack.site[links]


def test_scroll_to_top_scrolls_to_the_top(page: Page) -> None:
    visit(page, "/courses")
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")

    footer(page).get_by_role("button", name="Scroll to top").click()

    page.wait_for_function("() => scrollY === 0")
    assert path_of(page) == "/courses"
