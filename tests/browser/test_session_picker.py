"""Selecting trading sessions on the calendar and paying; booking webinars and mentorships."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from .checkout_helpers import checkout, create_buyer, overlay, pay, pay_button, respond_as_bank
from .page_checks import axe_findings, scroll_width_at_narrowest
from .program_helpers import Program, chosen, day, summary
from .stack import Stack
from .tabs import NARROW, NARROWEST, WIDE, Tabs, visit
from .test_login import code, enter_otp, request_otp

SUCCESS = "Payment successful"
MOVED = "The time of an item in your cart has changed. Please review your cart."
WEST, EAST = "America/Los_Angeles", "Pacific/Kiritimati"
"""The zones in which it is another day than in India for longest."""
PLANS = [(5, 400), (2, 450), (1, 499)]
_numbers = itertools.count(9_650_000_001)

# Month ends and midnights in India, years ahead: 31 January 2031 is a Friday.
EDGES = [
    ("Last evening", "2031-01-31T23:30:00+05:30", {}),
    ("At midnight", "2031-02-01T00:00:00+05:30", {}),
    ("Morning", "2031-02-03T09:00:00+05:30", {}),
    ("Evening", "2031-02-03T18:30:00+05:30", {}),
    ("Taken", "2031-02-04T09:00:00+05:30", {"capacity": 1, "seats_taken": 1}),
    *((f"Day {number}", f"2031-02-{number:02}T09:00:00+05:30", {}) for number in range(10, 15)),
    ("In April", "2031-04-30T23:59:00+05:30", {}),
]


@pytest.fixture(scope="module")
def edges(stack: Stack) -> Iterator[Program]:
    program = Program(stack, "month-ends", EDGES, PLANS).create()
    yield program
    program.unpublish()


@pytest.fixture
def mobile(stack: Stack) -> str:
    return create_buyer(stack)


def open_picker(page: Page, program: Program, month: str = "Jan-2031") -> Page:
    visit(page, program.path)
    expect(page.get_by_role("grid", name=month)).to_be_visible()
    return page


def next_month(page: Page, *, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name="Next month").click()


@pytest.mark.parametrize("zone", ["Asia/Kolkata", WEST, pytest.param(EAST, marks=pytest.mark.proof)])
def test_days_are_in_indian_time_in_any_time_zone(tabs: Tabs, edges: Program, zone: str) -> None:
    page = open_picker(tabs.open(timezone_id=zone), edges)
    expect(day(page, 31)).to_have_accessible_name(
        re.compile(r"^31 January, Friday, 1 session: Last evening at 11:30 PM")
    )
    day(page, 31).click()
    next_month(page)
    expect(day(page, 1)).to_have_accessible_name(
        re.compile(r"^1 February, Saturday, 1 session: At midnight at 12:00 AM")
    )
    day(page, 1).click()
    expect(chosen(page)).to_have_count(2)
    expect(summary(page)).to_contain_text("31 Jan 31")
    expect(summary(page)).to_contain_text("1 Feb 31")
    zone_named = summary(page).locator(".zone").first
    if zone == "Asia/Kolkata":
        expect(zone_named).to_be_hidden()
    else:
        expect(zone_named).to_be_visible()
    next_month(page, times=2)
    expect(day(page, 30)).to_have_accessible_name(re.compile(r"^30 April, .* In April at 11:59 PM"))


@pytest.mark.parametrize(
    ("zone", "moment", "month", "today", "is_first"),
    [
        (EAST, "2031-01-31T18:29:59Z", "Feb-2031", None, False),
        (WEST, "2031-01-31T17:59:59Z", "Jan-2031", 31, True),
        pytest.param(WEST, "2031-01-31T18:29:59Z", "Feb-2031", None, False, marks=pytest.mark.proof),
        pytest.param(EAST, "2031-01-31T17:59:59Z", "Jan-2031", 31, True, marks=pytest.mark.proof),
    ],
)
def test_today_and_past_end_at_midnight_in_india(
    tabs: Tabs, edges: Program, zone: str, moment: str, month: str, today: int | None, is_first: bool
) -> None:
    page = tabs.open(timezone_id=zone)
    page.clock.set_fixed_time(moment)
    open_picker(page, edges, month)
    back = page.get_by_role("button", name="Previous month")
    if is_first:
        expect(back).to_be_disabled()
    else:
        # The session of the last evening has started, and it is still 31 January.
        back.click()
        expect(page.get_by_role("grid", name="Jan-2031")).to_be_visible()
        expect(back).to_be_disabled()
        expect(day(page, 31)).to_have_attribute("aria-disabled", "true")
    expect(day(page, today or 31)).to_have_attribute("aria-current", "date")
    expect(page.get_by_role("grid").locator("[aria-current]")).to_have_count(1)


@pytest.mark.parametrize("zone", [WEST, pytest.param(EAST, marks=pytest.mark.proof)])
def test_the_first_second_of_a_month_belongs_to_it(tabs: Tabs, edges: Program, zone: str) -> None:
    page = tabs.open(timezone_id=zone)
    page.clock.set_fixed_time("2031-01-31T18:30:00Z")
    open_picker(page, edges, "Feb-2031")
    expect(page.get_by_role("button", name="Previous month")).to_be_disabled()
    expect(day(page, 1)).to_have_attribute("aria-current", "date")
    # It starts at this second, so it can no longer be booked.
    expect(day(page, 1)).to_have_attribute("aria-disabled", "true")


def test_the_calendar_is_usable_by_keyboard(tabs: Tabs, edges: Program) -> None:
    page = open_picker(tabs.open(), edges)
    page.get_by_role("button", name="Next month").focus()
    page.keyboard.press("Tab")
    expect(day(page, 31)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("grid", name="Feb-2031")).to_be_visible()
    expect(day(page, 1)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("grid", name="Jan-2031")).to_be_visible()
    expect(day(page, 27)).to_be_focused()
    page.keyboard.press("PageDown")
    expect(day(page, 27)).to_be_focused()
    page.keyboard.press("PageUp")
    page.keyboard.press("End")
    expect(page.get_by_role("grid", name="Feb-2031")).to_be_visible()
    expect(day(page, 2)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(day(page, 3)).to_have_attribute("aria-pressed", "true")
    expect(chosen(page)).to_have_count(3)
    page.keyboard.press("Tab")
    expect(page.get_by_role("grid").locator(":focus")).to_have_count(0)


def test_a_visitor_picks_sessions_and_pays_after_login(tabs: Tabs, stack: Stack, edges: Program) -> None:
    mobile = str(next(_numbers))
    page = open_picker(tabs.open(), edges)
    next_month(page)
    for number in range(10, 15):
        day(page, number).click()
    expect(summary(page)).to_contain_text("Discount Applied for 5 Sessions")
    expect(summary(page)).to_contain_text("You save ₹495 before GST")
    page.reload()
    expect(chosen(page)).to_have_count(5)
    summary(page).get_by_role("button", name="Proceed to Payment").click()
    expect(checkout(page)).to_contain_text("Estimated total")
    request_otp(checkout(page), mobile)
    enter_otp(checkout(page), page, code(stack, mobile))
    expect(pay_button(page)).to_have_text("Pay ₹2,360.00")
    expect(checkout(page).get_by_role("list", name="Sessions").get_by_role("listitem")).to_have_count(5)

    # A new account has no name and no state yet.
    checkout(page).get_by_role("textbox", name="Name").fill("Ravi Kumar")
    checkout(page).get_by_role("combobox", name="State").select_option("Kerala")
    respond_as_bank(page, pay(page), "Success")
    overlay(page, SUCCESS).get_by_role("button", name="Go to your sessions").click()
    page.wait_for_url("**/liveTrading-confirmation*")

    open_picker(page, edges)
    expect(chosen(page)).to_have_count(0)
    next_month(page)
    expect(day(page, 10)).to_contain_text("Booked")
    expect(day(page, 10)).to_have_attribute("aria-disabled", "true")


def test_six_sessions_become_ten_by_the_nudge(tabs: Tabs, stack: Stack, mobile: str) -> None:
    sessions = [(f"Day {number}", f"2031-02-{number:02}T09:00:00+05:30", {}) for number in range(10, 22)]
    program = Program(stack, "nudged", sessions, [(10, 374), (5, 424), (1, 499)]).create()
    page = open_picker(tabs.open(member=mobile, width=NARROW), program, "Feb-2031")
    for number in range(10, 16):
        day(page, number).click()
    expect(summary(page)).to_contain_text("6 sessions · ₹424 each plus GST (15% off)")
    expect(summary(page)).to_contain_text("Add 4 more and pay ₹374 each plus GST")
    summary(page).get_by_role("button", name="Add the next 4").click()
    expect(summary(page)).to_contain_text("10 sessions · ₹374 each plus GST (25% off)")
    expect(chosen(page)).to_have_count(10)
    summary(page).get_by_role("button", name="Proceed to Payment").click()
    expect(pay_button(page)).to_have_text("Pay ₹4,413.20")
    respond_as_bank(page, pay(page), "Success")
    overlay(page, SUCCESS).get_by_role("button", name="Go to your sessions").click()
    page.wait_for_url("**/liveTrading-confirmation*")
    program.unpublish()


def respond_with_moved_session(route: Route) -> None:
    answer = route.fetch()
    moved = answer.text().replace("2031-03-03T03:30:00Z", "2031-03-05T13:00:00Z")
    route.fulfill(response=answer, body=moved)


@pytest.mark.proof
def test_a_session_rescheduled_while_in_the_cart_is_shown_before_payment(
    tabs: Tabs, stack: Stack, mobile: str
) -> None:
    program = Program(
        stack, "moving-desk", [("Wandering", "2031-03-03T09:00:00+05:30", {})], [(1, 499)]
    ).create()
    page = open_picker(
        tabs.open(member=mobile, allow=(r"sessions/enroll", r"status of 409")), program, "Mar-2031"
    )
    day(page, 3).click()
    summary(page).get_by_role("button", name="Proceed to Payment").click()
    expect(pay_button(page)).to_be_enabled()
    program.move("Wandering", to="2031-03-05T18:30:00+05:30")
    # The site's process-local cache shows changes of other processes after up to a minute: too long here.
    page.route("**/user/liveotp/web/*", respond_with_moved_session)

    pay_button(page).click()

    expect(checkout(page).get_by_role("alert")).to_have_text(MOVED)
    expect(checkout(page).get_by_role("list", name="Sessions")).to_contain_text("5 Mar 31, 6:30 PM")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_contain_text(
        "Wandering was moved from 3 Mar 31, 9:00 AM to 5 Mar 31, 6:30 PM"
    )
    page.get_by_role("button", name="Got it").click()
    expect(day(page, 5)).to_have_attribute("aria-pressed", "true")
    expect(chosen(page)).to_have_count(1)
    program.unpublish()


@pytest.mark.proof
def test_a_session_that_filled_up_is_removed_from_the_selection(
    tabs: Tabs, stack: Stack, mobile: str
) -> None:
    program = Program(
        stack,
        "small-desk",
        [("Small", "2031-03-03T09:00:00+05:30", {"capacity": 1}), ("Large", "2031-03-04T09:00:00+05:30", {})],
    ).create()
    page = open_picker(
        tabs.open(member=mobile, allow=(r"sessions/cart", r"status of 409")), program, "Mar-2031"
    )
    day(page, 3).click()
    day(page, 4).click()
    program.take("Small", mobile=create_buyer(stack))

    summary(page).get_by_role("button", name="Proceed to Payment").click()

    expect(checkout(page).get_by_role("alert")).to_contain_text("The last seat was just taken.")
    checkout(page).get_by_role("button", name="Go back").click()
    expect(page.get_by_role("alert")).to_contain_text("Small on 3 Mar 31 is full, and was removed.")
    expect(chosen(page)).to_have_count(1)
    expect(day(page, 3)).to_contain_text("Full")
    program.unpublish()


@pytest.mark.parametrize("view", ["Calendar", pytest.param("List", marks=pytest.mark.proof)])
def test_the_picker_passes_axe_and_fits_a_small_phone(tabs: Tabs, edges: Program, view: str) -> None:
    page = open_picker(tabs.open(), edges)
    next_month(page)
    for number in range(10, 15):
        day(page, number).click()
    page.get_by_role("button", name=view).click()
    expect(page.get_by_role("button", name=view)).to_have_attribute("aria-pressed", "true")
    if view == "List":
        expect(page.get_by_role("checkbox").first).to_be_visible()
    assert axe_findings(page) == []
    for width in (WIDE, 768, NARROW):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
    assert scroll_width_at_narrowest(page) == NARROWEST


@pytest.mark.parametrize(
    ("kind", "list_name", "confirmation"),
    [
        ("webinar", "webinars", "/webinar-confirmation"),
        pytest.param("mentorship", "mentorships", "/mentorship-confirmation", marks=pytest.mark.proof),
    ],
)
def test_a_seat_is_bought_on_the_events_page(
    tabs: Tabs, stack: Stack, mobile: str, kind: str, list_name: str, confirmation: str
) -> None:
    event = next(row for row in getattr(stack, list_name) if row["price"] > 0 and row["seatsLeft"] != 0)
    page = visit(tabs.open(member=mobile), f"/live-{list_name}/{event['weburlname']}")
    main = page.get_by_role("main")
    main.get_by_role("button", name="Book for ₹").click()
    respond_as_bank(page, pay(page), "Success")
    overlay(page, SUCCESS).get_by_role("button", name="View your booking").click()
    page.wait_for_url(f"**{confirmation}*")

    visit(page, f"/live-{list_name}/{event['weburlname']}")
    expect(main).to_contain_text("You're booked")
    expect(main.get_by_role("button", name="Book")).to_have_count(0)


def test_a_visitor_books_a_free_webinar_once_logged_in(tabs: Tabs, stack: Stack) -> None:
    mobile = str(next(_numbers))
    event = next(row for row in stack.webinars if row["isFree"] and row["seatsLeft"] is None)
    page = visit(tabs.open(), f"/live-webinars/{event['weburlname']}")
    main = page.get_by_role("main")
    main.get_by_role("button", name="Book for free").click()
    dialog = page.get_by_role("dialog")
    request_otp(dialog, mobile)
    enter_otp(dialog, page, code(stack, mobile))
    expect(main.get_by_role("status").filter(has_text="Your seat is booked")).to_be_visible()
    expect(main.get_by_role("button", name="Book")).to_have_count(0)
    file = page.request.get(main.get_by_role("link", name="Add to calendar").get_attribute("href") or "")
    assert (file.status, file.headers["content-type"].split(";")[0]) == (200, "text/calendar")
