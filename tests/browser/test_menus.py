"""
The header and its menus with a real mouse, finger, keyboard and layout, and with the server's lists.

What is in the menus, and when they open and close, is in the Jest tests of MainNav, CoursesMenu, LiveMenu,
MobileMenu and Header.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .menus import button, expect_closed, expect_open, open_courses, open_live, panel, part, tab
from .stack import MEMBER, Stack
from .tabs import NARROW, Tabs, path_of, stored, visit

LISTS = {
    "Webinars": ("webinars", "selectedWebinar", "/live-webinars"),
    "Mentorship Programs": ("mentorships", "selectedMentorship", "/live-mentorships"),
    "Live Trading Programs": ("programs", "selectedLiveTrading", "/live-trading"),
}


def test_the_courses_menu_fetches_when_it_opens_and_leads_to_a_course(
    page: Page, tabs: Tabs, stack: Stack
) -> None:
    """Section 9 of the specification fixes the counts and the key under which the course is stored."""
    visit(page, "/academy")
    assert tabs.calls(page) == []

    button(page, "Courses").click()

    trending = part(page, "Trending Courses").get_by_role("listitem")
    expect(trending).to_have_text([course["title"] for course in stack.courses[:5]])
    categories = part(page, "Top Categories").get_by_role("listitem")
    expect(categories).to_have_text([category["title"] for category in stack.categories])
    expect(categories.locator("svg")).to_have_count(len(stack.categories))
    expect(part(page, "Featured").get_by_role("heading", level=3)).to_have_text(
        [course["title"] for course in stack.courses[:2]]
    )
    assert sorted(tabs.calls(page)) == ["GET /api/category", "POST /api/course/mobile"]

    course = stack.courses[1]
    part(page, "Featured").get_by_role("link", name="See courses").nth(1).click()
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
    assert stored(page, "selectedCourse") == course["_id"]
    expect_closed(page, "Courses")


@pytest.mark.proof
def test_each_tab_of_the_live_menu_shows_three_events_and_leads_to_one(
    page: Page, tabs: Tabs, stack: Stack
) -> None:
    """Section 9: fifty are fetched, three are shown."""
    for kind, (attribute, key, base) in LISTS.items():
        open_live(page)
        tab(page, kind).hover()
        expect(tab(page, kind)).to_have_attribute("aria-selected", "true")
        cards = panel(page, "Live").get_by_role("tabpanel").get_by_role("listitem")
        events: list[dict[str, Any]] = getattr(stack, attribute)
        expect(cards.get_by_role("heading")).to_have_text([event["title"] for event in events[:3]])
        for place, event in enumerate(events[:3]):
            host = event.get("hostProfilename") or event["mentor_details"]["name"]
            expect(cards.nth(place)).to_contain_text(host)
            image = cards.nth(place).locator("img")
            expect(image).to_have_attribute("src", event["smallBanner"])
            banner = image.bounding_box()
            assert banner is not None
            assert banner["width"] == pytest.approx(banner["height"], abs=1), "the banner is square"
        assert any(call.endswith("?skip=0&limit=50") for call in tabs.calls(page)), kind

        cards.nth(1).get_by_role("link", name=events[1]["title"]).click()
        expect(page.get_by_role("heading", level=1, name=events[1]["title"])).to_be_visible()
        assert stored(page, key) == events[1]["_id"]
        assert path_of(page) == f"{base}/{events[1]['weburlname']}"


def test_the_mouse_opens_a_menu_crosses_into_its_panel_and_closes_it_by_leaving(page: Page) -> None:
    page.clock.install()
    visit(page, "/academy")
    button(page, "Courses").hover()
    expect_open(page, "Courses")
    expect(part(page, "Featured")).to_be_visible()

    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.mouse.move(700, 880)
    page.clock.run_for(150)
    part(page, "Featured").hover()
    page.clock.run_for(1000)
    expect_open(page, "Courses")
    page.mouse.move(700, 880)
    page.clock.run_for(199)
    expect_open(page, "Courses")
    page.clock.run_for(1)
    expect_closed(page, "Courses")


def test_a_tap_opens_and_closes_a_menu(tabs: Tabs) -> None:
    """Tablets are wide and have no mouse."""
    page = visit(tabs.open(width=1180, has_touch=True), "/academy")

    button(page, "Courses").tap()
    expect_open(page, "Courses")
    page.touchscreen.tap(20, 860)
    expect_closed(page, "Courses")


def test_the_keyboard_goes_through_both_menus(page: Page, stack: Stack) -> None:
    open_courses(page)
    button(page, "Courses").focus()
    page.keyboard.press("Tab")
    expect(part(page, "Trending Courses").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect_closed(page, "Courses")
    expect(button(page, "Courses")).to_be_focused()

    page.keyboard.press("Enter")
    part(page, "Featured").get_by_role("link").last.focus()
    page.keyboard.press("Tab")
    # An open panel would cover the focused element.
    expect_closed(page, "Courses")
    expect(button(page, "Live")).to_be_focused()

    page.keyboard.press("Enter")
    cards = panel(page, "Live").get_by_role("tabpanel").get_by_role("listitem")
    expect(cards).to_have_count(3)
    page.keyboard.press("Tab")
    expect(tab(page, "Webinars")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tab(page, "Mentorship Programs")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(tab(page, "Webinars")).to_be_focused()
    page.keyboard.press("Tab")
    if page.evaluate("() => document.activeElement.getAttribute('role')") == "tabpanel":
        page.keyboard.press("Tab")
    expect(cards.first.get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=stack.webinars[0]["title"])).to_be_visible()


def test_sebi_verified_links_to_the_registration_details(page: Page, stack: Stack) -> None:
    """Visitors want to verify the registration number."""
    visit(page, "/courses")

    page.get_by_role("banner").get_by_role("link", name="SEBI Verified").click()

    facts = page.get_by_role("region", name="Registration")
    expect(facts).to_be_in_viewport()
    expect(facts).to_be_focused()
    expect(facts).to_contain_text(stack.site["registration"]["number"])
    assert path_of(page) == "/courses#registration"


def test_the_header_stays_at_the_top(page: Page) -> None:
    visit(page, "/courses")
    page.mouse.wheel(0, 1500)
    page.wait_for_function("() => scrollY > 1000")

    box = page.get_by_role("banner").bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"]) == (0, 0, 1440)


def test_logging_out_on_a_members_page_ends_the_session_and_leads_home(tabs: Tabs) -> None:
    """The page must not stay visible on a shared computer."""
    page = visit(tabs.open(member=MEMBER, own_session=True), "/dashboard")

    button(page, "Asha Kulkarni").click()
    page.get_by_role("menu").get_by_role("menuitem", name="Log Out").click()

    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    page.wait_for_url("/")
    assert page.request.get("/api/user").status == 401
    page.reload()
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    expect(button(page, "Asha Kulkarni")).to_have_count(0)


def test_the_menu_of_a_phone_has_room_for_fingers_and_keeps_the_focus(phone: Page) -> None:
    """44 px, as in the design brief; what is behind the open menu must not be focusable."""
    visit(phone, "/pro")
    expect(button(phone, "Courses")).to_have_count(0)
    expect(button(phone, "Live")).to_have_count(0)
    button(phone, "Menu").tap()
    menu = phone.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    phone.wait_for_function(
        "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
    )

    targets = [*menu.get_by_role("link").all(), *menu.get_by_role("button").all()]
    for target in targets:
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.9, target.inner_text()
    for _ in range(len(targets) + 2):
        phone.keyboard.press("Tab")
        assert phone.evaluate("() => document.activeElement.closest('[role=dialog]') !== null")
    phone.mouse.click(8, 700)
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(button(phone, "Menu")).to_be_focused()


def test_the_free_trial_link_of_a_phone_scrolls_to_the_form(tabs: Tabs) -> None:
    phone = visit(tabs.open(width=NARROW, has_touch=True, is_mobile=True), "/pro")
    button(phone, "Menu").tap()
    phone.get_by_role("dialog", name="Menu").get_by_role("link", name="Start Free Trial").tap()

    expect(phone.locator("#freeTrial")).to_be_in_viewport()
    expect(phone.get_by_role("dialog")).to_have_count(0)
