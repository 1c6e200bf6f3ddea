"""Pages that only members may see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .stack import MEMBER, Stack, route_table
from .survey import address, lesson, wait_until_taken_over
from .tabs import Tabs, path_of, stored, visit

GUARDED = [row["name"] for row in route_table() if row.get("guarded")]
# The member of these tests has courses, but has booked nothing live.
NOTHING_BOOKED = {f"{kind}-confirmation" for kind in ("mentorship", "live-trading", "webinar")}


def test_the_table_guards_what_the_specification_guards() -> None:
    assert {
        "dashboard",
        "my-learnings",
        "topic",
        "mentorship-confirmation",
        "live-trading-confirmation",
        "webinar-confirmation",
        "course-confirmation",
    } <= set(GUARDED)


@pytest.mark.parametrize("name", GUARDED)
def test_a_visitor_is_sent_home_and_the_target_is_kept(page: Page, stack: Stack, name: str) -> None:
    """After the login that follows, the person should land where they wanted to be."""
    path = address(stack, name)

    page.goto(f"{path}?from=mail")

    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()
    assert path_of(page) == "/"
    assert stored(page, "loginTarget", area="sessionStorage") == f"{path}?from=mail"


def test_going_back_does_not_bring_the_guarded_page_back(page: Page, stack: Stack) -> None:
    """A guard that only pushed would trap the back button."""
    visit(page, "/academy")
    page.goto("/dashboard")
    expect(page.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()

    page.go_back()

    expect(page.get_by_role("heading", level=1, name="Academy")).to_be_visible()


@pytest.mark.parametrize("name", GUARDED)
def test_a_member_stays(tabs: Tabs, stack: Stack, name: str) -> None:
    path = address(stack, name)
    assert path is not None

    page = visit(tabs.open(member=MEMBER), path)

    expect(page.get_by_role("heading", level=1, name=_heading(stack, name))).to_be_visible()
    assert path_of(page) == path
    assert stored(page, "loginTarget", area="sessionStorage") is None
    # The player may report; nothing is asked that came with the page.
    assert [call for call in tabs.calls(page) if "/progress/" not in call] == []


def _heading(stack: Stack, name: str) -> str:
    if name == "topic":
        return str(lesson(stack)["title"])
    if name in NOTHING_BOOKED:
        return "Nothing to confirm yet"
    return str(next(row["title"] for row in route_table() if row["name"] == name))


_TURN_TO_EVERYTHING = """() => {
  const all = [...document.querySelectorAll('a, button, article, input, summary, [tabindex]')];
  for (const element of all) {
    for (const type of ['pointerover', 'pointermove', 'mouseover', 'mousemove'])
      element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
    element.focus({ preventScroll: true });
  }
  return all.length;
}"""


_LOOKED_AT = ["home", "courses", "course", "live-trading-program", "pro"]
_OF_MEMBERS = ["dashboard", "my-learnings", "orders", "topic"]


@pytest.mark.parametrize("name", _LOOKED_AT + _OF_MEMBERS)
def test_to_turn_to_something_asks_for_no_login(tabs: Tabs, stack: Stack, name: str) -> None:
    """What is fetched ahead must not tell a reader that the session ended: only a press may need it."""
    page = visit(tabs.open(member=MEMBER, own_session=True), address(stack, name))
    wait_until_taken_over(page)
    page.wait_for_load_state("networkidle")
    page.context.clear_cookies(name="sessionid")

    assert page.evaluate(_TURN_TO_EVERYTHING) > 20
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("link", name="My Learnings")).to_be_visible()
