"""Using the site by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .menus import button
from .stack import MEMBER, Stack
from .tabs import Tabs, path_of, visit

# A card's link draws its focus ring around the card (::after), a field around its box.
_STOP = """() => {
  const focused = document.activeElement;
  const ring = [[focused, null], [focused, '::after'], [focused.parentElement ?? focused, null]]
    .map(([element, part]) => getComputedStyle(element, part))
    .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2);
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint(
    (left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  );
  return {
    name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
    place: focused === document.body ? 'body' : focused.tagName,
    ring,
    inView: seen !== null && (focused.contains(seen) || seen.contains(focused)),
  };
}"""


def tab_on(page: Page) -> dict[str, Any]:
    page.keyboard.press("Tab")
    return page.evaluate(_STOP)


def tab_to(target: Locator, *, most: int = 80) -> None:
    for _ in range(most):
        target.page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return
    pytest.fail(f"{target} was not reached with {most} presses of Tab")


def test_the_first_stop_skips_to_the_content(page: Page) -> None:
    """Keyboard users must be able to skip the header."""
    visit(page, "/courses")

    assert tab_on(page)["name"] == "Skip to content"
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('main') !== null")


def test_a_course_is_reached_from_the_address_bar(page: Page, stack: Stack) -> None:
    course = stack.courses[0]
    visit(page, "/")

    tab_to(page.get_by_role("main").get_by_role("link", name=course["title"], exact=True))
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    assert path_of(page) == f"/courses/{course['weburlname']}"


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_every_focused_element_is_visible(tabs: Tabs, theme: str) -> None:
    """The focus must be visible."""
    page = visit(tabs.open(color_scheme=theme), "/")

    stops = []
    while (stop := tab_on(page))["name"] != "Scroll to top":
        stops.append(stop)
        assert len(stops) < 120

    assert len(stops) > 40
    assert [stop for stop in stops if not (stop["ring"] and stop["inView"])] == []


def test_a_member_reaches_every_item_of_the_avatar_menu(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER), "/academy")
    tab_to(button(page, "Asha Kulkarni"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Home")

    for name in (
        "My Dashboard",
        "My Learnings",
        "Upgrade to pro",
        "Orders",
        "Support",
        "Settings",
        "Log Out",
    ):
        expect(page.get_by_role("menuitem", name=name)).to_be_focused()
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="My Dashboard")).to_be_focused()
