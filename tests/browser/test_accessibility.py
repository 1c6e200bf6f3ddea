"""Menus and members' pages pass axe; test_public_pages checks the public pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .menus import KINDS, button, open_courses, open_live, panel, tab
from .page_checks import scroll_width_at_narrowest, violations_in_both_themes
from .stack import MEMBER, route_table
from .tabs import NARROW, NARROWEST, Tabs, visit

CLEAN = {"light": [], "dark": []}
MEMBERS = [row["path"] for row in route_table() if row.get("guarded") and ":" not in row["path"]]


@pytest.fixture
def axe_page(tabs: Tabs) -> Page:
    return tabs.open(with_axe=True, reduced_motion="reduce")


@pytest.mark.parametrize("path", MEMBERS)
def test_a_members_page_passes_axe_and_fits_a_small_phone(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(with_axe=True, member=MEMBER), path)

    assert violations_in_both_themes(page) == CLEAN
    assert scroll_width_at_narrowest(page) == NARROWEST


def test_the_courses_menu_passes_axe(axe_page: Page) -> None:
    assert violations_in_both_themes(open_courses(axe_page)) == CLEAN


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_live_menu_passes_axe(axe_page: Page, kind: str) -> None:
    open_live(axe_page)
    tab(axe_page, kind).click()
    expect(panel(axe_page, "Live").get_by_role("tabpanel").get_by_role("listitem")).to_have_count(3)

    assert violations_in_both_themes(axe_page) == CLEAN


def test_the_avatar_menu_passes_axe(tabs: Tabs) -> None:
    page = visit(tabs.open(with_axe=True, member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Asha Kulkarni").click()
    expect(page.get_by_role("menu")).to_be_visible()

    assert violations_in_both_themes(page) == CLEAN


@pytest.mark.parametrize("member", [None, MEMBER], ids=["visitor", "member"])
def test_the_mobile_menu_passes_axe(tabs: Tabs, member: str | None) -> None:
    page = visit(tabs.open(width=NARROW, with_axe=True, member=member, reduced_motion="reduce"), "/academy")
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
