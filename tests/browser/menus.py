"""Locators and actions for the menus in the header."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .tabs import visit

KINDS = {
    "Webinars": "**/api/learning/webinarV1*",
    "Mentorship Programs": "**/api/mentorship?*",
    "Live Trading Programs": "**/api/learning/web/liveotp*",
}


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("banner").get_by_role("button", name=name, exact=True)


def panel(page: Page, name: str) -> Locator:
    """The panel that the menu's button controls."""
    return page.locator(f"#{button(page, name).get_attribute('aria-controls')}")


def part(page: Page, title: str) -> Locator:
    """A column of the Courses menu."""
    return panel(page, "Courses").get_by_role("region", name=title)


def tab(page: Page, name: str) -> Locator:
    return panel(page, "Live").get_by_role("tab", name=name)


def open_courses(page: Page, path: str = "/academy") -> Page:
    visit(page, path)
    button(page, "Courses").click()
    expect(part(page, "Featured")).to_be_visible()
    return page


def open_live(page: Page, path: str = "/academy") -> Page:
    visit(page, path)
    button(page, "Live").click()
    expect(tab(page, "Webinars")).to_be_visible()
    return page


def expect_open(page: Page, name: str) -> None:
    expect(button(page, name)).to_have_attribute("aria-expanded", "true")
    expect(panel(page, name)).to_be_visible()


def expect_closed(page: Page, name: str) -> None:
    expect(button(page, name)).to_have_attribute("aria-expanded", "false")
    expect(panel(page, name)).to_be_hidden()
