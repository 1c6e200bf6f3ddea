"""Where a page stands when one comes to it, comes back to it, or loads it again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .stack import Stack
from .survey import TWO_FRAMES
from .tabs import Tabs, path_of, visit

_WATCH_SCROLLING = """() => {
  window.tops = [];
  addEventListener('scroll', () => window.tops.push(scrollY));
}"""


_GO = """(address) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}"""


def scroll_to(page: Page, top: int) -> None:
    page.evaluate("(top) => window.scrollTo({ top, behavior: 'instant' })", top)
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 2", arg=top)


def watched_way_home(page: Page) -> list[float]:
    """Press 'Home' far down a page; the places passed until the top is reached."""
    visit(page, "/courses")
    scroll_to(page, 900)
    page.evaluate(_WATCH_SCROLLING)
    page.get_by_role("banner").get_by_role("link", name="Home", exact=True).click()
    expect(page.locator("#freeTrial")).to_have_count(1)
    page.wait_for_function("() => scrollY === 0")
    return page.evaluate("() => window.tops")


def test_a_new_page_is_scrolled_smoothly_to_its_top(page: Page) -> None:
    """Section 2.1 of the specification."""
    tops = watched_way_home(page)

    between = [top for top in tops if 0 < top < 900]
    assert len(between) >= 3
    assert tops == sorted(tops, reverse=True)


def test_who_wants_less_motion_is_taken_there_at_once(tabs: Tabs) -> None:
    tops = watched_way_home(tabs.open(reduced_motion="reduce"))

    assert [top for top in tops if 0 < top < 900] == []


def test_a_hash_wins_over_the_top(page: Page) -> None:
    """'Start Free Trial' is on every page and must end at the form."""
    visit(page, "/courses")
    scroll_to(page, 700)

    page.get_by_role("banner").get_by_role("link", name="Start Free Trial").click()

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)
    assert path_of(page) == "/#freeTrial"
    assert page.evaluate("() => scrollY") > 0


def test_a_hash_that_was_typed_is_in_view(page: Page) -> None:
    visit(page, "/#freeTrial")

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)


def test_the_same_hash_pressed_again_works_again(page: Page) -> None:
    visit(page, "/#freeTrial")
    scroll_to(page, 0)

    page.get_by_role("banner").get_by_role("link", name="Start Free Trial").click()

    expect(page.locator("#freeTrial")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("hash", ["#gone", "#50%"])
def test_a_page_without_the_place_that_is_asked_for_is_read_from_its_top(page: Page, hash: str) -> None:
    visit(page, "/courses")
    scroll_to(page, 700)

    page.evaluate(_GO, f"/{hash}")

    expect(page.locator("#freeTrial")).to_have_count(1)
    page.wait_for_function("() => scrollY === 0")
    expect(page.get_by_role("main")).to_be_focused()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_going_back_restores_place_rows_and_focus(page: Page, stack: Stack, way: str) -> None:
    """Who looked at the fourteenth course wants to go on with the fifteenth."""
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
    # Chromium adds what is left of a running smooth scroll to the next place, a few pixels at most.
    page.wait_for_function("() => scrollY === 0")

    page.go_back()

    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))
    expect(link).to_be_focused()
    assert page.evaluate("() => scrollY") == pytest.approx(left_at, abs=2)


def test_going_forward_again_restores_that_place_too(page: Page, stack: Stack) -> None:
    visit(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    scroll_to(page, 300)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()

    page.go_forward()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.wait_for_function("() => Math.abs(scrollY - 300) < 2")


def test_loading_a_page_again_keeps_the_place(page: Page) -> None:
    visit(page, "/courses")
    scroll_to(page, 1234)

    page.reload()

    page.wait_for_function("() => Math.abs(scrollY - 1234) < 2")


def test_a_change_of_query_alone_moves_nothing(page: Page, stack: Stack) -> None:
    """Choosing a category must not throw the reader about."""
    visit(page, "/courses")
    scroll_to(page, 60)

    page.get_by_role("main").get_by_role("link", name=stack.categories[0]["title"], exact=True).click()

    page.wait_for_function("() => location.search !== ''")
    expect(page.get_by_role("main").get_by_role("link", name="All courses")).to_be_visible()
    assert page.evaluate("() => scrollY") == 60


def test_a_new_page_has_the_focus_at_its_start(page: Page) -> None:
    """A screen reader would otherwise stay on a link that is gone."""
    visit(page, "/")

    page.get_by_role("banner").get_by_role("link", name="Academy").click()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
