"""
Menus pass axe, and nothing moves for people who want no motion. Public pages pass axe in test_public_pages,
members' pages in test_login_required.

The dark theme is other values of the same colour tokens. So each page is seen in it at one width, and only by
the rules that depend on colours; a second width is seen where the layout is another one.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .menus import KINDS, button, open_courses, open_live, panel, tab
from .page_checks import axe_violations, scroll_width_at_narrowest, violations_in_both_themes
from .stack import MEMBER
from .tabs import NARROW, NARROWEST, Tabs, visit

CLEAN = {"light": [], "dark": []}


@pytest.fixture
def axe_page(tabs: Tabs) -> Page:
    return tabs.open(reduced_motion="reduce")


def test_the_mega_menus_pass_axe(axe_page: Page) -> None:
    assert violations_in_both_themes(open_courses(axe_page)) == CLEAN
    # The three tabs show one kind of card: the first in both themes, the others in one.
    axe_page.emulate_media(color_scheme="light")
    for kind in KINDS:
        if kind == "Webinars":
            open_live(axe_page)
        tab(axe_page, kind).click()
        expect(panel(axe_page, "Live").get_by_role("tabpanel").get_by_role("listitem")).to_have_count(3)
        assert axe_violations(axe_page) == [], kind
    assert violations_in_both_themes(axe_page) == CLEAN


def test_the_avatar_menu_passes_axe(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Asha Kulkarni").click()
    expect(page.get_by_role("menu")).to_be_visible()

    assert violations_in_both_themes(page) == CLEAN


def test_the_mobile_menu_passes_axe(tabs: Tabs) -> None:
    """A member's, which has all that a visitor's has but two links of the same looks."""
    page = visit(tabs.open(width=NARROW, member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()

    assert violations_in_both_themes(page) == CLEAN
    assert scroll_width_at_narrowest(page) == NARROWEST


def test_open_disclosures_pass_axe(axe_page: Page) -> None:
    visit(axe_page, "/academy")
    axe_page.get_by_role("button", name="Regulatory Disclosure").click()

    assert violations_in_both_themes(axe_page) == CLEAN


_MOVING = """() => [...document.querySelectorAll('*')].filter((element) => {
  const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
  return !/^(0s(, )?)+$/.test(transitionDuration) || animationName !== 'none' || scrollBehavior === 'smooth';
}).map(({ className }) => String(className))"""


@pytest.mark.parametrize("path", ["/", "/courses", "/pro"])
def test_nothing_animates_with_reduced_motion(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(reduced_motion="reduce"), path)

    assert page.evaluate(_MOVING) == []


def test_menus_do_not_animate_with_reduced_motion(tabs: Tabs) -> None:
    page = open_live(tabs.open(reduced_motion="reduce"))
    assert page.evaluate(_MOVING) == []
    phone = visit(tabs.open(width=NARROW, reduced_motion="reduce"), "/pro")
    button(phone, "Menu").click()
    expect(phone.get_by_role("dialog", name="Menu")).to_be_visible()
    assert phone.evaluate(_MOVING) == []
