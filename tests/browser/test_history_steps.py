"""Back on a phone closes what is open on a page, and nothing behind it changes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .checkout_helpers import WINDOW, checkout, create_buyer, open_checkout, pay, respond_as_bank
from .course_helpers import finish, free_course, paid_course, path_to
from .learners import Learner, create_learner
from .menus import button
from .player_helpers import COURSE
from .program_helpers import Program
from .stack import MEMBER, Stack
from .tabs import NARROW, Tabs, at_rest, depth_is, hold, path_of, visit
from .test_booking_changes import SESSIONS, create_booking
from .test_login import TITLE

FORMER = "/academy"
_LANDSCAPE = 844
_MARK = """() => {
  document.querySelector('main').firstElementChild.mark = 'as before';
  window.viewsBefore = window.dataLayer.filter(({ event }) => event === 'page_view').length;
}"""
_PAGE = """() => ({
  path: location.pathname + location.search + location.hash,
  top: scrollY,
  mark: document.querySelector('main').firstElementChild.mark,
  newViews: window.dataLayer.filter(({ event }) => event === 'page_view').length - window.viewsBefore,
})"""
_THE_SAME_DIALOG = pytest.mark.proof
"""Dialog.tsx takes the step for all of them: search, filters, login and swap show it on each push."""
_programs = map("steps-{}".format, itertools.count())


@dataclass
class Overlay:
    """How to open it, and how the page finds it."""

    path: str
    opener: Callable[[Page], Locator]
    name: str | re.Pattern[str]
    member: str | None = None
    width: int = NARROW
    role: Any = "dialog"


def in_main(name: str | re.Pattern[str]) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("main").get_by_role("button", name=name).first


def in_header(name: str) -> Callable[[Page], Locator]:
    return lambda page: button(page, name)


def in_row(row: str, name: str) -> Callable[[Page], Locator]:
    """On a phone it is behind 'More'."""

    def find(page: Page) -> Locator:
        article = page.get_by_role("article", name=row)
        more = article.get_by_role("button", name="More")
        if more.get_attribute("aria-expanded") == "false":
            more.tap()
        return article.get_by_role("button", name=name)

    return find


def on_phone(tabs: Tabs, **options: Any) -> Page:
    return tabs.open(**{"width": NARROW, "has_touch": True, "is_mobile": True, **options})


def open_overlay(tabs: Tabs, overlay: Overlay) -> tuple[Page, Locator, dict[str, Any]]:
    """Open it far down its page, which is the second of the visit; return the page's state before."""
    page = on_phone(tabs, member=overlay.member, width=overlay.width)
    visit(page, FORMER)
    visit(page, overlay.path)
    page.evaluate(_MARK)
    opener = overlay.opener(page)
    opener.scroll_into_view_if_needed()
    page.evaluate("() => scrollBy({ top: 40, behavior: 'instant' })")
    before = page.evaluate(_PAGE)
    opener.tap()
    shown = page.get_by_role(overlay.role, name=overlay.name)
    expect(shown).to_be_visible()
    depth_is(page, 1)
    return page, shown, before


def check_back_and_escape(tabs: Tabs, overlay: Overlay) -> None:
    page, shown, before = open_overlay(tabs, overlay)
    before["top"] = page.evaluate("() => scrollY")
    for close in (page.go_back, lambda: page.keyboard.press("Escape")):
        close()
        expect(shown).to_have_count(0)
        at_rest(page)
        assert page.evaluate(_PAGE) == before
        expect(overlay.opener(page)).to_be_focused()
        if close == page.go_back:
            page.go_forward()
            at_rest(page)
            expect(shown).to_have_count(0)
            assert page.evaluate(_PAGE) == before
            overlay.opener(page).tap()
            expect(shown).to_be_visible()
            depth_is(page, 1)

    page.go_back()
    page.wait_for_url(f"**{FORMER}")


@pytest.mark.parametrize(
    "overlay",
    [
        pytest.param(Overlay("/live-webinars", in_header("Menu"), "Menu"), id="menu"),
        pytest.param(Overlay("/courses?level=Beginner", in_header("Search"), "Search"), id="search"),
        pytest.param(Overlay("/courses?level=Beginner", in_main("Filters"), "Filters"), id="filters"),
        pytest.param(
            Overlay("/dashboard", in_header("Asha Kulkarni"), re.compile(""), MEMBER, _LANDSCAPE, "menu"),
            id="account menu",
        ),
        pytest.param(
            Overlay("/settings", in_main("Delete my account"), "Delete your account?", MEMBER),
            id="deletion",
            marks=_THE_SAME_DIALOG,
        ),
        pytest.param(
            Overlay("/settings", in_main("Log out everywhere"), "Log out everywhere?", MEMBER),
            id="logout",
            marks=_THE_SAME_DIALOG,
        ),
        pytest.param(
            Overlay("/pro", in_main("Get Pro"), "Checkout", MEMBER), id="pro", marks=_THE_SAME_DIALOG
        ),
    ],
)
def test_back_closes_what_is_open(tabs: Tabs, overlay: Overlay) -> None:
    check_back_and_escape(tabs, overlay)


@pytest.mark.parametrize("what", ["checkout", "login", pytest.param("preview", marks=_THE_SAME_DIALOG)])
def test_back_closes_dialogs_of_a_course(tabs: Tabs, stack: Stack, what: str) -> None:
    paid, free = paid_course(stack), free_course(stack, place=3)
    check_back_and_escape(
        tabs,
        {
            "preview": Overlay(path_to(paid), in_main(re.compile("^Free preview")), re.compile(".")),
            "checkout": Overlay(path_to(paid), in_main(re.compile("^Buy for")), "Checkout"),
            "login": Overlay(path_to(free), in_main(re.compile("^Enrol")), TITLE),
        }[what],
    )


@pytest.fixture
def learner(stack: Stack) -> Learner:
    return create_learner(stack, COURSE)


@_THE_SAME_DIALOG
def test_back_closes_the_review_dialog(tabs: Tabs, stack: Stack, learner: Learner) -> None:
    finish(stack, learner.course, mobile=learner.mobile)
    check_back_and_escape(
        tabs,
        Overlay(path_to(learner.course), in_main("Write a review"), "Write a review", learner.mobile),
    )


@pytest.mark.parametrize("what", ["chapters", "speed", pytest.param("restart", marks=_THE_SAME_DIALOG)])
def test_back_closes_what_opened_over_a_topic(tabs: Tabs, learner: Learner, what: str) -> None:
    article, video = learner.path(learner.topic("article")), learner.path(learner.topic("video"))
    check_back_and_escape(
        tabs,
        {
            "chapters": Overlay(article, in_main("Course content"), "Course content", learner.mobile),
            "restart": Overlay(article, in_main("Restart topic"), "Restart this topic?", learner.mobile),
            "speed": Overlay(video, in_main(re.compile("^Speed")), "Speed", learner.mobile, role="menu"),
        }[what],
    )


@contextmanager
def program_of(stack: Stack) -> Iterator[Program]:
    program = Program(stack, next(_programs), SESSIONS).create()
    yield program
    program.unpublish()


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Swap", "Swap session"),
        pytest.param("Cancel session", "Cancel session", marks=_THE_SAME_DIALOG),
    ],
)
def test_back_closes_a_change_of_a_booking(tabs: Tabs, stack: Stack, name: str, title: str) -> None:
    with program_of(stack) as program:
        member = create_booking(program, "First").mobile
        check_back_and_escape(tabs, Overlay("/my-learnings", in_row("First", name), title, member))


def test_a_change_that_is_being_sent_stays_open(tabs: Tabs, stack: Stack) -> None:
    with program_of(stack) as program:
        member = create_booking(program, "First").mobile
        overlay = Overlay("/my-learnings", in_row("First", "Cancel session"), "Cancel session", member)
        page, dialog, before = open_overlay(tabs, overlay)
        release = hold(page, "**/api/learning/**")
        dialog.get_by_role("button", name="Confirm").tap()
        expect(dialog.get_by_role("button", name="Close")).to_have_count(0)

        page.go_back()
        depth_is(page, 1)

        expect(dialog).to_be_visible()
        assert path_of(page) == before["path"]
        release()
        expect(dialog).to_have_count(0)
        at_rest(page)
        page.go_back()
        page.wait_for_url(f"**{FORMER}")


def test_a_page_opened_from_the_menu_lies_directly_above_the_page_behind(tabs: Tabs) -> None:
    page, menu, _ = open_overlay(tabs, Overlay("/live-webinars", in_header("Menu"), "Menu"))
    length = page.evaluate("() => history.length")

    menu.get_by_role("link", name="Live-Trading").tap()

    expect(page.get_by_role("heading", level=1, name="Live trading programs")).to_be_visible()
    assert page.evaluate("() => history.length") == length
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=re.compile("webinars"))).to_be_visible()
    expect(menu).to_have_count(0)
    page.go_back()
    page.wait_for_url(f"**{FORMER}")


def test_a_search_result_lies_directly_above_the_page_behind(tabs: Tabs, stack: Stack) -> None:
    page, search, _ = open_overlay(tabs, Overlay("/live-webinars", in_header("Search"), "Search"))
    course = paid_course(stack)
    search.get_by_role("searchbox").fill(course["title"])
    search.get_by_role("link", name=course["title"]).first.tap()
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()

    page.go_back()

    page.wait_for_url("**/live-webinars")
    expect(search).to_have_count(0)
    page.go_back()
    page.wait_for_url(f"**{FORMER}")


def test_all_changes_in_the_filter_sheet_are_one_page_below_its_step(tabs: Tabs) -> None:
    page, sheet, _ = open_overlay(tabs, Overlay("/courses", in_main("Filters"), "Filters"))
    sheet.get_by_role("checkbox", name=re.compile("^Beginner")).check()
    page.wait_for_url("**/courses?level=Beginner")
    depth_is(page, 1)
    sheet.get_by_role("checkbox", name=re.compile("^Hindi")).check()
    page.wait_for_url("**/courses?level=Beginner&language=Hindi")
    depth_is(page, 1)

    page.go_back()

    expect(sheet).to_have_count(0)
    at_rest(page)
    assert path_of(page) == "/courses?level=Beginner&language=Hindi"
    page.go_back()
    page.wait_for_url("**/courses")
    page.go_back()
    page.wait_for_url(f"**{FORMER}")


def test_a_reload_opens_the_page_alone_and_one_back_leaves_it(tabs: Tabs) -> None:
    page, menu, before = open_overlay(tabs, Overlay("/courses?level=Beginner", in_header("Menu"), "Menu"))

    page.reload(wait_until="load")
    at_rest(page)

    expect(menu).to_have_count(0)
    assert path_of(page) == before["path"]
    page.go_back()
    page.wait_for_url(f"**{FORMER}")


def test_a_reload_keeps_the_checkout_and_its_step(tabs: Tabs, stack: Stack) -> None:
    overlay = Overlay(path_to(paid_course(stack)), in_main(re.compile("^Buy for")), "Checkout")
    page, dialog, before = open_overlay(tabs, overlay)

    page.reload(wait_until="load")
    expect(dialog).to_be_visible()
    page.wait_for_timeout(300)
    depth_is(page, 1)
    page.go_back()

    expect(dialog).to_have_count(0)
    assert path_of(page) == before["path"]
    page.go_back()
    page.wait_for_url(f"**{FORMER}")


def test_the_payment_window_outlives_back_and_the_topic_replaces_the_step(tabs: Tabs, stack: Stack) -> None:
    course = paid_course(stack)
    page = on_phone(tabs, member=create_buyer(stack))
    visit(page, FORMER)
    open_checkout(page, course)
    window = pay(page)

    page.go_back()
    depth_is(page, 1)
    expect(page.locator(WINDOW)).to_be_visible()
    expect(checkout(page)).to_have_count(0)
    respond_as_bank(page, window, "Success")
    overlay = page.get_by_role("dialog", name="Payment successful")
    expect(overlay).to_be_visible()
    depth_is(page, 1)
    page.go_back()
    depth_is(page, 1)
    expect(overlay).to_be_visible()
    overlay.get_by_role("button").click()

    page.wait_for_url(f"**/course/{course['_id']}/topic/*")
    page.go_back()
    page.wait_for_url(f"**{path_to(course)}")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    page.wait_for_url(f"**{FORMER}")
