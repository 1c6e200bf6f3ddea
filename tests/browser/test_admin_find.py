"""The search box of the admin with the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .stack import STAFF


def test_a_person_is_found_and_opened_without_a_mouse(desk: Page) -> None:
    box = desk.get_by_role("combobox", name="Find anything")  # Only with its script, which '/' needs too.
    expect(box).to_be_visible()
    desk.keyboard.press("/")
    expect(box).to_be_focused()
    box.press_sequentially(STAFF)
    people = desk.get_by_role("group", name="People")
    expect(people.get_by_role("option")).to_have_count(2)
    box.press("ArrowDown")
    expect(people.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    box.press("Escape")
    expect(people).to_be_hidden()
    box.press_sequentially(" ")
    expect(people).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    expect(desk).to_have_url(re.compile(r"/admin/learner/[0-9a-f-]{36}/$"))
    expect(desk.get_by_role("heading", name="Timeline")).to_be_visible()
