"""Buying Pro, from its page through the payment window to My Learnings, in all widths and themes."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .checkout_helpers import SCRIPT, checkout, overlay, pay, pay_button, respond_as_bank
from .stack import Stack
from .tabs import Tabs, visit

SUCCESS = "Payment successful"
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
