"""Legal pages and forms in three widths and both themes, and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .page_checks import violations_in_both_themes, wait_for_hydration
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


@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_and_passes_axe(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(with_axe=True), path)
    wait_for_hydration(page)

    for width in (1440, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
    assert violations_in_both_themes(page) == {"light": [], "dark": []}


def test_a_table_of_contents_link_scrolls_to_its_heading(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/privacy-policy")

    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Your rights").click()

    expect(page.get_by_role("heading", name="Your rights")).to_be_in_viewport()
    assert page.url.endswith("#section-your-rights")


def test_a_grievance_is_submitted_by_keyboard(page: Page) -> None:
    visit(page, "/grievance-redressal")
    wait_for_hydration(page)

    page.get_by_role("textbox", name="Your name").focus()
    for words in ("Asha Verma", "98765 40001", "", "Charged twice", "दो बार पैसे कटे 😡"):
        page.keyboard.insert_text(words)
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Submit grievance")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="We have received your grievance")).to_be_focused()
    expect(page.get_by_role("main").get_by_role("status").first).to_contain_text(
        re.compile(r"GR-\d{6}-[2-9A-Z]{6}")
    )


def test_input_is_kept_when_the_network_fails(tabs: Tabs) -> None:
    page = visit(tabs.open(allow=["ERR_FAILED", "Failed to load"]), "/contact")
    wait_for_hydration(page)
    page.route("**/api/contact", lambda route: route.abort())
    for name in ("Your name", "Subject", "Message"):
        page.get_by_role("textbox", name=name).fill("Words of mine")
    page.get_by_role("textbox", name="Email").fill("asha@example.in")

    page.get_by_role("button", name="Send message").click()

    expect(page.get_by_role("alert")).to_contain_text("What you typed is still here.")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Words of mine")


def test_print_shows_text_and_tables_only(page: Page) -> None:
    visit(page, "/grievance-redressal")
    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="Step 1: tell us")).to_be_visible()
    expect(page.get_by_role("button", name="Submit grievance")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()
