"""Pages that require login."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .page_checks import (
    NOT_OWNED,
    axe_findings,
    lesson,
    path_of_route,
    scroll_width_at_narrowest,
    wait_for_hydration,
)
from .stack import MEMBER, Stack, route_table
from .tabs import NARROW, NARROWEST, Tabs, at_rest, path_of, stored, visit
from .test_login import code, enter_otp, mobile, request_otp  # noqa: F401

GUARDED = [row["name"] for row in route_table() if row.get("guarded")]
LOGIN_TITLE = "Secure Your Spot - Enter Mobile Number to Continue"
# This member has courses but no live bookings.
NOTHING_BOOKED = {f"{kind}-confirmation" for kind in ("mentorship", "live-trading", "webinar")}


def test_the_route_table_guards_the_specified_pages() -> None:
    assert {
        "dashboard",
        "my-learnings",
        "topic",
        "mentorship-confirmation",
        "live-trading-confirmation",
        "webinar-confirmation",
        "course-confirmation",
    } <= set(GUARDED)


def test_a_visitor_is_redirected_home_and_the_target_is_stored(page: Page, stack: Stack) -> None:
    """After login the user must get to that page. LoginHost.test has all guarded routes."""
    for name in ("dashboard", "topic", "settings"):
        path = path_of_route(stack, name)

        page.goto(f"{path}?from=mail")

        expect(page.get_by_role("dialog", name=LOGIN_TITLE)).to_contain_text("Log in to see ")
        assert path_of(page) == "/"
        assert stored(page, "loginTarget", area="sessionStorage") == f"{path}?from=mail"


def test_a_visitor_logs_in_on_the_home_page_and_is_where_they_wanted_to_be(
    tabs: Tabs,
    stack: Stack,
    mobile: str,  # noqa: F811
) -> None:
    page = tabs.open(width=NARROW)
    page.goto("/my-learnings?kind=courses")
    dialog = page.get_by_role("dialog", name=LOGIN_TITLE)
    expect(dialog).to_contain_text("Log in to see My Learnings")
    assert path_of(page) == "/"

    request_otp(dialog, mobile)
    enter_otp(dialog, page, code(stack, mobile))

    expect(page.get_by_role("heading", level=1, name="My Learnings")).to_be_visible()
    assert path_of(page) == "/my-learnings?kind=courses"
    # The header says who is in, on a phone too, and has the way to everything of theirs.
    page.get_by_role("banner").get_by_role("button", name="Account", exact=True).click()
    expect(page.get_by_role("menuitem")).to_have_text(
        ["My Dashboard", "My Learnings", "Upgrade to pro", "Orders", "Support", "Settings", "Log Out"]
    )
    page.get_by_role("menuitem", name="Orders").click()
    expect(page.get_by_role("heading", level=1, name="Orders and receipts")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_back_does_not_return_to_the_guarded_page(page: Page, stack: Stack) -> None:
    """A guard that pushes instead of replacing would break the back button."""
    visit(page, "/academy")
    page.goto("/dashboard")
    expect(page.get_by_role("dialog", name=LOGIN_TITLE)).to_be_visible()

    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    at_rest(page)
    page.go_back()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()


@pytest.mark.parametrize("name", GUARDED)
def test_a_members_page_is_complete_passes_axe_and_fits_a_small_phone(
    tabs: Tabs, stack: Stack, name: str
) -> None:
    path = path_of_route(stack, name)

    page = visit(tabs.open(member=MEMBER, allow=NOT_OWNED if name == "recording" else ()), path)

    expect(page.get_by_role("heading", level=1, name=_heading(stack, name))).to_be_visible()
    assert path_of(page) == path
    assert stored(page, "loginTarget", area="sessionStorage") is None
    # The player may report progress and opens a recording, and the settings fetch messages that are near.
    # Data that came with the page is not fetched again.
    expected = r"/progress/|recordings/.*/open|/user/messages"
    assert [call for call in tabs.calls(page) if not re.search(expected, call)] == []
    assert axe_findings(page) == []
    assert scroll_width_at_narrowest(page) == NARROWEST


def _heading(stack: Stack, name: str) -> str:
    if name == "topic":
        return str(lesson(stack)["title"])
    if name == "course-completion":
        return "Certificate of completion"
    if name in NOTHING_BOOKED:
        return "Nothing here yet"
    return str(next(row["title"] for row in route_table() if row["name"] == name))


_HOVER_AND_FOCUS_EVERYTHING = """() => {
  const all = [...document.querySelectorAll('a, button, article, input, summary, [tabindex]')];
  for (const element of all) {
    for (const type of ['pointerover', 'pointermove', 'mouseover', 'mousemove'])
      element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
    element.focus({ preventScroll: true });
  }
  return all.length;
}"""


@pytest.mark.parametrize(
    "name",
    [
        "course",
        "my-learnings",
        *(pytest.param(name, marks=pytest.mark.proof) for name in ("home", "live-trading-program", "topic")),
    ],
)
def test_prefetching_asks_for_no_login(tabs: Tabs, stack: Stack, name: str) -> None:
    """A failed prefetch must not show that the session has expired; only a click may."""
    page = visit(tabs.open(member=MEMBER, own_session=True), path_of_route(stack, name))
    wait_for_hydration(page)
    page.wait_for_load_state("networkidle")
    page.context.clear_cookies(name="sessionid")

    assert page.evaluate(_HOVER_AND_FOCUS_EVERYTHING) > 20
    page.wait_for_load_state("networkidle")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("link", name="My Learnings")).to_be_visible()
