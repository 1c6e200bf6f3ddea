"""The sandbox's payment window, opened from a page of the site as the checkout does."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FrameLocator, Locator, Page, Route, expect

from .page_checks import load_axe
from .stack import Stack
from .tabs import NARROW, Tabs, visit

_OF_THE_SANDBOX_ALONE = pytest.mark.proof
"""Options that our checkout does not use, and faults of the sandbox itself."""
_MORE_PATIENCE_MS = 30_000
"""The machine may be busy with other tests."""

WINDOW = 'iframe[title="Payment sandbox: no money moves"]'

LOAD = """() => new Promise((done, failed) => {
  const script = document.createElement('script');
  script.src = '/sandbox/razorpay/v1/checkout.js';
  script.onload = done;
  script.onerror = failed;
  document.head.append(script);
})"""

OPEN = """([orderId, more]) => {
  window.heard = [];
  const options = {
    key: 'rzp_test_sandbox', amount: 123450, currency: 'INR', order_id: orderId,
    name: 'Rally', description: 'Options from the ground up',
    prefill: { name: 'Asha Rao', email: 'asha@example.in', contact: '9876543210' },
    theme: { color: '#0a6a4a' },
    handler: (response) => heard.push(['paid', response]),
    ...more,
    modal: { ...more.modal, ondismiss: () => heard.push(['dismissed']) },
  };
  const made = new Razorpay(options);
  made.on('payment.failed', ({ error }) => heard.push(['failed', error]));
  document.querySelector('main a')?.focus();
  made.open();
  window.made = made;
}"""


@pytest.fixture
def order_id(stack: Stack) -> str:
    key = ("rzp_test_sandbox", (stack.data / "sandbox.key").read_text().strip())
    wanted = {"amount": 123_450, "currency": "INR"}
    answer = requests.post(f"{stack.origin}/sandbox/razorpay/v1/orders", json=wanted, auth=key, timeout=20)
    return answer.json()["id"]


def open_window(page: Page, order_id: str, **options: Any) -> FrameLocator:
    visit(page, "/contact")
    page.evaluate(LOAD)
    page.evaluate(OPEN, [order_id, options])
    window = page.frame_locator(WINDOW)
    expect(window.get_by_role("button", name="Pay", exact=True)).to_be_focused()
    return window


def open_bank(page: Page, window: FrameLocator) -> Page:
    with page.expect_popup() as opened:
        window.get_by_role("button", name="Pay", exact=True).click()
    bank = opened.value
    expect(bank.get_by_role("heading", name="Test bank")).to_be_visible()
    expect(bank.get_by_role("button", name="Success", exact=True)).to_be_enabled()
    return bank


def press(place: Page | FrameLocator, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


def press_in_bank(bank: Page, name: str) -> None:
    """The bank closes itself at the press, sometimes before the press is answered."""
    if bank.is_closed():
        raise AssertionError("the bank is closed already")
    with bank.expect_event("close", timeout=_MORE_PATIENCE_MS):
        try:
            press(bank, name)
        except PlaywrightError:
            if not bank.is_closed():
                raise


def handler_calls(page: Page, count: int) -> list[list[Any]]:
    page.wait_for_function("count => heard.length >= count", arg=count)
    return page.evaluate("() => heard")


def status_of(stack: Stack, order_id: str) -> str:
    key = ("rzp_test_sandbox", (stack.data / "sandbox.key").read_text().strip())
    address = f"{stack.origin}/sandbox/razorpay/v1/orders/{order_id}"
    return requests.get(address, auth=key, timeout=20).json()["status"]


def test_a_success_calls_the_handler_with_three_ids_and_closes(
    stack: Stack, page: Page, order_id: str
) -> None:
    window = open_window(page, order_id)
    dialog = window.get_by_role("dialog", name="Rally")
    expect(dialog).to_contain_text("No money moves here.")
    expect(dialog).to_contain_text("₹1,234.50")
    expect(dialog).to_contain_text("Paying as Asha Rao")

    bank = open_bank(page, window)
    expect(bank.get_by_role("main")).to_contain_text("No money moves here.")
    with bank.expect_event("close"):
        press_in_bank(bank, "Success")

    [[kind, response]] = handler_calls(page, 1)
    assert kind == "paid"
    assert response["razorpay_order_id"] == order_id
    assert set(response) == {"razorpay_order_id", "razorpay_payment_id", "razorpay_signature"}
    expect(page.locator(WINDOW)).to_have_count(0)
    assert status_of(stack, order_id) == "paid"


def test_after_a_failure_the_buyer_can_try_again(page: Page, order_id: str) -> None:
    window = open_window(page, order_id)

    press_in_bank(open_bank(page, window), "Failure")
    expect(window.get_by_role("alert")).to_have_text("The bank declined the payment. You can try again.")
    [[kind, error]] = handler_calls(page, 1)
    assert (kind, error["code"], error["reason"]) == ("failed", "BAD_REQUEST_ERROR", "payment_failed")
    assert error["metadata"]["order_id"] == order_id

    press_in_bank(open_bank(page, window), "Success")
    assert [kind for kind, *_rest in handler_calls(page, 2)] == ["failed", "paid"]


@_OF_THE_SANDBOX_ALONE
def test_without_retry_a_failure_dismisses(page: Page, order_id: str) -> None:
    window = open_window(page, order_id, retry={"enabled": False})

    press_in_bank(open_bank(page, window), "Failure")

    assert [kind for kind, *_rest in handler_calls(page, 2)] == ["failed", "dismissed"]
    expect(page.locator(WINDOW)).to_have_count(0)


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def test_close_and_escape_dismiss_and_return_the_focus(page: Page, order_id: str) -> None:
    for leave in (lambda window: press(window, "Close"), lambda window: page.keyboard.press("Escape")):
        window = open_window(page, order_id)
        leave(window)
        assert handler_calls(page, 1) == [["dismissed"]]
        expect(page.locator(WINDOW)).to_have_count(0)
        expect(focused(page)).to_have_count(1)


@_OF_THE_SANDBOX_ALONE
def test_escape_can_be_disabled(page: Page, order_id: str) -> None:
    window = open_window(page, order_id, modal={"escape": False})

    page.keyboard.press("Escape")
    press(window, "Close")

    assert handler_calls(page, 1) == [["dismissed"]]


@_OF_THE_SANDBOX_ALONE
def test_leaving_can_require_confirmation(page: Page, order_id: str) -> None:
    window = open_window(page, order_id, modal={"confirm_close": True})

    press(window, "Close")
    press(window, "Continue to pay")
    press(window, "Close")
    press(window, "Leave")

    assert handler_calls(page, 1) == [["dismissed"]]


@pytest.mark.parametrize("way", ["its button", "the browser"])
def test_closing_the_bank_without_a_response_keeps_the_window(
    stack: Stack, page: Page, order_id: str, way: str
) -> None:
    window = open_window(page, order_id)
    bank = open_bank(page, window)
    if way == "its button":
        press_in_bank(bank, "Close")
    else:
        bank.close()

    expect(window.get_by_role("status")).to_contain_text("closed before you paid")
    assert page.evaluate("() => heard") == []
    assert status_of(stack, order_id) == "created"
    press_in_bank(open_bank(page, window), "Success")
    assert [kind for kind, *_rest in handler_calls(page, 1)] == ["paid"]


@_OF_THE_SANDBOX_ALONE
def test_a_success_after_the_dismissal_still_reaches_the_page(page: Page, order_id: str) -> None:
    window = open_window(page, order_id)
    bank = open_bank(page, window)
    page.evaluate("() => made.dismiss()")
    assert handler_calls(page, 1) == [["dismissed"]]
    expect(page.locator(WINDOW)).to_be_hidden()

    press_in_bank(bank, "Success")

    assert [kind for kind, *_rest in handler_calls(page, 2)] == ["dismissed", "paid"]


@_OF_THE_SANDBOX_ALONE
def test_a_lost_handler_leaves_the_payment_captured(stack: Stack, page: Page, order_id: str) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.fulfill(json={"lost": True})

    page.context.route("**/window/pay", lose)
    window = open_window(page, order_id)
    press_in_bank(open_bank(page, window), "Success")

    expect(window.get_by_role("status")).to_contain_text("closed before you paid")
    assert page.evaluate("() => heard") == []
    assert status_of(stack, order_id) == "paid"


@_OF_THE_SANDBOX_ALONE
def test_it_closes_after_its_timeout(page: Page, order_id: str) -> None:
    open_window(page, order_id, timeout=1)

    assert handler_calls(page, 1) == [["dismissed"]]


def test_close_calls_no_handler(page: Page, order_id: str) -> None:
    open_window(page, order_id)

    page.evaluate("() => made.close()")

    expect(page.locator(WINDOW)).to_have_count(0)
    assert page.evaluate("() => heard") == []


@_OF_THE_SANDBOX_ALONE
def test_messages_from_other_windows_are_ignored(page: Page, order_id: str) -> None:
    window = open_window(page, order_id)
    lie = {"kind": "succeeded", "orderId": order_id, "response": {}}
    page.evaluate("lie => window.postMessage(lie, '*')", lie)
    page.evaluate("lie => document.querySelector('iframe').contentWindow.postMessage(lie, '*')", lie)

    press(window, "Close")
    assert handler_calls(page, 1) == [["dismissed"]]


@_OF_THE_SANDBOX_ALONE
def test_an_unknown_order_says_so(page: Page) -> None:
    visit(page, "/contact")
    page.evaluate(LOAD)
    page.evaluate(OPEN, ["order_00000000000000", {}])
    window = page.frame_locator(WINDOW)

    expect(window.get_by_role("dialog", name="Order not found")).to_be_visible()
    press(window, "Close")
    assert handler_calls(page, 1) == [["dismissed"]]


def test_the_window_traps_the_focus(page: Page, order_id: str) -> None:
    window = open_window(page, order_id)
    for name in ("Close", "Pay", "Close"):
        page.keyboard.press("Tab")
        expect(window.get_by_role("button", name=name, exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(window.get_by_role("button", name="Pay", exact=True)).to_be_focused()


def test_window_and_bank_fit_a_phone_and_pass_axe(tabs: Tabs, order_id: str) -> None:
    for scheme in ("light", "dark"):
        page = tabs.open(width=NARROW, color_scheme=scheme)
        window = open_window(page, order_id)
        bank = open_bank(page, window)
        for part in (window.locator("html"), bank.locator("html")):
            load_axe(part)
            assert part.evaluate("root => root.scrollWidth <= root.clientWidth")
            found = part.evaluate("() => axe.run().then(({ violations }) => violations.map(({ id }) => id))")
            assert found == []
