"""Pages that cannot be shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, answer, path_of, visit

HEADING = "Unexpected Application Error!"
NO_PIECES = ("ERR_FAILED", "ChunkLoadError")


def pieces(ending: str) -> str:
    return f"**/static/dist/*.{ending}"


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


@pytest.mark.parametrize("ending", ["js", "css"])
def test_a_page_whose_pieces_do_not_come_says_so_and_can_be_tried_again(tabs: Tabs, ending: str) -> None:
    """A train in a tunnel is the commonest fault of all."""
    page = visit(tabs.open(allow=NO_PIECES), "/academy")
    lost: list[str] = []
    page.route(pieces(ending), lambda route: (lost.append(route.request.url), route.abort()))

    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()

    heading(page, HEADING)
    failure = page.get_by_role("main").get_by_role("alert")
    expect(failure).to_contain_text("No connection")
    expect(failure).to_contain_text("A part of the page could not be loaded.")
    assert len(lost) <= 3 * len(set(lost)), "asked for at hover, focus and press, not for ever"
    page.unroute(pieces(ending))
    failure.get_by_role("button", name="Try again").click()
    heading(page, "Live mentorships")
    assert path_of(page) == "/live-mentorships"


def test_a_call_that_fails_shows_status_and_message_and_can_be_tried_again(tabs: Tabs, stack: Stack) -> None:
    """Support will ask for these two."""
    page = tabs.open(allow=["500", "ApiError"])
    page.clock.install()
    call = "**/api/learning/webwebinarV1/*"
    answer(page, call, {"message": "The projector broke.", "code": "unexpected"}, status=500)
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


def test_who_does_not_try_again_can_go_home(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(allow=NO_PIECES), "/academy")
    page.route(pieces("js"), lambda route: route.abort())
    page.evaluate("() => history.pushState(null, '', '/live-trading')")
    page.evaluate("() => dispatchEvent(new PopStateEvent('popstate', { state: null }))")
    heading(page, HEADING)
    page.unroute(pieces("js"))

    page.get_by_role("main").get_by_role("link", name="Go to the home page").click()

    heading(page, stack.site["tagline"])


def test_without_its_first_script_the_page_is_still_there(tabs: Tabs, stack: Stack) -> None:
    """A script that is lost on the way must not take the words with it."""
    page = tabs.open(allow=["ERR_FAILED"])
    page.route("**/static/dist/main.*.js", lambda route: route.abort())

    page.goto("/courses")

    heading(page, "Courses")
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))
