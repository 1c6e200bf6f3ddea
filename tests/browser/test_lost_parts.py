"""One part of a page, the connection, or a file of the build is gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .stack import MEMBER, Stack
from .tabs import Tabs, mock_response, path_of, visit

NETWORK = ("ChunkLoadError", "ERR_FAILED", "ERR_INTERNET_DISCONNECTED", "status 500", "500 \\(")
"""What the browser itself reports."""


def follow(page: Page, path: str) -> None:
    """Navigate as a link does, without a page load."""
    page.evaluate("path => history.pushState(null, '', path)", path)
    page.evaluate("() => dispatchEvent(new PopStateEvent('popstate', { state: null }))")


@pytest.mark.parametrize(
    ("path", "call", "text", "is_aborted"),
    [
        ("/", "/api/category", "Failed to fetch categories", True),
        ("/live-webinars", "/api/learning/webinarV1*", "Failed to fetch webinars", False),
        ("/my-learnings", "/api/course/booked/**", "Failed to fetch courses", False),
    ],
)
def test_a_part_fails_alone(tabs: Tabs, path: str, call: str, text: str, is_aborted: bool) -> None:
    """As in the browser, with the retries of the real client; parts.test has every part of every page."""
    page = tabs.open(allow=NETWORK, member=MEMBER)
    page.clock.install()
    visit(page, "/about-us")
    if is_aborted:
        page.route(f"**{call}", lambda route: route.abort())
    else:
        mock_response(page, f"**{call}", {"message": "Something broke.", "code": "unexpected"}, status=500)
    follow(page, path)
    box = page.get_by_role("main").get_by_role("alert")
    for _ in range(40):
        page.clock.run_for(1500)
        if box.count():
            break
        page.wait_for_timeout(50)
    expect(box).to_have_count(1)
    expect(box.get_by_text(text, exact=True)).to_be_visible()
    expect(box.get_by_text("No connection", exact=True)).to_have_count(int(is_aborted))
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("contentinfo")).to_be_visible()
    expect(page.get_by_text("Unexpected Application Error!")).to_have_count(0)
    page.unroute(f"**{call}")
    box.get_by_role("button", name="Try again").click()
    expect(box).to_have_count(0)


def test_without_a_connection_the_page_waits_and_goes_on_by_itself(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(allow=NETWORK), "/live-trading")
    page.context.set_offline(True)
    notice = page.get_by_role("status").get_by_text("No connection", exact=True)
    expect(notice).to_be_visible()
    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()
    expect(page.get_by_role("main").get_by_text("No connection", exact=True)).to_be_visible()

    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1, name="Live mentorships")).to_be_visible()
    expect(notice).to_have_count(0)
    assert path_of(page) == "/live-mentorships"


@pytest.mark.proof
def test_a_connection_lost_behind_the_router_is_noticed(tabs: Tabs) -> None:
    """The browser thinks that it is online."""
    page = visit(tabs.open(allow=NETWORK), "/live-trading")
    page.route("**/api/**", lambda route: route.abort())
    page.route("**/healthz", lambda route: route.abort())
    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()
    notice = page.get_by_role("status").get_by_text("No connection", exact=True)
    expect(notice).to_be_visible()
    page.unroute("**/api/**")
    page.unroute("**/healthz")
    expect(notice).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()


def test_an_otp_is_not_sent_again_by_itself(tabs: Tabs) -> None:
    page = visit(tabs.open(allow=NETWORK), "/login")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "otp/send" in request.url else None)
    page.context.set_offline(True)
    number = page.get_by_role("main").get_by_role("textbox")
    number.fill("9876500001")
    page.get_by_role("main").get_by_role("checkbox").check()
    page.get_by_role("main").get_by_role("button", name="Continue").click()
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("No connection. OTP send failed")
    expect(number).to_have_value("9876500001")
    page.context.set_offline(False)
    page.wait_for_timeout(1500)
    assert len(sent) == 1


CHUNKS = "**/static/dist/*.{ending}"


@pytest.mark.parametrize("ending", ["js", "css"])
def test_an_old_tab_reloads_the_page_once_after_a_deploy(tabs: Tabs, ending: str) -> None:
    page = visit(tabs.open(allow=("404", "MIME type")), "/academy")
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)

    def gone(route: Route) -> None:
        """Until the page is loaded again, which brings the new names."""
        route.continue_() if loads else route.fulfill(status=404, body="Not found")

    page.route(CHUNKS.format(ending=ending), gone)
    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()
    expect(page.get_by_role("heading", level=1, name="Live mentorships")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    assert len(loads) == 1


def test_a_reload_that_does_not_help_is_not_repeated(tabs: Tabs) -> None:
    page = visit(tabs.open(allow=("404", "MIME type", "ChunkLoadError", "console: Error")), "/academy")
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)

    def gone(route: Route) -> None:
        is_initial = "main." in route.request.url or "vendor." in route.request.url
        route.continue_() if is_initial else route.fulfill(status=404, body="Not found")

    page.route(CHUNKS.format(ending="js"), gone)
    page.get_by_role("contentinfo").get_by_role("link", name="Live mentorships").click()
    box = page.get_by_role("main").get_by_role("alert")
    expect(box).to_contain_text("This could not be loaded.")
    page.wait_for_timeout(1000)
    assert len(loads) == 1
    page.unroute(CHUNKS.format(ending="js"))
    box.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1, name="Live mentorships")).to_be_visible()


def test_a_script_lost_with_the_connection_reloads_nothing(tabs: Tabs) -> None:
    page = visit(tabs.open(allow=NETWORK), "/academy")
    page.evaluate("() => { window.isSamePage = true; }")
    page.context.set_offline(True)
    follow(page, "/pro")
    expect(page.get_by_role("main").get_by_text("No connection", exact=True)).to_be_visible()
    assert page.evaluate("() => window.isSamePage") is True


def test_a_dialog_whose_file_is_gone_leaves_the_reload_to_the_person(tabs: Tabs) -> None:
    """There may be typed text on the page."""
    page = visit(tabs.open(allow=("404", "MIME type", "ChunkLoadError", "console: Error")), "/academy")
    page.route(CHUNKS.format(ending="js"), lambda route: route.fulfill(status=404, body="Not found"))
    page.get_by_role("navigation").get_by_role("button", name="Courses").click()
    box = page.get_by_role("alert")
    expect(box).to_contain_text("This could not be loaded.")
    box.get_by_role("button", name="Try again").click()
    expect(box).to_contain_text("This page is out of date. Please reload it.")
    with page.expect_navigation():
        page.unroute(CHUNKS.format(ending="js"))
        box.get_by_role("button", name="Reload page").click()
    assert path_of(page) == "/academy"
