"""Error pages and retries."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, mock_response, visit


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_a_failed_request_is_said_under_the_title_and_can_be_retried(tabs: Tabs, stack: Stack) -> None:
    page = tabs.open(allow=["500", "ApiError"])
    page.clock.install()
    call = "**/api/learning/webwebinarV1/*"
    mock_response(page, call, {"message": "The projector broke.", "code": "unexpected"}, status=500)
    visit(page, "/live-webinars")
    webinar = stack.webinars[0]
    with page.expect_response(call):
        page.get_by_role("main").get_by_role("link", name=webinar["title"], exact=True).click()
    for _ in range(2):
        with page.expect_response(call):
            page.clock.fast_forward(2500)

    failure = page.get_by_role("main").get_by_role("alert")
    expect(failure).to_contain_text("Failed to fetch webinars")
    heading(page, "Live webinar")
    page.unroute(call)
    failure.get_by_role("button", name="Try again").click()
    heading(page, webinar["title"])


def test_without_the_main_script_the_page_is_readable(tabs: Tabs, stack: Stack) -> None:
    """A script that fails to load must not hide the text."""
    page = tabs.open(allow=["ERR_FAILED"])
    page.route("**/static/dist/main.*.js", lambda route: route.abort())

    page.goto("/courses")

    heading(page, "Courses")
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))
