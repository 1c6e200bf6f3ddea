"""Buying Pro, from its page through the payment window to My Learnings, in all widths and themes."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .checkout_helpers import SCRIPT, checkout, overlay, pay, pay_button, respond_as_bank
from .page_checks import MAIN_SCRIPT, violations_in_both_themes, wait_for_hydration
from .stack import Stack
from .tabs import NARROW, NARROWEST, WIDE, Tabs, hold, visit

MIDDLE = 768
HEADING = "Unlock the Secrets of Smart Investing with Power-Packed Webinars!"
SUCCESS = "Payment successful"
CLEAN: dict[str, list[str]] = {"light": [], "dark": []}
_OVERFLOW = "() => document.scrollingElement.scrollWidth - window.innerWidth"
_numbers = itertools.count(9_660_000_001)
_CREATE_USER = """
from apps.accounts.models import User
User.objects.create_user(mobile="{mobile}", name="Leela Iyer", state="Maharashtra")
"""


@pytest.fixture
def mobile(stack: Stack) -> str:
    number = str(next(_numbers))
    stack.shell(_CREATE_USER.format(mobile=number))
    return number


def get_pro(page: Page) -> Any:
    return page.get_by_role("main").get_by_role("button", name="Get Pro")


def plan(page: Page, name: str) -> Any:
    return page.get_by_role("radio", name=re.compile(f"^{name} "))


def events(page: Page) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = page.evaluate("window.dataLayer")
    return [each for each in told if each["event"] in ("pro_view", "plan_selected", "add_to_cart")]


def buy(page: Page, name: str) -> str:
    """Buy a plan; return the amount paid."""
    visit(page, "/pro")
    plan(page, name).check()
    with page.expect_response(SCRIPT):
        get_pro(page).click()
    expect(checkout(page)).to_be_visible()
    amount = pay_button(page).inner_text().removeprefix("Pay ")
    window = pay(page)
    expect(window.get_by_role("dialog")).to_contain_text(amount)
    respond_as_bank(page, window, "Success")
    expect(overlay(page, SUCCESS)).to_contain_text(amount)
    expect(overlay(page, SUCCESS).get_by_role("button", name="Go to My Learnings")).to_be_focused()
    page.wait_for_url("**/my-learnings", timeout=8000)
    return str(amount)


def own_pro(page: Page) -> Any:
    return page.get_by_role("region", name="Pro", exact=True)


def test_pro_is_bought_opens_courses_and_is_extended(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile)
    assert buy(page, "1 year") == "₹9,438.82"

    welcome = page.get_by_role("region", name=re.compile(r"^You have Pro until \w{3}, \d+ \w{3} \d{4}$"))
    expect(welcome.get_by_role("heading", level=2)).to_be_in_viewport()
    expect(welcome.get_by_role("heading", name="Courses to start with")).to_be_visible()
    welcome.get_by_role("button", name="Got it").click()
    expect(welcome).to_have_count(0)

    bought = own_pro(page).get_by_role("article", name="1 year")
    expect(bought).to_contain_text("Active")
    expect(bought).to_contain_text(re.compile(r"\w{3}, \d+ \w{3} \d{4} – \w{3}, \d+ \w{3} \d{4}"))
    expect(bought).to_be_in_viewport()
    bought.get_by_role("link", name="Receipt").click()
    expect(page.get_by_role("main")).to_contain_text("₹9,438.82")
    page.go_back()
    bought.get_by_role("link", name="See Pro courses").click()
    page.wait_for_url("**/courses?price=pro")

    visit(page, "/pro")
    expect(
        page.get_by_text(re.compile(r"^Your Pro is active until \w{3}, \d+ \w{3} \d{4}\.$"))
    ).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="Leela Iyer").click()
    expect(page.get_by_role("menuitem", name="My Learnings")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Upgrade to pro")).to_have_count(0)
    page.keyboard.press("Escape")

    course = next(one for one in stack.courses if one["proCourse"] and one["offer_price"] == 0)
    detail = page.request.get(f"/api/course/users/{course['_id']}").json()["data"]
    assert detail["access"]["via"] == "pro"

    assert buy(page, "3 months") == "₹3,538.82"
    expect(own_pro(page).get_by_role("article", name="1 year")).to_contain_text("Active")
    expect(own_pro(page).get_by_role("article", name="3 months")).to_contain_text("Starts later")
    own_pro(page).get_by_role("link", name="Extend your Pro").click()
    page.wait_for_url("**/pro")
    answer = page.request.get("/api/learnprosection/user/subscriptions/pro").json()
    first, second = sorted(answer["data"]["subscriptions"], key=lambda each: str(each["startsAt"]))
    assert (first["planName"], second["planName"]) == ("1 year", "3 months")
    assert first["endsAt"] == second["startsAt"]


def test_a_visitor_logs_in_within_the_checkout(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/pro")
    expect(plan(page, "3 months")).to_be_checked()
    get_pro(page).click()
    expect(checkout(page)).to_contain_text("Rally Pro")
    expect(checkout(page).get_by_role("textbox", name="Mobile number")).to_be_visible()
    expect(pay_button(page)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(checkout(page)).to_have_count(0)
    expect(get_pro(page)).to_be_focused()


def test_purchase_events_are_tracked(tabs: Tabs) -> None:
    page = visit(tabs.open(), "/pro")
    plan(page, "6 months").check()
    get_pro(page).click()
    expect(checkout(page)).to_be_visible()
    assert events(page) == [
        {"event": "pro_view"},
        {"event": "plan_selected", "plan": "6 months"},
        {"event": "add_to_cart", "plan": "6 months"},
    ]


def test_buying_pro_is_usable_by_keyboard(tabs: Tabs) -> None:
    page = visit(tabs.open(width=WIDE), "/pro")
    plan(page, "3 months").focus()
    page.keyboard.press("ArrowRight")
    expect(plan(page, "6 months")).to_be_checked()
    expect(plan(page, "3 months")).not_to_be_checked()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(plan(page, "3 months")).to_be_checked()
    page.keyboard.press("Tab")
    expect(get_pro(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(checkout(page)).to_be_visible()


@pytest.mark.parametrize("width", [NARROWEST, NARROW, MIDDLE, WIDE])
def test_the_page_passes_axe_and_fits_in_every_width_and_theme(tabs: Tabs, width: int) -> None:
    page = visit(tabs.open(width=width, with_axe=True, reduced_motion="reduce"), "/pro")
    expect(page.get_by_role("heading", level=1, name=HEADING)).to_be_visible()
    expect(page.get_by_text("Most Popular")).to_have_count(1)
    expect(page.get_by_role("region", name="Courses included in PRO")).to_be_visible()
    assert page.evaluate(_OVERFLOW) <= 0
    assert violations_in_both_themes(page) == CLEAN


def test_a_plan_chosen_before_hydration_stays_chosen(tabs: Tabs) -> None:
    page = tabs.open()
    release = hold(page, MAIN_SCRIPT)
    page.goto("/pro", wait_until="commit")
    plan(page, "6 months").check()
    release()
    wait_for_hydration(page)
    expect(plan(page, "6 months")).to_be_checked()
    expect(plan(page, "3 months")).not_to_be_checked()
