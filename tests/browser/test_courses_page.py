"""Finding a course: the list, its filters and the previews on its cards."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from apps.core.testing import proof

from .course_helpers import cards, expect_result_count, filters, titles, wait_for_url
from .stack import Stack
from .tabs import Tabs, hold, visit

# --- the list ---


def test_filters_are_in_the_url_and_back_undoes_them(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    hindi = filters(page).get_by_role("checkbox", name=re.compile("^Hindi"))
    advanced = filters(page).get_by_role("checkbox", name=re.compile("^Advanced"))

    hindi.check()
    wait_for_url(page, "/courses?language=Hindi")
    inside = [course for course in stack.courses if course["language"] == "Hindi"]
    expect_result_count(page, f"{len(inside)} courses")
    assert sorted(titles(page)) == sorted(course["title"] for course in inside)
    filters(page).get_by_role("radio", name=re.compile("^Free with Pro")).check()
    wait_for_url(page, "/courses?language=Hindi&price=pro")
    advanced.check()
    wait_for_url(page, "/courses?level=Advanced&language=Hindi&price=pro")
    page.go_back()
    wait_for_url(page, "/courses?language=Hindi&price=pro")
    expect(advanced).not_to_be_checked()
    page.go_back()
    page.go_back()
    wait_for_url(page, "/courses")
    expect(hindi).not_to_be_checked()
    expect_result_count(page, f"{len(stack.courses)} courses")


def test_a_shared_link_shows_its_filters_without_a_request(tabs: Tabs, stack: Stack) -> None:
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


def test_an_unknown_filter_value_shows_no_courses(tabs: Tabs, stack: Stack) -> None:
    page = tabs.open()
    queries = [
        "level=Wizard",
        "price=gold",
        "instructor=%27%20OR%201%3D1",
        "category=Nothing%20of%20ours",
        f"category={'x' * 500}",
        "search=zzzz%00qqqq",
    ]
    for query in queries if proof.IS_WHOLE else queries[-2:]:
        visit(page, f"/courses?{query}")
        expect_result_count(page, "No courses found")
    page.get_by_role("link", name="Clear filters").click()
    expect_result_count(page, f"{len(stack.courses)} courses")
    wait_for_url(page, "/courses")


def many(stack: Stack, total: int = 60) -> Any:
    """Mock the list endpoint with this many courses."""
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


def test_the_list_loads_more_on_scroll_and_is_restored_on_back(tabs: Tabs, stack: Stack) -> None:
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


def test_changing_a_filter_far_down_scrolls_to_the_first_result(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    page.evaluate("() => scrollTo({ top: 1800, behavior: 'instant' })")

    filters(page).get_by_role("checkbox", name=re.compile("^Beginner")).check()

    wait_for_url(page, "/courses?level=Beginner")
    expect(page.get_by_role("region", name="Courses").get_by_role("status").first).to_be_in_viewport()


def test_choices_made_before_hydration_are_kept(page: Page) -> None:
    release = hold(page, "**/static/dist/main.*.js")
    page.goto("/courses", wait_until="commit")
    filters(page).get_by_role("checkbox", name=re.compile("^Hindi")).check()
    page.get_by_role("searchbox", name="Search courses").fill("SIP")

    release()

    wait_for_url(page, "/courses?language=Hindi&search=SIP")
    expect(page.get_by_role("searchbox", name="Search courses")).to_have_value("SIP")
    expect(filters(page).get_by_role("checkbox", name=re.compile("^Hindi"))).to_be_checked()


# --- the preview on a card ---


def test_a_preview_plays_on_hover(page: Page, stack: Stack) -> None:
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


def test_a_preview_does_not_play_on_touch_or_focus(phone: Page, stack: Stack) -> None:
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
