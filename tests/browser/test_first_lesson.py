"""From a visitor's first look at a Pro course to its first lesson: preview, free trial, player."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import NARROW, Tabs, path_of, visit
from .test_login import CONSENT, TITLE, code, enter_otp

COURSE = "sectors-of-the-indian-economy"
MOBILE = "9650000390"


def plays(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('video')?.currentTime > 0.5")


def test_from_the_preview_over_the_trial_to_the_first_lesson(tabs: Tabs, stack: Stack) -> None:
    visitor = tabs.open(width=NARROW)
    visit(visitor, f"/courses/{COURSE}")
    visitor.get_by_role("button", name=re.compile("^Watch a preview")).click()
    preview = visitor.get_by_role("dialog")
    preview.get_by_role("button", name="Play", exact=True).click()
    plays(visitor)
    visitor.keyboard.press("Escape")
    expect(preview).to_have_count(0)

    visitor.get_by_role("link", name=re.compile("^Try Pro courses free")).click()
    section = visitor.locator("#freeTrial")
    section.get_by_role("textbox", name="Mobile number").fill(MOBILE)
    section.get_by_role("button", name="Start Free Trial").click()
    dialog = visitor.get_by_role("dialog", name=TITLE)
    dialog.get_by_role("checkbox", name=CONSENT).check()
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("textbox", name="Digit 1")).to_be_focused()
    enter_otp(dialog, visitor, code(stack, MOBILE))

    expect(section.get_by_role("heading", name="Your 7 days are on")).to_be_visible()
    section.get_by_role("link", name="Open the course you came from").click()
    box = visitor.get_by_role("complementary", name="Price and access")
    box.get_by_role("button", name="Enrol with Pro").click()
    box.get_by_role("link", name="Start learning").click()
    visitor.wait_for_url("**/topic/**")
    assert path_of(visitor).startswith("/course/")
    visitor.get_by_role("button", name="Play", exact=True).click()
    plays(visitor)
