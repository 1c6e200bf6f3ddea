"""What is told to the data layer."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, visit


def told(page: Page, event: str) -> list[dict[str, Any]]:
    return page.evaluate("(name) => window.dataLayer.filter(({ event }) => event === name)", event)


def viewed(page: Page, *paths: str) -> None:
    """Wait for the last page view, then compare all of them."""
    page.wait_for_function(
        "(path) => window.dataLayer.findLast(({ event }) => event === 'page_view')?.path === path",
        arg=paths[-1],
    )
    assert told(page, "page_view") == [{"event": "page_view", "path": path} for path in paths]


def test_the_start_is_told_once_and_every_path_once(page: Page, stack: Stack) -> None:
    """Section 2.1: a page_view on each route change, App_Loaded when the application starts."""
    visit(page, "/")
    viewed(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    viewed(page, "/", "/academy")
    page.go_back()
    viewed(page, "/", "/academy", "/")
    page.get_by_role("main").get_by_role("link", name=stack.courses[0]["title"], exact=True).click()
    course = f"/courses/{stack.courses[0]['weburlname']}"
    viewed(page, "/", "/academy", "/", course)

    assert told(page, "App_Loaded") == [{"event": "App_Loaded"}]


def test_a_category_pressed_at_home_is_told(page: Page, stack: Stack) -> None:
    title = stack.categories[2]["title"]
    visit(page, "/")

    page.get_by_role("main").get_by_role("link", name=title, exact=True).click()

    viewed(page, "/", "/courses")
    assert told(page, "category_click") == [{"event": "category_click", "category": title}]


def test_a_change_of_query_or_hash_alone_is_not_a_page_view(page: Page, stack: Stack) -> None:
    """Filters would drown the pages in the numbers."""
    visit(page, "/courses")
    title = stack.categories[0]["title"]
    page.get_by_role("main").get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("main").get_by_role("link", name="All courses")).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="SEBI Verified").click()
    page.wait_for_function("() => location.hash === '#registration'")

    viewed(page, "/courses")
    assert told(page, "category_click") == []


def test_a_visitor_who_is_sent_home_is_counted_there(page: Page, stack: Stack) -> None:
    page.goto("/dashboard")
    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()

    viewed(page, "/dashboard", "/")


def test_nothing_that_names_a_person_is_told(tabs: Tabs) -> None:
    """Events say what happened, not to whom."""
    page = visit(tabs.open(member="9876543210"), "/dashboard")
    viewed(page, "/dashboard")

    layer = page.evaluate("() => JSON.stringify(window.dataLayer)")
    assert "Asha" not in layer
    assert "9876543210" not in layer
