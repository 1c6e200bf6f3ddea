"""Finding a course, judging it, and taking it when it is free."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .menus import button
from .stack import MEMBER, SUBSCRIBER, Stack
from .survey import MAIN_SCRIPT, severe_findings
from .tabs import IS_MOUNTED, IS_STYLED, NARROW, Tabs, hold, path_of, visit
from .test_keyboard import tab_to
from .test_login import TITLE, ask, code, enter

_numbers = itertools.count(9_720_000_001)


@pytest.fixture
def mobile() -> str:
    """A number that no other test uses: each may be sent six codes an hour."""
    return str(next(_numbers))


def cards(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("article")


def found(page: Page, words: str) -> None:
    expect(page.get_by_role("region", name="Courses").get_by_role("status").first).to_have_text(words)


def filters(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Filters")


def titles(page: Page) -> list[str]:
    return cards(page).get_by_role("heading").all_inner_texts()


def at(page: Page, address: str) -> None:
    page.wait_for_function("(address) => location.pathname + location.search === address", arg=address)


def path_to(course: dict[str, Any]) -> str:
    return f"/courses/{course['weburlname']}"


def free(stack: Stack, *, place: int = 0) -> dict[str, Any]:
    return [one for one in stack.courses if one["offer_price"] == 0 and not one["proCourse"]][place]


def paid(stack: Stack) -> dict[str, Any]:
    return next(one for one in stack.courses if one["offer_price"] and not one["proCourse"])


def of_pro(stack: Stack, *, place: int = 0) -> dict[str, Any]:
    return [one for one in stack.courses if one["proCourse"]][place]


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


# --- a course ---


def test_a_visitor_takes_a_free_course_through_the_login_dialog(
    phone: Page, stack: Stack, mobile: str
) -> None:
    course = free(stack)
    visit(phone, path_to(course))

    phone.get_by_role("main").get_by_role("button", name=re.compile("^Enrol")).tap()
    dialog = phone.get_by_role("dialog", name=TITLE)
    ask(dialog, mobile)
    enter(dialog, phone, code(stack, mobile))

    go_on = phone.get_by_role("main").get_by_role("link", name="Continue learning")
    expect(go_on).to_be_focused()
    assert phone.title() == f"{course['title']} · {stack.site['brandName']}"
    expect(phone.get_by_role("main")).to_contain_text("You are enrolled.")
    expect(phone.get_by_role("main")).to_contain_text("Open until")
    assert path_of(phone) == path_to(course)
    go_on.tap()
    phone.wait_for_url(f"**/course/{course['_id']}/topic/*")
    visit(phone, "/courses")
    expect(cards(phone).filter(has_text=course["title"])).to_contain_text("Enrolled")


def test_the_keyboard_alone_finds_and_takes_a_course(tabs: Tabs, stack: Stack) -> None:
    course = free(stack, place=1)
    page = visit(tabs.open(member=MEMBER), "/courses")
    tab_to(page.get_by_role("searchbox", name="Search courses"))
    page.keyboard.type(course["title"])
    expect(cards(page).first).to_contain_text(course["title"])
    tab_to(page.get_by_role("main").get_by_role("link", name=course["title"], exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    tab_to(page.get_by_role("main").get_by_role("button", name=re.compile("^Enrol")))
    page.keyboard.press("Enter")

    expect(page.get_by_role("main").get_by_role("link", name="Continue learning")).to_be_focused()


def test_a_visitor_plays_a_free_preview_of_a_paid_course(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(), path_to(paid(stack)))
    opener = page.get_by_role("button", name=re.compile("^Free preview")).first

    opener.click()

    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("video, article, iframe").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


def test_price_and_next_step_stay_in_view(tabs: Tabs, stack: Stack) -> None:
    for width in (NARROW, 1440):
        page = visit(tabs.open(width=width), path_to(free(stack, place=2)))
        enrol = page.get_by_role("main").get_by_role("button", name="Enrol for free")
        for top in (0, 700):
            page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", top)
            expect(enrol).to_be_in_viewport(ratio=1)
            expect(enrol).to_be_enabled()


def test_a_paid_course_shows_its_price_and_how_to_buy_it(page: Page, stack: Stack) -> None:
    visit(page, path_to(paid(stack)))

    box = page.get_by_role("complementary", name="Price and access")
    expect(box).to_contain_text(f"{paid(stack)['offer_price']:,.2f}")
    expect(box.get_by_role("button", name="Buy for ₹")).to_be_enabled()


def test_a_course_of_pro_opens_at_once_for_a_subscriber(tabs: Tabs, stack: Stack) -> None:
    course = of_pro(stack)
    page = visit(tabs.open(member=SUBSCRIBER), path_to(course))
    box = page.get_by_role("complementary", name="Price and access")
    expect(box).to_contain_text("Open with your Pro until")
    expect(box.get_by_role("link", name="Start learning")).to_have_attribute(
        "href", re.compile(f"/course/{course['_id']}/topic/")
    )

    box.get_by_role("button", name="Enrol with Pro").click()

    expect(box.get_by_role("link", name="Continue learning")).to_be_focused()
    expect(box.get_by_role("button", name="Enrol with Pro")).to_have_count(0)


def test_a_course_of_pro_leads_others_to_pro(page: Page, stack: Stack) -> None:
    visit(page, path_to(of_pro(stack)))

    page.get_by_role("main").get_by_role("link", name="Get Pro").click()

    page.wait_for_url("**/pro")


def test_a_review_that_comes_too_early_is_refused_in_words(tabs: Tabs, stack: Stack) -> None:
    course = of_pro(stack, place=1)
    page = visit(tabs.open(member=SUBSCRIBER, allow=["409"]), path_to(course))

    page.get_by_role("button", name="Write a review").click()
    dialog = page.get_by_role("dialog", name="Write a review")
    dialog.get_by_role("radio", name="4 stars").check(force=True)
    dialog.get_by_role("button", name="Send review").click()

    expect(dialog.get_by_role("alert")).to_contain_text("once you have finished half of it")


_PICTURE = """() => {
  const main = document.getElementById('main');
  const box = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.className, ...[x, y, width, height].map(Math.round)];
  };
  return {
    words: main.innerText.split(/\\s+/),
    boxes: [...main.querySelectorAll('h1, h2, h3, p, a, button, img, dd, li, section, .Stars__root')]
      .filter((part) => !part.matches('.visually-hidden')).map(box),
  };
}"""


@pytest.mark.parametrize("width", [NARROW, 1440])
@pytest.mark.parametrize("who", [None, MEMBER, SUBSCRIBER])
def test_the_server_writes_what_each_person_sees(
    tabs: Tabs, stack: Stack, who: str | None, width: int
) -> None:
    """What a person may do with a course is known before any script, and nothing moves when it comes."""
    page = tabs.open(member=who, width=width)
    for course in (free(stack, place=3), paid(stack), of_pro(stack, place=2)):
        release = hold(page, MAIN_SCRIPT)
        page.goto(path_to(course), wait_until="commit")
        page.locator("footer").last.wait_for()
        page.wait_for_function(IS_STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        before = page.evaluate(_PICTURE)
        release()
        page.wait_for_function(IS_MOUNTED)
        after = page.evaluate(_PICTURE)
        page.unroute(MAIN_SCRIPT)
        assert before["words"] == after["words"]
        assert before["boxes"] == after["boxes"]
        assert tabs.calls(page) == []


def test_the_header_stays_a_members_after_enrolling(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(member=MEMBER), path_to(free(stack, place=4)))

    page.get_by_role("main").get_by_role("button", name="Enrol for free").click()

    expect(page.get_by_role("main").get_by_role("link", name="Continue learning")).to_be_focused()
    expect(button(page, "Asha Kulkarni")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_severe_in_what_opens(tabs: Tabs, stack: Stack, theme: str) -> None:
    page = visit(tabs.open(width=NARROW, with_axe=True, member=SUBSCRIBER, color_scheme=theme), "/courses")
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("dialog").get_by_role("checkbox").first).to_be_visible()
    assert severe_findings(page) == []

    visit(page, path_to(of_pro(stack, place=3)))
    assert severe_findings(page) == []
    page.get_by_role("button", name="Write a review").click()
    page.get_by_role("dialog").get_by_role("button", name="Send review").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    assert severe_findings(page) == []
