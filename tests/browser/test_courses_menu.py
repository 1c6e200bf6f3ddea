"""The Courses mega-menu."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .menus import button, expect_closed, expect_open, open_courses, panel, part
from .stack import Stack
from .tabs import Tabs, hold, mock_response, path_of, stored, visit

COURSES = "**/api/course/mobile"
CATEGORIES = "**/api/category"


def featured_cards(page: Page) -> Any:
    return part(page, "Featured").get_by_role("listitem")


def test_it_lists_five_trending_courses_all_categories_and_two_featured(page: Page, stack: Stack) -> None:
    """Section 9 of the specification fixes the counts."""
    open_courses(page)

    trending = part(page, "Trending Courses").get_by_role("listitem")
    assert trending.all_inner_texts() == [course["title"] for course in stack.courses[:5]]
    categories = part(page, "Top Categories").get_by_role("listitem")
    assert categories.all_inner_texts() == [category["title"] for category in stack.categories]
    expect(categories.locator("svg")).to_have_count(len(stack.categories))
    expect(featured_cards(page)).to_have_count(2)


def test_a_featured_course_shows_title_text_and_a_link(page: Page, stack: Stack) -> None:
    open_courses(page)

    for place, course in enumerate(stack.courses[:2]):
        card = featured_cards(page).nth(place)
        expect(card.get_by_role("heading", name=course["title"])).to_be_visible()
        expect(card).to_contain_text(course["long_description"])
        expect(card.get_by_role("link", name="See courses")).to_have_attribute(
            "href", f"/courses/{course['weburlname']}"
        )


def test_a_new_course_is_badged_and_an_old_one_is_not(page: Page, stack: Stack) -> None:
    """The badge depends on the flag, not on the demo data."""
    fresh, old = ({**course, "isNew": place == 0} for place, course in enumerate(stack.courses[:2]))
    mock_response(page, COURSES, {"courses": [fresh, old], "totalCount": 2})

    open_courses(page)

    expect(featured_cards(page).nth(0).get_by_text("NEW", exact=True)).to_be_visible()
    expect(featured_cards(page).nth(1).get_by_text("NEW", exact=True)).to_have_count(0)


def test_it_fetches_nothing_before_it_is_opened(page: Page, tabs: Tabs) -> None:
    """Pages include only their own data; menus fetch when they open."""
    visit(page, "/academy")
    assert tabs.calls(page) == []

    button(page, "Courses").click()
    expect(part(page, "Featured")).to_be_visible()

    assert sorted(tabs.calls(page)) == ["GET /api/category", "POST /api/course/mobile"]


def test_hover_opens_it_and_it_closes_200_ms_after_leaving(page: Page) -> None:
    """The mouse may leave the menu briefly on its way into the panel."""
    page.clock.install()
    visit(page, "/academy")
    button(page, "Courses").hover()
    expect_open(page, "Courses")
    expect(part(page, "Featured")).to_be_visible()

    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.mouse.move(700, 880)
    page.clock.run_for(199)
    expect_open(page, "Courses")
    page.clock.run_for(1)
    expect_closed(page, "Courses")


def test_returning_within_200_ms_keeps_it_open(page: Page) -> None:
    page.clock.install()
    visit(page, "/academy")
    button(page, "Courses").hover()
    expect(part(page, "Featured")).to_be_visible()

    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.mouse.move(700, 880)
    page.clock.run_for(150)
    part(page, "Featured").hover()
    page.clock.run_for(1000)

    expect_open(page, "Courses")


def test_a_click_opens_it_and_a_second_click_closes_it(page: Page) -> None:
    visit(page, "/academy")
    expect_closed(page, "Courses")

    button(page, "Courses").click()
    expect_open(page, "Courses")
    button(page, "Courses").click()
    expect_closed(page, "Courses")


def test_a_click_outside_closes_it(page: Page) -> None:
    open_courses(page)

    page.mouse.click(20, 880)

    expect_closed(page, "Courses")


def test_a_tap_opens_and_closes_it(tabs: Tabs) -> None:
    """Tablets are wide and have no mouse."""
    page = visit(tabs.open(width=1180, has_touch=True), "/academy")

    button(page, "Courses").tap()
    expect_open(page, "Courses")
    page.touchscreen.tap(20, 860)
    expect_closed(page, "Courses")


def test_it_is_usable_by_keyboard_and_escape_returns_the_focus(page: Page) -> None:
    """The menu must be usable without a mouse."""
    visit(page, "/academy")
    button(page, "Courses").focus()
    page.keyboard.press("Enter")
    expect(part(page, "Featured")).to_be_visible()

    page.keyboard.press("Tab")
    expect(part(page, "Trending Courses").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")

    expect_closed(page, "Courses")
    expect(button(page, "Courses")).to_be_focused()


def test_it_closes_when_it_loses_the_focus(page: Page) -> None:
    """An open panel would cover the focused element."""
    open_courses(page)
    part(page, "Featured").get_by_role("link").last.focus()

    page.keyboard.press("Tab")

    expect_closed(page, "Courses")
    expect(button(page, "Live")).to_be_focused()


def test_view_all_courses_links_to_the_list(page: Page) -> None:
    open_courses(page)

    panel(page, "Courses").get_by_role("link", name="View All Courses").click()

    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()
    assert path_of(page) == "/courses"
    expect_closed(page, "Courses")


def test_a_category_links_to_its_courses(page: Page, stack: Stack) -> None:
    title = stack.categories[3]["title"]
    open_courses(page)

    part(page, "Top Categories").get_by_role("link", name=title, exact=True).click()

    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()
    assert path_of(page) == f"/courses?category={quote(title)}"
    expect_closed(page, "Courses")


@pytest.mark.parametrize("column", ["Trending Courses", "Featured"])
def test_a_clicked_course_is_stored(page: Page, stack: Stack, column: str) -> None:
    """The specification names the storage key of its id."""
    course = stack.courses[1]
    open_courses(page)

    if column == "Featured":
        featured_cards(page).nth(1).get_by_role("link", name="See courses").click()
    else:
        part(page, column).get_by_role("link", name=course["title"]).click()

    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    assert stored(page, "selectedCourse") == course["_id"]
    assert path_of(page) == f"/courses/{course['weburlname']}"


def test_it_shows_a_loading_state(page: Page) -> None:
    release = hold(page, COURSES)
    visit(page, "/academy")
    button(page, "Courses").click()

    expect(panel(page, "Courses").get_by_role("status")).to_be_visible()
    release()
    expect(part(page, "Featured")).to_be_visible()
    expect(panel(page, "Courses").get_by_role("status")).to_have_count(0)


def test_without_courses_the_other_columns_and_links_remain(page: Page) -> None:
    mock_response(page, COURSES, {"courses": [], "totalCount": 0})
    visit(page, "/academy")
    button(page, "Courses").click()

    expect(part(page, "Top Categories").get_by_role("link").first).to_be_visible()
    expect(part(page, "Trending Courses").get_by_role("link", name="View All Courses")).to_be_visible()
    expect(part(page, "Featured")).to_have_count(0)


def test_a_failed_request_can_be_retried_without_affecting_the_page(tabs: Tabs) -> None:
    page = tabs.open(allow=["500"])
    page.clock.install()
    mock_response(page, COURSES, {"message": "Something broke.", "code": "unexpected"}, status=500)
    visit(page, "/academy")
    button(page, "Courses").click()
    page.clock.run_for(5000)

    failure = panel(page, "Courses").get_by_role("alert")
    expect(failure).to_contain_text("Failed to fetch courses")
    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.unroute(COURSES)
    failure.get_by_role("button", name="Try again").click()
    expect(part(page, "Featured")).to_be_visible()


def test_a_menu_whose_script_fails_to_load_can_be_retried(tabs: Tabs) -> None:
    page = tabs.open(allow=["ERR_FAILED", "ChunkLoadError"])
    script = "**/static/dist/*.js"
    visit(page, "/academy")
    page.route(script, lambda route: route.abort())
    button(page, "Courses").click()

    failure = panel(page, "Courses").get_by_role("alert")
    expect(failure).to_contain_text("This could not be loaded.")
    page.unroute(script)
    failure.get_by_role("button", name="Try again").click()
    expect(part(page, "Featured")).to_be_visible()
