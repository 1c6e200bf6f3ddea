"""The pages of words in a real browser: looked at in three widths and both themes, used with keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .survey import in_both_themes, wait_until_taken_over
from .tabs import Tabs, visit

PATHS = [
    "/privacy-policy",
    "/terms&conditions",
    "/complaints",
    "/audit",
    "/grievance-redressal",
    "/contact",
    "/mobile/Advisory-Agreement",
]


@pytest.mark.parametrize("width", [390, 768, 1440])
@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_and_axe_finds_nothing_severe(tabs: Tabs, path: str, width: int) -> None:
    page = visit(tabs.open(width=width, with_axe=True), path)
    wait_until_taken_over(page)

    assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
    assert in_both_themes(page) == {"light": [], "dark": []}


def test_a_heading_of_the_contents_leads_to_its_place(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/privacy-policy")

    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Your rights").click()

    expect(page.get_by_role("heading", name="Your rights")).to_be_in_viewport()
    assert page.url.endswith("#section-your-rights")


def test_a_grievance_is_sent_with_keys_alone(page: Page) -> None:
    visit(page, "/grievance-redressal")
    wait_until_taken_over(page)

    page.get_by_role("textbox", name="Your name").focus()
    for words in ("Asha Verma", "98765 40001", "", "Charged twice", "दो बार पैसे कटे 😡"):
        page.keyboard.insert_text(words)
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send the grievance")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="We have your grievance")).to_be_focused()
    expect(page.get_by_role("status").first).to_contain_text(re.compile(r"GR-\d{6}-[2-9A-Z]{6}"))


def test_what_was_typed_stays_when_the_network_is_gone(tabs: Tabs) -> None:
    page = visit(tabs.open(allow=["ERR_FAILED", "Failed to load"]), "/contact")
    wait_until_taken_over(page)
    page.route("**/api/contact", lambda route: route.abort())
    for name in ("Your name", "Subject", "Message"):
        page.get_by_role("textbox", name=name).fill("Words of mine")
    page.get_by_role("textbox", name="E-mail").fill("asha@example.in")

    page.get_by_role("button", name="Send the message").click()

    expect(page.get_by_role("alert")).to_contain_text("What you typed is still here.")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Words of mine")


def test_paper_shows_the_text_and_the_tables_alone(page: Page) -> None:
    visit(page, "/grievance-redressal")
    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="Step 1: tell us")).to_be_visible()
    expect(page.get_by_role("button", name="Send the grievance")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()
