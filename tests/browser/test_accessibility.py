"""
Menus pass axe, and nothing moves for people who want no motion. Public pages pass axe in test_public_pages,
members' pages in test_login_required.

The dark theme is other values of the same colour tokens. So the style guide, which has every component, is
seen in it on each push; other pages in `make proof`, at one width, by the rules that depend on colours.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .menus import KINDS, button, open_courses, open_live, panel, tab
from .page_checks import axe_findings, axe_violations, scroll_width_at_narrowest
from .stack import MEMBER
from .tabs import NARROW, NARROWEST, Tabs, visit


@pytest.fixture
def axe_page(tabs: Tabs) -> Page:
    return tabs.open(reduced_motion="reduce")


def test_the_mega_menus_pass_axe(axe_page: Page) -> None:
    assert axe_findings(open_courses(axe_page)) == []
    # The three tabs show one kind of card: the last is seen in the dark theme too.
    axe_page.emulate_media(color_scheme="light")
    for kind in KINDS:
        if kind == "Webinars":
            open_live(axe_page)
        tab(axe_page, kind).click()
        expect(panel(axe_page, "Live").get_by_role("tabpanel").get_by_role("listitem")).to_have_count(3)
        assert axe_violations(axe_page) == [], kind
    assert axe_findings(axe_page) == []


def test_the_avatar_menu_passes_axe(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Asha Kulkarni").click()
    expect(page.get_by_role("menu")).to_be_visible()

    assert axe_findings(page) == []


def test_the_mobile_menu_passes_axe(tabs: Tabs) -> None:
    """A member's, which has all that a visitor's has but two links of the same looks."""
    page = visit(tabs.open(width=NARROW, member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()

    assert axe_findings(page) == []
    assert scroll_width_at_narrowest(page) == NARROWEST


def test_open_disclosures_pass_axe(axe_page: Page) -> None:
    visit(axe_page, "/academy")
    axe_page.get_by_role("button", name="Regulatory Disclosure").click()

    assert axe_findings(axe_page) == []


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
