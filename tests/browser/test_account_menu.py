"""What the header offers to a visitor and to a member."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .menus import button
from .stack import MEMBER, NAMELESS, SUBSCRIBER, Stack
from .tabs import Tabs, path_of, visit


def banner(page: Page) -> Locator:
    return page.get_by_role("banner")


def open_avatar_menu(page: Page, name: str) -> Locator:
    button(page, name).click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    return menu


def test_a_visitor_is_offered_login_and_the_free_trial(page: Page) -> None:
    visit(page, "/")

    expect(banner(page).get_by_role("link", name="Login")).to_have_attribute("href", "/login")
    trial = banner(page).get_by_role("link", name="Start Free Trial")
    expect(trial).to_have_attribute("href", "/#freeTrial")
    expect(banner(page).get_by_role("link", name="My Learnings")).to_have_count(0)


def test_the_wide_header_links_to_home_and_academy(page: Page) -> None:
    visit(page, "/courses")

    navigation = banner(page).get_by_role("navigation", name="Main")
    expect(navigation.get_by_role("link", name="Home")).to_have_attribute("href", "/")
    expect(navigation.get_by_role("link", name="Academy")).to_have_attribute("href", "/academy")
    names = navigation.get_by_role("button").all_inner_texts()
    assert names == ["Courses", "Live"]


def test_sebi_verified_links_to_the_registration_details(page: Page, stack: Stack) -> None:
    """Visitors want to verify the registration number."""
    visit(page, "/courses")

    banner(page).get_by_role("link", name="SEBI Verified").click()

    facts = page.get_by_role("region", name="Registration")
    expect(facts).to_be_in_viewport()
    expect(facts).to_be_focused()
    expect(facts).to_contain_text(stack.site["registration"]["number"])
    assert path_of(page) == "/courses#registration"


def test_the_header_stays_at_the_top(page: Page) -> None:
    visit(page, "/courses")
    page.mouse.wheel(0, 1500)
    page.wait_for_function("() => scrollY > 1000")

    box = banner(page).bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"]) == (0, 0, 1440)


@pytest.mark.parametrize(
    ("mobile", "name", "letters"),
    [(MEMBER, "Asha Kulkarni", "AK"), (NAMELESS, "Account", "R")],
)
def test_a_member_sees_my_learnings_and_initials(tabs: Tabs, mobile: str, name: str, letters: str) -> None:
    """'R' is for members without a name."""
    page = visit(tabs.open(member=mobile), "/")

    link = banner(page).get_by_role("link", name="My Learnings")
    expect(link).to_have_attribute("href", "/my-learnings")
    expect(button(page, name)).to_have_text(letters)
    expect(banner(page).get_by_role("link", name="Login")).to_have_count(0)
    expect(banner(page).get_by_role("link", name="Start Free Trial")).to_have_count(0)


def test_the_avatar_menu_offers_the_members_pages(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER), "/academy")

    menu = open_avatar_menu(page, "Asha Kulkarni")

    assert menu.get_by_role("menuitem").all_inner_texts() == [
        "My Dashboard",
        "My Learnings",
        "Upgrade to pro",
        "Orders",
        "Support",
        "Settings",
        "Log Out",
    ]
    menu.get_by_role("menuitem", name="Upgrade to pro").click()
    expect(page.get_by_role("heading", level=1, name="Unlock the Secrets of Smart Investing")).to_be_visible()
    assert path_of(page) == "/pro"


def test_a_subscriber_is_not_asked_to_upgrade(tabs: Tabs) -> None:
    page = visit(tabs.open(member=SUBSCRIBER), "/academy")

    menu = open_avatar_menu(page, "Devika Menon")

    items = menu.get_by_role("menuitem").all_inner_texts()
    assert items == ["My Dashboard", "My Learnings", "Your Pro", "Orders", "Support", "Settings", "Log Out"]


def test_the_avatar_menu_is_usable_by_keyboard(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER), "/academy")
    button(page, "Asha Kulkarni").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()

    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(button(page, "Asha Kulkarni")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="My Dashboard")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="My Learnings")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1, name="My Learnings")).to_be_visible()


def test_logging_out_ends_the_session_and_resets_the_header(tabs: Tabs) -> None:
    page = visit(tabs.open(member=MEMBER, own_session=True), "/academy")

    open_avatar_menu(page, "Asha Kulkarni").get_by_role("menuitem", name="Log Out").click()

    expect(banner(page).get_by_role("link", name="Login")).to_be_visible()
    expect(button(page, "Asha Kulkarni")).to_have_count(0)
    assert page.request.get("/api/user").status == 401
    page.reload()
    expect(banner(page).get_by_role("link", name="Login")).to_be_visible()


def test_logging_out_on_a_members_page_redirects_home(tabs: Tabs) -> None:
    """The page must not stay visible on a shared computer."""
    page = visit(tabs.open(member=MEMBER, own_session=True), "/dashboard")

    open_avatar_menu(page, "Asha Kulkarni").get_by_role("menuitem", name="Log Out").click()

    expect(banner(page).get_by_role("link", name="Login")).to_be_visible()
    page.wait_for_url("/")


def test_a_failed_logout_shows_an_error_and_keeps_the_session(tabs: Tabs) -> None:
    """A member who wrongly believes to be logged out leaves the account open."""
    page = tabs.open(member=MEMBER, allow=["500"])
    page.route("**/api/user/logout", lambda route: route.fulfill(status=500, body=""))
    visit(page, "/academy")

    open_avatar_menu(page, "Asha Kulkarni").get_by_role("menuitem", name="Log Out").click()

    expect(page.get_by_role("alert")).to_contain_text("Logout failed")
    expect(button(page, "Asha Kulkarni")).to_be_visible()
    page.get_by_role("alert").get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("alert")).to_have_count(0)
