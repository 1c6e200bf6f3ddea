"""The theme switch: light, dark or system."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .tabs import IS_STYLED, Tabs, hold, visit

PAPER = {"light": "rgb(251, 250, 247)", "dark": "rgb(11, 18, 29)"}

# When the body appears, nothing has been painted yet.
_NOTE_THEME_AT_BODY = """() => {
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    window.themeAtFirst = document.documentElement.dataset.theme ?? null;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}"""


def ground(page: Page) -> str:
    return page.evaluate("() => getComputedStyle(document.body).backgroundColor")


def choose(page: Page, theme: str) -> None:
    """Click the switch until it has this theme; it cycles through system, light and dark."""
    switch = page.get_by_role("contentinfo").get_by_role("button", name="Theme:")
    while switch.get_attribute("aria-label") != f"Theme: {theme}":
        before = switch.get_attribute("aria-label")
        switch.click()
        expect(switch).not_to_have_attribute("aria-label", before or "")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_default_theme_follows_the_system(tabs: Tabs, scheme: str) -> None:
    page = visit(tabs.open(color_scheme=scheme), "/pro")

    assert ground(page) == PAPER[scheme]
    expect(page.get_by_role("contentinfo").get_by_role("button", name="Theme: system")).to_be_visible()


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_a_choice_is_stored_and_applied_before_the_first_paint(tabs: Tabs, system: str, chosen: str) -> None:
    """The dark theme must not flash white."""
    page = visit(tabs.open(color_scheme=system), "/pro")
    choose(page, chosen)
    assert ground(page) == PAPER[chosen]
    page.add_init_script(f"({_NOTE_THEME_AT_BODY})()")
    release = hold(page, "**/static/dist/main.*.js")

    page.reload(wait_until="commit")
    page.get_by_role("contentinfo").wait_for()
    page.wait_for_function(IS_STYLED)

    assert page.evaluate("() => window.themeAtFirst") == chosen
    assert ground(page) == PAPER[chosen]
    release()
    expect(page.get_by_role("contentinfo").get_by_role("button", name=f"Theme: {chosen}")).to_be_visible()


def test_an_unknown_stored_theme_is_ignored(page: Page) -> None:
    """Anything may have written to localStorage."""
    page.add_init_script("localStorage.setItem('theme', 'neon')")

    visit(page, "/pro")

    assert page.evaluate("() => document.documentElement.dataset.theme ?? null") is None
