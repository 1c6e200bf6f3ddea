"""The Courses mega-menu."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .menus import button, is_closed, is_open, open_courses, panel, part
from .stack import Stack
from .tabs import Tabs, answer, hold, path_of, stored, visit

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
    """The badge follows the flag, whatever the demo data happen to hold."""
    fresh, old = ({**course, "isNew": place == 0} for place, course in enumerate(stack.courses[:2]))
    answer(page, COURSES, {"courses": [fresh, old], "totalCount": 2})

    open_courses(page)

    expect(featured_cards(page).nth(0).get_by_text("NEW", exact=True)).to_be_visible()
    expect(featured_cards(page).nth(1).get_by_text("NEW", exact=True)).to_have_count(0)


def test_it_asks_for_nothing_before_it_is_opened(page: Page, tabs: Tabs) -> None:
    """A page carries its own data only; the menus fetch when they open."""
    visit(page, "/academy")
    assert tabs.calls(page) == []

    button(page, "Courses").click()
    expect(part(page, "Featured")).to_be_visible()

    assert sorted(tabs.calls(page)) == ["GET /api/category", "POST /api/course/mobile"]


def test_a_mouse_over_the_button_opens_it_and_it_closes_200_ms_after_leaving(page: Page) -> None:
    """On its way into the panel a mouse leaves the menu for a moment."""
    page.clock.install()
    visit(page, "/academy")
    button(page, "Courses").hover()
    is_open(page, "Courses")
    expect(part(page, "Featured")).to_be_visible()

    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.mouse.move(700, 880)
    page.clock.run_for(199)
    is_open(page, "Courses")
    page.clock.run_for(1)
    is_closed(page, "Courses")


def test_a_mouse_that_comes_back_in_time_keeps_it_open(page: Page) -> None:
    page.clock.install()
    visit(page, "/academy")
    button(page, "Courses").hover()
    expect(part(page, "Featured")).to_be_visible()

    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.mouse.move(700, 880)
    page.clock.run_for(150)
    part(page, "Featured").hover()
    page.clock.run_for(1000)

    is_open(page, "Courses")


def test_a_press_opens_it_and_a_second_press_closes_it(page: Page) -> None:
    visit(page, "/academy")
    is_closed(page, "Courses")

    button(page, "Courses").click()
    is_open(page, "Courses")
    button(page, "Courses").click()
    is_closed(page, "Courses")


def test_a_press_elsewhere_closes_it(page: Page) -> None:
    open_courses(page)

    page.mouse.click(20, 880)

    is_closed(page, "Courses")


def test_a_finger_opens_and_closes_it_too(tabs: Tabs) -> None:
    """A tablet is as wide as a desk and has no mouse."""
    page = visit(tabs.open(width=1180, has_touch=True), "/academy")

    button(page, "Courses").tap()
    is_open(page, "Courses")
    page.touchscreen.tap(20, 860)
    is_closed(page, "Courses")


def test_the_keyboard_alone_opens_it_reaches_a_course_and_escape_gives_the_button_back(page: Page) -> None:
    """Nobody who cannot hold a mouse may be left outside."""
    visit(page, "/academy")
    button(page, "Courses").focus()
    page.keyboard.press("Enter")
    expect(part(page, "Featured")).to_be_visible()

    page.keyboard.press("Tab")
    expect(part(page, "Trending Courses").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")

    is_closed(page, "Courses")
    expect(button(page, "Courses")).to_be_focused()


def test_it_closes_when_the_focus_moves_on(page: Page) -> None:
    """An open panel would cover what has the focus now."""
    open_courses(page)
    part(page, "Featured").get_by_role("link").last.focus()

    page.keyboard.press("Tab")

    is_closed(page, "Courses")
    expect(button(page, "Live")).to_be_focused()


def test_view_all_courses_leads_to_the_list(page: Page) -> None:
    open_courses(page)

    panel(page, "Courses").get_by_role("link", name="View All Courses").click()

    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()
    assert path_of(page) == "/courses"
    is_closed(page, "Courses")


def test_a_category_leads_to_its_courses(page: Page, stack: Stack) -> None:
    title = stack.categories[3]["title"]
    open_courses(page)

    part(page, "Top Categories").get_by_role("link", name=title, exact=True).click()

    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()
    assert path_of(page) == f"/courses?category={quote(title)}"
    is_closed(page, "Courses")


@pytest.mark.parametrize("column", ["Trending Courses", "Featured"])
def test_a_course_pressed_here_is_remembered(page: Page, stack: Stack, column: str) -> None:
    """The specification names the key under which the next page finds its id."""
    course = stack.courses[1]
    open_courses(page)

    if column == "Featured":
        featured_cards(page).nth(1).get_by_role("link", name="See courses").click()
    else:
        part(page, column).get_by_role("link", name=course["title"]).click()

    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    assert stored(page, "selectedCourse") == course["_id"]
    assert path_of(page) == f"/courses/{course['weburlname']}"


def test_it_says_that_it_is_loading(page: Page) -> None:
    release = hold(page, COURSES)
    visit(page, "/academy")
    button(page, "Courses").click()

    expect(panel(page, "Courses").get_by_role("status")).to_be_visible()
    release()
    expect(part(page, "Featured")).to_be_visible()
    expect(panel(page, "Courses").get_by_role("status")).to_have_count(0)


def test_without_courses_the_other_columns_and_the_way_on_remain(page: Page) -> None:
    answer(page, COURSES, {"courses": [], "totalCount": 0})
    visit(page, "/academy")
    button(page, "Courses").click()

    expect(part(page, "Top Categories").get_by_role("link").first).to_be_visible()
    expect(part(page, "Trending Courses").get_by_role("link", name="View All Courses")).to_be_visible()
    expect(part(page, "Featured")).to_have_count(0)


def test_a_failure_here_can_be_tried_again_and_leaves_the_page_alone(tabs: Tabs) -> None:
    page = tabs.open(allow=["500"])
    page.clock.install()
    answer(page, COURSES, {"message": "The shelf fell down.", "code": "unexpected"}, status=500)
    visit(page, "/academy")
    button(page, "Courses").click()
    page.clock.run_for(5000)

    failure = panel(page, "Courses").get_by_role("alert")
    expect(failure).to_contain_text("The shelf fell down.")
    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    page.unroute(COURSES)
    failure.get_by_role("button", name="Try again").click()
    expect(part(page, "Featured")).to_be_visible()


def test_a_menu_whose_script_does_not_come_says_so_and_can_be_tried_again(tabs: Tabs) -> None:
    page = tabs.open(allow=["ERR_FAILED", "ChunkLoadError"])
    script = "**/static/dist/*.js"
    visit(page, "/academy")
    page.route(script, lambda route: route.abort())
    button(page, "Courses").click()

    failure = panel(page, "Courses").get_by_role("alert")
    expect(failure).to_contain_text("This menu could not be loaded.")
    page.unroute(script)
    failure.get_by_role("button", name="Try again").click()
    expect(part(page, "Featured")).to_be_visible()
