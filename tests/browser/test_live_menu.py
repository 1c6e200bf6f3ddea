"""The Live mega-menu and its three tabs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from apps.core.indian_time import INDIA

from .menus import KINDS, button, expect_closed, expect_open, open_live, panel, tab
from .stack import Stack
from .tabs import Tabs, hold, mock_response, path_of, stored, visit

TARGETS = {
    "Webinars": ("View All Webinars", "/live-webinars", "Live webinars"),
    "Mentorship Programs": ("View All Mentorship Programs", "/live-mentorships", "Live mentorships"),
    "Live Trading Programs": ("View All Live Trading Programs", "/live-trading", "Live trading programs"),
}
NOTHING = {
    "Webinars": "Live Webinar coming soon.",
    "Mentorship Programs": "Live Mentorship coming soon.",
    "Live Trading Programs": "Live Trading coming soon.",
}
SAVED_AS = {
    "Webinars": ("selectedWebinar", "webinars", "/live-webinars"),
    "Mentorship Programs": ("selectedMentorship", "mentorships", "/live-mentorships"),
    "Live Trading Programs": ("selectedLiveTrading", "programs", "/live-trading"),
}
every_tab = pytest.mark.parametrize("kind", list(KINDS))


def visible_panel(page: Page) -> Locator:
    return panel(page, "Live").get_by_role("tabpanel")


def cards(page: Page) -> Locator:
    return visible_panel(page).get_by_role("listitem")


def select_tab(page: Page, kind: str) -> Page:
    tab(page, kind).hover()
    expect(tab(page, kind)).to_have_attribute("aria-selected", "true")
    return page


def is_on(starts: str, ends: str) -> bool:
    return datetime.fromisoformat(starts) <= datetime.now(UTC) < datetime.fromisoformat(ends)


@every_tab
def test_a_tab_shows_the_next_three_events(page: Page, stack: Stack, kind: str) -> None:
    """Section 9: fifty are fetched, three are shown."""
    select_tab(open_live(page), kind)

    things: list[dict[str, Any]] = getattr(stack, SAVED_AS[kind][1])
    expect(cards(page)).to_have_count(3)
    for place, thing in enumerate(things[:3]):
        card = cards(page).nth(place)
        expect(card.get_by_role("heading", name=thing["title"])).to_be_visible()
        expect(card).to_contain_text(thing.get("hostProfilename") or thing["mentor_details"]["name"])
        expect(card.locator("img")).to_have_attribute("src", thing["smallBanner"])
        banner = card.locator("img").bounding_box()
        assert banner is not None
        assert banner["width"] == pytest.approx(banner["height"], abs=1), "the banner is square"


@every_tab
def test_a_tab_fetches_fifty(page: Page, tabs: Tabs, kind: str) -> None:
    select_tab(open_live(page), kind)
    expect(cards(page)).to_have_count(3)

    address = {"Webinars": "learning/webinarV1", "Mentorship Programs": "mentorship"}.get(
        kind, "learning/web/liveotp"
    )
    assert f"GET /api/{address}?skip=0&limit=50" in tabs.calls(page)


def test_only_an_event_in_progress_has_the_live_badge(page: Page, stack: Stack) -> None:
    """A wrong badge would send users to an empty room."""
    open_live(page)

    on = [is_on(webinar["webinarTime"], webinar["webinarEndTime"]) for webinar in stack.webinars[:3]]
    expect(cards(page)).to_have_count(3)
    badged = [cards(page).nth(place).get_by_text("LIVE", exact=True).count() == 1 for place in range(3)]
    assert badged == on
    assert on.count(True) == 1, "the demo has one webinar that is on"


@pytest.mark.parametrize(("offset", "badge"), [(-1, 0), (0, 1), (5399, 1)])
def test_a_mentorship_is_live_from_its_start_to_its_end(
    page: Page, stack: Stack, offset: int, badge: int
) -> None:
    """Mentorships have the badge too, from the first second of a meeting."""
    at = datetime(2027, 1, 4, 9, 30, tzinfo=UTC)
    times = {"start": "2027-01-04T09:30:00Z", "end": "2027-01-04T11:00:00Z"}
    span = {"start_date": times["start"], "end_date": times["end"], "meetingTimes": [times]}
    row = {**stack.mentorships[0], **span}
    mock_response(page, KINDS["Mentorship Programs"], {"data": [row], "totalCount": 1})
    page.clock.set_fixed_time(at + timedelta(seconds=offset))
    select_tab(open_live(page), "Mentorship Programs")

    expect(cards(page)).to_have_count(1)
    expect(cards(page).get_by_text("LIVE", exact=True)).to_have_count(badge)
    expect(cards(page)).to_contain_text("3:00 PM – 4:30 PM")


def test_a_trading_program_shows_its_first_day_and_no_badge(page: Page, stack: Stack) -> None:
    select_tab(open_live(page), "Live Trading Programs")

    expect(cards(page)).to_have_count(3)
    for place, program in enumerate(stack.programs[:3]):
        first = datetime.fromisoformat(program["programSessions"][0]["date"]).astimezone(INDIA)
        day = f"{first:%a}, {first.day} {first:%b} {first.year} onwards"
        expect(cards(page).nth(place).get_by_text(day, exact=True)).to_be_visible()
    expect(visible_panel(page).get_by_text("LIVE", exact=True)).to_have_count(0)


def test_tabs_change_on_hover_click_and_arrow_keys(page: Page) -> None:
    """The specification asks for hover and click; tab lists need arrow keys."""
    open_live(page)
    expect(tab(page, "Webinars")).to_have_attribute("aria-selected", "true")

    tab(page, "Mentorship Programs").hover()
    expect(tab(page, "Mentorship Programs")).to_have_attribute("aria-selected", "true")
    tab(page, "Live Trading Programs").click()
    expect(tab(page, "Live Trading Programs")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    expect(tab(page, "Mentorship Programs")).to_have_attribute("aria-selected", "true")
    expect(tab(page, "Mentorship Programs")).to_be_focused()


@every_tab
def test_view_all_links_to_the_list(page: Page, kind: str) -> None:
    name, target, heading = TARGETS[kind]
    select_tab(open_live(page), kind)

    visible_panel(page).get_by_role("link", name=name).click()

    expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    assert path_of(page) == target
    expect_closed(page, "Live")


@every_tab
def test_a_clicked_event_is_stored(page: Page, stack: Stack, kind: str) -> None:
    """The specification names the storage key of its id."""
    key, attribute, base = SAVED_AS[kind]
    thing = getattr(stack, attribute)[1]
    select_tab(open_live(page), kind)

    cards(page).nth(1).get_by_role("link", name=thing["title"]).click()

    expect(page.get_by_role("heading", level=1, name=thing["title"])).to_be_visible()
    assert stored(page, key) == thing["_id"]
    assert path_of(page) == f"{base}/{thing['weburlname']}"


@every_tab
def test_an_empty_tab_says_so(page: Page, kind: str) -> None:
    mock_response(page, KINDS[kind], {"data": [], "totalCount": 0})
    select_tab(open_live(page), kind)

    expect(visible_panel(page).get_by_text(NOTHING[kind], exact=True)).to_be_visible()
    expect(cards(page)).to_have_count(0)


@every_tab
def test_a_tab_shows_a_spinner_while_it_loads(page: Page, kind: str) -> None:
    release = hold(page, KINDS[kind])
    select_tab(open_live(page), kind)

    expect(visible_panel(page).get_by_role("status")).to_be_visible()
    release()
    expect(cards(page)).to_have_count(3)
    expect(visible_panel(page).get_by_role("status")).to_have_count(0)


@every_tab
def test_a_failed_list_shows_an_error_and_can_be_retried(tabs: Tabs, kind: str) -> None:
    """The specification uses one text for all three lists."""
    page = tabs.open(allow=["500"])
    page.clock.install()
    page.route(KINDS[kind], lambda route: route.fulfill(status=500, body=""))
    select_tab(open_live(page), kind)
    for _ in range(2):
        # The query is retried twice, after one and two seconds.
        with page.expect_response(KINDS[kind]):
            page.clock.fast_forward(2500)

    expect(visible_panel(page).get_by_role("alert")).to_contain_text("Failed to fetch webinars")
    page.unroute(KINDS[kind])
    visible_panel(page).get_by_role("button", name="Try again").click()
    expect(cards(page)).to_have_count(3)


def test_opening_one_menu_closes_the_other(page: Page) -> None:
    """Two open panels would overlap."""
    open_live(page)

    button(page, "Courses").click()

    expect_open(page, "Courses")
    expect_closed(page, "Live")


def test_the_keyboard_reaches_a_webinar(page: Page, stack: Stack) -> None:
    visit(page, "/academy")
    button(page, "Live").focus()
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(3)

    page.keyboard.press("Tab")
    expect(tab(page, "Webinars")).to_be_focused()
    page.keyboard.press("Tab")
    if page.evaluate("() => document.activeElement.getAttribute('role')") == "tabpanel":
        page.keyboard.press("Tab")
    expect(cards(page).first.get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1, name=stack.webinars[0]["title"])).to_be_visible()
