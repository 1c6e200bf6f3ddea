"""New buyers, and the steps from a course page to the receipt."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, Request, expect

from .stack import Stack
from .tabs import visit

WINDOW = 'iframe[title="Payment sandbox: no money moves"]'
SCRIPT = "**/sandbox/razorpay/v1/checkout.js"
ENROLL = "/api/course/enrollCourseV1"
CONFIRM = "**/api/course/confirm/courseV1"
ORDER = "**/api/orders/*"

_CREATE_USER = """
from apps.accounts.models import User
User.objects.create_user(mobile="{mobile}", name="Leela Iyer", state="Maharashtra")
"""
_ORDERS = """
from apps.commerce.models import Order
print(Order.objects.filter(person__mobile="{mobile}").count())
"""
_numbers = itertools.count(9_630_000_001)


def create_buyer(stack: Stack) -> str:
    """Create a user whose profile has what an invoice needs; return the mobile number."""
    mobile = str(next(_numbers))
    stack.shell(_CREATE_USER.format(mobile=mobile))
    return mobile


def orders_of(stack: Stack, mobile: str) -> int:
    return int(stack.shell(_ORDERS.format(mobile=mobile)))


def paid_course(stack: Stack, *, place: int = 0) -> dict[str, Any]:
    return [one for one in stack.courses if one["offer_price"] >= 2000 and not one["proCourse"]][place]


def path_to(course: dict[str, Any]) -> str:
    return f"/courses/{course['weburlname']}"


def checkout(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Checkout")


def pay_button(page: Page) -> Locator:
    return checkout(page).get_by_role("button", name=re.compile(r"^Pay ₹[\d,]+\.\d\d$"))


def open_checkout(page: Page, course: dict[str, Any]) -> Locator:
    visit(page, path_to(course))
    page.get_by_role("main").get_by_role("button", name="Buy for ₹").click()
    expect(checkout(page)).to_be_visible()
    return checkout(page)


def pay(page: Page) -> FrameLocator:
    """Click Pay and wait for the payment window."""
    expect(pay_button(page)).to_be_enabled()
    pay_button(page).click()
    window = page.frame_locator(WINDOW)
    expect(window.get_by_role("button", name="Pay", exact=True)).to_be_visible()
    return window


def respond_as_bank(page: Page, window: FrameLocator, outcome: str) -> None:
    with page.expect_popup() as opened:
        window.get_by_role("button", name="Pay", exact=True).click()
    opened.value.get_by_role("button", name=outcome, exact=True).click()


def overlay(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("dialog", name=name)


@dataclass
class CreatedOrders:
    """Collects the ids of provider orders that were created on this page."""

    page: Page
    orders: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("requestfinished", self._record)

    def _record(self, request: Request) -> None:
        answer = request.response() if request.url.endswith(ENROLL) else None
        if answer is not None and answer.ok:
            self.orders.append(answer.json()["data"]["razorPayOrderId"])
