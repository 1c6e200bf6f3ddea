"""Legal pages and forms in three widths and both themes, and by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .page_checks import wait_for_hydration
from .tabs import Tabs, visit


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


def test_print_shows_text_and_tables_only(page: Page) -> None:
    visit(page, "/grievance-redressal")
    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="Step 1: tell us")).to_be_visible()
    expect(page.get_by_role("button", name="Submit grievance")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()
