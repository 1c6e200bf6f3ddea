"""Course pages: previews, prices, reviews and enrolling in free courses."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from .course_helpers import cards, finish, free_course, paid_course, path_to, pro_course, reviewed_course
from .menus import button
from .page_checks import MAIN_SCRIPT, axe_findings
from .stack import MEMBER, SUBSCRIBER, Stack
from .tabs import IS_MOUNTED, IS_STYLED, NARROW, NARROWEST, WIDE, Tabs, hold, path_of, visit
from .test_keyboard import tab_to
from .test_login import TITLE, code, enter_otp, request_otp

_numbers = itertools.count(9_720_000_001)


@pytest.fixture
def mobile() -> str:
    """A number that no other test uses: each may request six OTPs an hour."""
    return str(next(_numbers))


def test_a_visitor_enrols_in_a_free_course_through_the_login_dialog(
    phone: Page, stack: Stack, mobile: str
) -> None:
    course = free_course(stack)
    visit(phone, path_to(course))

    phone.get_by_role("main").get_by_role("button", name=re.compile("^Enrol")).tap()
    dialog = phone.get_by_role("dialog", name=TITLE)
    request_otp(dialog, mobile)
    enter_otp(dialog, phone, code(stack, mobile))

    go_on = phone.get_by_role("main").get_by_role("link", name="Start learning")
    expect(go_on).to_be_focused()
    assert phone.title() == f"{course['title']} · {stack.site['brandName']}"
    expect(phone.get_by_role("main")).to_contain_text("You're enrolled.")
    expect(phone.get_by_role("main")).to_contain_text("Access until")
    assert path_of(phone) == path_to(course)
    go_on.tap()
    phone.wait_for_url(f"**/course/{course['_id']}/topic/*")
    visit(phone, "/courses")
    expect(cards(phone).filter(has_text=course["title"])).to_contain_text("Enrolled")


def test_a_course_is_found_and_booked_by_keyboard(tabs: Tabs, stack: Stack) -> None:
    course = free_course(stack, place=1)
    page = visit(tabs.open(member=MEMBER), "/courses")
    tab_to(page.get_by_role("searchbox", name="Search courses"))
    page.keyboard.type(course["title"])
    expect(cards(page).first).to_contain_text(course["title"])
    tab_to(page.get_by_role("main").get_by_role("link", name=course["title"], exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    tab_to(page.get_by_role("main").get_by_role("button", name=re.compile("^Enrol")))
    page.keyboard.press("Enter")

    expect(page.get_by_role("main").get_by_role("link", name="Start learning")).to_be_focused()
    expect(button(page, "Asha Kulkarni")).to_be_visible()


def test_price_and_call_to_action_stay_in_view(tabs: Tabs, stack: Stack) -> None:
    for width in (NARROW, 1440):
        page = visit(tabs.open(width=width), path_to(free_course(stack, place=2)))
        enrol = page.get_by_role("main").get_by_role("button", name="Enrol for free")
        for top in (0, 700):
            page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", top)
            expect(enrol).to_be_in_viewport(ratio=1)
            expect(enrol).to_be_enabled()


def test_a_long_word_in_a_review_fits_a_small_phone(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(width=NARROWEST), path_to(reviewed_course(stack)))
    review = page.get_by_role("main").locator(".ReviewItem__root").first
    for said in ("span.weight-600", ".ReviewItem__text"):
        review.locator(said).evaluate("(element) => { element.textContent = 'm'.repeat(300) }")
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST


def test_a_review_is_written_once_half_of_the_course_is_finished(tabs: Tabs, stack: Stack) -> None:
    course = pro_course(stack, place=1)
    page = visit(tabs.open(member=SUBSCRIBER), path_to(course))
    reviews = page.get_by_role("region", name="Reviews")
    expect(reviews).to_contain_text("once you have finished half of it")
    expect(reviews.get_by_role("button", name="Write a review")).to_have_count(0)

    finish(stack, course, mobile=SUBSCRIBER)
    visit(page, path_to(course))
    reviews.get_by_role("button", name="Write a review").click()
    dialog = page.get_by_role("dialog", name="Write a review")
    dialog.get_by_role("radio", name="4 stars").check(force=True)
    dialog.get_by_role("button", name="Submit review").click()

    expect(reviews.get_by_role("status")).to_contain_text("once we have checked it")


_SNAPSHOT = """() => {
  const main = document.getElementById('main');
  const box = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.className.replace(' ShareButton__absent', ''), ...[x, y, width, height].map(Math.round)];
  };
  return {
    // A press on Share needs the script; its place is kept.
    words: main.innerText.split(/\\s+/).filter((word) => word !== 'Share'),
    boxes: [...main.querySelectorAll('h1, h2, h3, p, a, button, img, dd, li, section, .Stars__root')]
      .filter((part) => !part.matches('.visually-hidden')).map(box),
  };
}"""


@pytest.mark.parametrize(
    ("who", "width"),
    [
        (None, NARROW),
        (MEMBER, WIDE),
        (SUBSCRIBER, NARROW),
        *(
            pytest.param(who, width, marks=pytest.mark.proof)
            for who, width in ((None, WIDE), (MEMBER, NARROW), (SUBSCRIBER, WIDE))
        ),
    ],
)
def test_the_first_paint_is_right_for_each_kind_of_user(
    tabs: Tabs, stack: Stack, who: str | None, width: int
) -> None:
    """The server renders the right actions for each user, and hydration shifts nothing."""
    page = tabs.open(member=who, width=width)
    for course in (free_course(stack, place=3), paid_course(stack), pro_course(stack, place=2)):
        release = hold(page, MAIN_SCRIPT)
        page.goto(path_to(course), wait_until="commit")
        page.locator("footer").last.wait_for()
        page.wait_for_function(IS_STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        before = page.evaluate(_SNAPSHOT)
        release()
        page.wait_for_function(IS_MOUNTED)
        after = page.evaluate(_SNAPSHOT)
        page.unroute(MAIN_SCRIPT)
        assert before["words"] == after["words"]
        assert before["boxes"] == after["boxes"]
        assert tabs.calls(page) == []


@pytest.mark.proof
def test_opened_parts_pass_axe(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(width=NARROW, member=SUBSCRIBER), "/courses")
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("dialog").get_by_role("checkbox").first).to_be_visible()
    assert axe_findings(page) == []

    finish(stack, pro_course(stack, place=3), mobile=SUBSCRIBER)
    visit(page, path_to(pro_course(stack, place=3)))
    assert axe_findings(page) == []
    page.get_by_role("button", name="Write a review").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit review").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    assert axe_findings(page) == []
