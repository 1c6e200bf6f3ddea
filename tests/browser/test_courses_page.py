"""Finding a course: the list, its filters and the previews on its cards."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .shelf import at, cards, filters, found, titles
from .stack import Stack
from .tabs import Tabs, hold, visit

# --- the list ---


def test_filters_go_into_the_address_and_back_again(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    hindi = filters(page).get_by_role("checkbox", name=re.compile("^Hindi"))
    advanced = filters(page).get_by_role("checkbox", name=re.compile("^Advanced"))

    hindi.check()
    at(page, "/courses?language=Hindi")
    inside = [course for course in stack.courses if course["language"] == "Hindi"]
    found(page, f"{len(inside)} courses")
    assert sorted(titles(page)) == sorted(course["title"] for course in inside)
    filters(page).get_by_role("radio", name=re.compile("^Free with Pro")).check()
    at(page, "/courses?language=Hindi&price=pro")
    advanced.check()
    at(page, "/courses?level=Advanced&language=Hindi&price=pro")
    page.go_back()
    at(page, "/courses?language=Hindi&price=pro")
    expect(advanced).not_to_be_checked()
    page.go_back()
    page.go_back()
    at(page, "/courses")
    expect(hindi).not_to_be_checked()
    found(page, f"{len(stack.courses)} courses")


def test_a_shared_link_shows_what_was_chosen_without_asking(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(), "/courses?level=Beginner&price=free&sort=newest")

    inside = [
        course
        for course in stack.courses
        if course["level"] == "Beginner" and course["offer_price"] == 0 and not course["proCourse"]
    ]
    assert sorted(titles(page)) == sorted(course["title"] for course in inside)
    expect(filters(page).get_by_role("checkbox", name=re.compile("^Beginner"))).to_be_checked()
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("newest")
    assert tabs.calls(page) == []


@pytest.mark.parametrize(
    "query",
    [
        "level=Wizard",
        "price=gold",
        "instructor=%27%20OR%201%3D1",
        f"category={'x' * 500}",
        "search=zzzz%00qqqq",
    ],
)
def test_an_unknown_value_finds_nothing_and_breaks_nothing(tabs: Tabs, stack: Stack, query: str) -> None:
    page = visit(tabs.open(), f"/courses?{query}")

    found(page, "No courses found")
    page.get_by_role("link", name="Clear filters").click()
    found(page, f"{len(stack.courses)} courses")
    at(page, "/courses")


def test_searching_as_one_types_forgives_a_typo(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(), "/courses")

    page.get_by_role("searchbox", name="Search courses").press_sequentially("candelstick", delay=30)
    at(page, "/courses?search=candelstick")
    status = page.get_by_role("region", name="Courses").get_by_role("status").first
    expect(status).not_to_have_text(f"{len(stack.courses)} courses")
    expect(cards(page).first).to_contain_text("Candlesticks from the First Principle")
    assert len([call for call in tabs.calls(page) if "course/mobile" in call]) == 1
    page.get_by_role("button", name="Clear search").click()
    at(page, "/courses")
    expect(page.get_by_role("searchbox", name="Search courses")).to_be_focused()


def test_what_was_found_before_stays_until_the_new_answer_comes(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    release = hold(page, "**/api/course/mobile")

    page.get_by_role("combobox", name="Sort by").select_option("priceHigh")
    at(page, "/courses?sort=priceHigh")
    expect(cards(page)).to_have_count(len(stack.courses))
    expect(page.locator("[aria-busy=true] article")).to_have_count(len(stack.courses))
    release()
    dearest = max(course["offer_price"] for course in stack.courses)
    expect(cards(page).first).to_contain_text(f"{dearest:,.2f}")


def test_on_a_phone_the_filters_are_a_sheet(phone: Page, stack: Stack) -> None:
    visit(phone, "/courses")
    expect(filters(phone)).to_be_hidden()

    phone.get_by_role("button", name="Filters").tap()
    sheet = phone.get_by_role("dialog", name="Filters")
    sheet.get_by_role("checkbox", name=re.compile("^Hindi")).tap()
    inside = [course for course in stack.courses if course["language"] == "Hindi"]
    sheet.get_by_role("button", name=f"Show {len(inside)} courses").tap()

    expect(sheet).to_have_count(0)
    expect(phone.get_by_role("button", name="Filters (1)")).to_be_focused()
    expect(cards(phone)).to_have_count(len(inside))
    at(phone, "/courses?language=Hindi")


def many(stack: Stack, total: int = 60) -> Any:
    """Answers the list's call as if there were so many courses."""
    [pattern] = stack.courses[:1]

    def answer(route: Route) -> None:
        asked = route.request.post_data_json
        places = range(asked["skip"], min(asked["skip"] + asked["limit"], total))
        courses = [
            {**pattern, "_id": f"c{place}", "title": f"Course {place + 1}", "weburlname": f"course-{place}"}
            for place in places
        ]
        route.fulfill(json={"courses": courses, "totalCount": total})

    return answer


def long_list(page: Page, stack: Stack) -> Page:
    page.route("**/api/course/mobile", many(stack))
    visit(page, "/academy")
    page.get_by_role("contentinfo").get_by_role("link", name="Courses", exact=True).click()
    expect(cards(page)).to_have_count(24)
    return page


def test_the_list_grows_as_one_goes_down_and_is_there_when_one_comes_back(tabs: Tabs, stack: Stack) -> None:
    page = long_list(tabs.open(allow=["404", "ApiError"]), stack)
    for rows in (48, 60):
        cards(page).last.scroll_into_view_if_needed()
        expect(cards(page)).to_have_count(rows)
    link = page.get_by_role("link", name="Course 50", exact=True)
    link.scroll_into_view_if_needed()
    left_at = page.evaluate("() => scrollY")

    link.click()
    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    page.go_back()

    expect(cards(page)).to_have_count(60)
    expect(link).to_be_focused()
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 3", arg=left_at)


def test_the_keyboard_goes_on_with_the_first_new_course(page: Page, stack: Stack) -> None:
    page.add_init_script("window.IntersectionObserver = class { observe() {} disconnect() {} }")
    long_list(page, stack)

    page.get_by_role("button", name="Show more").focus()
    page.keyboard.press("Enter")

    expect(cards(page)).to_have_count(48)
    expect(page.get_by_role("link", name="Course 25", exact=True)).to_be_focused()


def test_asking_for_others_far_down_leads_to_the_first_of_them(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    page.evaluate("() => scrollTo({ top: 1800, behavior: 'instant' })")

    filters(page).get_by_role("checkbox", name=re.compile("^Beginner")).check()

    at(page, "/courses?level=Beginner")
    expect(page.get_by_role("region", name="Courses").get_by_role("status").first).to_be_in_viewport()


def test_a_list_that_fails_can_be_asked_for_again(tabs: Tabs, stack: Stack) -> None:
    page = tabs.open(allow=["503"])
    page.clock.install()
    page.route(
        "**/api/course/mobile", lambda route: route.fulfill(status=503, json={"message": "Back soon."})
    )
    visit(page, "/courses")
    page.get_by_role("combobox", name="Sort by").select_option("newest")
    for _ in range(2):
        page.wait_for_timeout(200)
        page.clock.fast_forward(2500)

    failure = page.get_by_role("region", name="Courses").get_by_role("alert")
    expect(failure).to_contain_text("Back soon.")
    page.unroute("**/api/course/mobile")
    failure.get_by_role("button", name="Try again").click()
    expect(cards(page)).to_have_count(len(stack.courses))


def test_what_was_chosen_before_the_scripts_came_is_kept(page: Page) -> None:
    release = hold(page, "**/static/dist/main.*.js")
    page.goto("/courses", wait_until="commit")
    filters(page).get_by_role("checkbox", name=re.compile("^Hindi")).check()
    page.get_by_role("searchbox", name="Search courses").fill("SIP")

    release()

    at(page, "/courses?language=Hindi&search=SIP")
    expect(page.get_by_role("searchbox", name="Search courses")).to_have_value("SIP")
    expect(filters(page).get_by_role("checkbox", name=re.compile("^Hindi"))).to_be_checked()


# --- the preview on a card ---


def test_a_preview_plays_while_the_mouse_is_on_its_card(page: Page, stack: Stack) -> None:
    course = next(one for one in stack.courses if one["previewVideoUrl"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, "/courses")
    card = cards(page).filter(has_text=course["title"])
    card.scroll_into_view_if_needed()
    assert not [url for url in asked if course["previewVideoUrl"] in url]

    card.hover()
    video = card.locator("video")
    expect(video).to_have_attribute("data-playing", "true")
    assert video.evaluate("({ muted, loop, paused }) => [muted, loop, paused]") == [True, True, False]
    page.mouse.move(0, 0)
    expect(card.locator("video")).to_have_count(0)


def test_a_preview_never_plays_under_a_finger_nor_on_focus(phone: Page, stack: Stack) -> None:
    course = next(one for one in stack.courses if one["previewVideoUrl"])
    visit(phone, "/courses")
    phone.evaluate(
        "() => new MutationObserver(() => {"
        " if (document.querySelector('video')) window.sawVideo = true;"
        "}).observe(document.body, { childList: true, subtree: true })"
    )
    link = phone.get_by_role("main").get_by_role("link", name=course["title"], exact=True)
    link.focus()
    phone.wait_for_timeout(300)

    link.tap()

    expect(phone.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    assert phone.evaluate("() => window.sawVideo") is None
