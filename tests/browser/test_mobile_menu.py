"""The menu of the narrow header."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .menus import button
from .stack import MEMBER, SUBSCRIBER
from .tabs import NARROW, Tabs, path_of, visit

ALWAYS = [
    ("Home", "/"),
    ("Courses", "/courses"),
    ("Live-Webinars", "/live-webinars"),
    ("Live-Mentorship", "/live-mentorships"),
    ("Live-Trading", "/live-trading"),
    ("Academy", "/academy"),
]
OF_MEMBERS = [
    ("My Learnings", "/my-learnings"),
    ("Upgrade to pro", "/pro"),
    ("Dashboard", "/dashboard"),
    ("Orders", "/orders"),
    ("Support", "/support"),
    ("Settings", "/settings"),
]
OF_VISITORS = [("Login", "/login"), ("Start Free Trial", "/#freeTrial")]


def open_menu(page: Page, path: str = "/pro") -> Locator:
    visit(page, path)
    button(page, "Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    return menu


def links(menu: Locator) -> list[tuple[str, str]]:
    found = menu.get_by_role("link")
    return [(link.inner_text(), link.get_attribute("href") or "") for link in found.all()]


def open_phone_as(tabs: Tabs, mobile: str, *, own_session: bool = False) -> Page:
    return tabs.open(width=NARROW, member=mobile, own_session=own_session, has_touch=True, is_mobile=True)


def test_a_visitor_sees_all_links_login_and_the_trial(phone: Page) -> None:
    """The specification prescribes these labels."""
    assert links(open_menu(phone)) == ALWAYS + OF_VISITORS


def test_a_member_sees_their_pages_and_logout(tabs: Tabs) -> None:
    menu = open_menu(open_phone_as(tabs, MEMBER))

    assert links(menu) == ALWAYS + OF_MEMBERS
    expect(menu.get_by_role("button", name="Logout", exact=True)).to_be_visible()


def test_a_subscriber_is_not_asked_to_upgrade(tabs: Tabs) -> None:
    menu = open_menu(open_phone_as(tabs, SUBSCRIBER))

    assert ("Upgrade to pro", "/pro") not in links(menu)
    assert ("Dashboard", "/dashboard") in links(menu)


def test_a_link_opens_its_page_and_closes_the_menu(phone: Page) -> None:
    open_menu(phone).get_by_role("link", name="Live-Trading").tap()

    expect(phone.get_by_role("heading", level=1, name="Live trading programs")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert path_of(phone) == "/live-trading"


def test_the_free_trial_link_scrolls_to_the_form(phone: Page) -> None:
    open_menu(phone).get_by_role("link", name="Start Free Trial").tap()

    expect(phone.locator("#freeTrial")).to_be_in_viewport()
    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_logout_ends_the_session(tabs: Tabs) -> None:
    page = open_phone_as(tabs, MEMBER, own_session=True)
    with page.expect_response("**/api/user/logout"):
        open_menu(page).get_by_role("button", name="Logout").tap()

    button(page, "Menu").tap()
    expect(page.get_by_role("dialog").get_by_role("link", name="Login")).to_be_visible()
    assert page.request.get("/api/user").status == 401


@pytest.mark.parametrize("way", ["Escape", "Close", "outside"])
def test_closing_it_returns_the_focus(phone: Page, way: str) -> None:
    menu = open_menu(phone)

    if way == "Escape":
        phone.keyboard.press("Escape")
    elif way == "Close":
        menu.get_by_role("button", name="Close").tap()
    else:
        phone.mouse.click(8, 700)

    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(button(phone, "Menu")).to_be_focused()
    expect(button(phone, "Menu")).to_have_attribute("aria-expanded", "false")


def test_the_open_menu_traps_the_focus(phone: Page) -> None:
    """Elements behind the open menu must not be focusable."""
    menu = open_menu(phone)

    for _ in range(menu.get_by_role("link").count() + menu.get_by_role("button").count() + 2):
        phone.keyboard.press("Tab")
        assert phone.evaluate("() => document.activeElement.closest('[role=dialog]') !== null")


def test_all_touch_targets_are_large_enough(phone: Page) -> None:
    """44 px, as in the design brief."""
    menu = open_menu(phone)
    phone.wait_for_function(
        "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
    )

    for thing in [*menu.get_by_role("link").all(), *menu.get_by_role("button").all()]:
        box = thing.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.9, thing.inner_text()


def test_there_are_no_mega_menus(phone: Page) -> None:
    visit(phone, "/pro")

    expect(button(phone, "Courses")).to_have_count(0)
    expect(button(phone, "Live")).to_have_count(0)
