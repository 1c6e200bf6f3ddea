"""Events in the data layer."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, visit


def tracked(page: Page, event: str) -> list[dict[str, Any]]:
    return page.evaluate("(name) => window.dataLayer.filter(({ event }) => event === name)", event)


def expect_page_views(page: Page, *paths: str) -> None:
    """Wait for the last page view, then compare all of them."""
    page.wait_for_function(
        "(path) => window.dataLayer.findLast(({ event }) => event === 'page_view')?.path === path",
        arg=paths[-1],
    )
    assert tracked(page, "page_view") == [{"event": "page_view", "path": path} for path in paths]


def test_app_loaded_and_page_views_are_tracked_once(page: Page, stack: Stack) -> None:
    """Section 2.1: a page_view on each route change, App_Loaded when the application starts."""
    visit(page, "/")
    expect_page_views(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect_page_views(page, "/", "/academy")
    page.go_back()
    expect_page_views(page, "/", "/academy", "/")
    page.get_by_role("main").get_by_role("link", name=stack.courses[0]["title"], exact=True).click()
    course = f"/courses/{stack.courses[0]['weburlname']}"
    expect_page_views(page, "/", "/academy", "/", course)

    assert tracked(page, "App_Loaded") == [{"event": "App_Loaded"}]


def test_a_change_of_query_or_hash_alone_is_not_a_page_view(page: Page, stack: Stack) -> None:
    """Filters would distort the number of page views."""
    visit(page, "/courses")
    title = stack.categories[0]["title"]
    page.get_by_role("main").get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("main").get_by_role("link", name="All courses")).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="SEBI Verified").click()
    page.wait_for_function("() => location.hash === '#registration'")

    expect_page_views(page, "/courses")
    assert tracked(page, "category_click") == []


def test_a_visitor_redirected_home_is_tracked_there(page: Page, stack: Stack) -> None:
    page.goto("/dashboard")
    expect(
        page.get_by_role("heading", level=1, name=stack.site["tagline"], include_hidden=True)
    ).to_be_visible()

    expect_page_views(page, "/dashboard", "/")


def test_events_contain_no_personal_data(tabs: Tabs) -> None:
    """Events do not identify the user."""
    page = visit(tabs.open(member="9876543210"), "/dashboard")
    expect_page_views(page, "/dashboard")

    layer = page.evaluate("() => JSON.stringify(window.dataLayer)")
    assert "Asha" not in layer
    assert "9876543210" not in layer
