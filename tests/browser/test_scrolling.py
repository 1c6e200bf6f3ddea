"""Scroll positions after navigation, back and forward, and reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .page_checks import TWO_FRAMES
from .stack import Stack
from .tabs import Tabs, path_of, visit

_WATCH_SCROLLING = """() => {
  window.tops = [];
  addEventListener('scroll', () => window.tops.push(scrollY));
}"""


_GO = """(address) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}"""

_SCROLL_AND_LEAVE = """() => {
  window.scrollTo({ top: 300, behavior: 'instant' });
  history.back();
}"""
_SCROLL_AND_LEAVE_LATER = """() => {
  window.scrollTo({ top: 300, behavior: 'instant' });
  setTimeout(() => history.back(), 200);
}"""


def scroll_to(page: Page, top: int) -> None:
    page.evaluate("(top) => window.scrollTo({ top, behavior: 'instant' })", top)
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 2", arg=top)


def positions_on_the_way_home(page: Page) -> list[float]:
    """Click 'Home' far down a page; return the scroll positions until the top."""
    visit(page, "/courses")
    scroll_to(page, 900)
    page.evaluate(_WATCH_SCROLLING)
    page.get_by_role("banner").get_by_role("link", name="Home", exact=True).click()
    expect(page.locator("#freeTrial")).to_have_count(1)
    page.wait_for_function("() => scrollY === 0")
    return page.evaluate("() => window.tops")


def test_a_new_page_is_scrolled_smoothly_to_its_top(page: Page) -> None:
    """Section 2.1 of the specification."""
    tops = positions_on_the_way_home(page)

    between = [top for top in tops if 0 < top < 900]
    assert len(between) >= 3
    assert tops == sorted(tops, reverse=True)


def test_with_reduced_motion_scrolling_is_instant(tabs: Tabs) -> None:
    tops = positions_on_the_way_home(tabs.open(reduced_motion="reduce"))

    assert [top for top in tops if 0 < top < 900] == []


def test_a_hash_scrolls_to_its_target_instead_of_the_top(page: Page) -> None:
    """'Start Free Trial' is on every page and must scroll to the form."""
    visit(page, "/courses")
    scroll_to(page, 700)

    page.get_by_role("banner").get_by_role("link", name="Start Free Trial").click()

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)
    assert path_of(page) == "/#freeTrial"
    assert page.evaluate("() => scrollY") > 0


def test_the_target_of_a_typed_hash_is_in_view(page: Page) -> None:
    visit(page, "/#freeTrial")

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)


def test_clicking_the_same_hash_again_scrolls_again(page: Page) -> None:
    visit(page, "/#freeTrial")
    scroll_to(page, 0)

    page.get_by_role("banner").get_by_role("link", name="Start Free Trial").click()

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("hash", ["#gone", "#50%"])
def test_a_page_with_an_unknown_hash_starts_at_the_top(page: Page, hash: str) -> None:
    visit(page, "/courses")
    scroll_to(page, 700)

    page.evaluate(_GO, f"/{hash}")

    expect(page.locator("#freeTrial")).to_have_count(1)
    page.wait_for_function("() => scrollY === 0")
    expect(page.get_by_role("main")).to_be_focused()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_back_restores_position_rows_and_focus(page: Page, stack: Stack, way: str) -> None:
    """A user who viewed the fourteenth course continues with the fifteenth."""
    course = stack.courses[13]
    visit(page, "/courses")
    link = page.get_by_role("main").get_by_role("link", name=course["title"], exact=True)
    link.scroll_into_view_if_needed()
    left_at = page.evaluate("() => scrollY")
    assert left_at > 500
    if way == "mouse":
        link.click()
    else:
        link.focus()
        page.evaluate(TWO_FRAMES)
        left_at = page.evaluate("() => scrollY")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    # Chromium adds the rest of a running smooth scroll, a few pixels at most.
    page.wait_for_function("() => scrollY === 0")

    page.go_back()

    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))
    expect(link).to_be_focused()
    assert page.evaluate("() => scrollY") == pytest.approx(left_at, abs=2)


@pytest.mark.parametrize(
    "leave", [_SCROLL_AND_LEAVE_LATER, _SCROLL_AND_LEAVE], ids=["later", "within-a-frame"]
)
def test_forward_restores_the_position_too(page: Page, stack: Stack, leave: str) -> None:
    visit(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    page.evaluate(leave)
    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()

    page.go_forward()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.wait_for_function("() => Math.abs(scrollY - 300) < 2")


def test_a_reload_keeps_the_scroll_position(page: Page) -> None:
    visit(page, "/courses")
    scroll_to(page, 1234)

    page.reload()

    page.wait_for_function("() => Math.abs(scrollY - 1234) < 2")


def test_a_change_of_query_does_not_scroll(page: Page, stack: Stack) -> None:
    """Choosing a category must not scroll the page."""
    visit(page, "/courses")
    scroll_to(page, 60)

    page.get_by_role("main").get_by_role("link", name=stack.categories[0]["title"], exact=True).click()

    page.wait_for_function("() => location.search !== ''")
    expect(page.get_by_role("main").get_by_role("link", name="All courses")).to_be_visible()
    assert page.evaluate("() => scrollY") == 60


def test_navigation_moves_the_focus_to_the_start(page: Page) -> None:
    """Otherwise a screen reader would stay on a removed link."""
    visit(page, "/")

    page.get_by_role("banner").get_by_role("link", name="Academy").click()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
