"""Menus and members' pages under axe; the public pages are judged in test_pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .menus import KINDS, button, open_courses, open_live, panel, tab
from .stack import MEMBER, route_table
from .survey import in_both_themes, width_at_the_narrowest
from .tabs import NARROW, NARROWEST, Tabs, visit

CLEAN = {"light": [], "dark": []}
MEMBERS = [row["path"] for row in route_table() if row.get("guarded") and ":" not in row["path"]]


@pytest.fixture
def judged(tabs: Tabs) -> Page:
    return tabs.open(with_axe=True, reduced_motion="reduce")


@pytest.mark.parametrize("path", MEMBERS)
def test_a_members_page_is_clean_and_fits_a_small_phone(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(with_axe=True, member=MEMBER), path)

    assert in_both_themes(page) == CLEAN
    assert width_at_the_narrowest(page) == NARROWEST


def test_the_courses_menu_is_clean(judged: Page) -> None:
    assert in_both_themes(open_courses(judged)) == CLEAN


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_live_menu_is_clean(judged: Page, kind: str) -> None:
    open_live(judged)
    tab(judged, kind).click()
    expect(panel(judged, "Live").get_by_role("tabpanel").get_by_role("listitem")).to_have_count(3)

    assert in_both_themes(judged) == CLEAN


def test_the_avatar_menu_is_clean(tabs: Tabs) -> None:
    page = visit(tabs.open(with_axe=True, member=MEMBER, reduced_motion="reduce"), "/academy")
    button(page, "Asha Kulkarni").click()
    expect(page.get_by_role("menu")).to_be_visible()

    assert in_both_themes(page) == CLEAN


@pytest.mark.parametrize("member", [None, MEMBER], ids=["visitor", "member"])
def test_the_mobile_menu_is_clean(tabs: Tabs, member: str | None) -> None:
    page = visit(tabs.open(width=NARROW, with_axe=True, member=member, reduced_motion="reduce"), "/academy")
    button(page, "Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()

    assert in_both_themes(page) == CLEAN
    assert width_at_the_narrowest(page) == NARROWEST


def test_the_open_disclosures_are_clean(judged: Page) -> None:
    visit(judged, "/academy")
    judged.get_by_role("button", name="Regulatory Disclosure").click()

    assert in_both_themes(judged) == CLEAN


_MOVING = """() => [...document.querySelectorAll('*')].filter((element) => {
  const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
  return !/^(0s(, )?)+$/.test(transitionDuration) || animationName !== 'none' || scrollBehavior === 'smooth';
}).map(({ className }) => String(className))"""


@pytest.mark.parametrize("path", ["/", "/courses", "/pro"])
def test_nothing_moves_for_who_wants_less_motion(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(reduced_motion="reduce"), path)

    assert page.evaluate(_MOVING) == []


def test_the_menus_do_not_move_either(tabs: Tabs) -> None:
    page = open_live(tabs.open(reduced_motion="reduce"))
    assert page.evaluate(_MOVING) == []
    phone = visit(tabs.open(width=NARROW, reduced_motion="reduce"), "/pro")
    button(phone, "Menu").click()
    expect(phone.get_by_role("dialog", name="Menu")).to_be_visible()
    assert phone.evaluate(_MOVING) == []
