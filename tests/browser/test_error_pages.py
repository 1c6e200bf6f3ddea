"""Error pages and retries."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, mock_response, path_of, visit

HEADING = "Unexpected Application Error!"
NO_PIECES = ("ERR_FAILED", "ChunkLoadError")


def chunks(ending: str) -> str:
    return f"**/static/dist/*.{ending}"


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


@pytest.mark.parametrize("ending", ["js", "css"])
def test_a_page_whose_chunk_fails_to_load_can_be_retried(tabs: Tabs, ending: str) -> None:
    """Lost connections are common on phones."""
    page = visit(tabs.open(allow=NO_PIECES), "/academy")
    lost: list[str] = []
    page.route(chunks(ending), lambda route: (lost.append(route.request.url), route.abort()))

    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()

    heading(page, HEADING)
    failure = page.get_by_role("main").get_by_role("alert")
    expect(failure).to_contain_text("No connection")
    expect(failure).to_contain_text("A part of the page could not be loaded.")
    assert len(lost) <= 3 * len(set(lost)), "asked for at hover, focus and press, not for ever"
    page.unroute(chunks(ending))
    failure.get_by_role("button", name="Try again").click()
    heading(page, "Live mentorships")
    assert path_of(page) == "/live-mentorships"


def test_a_failed_request_shows_status_and_message_and_can_be_retried(tabs: Tabs, stack: Stack) -> None:
    """Support needs both."""
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

    heading(page, HEADING)
    failure = page.get_by_role("main").get_by_role("alert")
    expect(failure).to_contain_text("Status 500")
    expect(failure).to_contain_text("The projector broke.")
    assert page.title().startswith(HEADING)
    page.unroute(call)
    failure.get_by_role("button", name="Try again").click()
    heading(page, webinar["title"])


def test_the_error_page_links_home(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(allow=NO_PIECES), "/academy")
    page.route(chunks("js"), lambda route: route.abort())
    page.evaluate("() => history.pushState(null, '', '/live-trading')")
    page.evaluate("() => dispatchEvent(new PopStateEvent('popstate', { state: null }))")
    heading(page, HEADING)
    page.unroute(chunks("js"))

    page.get_by_role("main").get_by_role("link", name="Go to the home page").click()

    heading(page, stack.site["tagline"])


def test_without_the_main_script_the_page_is_readable(tabs: Tabs, stack: Stack) -> None:
    """A script that fails to load must not hide the text."""
    page = tabs.open(allow=["ERR_FAILED"])
    page.route("**/static/dist/main.*.js", lambda route: route.abort())

    page.goto("/courses")

    heading(page, "Courses")
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))
