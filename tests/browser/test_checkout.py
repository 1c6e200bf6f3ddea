"""Buying a course, from its page through the payment window to the receipt, and all failures."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .checkout_helpers import (
    CONFIRM,
    ORDER,
    SCRIPT,
    WINDOW,
    CreatedOrders,
    checkout,
    create_buyer,
    open_checkout,
    orders_of,
    overlay,
    paid_course,
    path_to,
    pay,
    pay_button,
    respond_as_bank,
)
from .page_checks import MAIN_SCRIPT, axe_findings, axe_violations, wait_for_hydration
from .stack import Stack
from .tabs import IS_STYLED, NARROW, WIDE, SpareTabs, Tabs, at_rest, hold, path_of, visit
from .test_login import code, enter_otp, request_otp

MIDDLE = 768
WIDTHS = (NARROW, MIDDLE, WIDE)
PROCESSING = "Do not refresh or press back. This may interrupt your payment"
DECLINED = "Payment was cancelled or failed. Please try again."
NO_SCRIPT = "Razorpay SDK failed to load. Please check your internet connection."
FAILED = "Payment Failed! We had an issue confirming your payment. Please try again"
SUCCESS = "Payment successful"
_OVERFLOW = "() => document.scrollingElement.scrollWidth - window.innerWidth"
_SNAPSHOT = """() => [...document.querySelectorAll('main *')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [element.tagName, ...[x, y, width, height].map((side) => Math.round(side))];
})"""
_numbers = itertools.count(9_640_000_001)


@pytest.fixture
def mobile(stack: Stack) -> str:
    return create_buyer(stack)


@pytest.fixture(scope="module")
def bought(browser: Browser, stack: Stack, spare_tabs: SpareTabs) -> str:
    """The number of a buyer who has bought the first paid course."""
    mobile = create_buyer(stack)
    tabs = Tabs(browser=browser, stack=stack, spare=spare_tabs)
    page = tabs.open(member=mobile)
    open_checkout(page, paid_course(stack))
    respond_as_bank(page, pay(page), "Success")
    expect(overlay(page, SUCCESS)).to_be_visible()
    assert tabs.close() == []
    return mobile


def test_a_course_is_bought_and_opens(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile, reduced_motion="reduce")
    course = paid_course(stack)
    with page.expect_response(SCRIPT):  # on its way while the bill is looked at
        dialog = open_checkout(page, course)
    expect(dialog).to_contain_text(re.compile(r"Access for \d+ days"))
    expect(dialog).to_contain_text("CGST 9%")
    amount = pay_button(page).inner_text().removeprefix("Pay ")
    expect(dialog.get_by_text("Total incl. GST").locator("..")).to_contain_text(amount)

    window = pay(page)
    expect(window.get_by_role("dialog")).to_contain_text(amount)
    expect(checkout(page)).to_have_count(0)
    respond_as_bank(page, window, "Success")

    expect(overlay(page, SUCCESS)).to_contain_text(amount)
    expect(overlay(page, SUCCESS).get_by_role("button", name="Start learning")).to_be_focused()
    assert axe_findings(page) == []
    page.wait_for_url("**/course/*/topic/*", timeout=8000)
    expect(page.get_by_role("dialog")).to_have_count(0)

    main = visit(page, path_to(course)).get_by_role("main")
    expect(main).to_contain_text("Enrolled")
    expect(main.get_by_role("button", name="Buy")).to_have_count(0)


def test_a_purchase_has_a_confirmation_page_and_documents(tabs: Tabs, stack: Stack, bought: str) -> None:
    page = tabs.open(member=bought)
    course = paid_course(stack)
    visit(page, "/course-confirmation")
    page.reload()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text("Enrolment confirmed")
    expect(main.get_by_role("link", name=re.compile("^Start"))).to_be_visible()

    visit(page, "/orders")
    main.get_by_role("link", name=course["title"]).click()
    receipt = main.get_by_role("region", name=re.compile("^Receipt "))
    expect(receipt).to_contain_text("Paid")
    invoice = receipt.get_by_role("link", name=re.compile("^Invoice "))
    expect(invoice).to_have_attribute("target", "_blank")
    answer = page.request.get(invoice.get_attribute("href") or "")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    page.go_back()
    expect(main.get_by_role("list", name="Orders").get_by_role("listitem")).to_have_count(1)


def test_after_a_failed_payment_the_buyer_can_try_again(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile)
    created = CreatedOrders(page)
    open_checkout(page, paid_course(stack))
    window = pay(page)

    respond_as_bank(page, window, "Failure")
    expect(page.get_by_role("alert")).to_have_text(DECLINED)
    expect(page.locator(WINDOW)).to_have_count(1)

    respond_as_bank(page, window, "Success")
    expect(overlay(page, SUCCESS)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(created.orders) == 1


def test_closing_the_payment_window_keeps_the_cart_and_the_order(
    tabs: Tabs, stack: Stack, mobile: str
) -> None:
    page = tabs.open(member=mobile)
    created = CreatedOrders(page)
    course = paid_course(stack)
    open_checkout(page, course)
    pay(page).get_by_role("button", name="Close", exact=True).click()

    expect(pay_button(page)).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)
    pay(page).get_by_role("button", name="Close", exact=True).click()
    expect(checkout(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(checkout(page)).to_have_count(0)
    at_rest(page)

    # Leave and return, with the back button and by URL.
    visit(page, "/courses")
    page.go_back()
    page.get_by_role("main").get_by_role("button", name="Buy for ₹").click()
    pay(page)
    assert len(set(created.orders)) == 1
    assert orders_of(stack, mobile) == 1


def test_a_double_click_creates_one_order_and_one_window(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile)
    created = CreatedOrders(page)
    open_checkout(page, paid_course(stack))
    expect(pay_button(page)).to_be_enabled()

    pay_button(page).dblclick()

    expect(page.frame_locator(WINDOW).get_by_role("button", name="Pay", exact=True)).to_be_visible()
    expect(page.locator(WINDOW)).to_have_count(1)
    assert len(created.orders) == 1


@pytest.mark.proof
def test_without_the_checkout_script_an_error_is_shown(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile, allow=(r"checkout\.js",))
    page.route(SCRIPT, lambda route: route.abort())
    dialog = open_checkout(page, paid_course(stack))
    expect(pay_button(page)).to_be_enabled()
    pay_button(page).click()

    expect(dialog.get_by_role("alert")).to_have_text(NO_SCRIPT)
    expect(page.locator(WINDOW)).to_have_count(0)

    page.unroute(SCRIPT)
    pay(page)


@pytest.mark.proof
def test_a_refused_confirmation_redirects_home(tabs: Tabs, stack: Stack, mobile: str) -> None:
    def tamper(route: Route) -> None:
        data = route.request.post_data_json | {"razorPaySignature": "0" * 64}
        route.continue_(post_data=json.dumps(data))

    page = tabs.open(member=mobile, allow=(r"confirm/courseV1",))
    page.route(CONFIRM, tamper)
    open_checkout(page, paid_course(stack))
    respond_as_bank(page, pay(page), "Success")

    overlay(page, FAILED).get_by_role("button", name="Back").click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.proof
def test_a_lost_confirmation_is_polled_and_not_shown_as_failed(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile, allow=(r"confirm/courseV1", r"/api/orders/"))
    for call in (CONFIRM, ORDER):
        page.route(call, lambda route: route.fulfill(status=503, json={"message": "", "code": "unavailable"}))
    course = paid_course(stack)
    open_checkout(page, course)
    respond_as_bank(page, pay(page), "Success")

    expect(overlay(page, "We are checking your payment")).to_be_visible()
    page.unroute(ORDER)
    # The webhook arrives within seconds.
    expect(overlay(page, SUCCESS)).to_be_visible(timeout=20_000)
    expect(page.get_by_text("failed")).to_have_count(0)


def test_a_buyer_who_closes_the_tab_after_paying_gets_the_course(
    tabs: Tabs, stack: Stack, mobile: str
) -> None:
    page = tabs.open(member=mobile, allow=(r"confirm/courseV1",))
    page.route(CONFIRM, lambda route: None)
    course = paid_course(stack)
    open_checkout(page, course)
    respond_as_bank(page, pay(page), "Success")
    expect(overlay(page, "Processing your payment")).to_contain_text(PROCESSING)
    page.keyboard.press("Escape")
    expect(overlay(page, "Processing your payment")).to_be_visible()
    page.close()

    later = tabs.open(member=mobile)
    main = later.get_by_role("main")
    visit(later, path_to(course))
    for _ in range(20):
        if main.get_by_text("Enrolled").count():
            break
        later.wait_for_timeout(500)
        visit(later, path_to(course))
    expect(main).to_contain_text("Enrolled")
    visit(later, "/orders")
    expect(main.get_by_role("link", name=course["title"])).to_be_visible()


def test_a_coupon_is_applied_removed_and_can_make_the_total_zero(
    tabs: Tabs, stack: Stack, mobile: str
) -> None:
    page = tabs.open(member=mobile, allow=(r"apply-coupon",))
    dialog = open_checkout(page, paid_course(stack))
    full = pay_button(page).inner_text()
    box = dialog.get_by_role("textbox", name="Coupon code")

    box.fill("OLD20")
    dialog.get_by_role("button", name="Apply").click()
    expect(dialog.get_by_role("alert")).to_have_text("This coupon has expired.")
    expect(box).to_be_focused()

    box.fill("welcome10")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("Coupon WELCOME10")
    expect(pay_button(page)).not_to_have_text(full)
    dialog.get_by_role("button", name="Remove").click()
    expect(pay_button(page)).to_have_text(full)
    expect(dialog).not_to_contain_text("Coupon WELCOME10")

    dialog.get_by_role("list", name="Coupons").get_by_role("button", name="ONCE100").click()
    expect(pay_button(page)).to_have_text("Pay ₹0.00")
    pay_button(page).click()
    expect(overlay(page, SUCCESS)).to_contain_text("₹0.00")
    expect(page.locator(WINDOW)).to_have_count(0)
    overlay(page, SUCCESS).get_by_role("button", name="Start learning").click()
    page.wait_for_url("**/course/*/topic/*")


def test_the_cart_survives_a_reload(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = tabs.open(member=mobile)
    dialog = open_checkout(page, paid_course(stack))
    dialog.get_by_role("button", name="FLAT500").click()
    expect(dialog).to_contain_text("Coupon FLAT500")
    amount = pay_button(page).inner_text()

    page.reload()

    expect(dialog).to_contain_text("Coupon FLAT500")
    expect(pay_button(page)).to_have_text(amount)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    at_rest(page)
    page.reload()
    expect(page.get_by_role("main").get_by_role("button", name="Buy for ₹")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_a_visitor_logs_in_during_checkout_and_pays_the_estimate(page: Page, stack: Stack) -> None:
    number = str(next(_numbers))
    dialog = open_checkout(page, paid_course(stack))
    estimate = dialog.get_by_text("Estimated total").locator("xpath=following-sibling::dd").inner_text()
    expect(dialog.get_by_role("list", name="Coupons").get_by_role("listitem").first).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("^Pay"))).to_have_count(0)

    request_otp(dialog, number)
    enter_otp(dialog, page, code(stack, number))

    expect(pay_button(page)).to_have_text(f"Pay {estimate}")
    expect(dialog.get_by_role("textbox", name="Mobile number")).to_have_count(0)
    assert path_of(page) == path_to(paid_course(stack))
    # A new account has no name and no state yet.
    pay_button(page).click()
    expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()
    dialog.get_by_role("textbox", name="Name").fill("Ravi Kumar")
    dialog.get_by_role("combobox", name="State").select_option("Kerala")
    expect(dialog).to_contain_text("IGST 18%")
    respond_as_bank(page, pay(page), "Success")
    expect(overlay(page, SUCCESS)).to_be_visible()


@pytest.mark.parametrize("who", ["member", pytest.param("visitor", marks=pytest.mark.proof)])
def test_the_dialog_passes_axe_and_fits(tabs: Tabs, stack: Stack, mobile: str, who: str) -> None:
    member = mobile if who == "member" else None
    page = tabs.open(member=member, reduced_motion="reduce")
    dialog = open_checkout(page, paid_course(stack))
    expect(dialog.get_by_role("list", name="Coupons")).to_be_visible()

    assert axe_findings(page) == []
    page.emulate_media(color_scheme="light")
    for width in (WIDE, MIDDLE, NARROW):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(_OVERFLOW) <= 0
    # On a phone the dialog fills the screen.
    assert axe_violations(page) == []


_BOOK_AT_THE_SAME_TIME = """
from django.utils import timezone
from apps.accounts.models import User
from apps.live.models import Booking, Webinar
now = timezone.now()
sold = Webinar.objects.published().filter(price_paise__gt=0, starts_at__gt=now, capacity=None).first()
span = dict(starts_at=sold.starts_at, ends_at=sold.ends_at)
other = Webinar.objects.create(title="Gap and range", weburlname="gap-{mobile}", host=sold.host, **span)
person = User.objects.get(mobile="{mobile}")
Booking.objects.create(person=person, webinar=other, status="booked", booked_by="free", made_at=now)
print(sold.weburlname)
"""


def test_the_dialog_names_a_clash_and_passes_axe_and_fits(tabs: Tabs, stack: Stack, mobile: str) -> None:
    slug = stack.shell(_BOOK_AT_THE_SAME_TIME.format(mobile=mobile)).strip()
    page = tabs.open(width=NARROW, member=mobile, reduced_motion="reduce")
    visit(page, f"/live-webinars/{slug}")
    page.get_by_role("main").get_by_role("button", name="Book for ₹").click()
    expect(checkout(page).get_by_role("note")).to_contain_text("You already have Gap and range at this time")
    expect(pay_button(page)).to_be_enabled()

    assert axe_findings(page) == []
    assert page.evaluate(_OVERFLOW) <= 0


def test_receipts_and_confirmations_pass_axe_and_fit(tabs: Tabs, bought: str) -> None:
    page = tabs.open(member=bought, reduced_motion="reduce")
    visit(page, "/orders")
    receipt = page.get_by_role("list", name="Orders").get_by_role("link").first.get_attribute("href")
    for path in ("/orders", receipt or "", "/course-confirmation"):
        visit(page, path)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        assert axe_findings(page) == []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(_OVERFLOW) <= 0


@pytest.mark.proof
def test_an_empty_list_of_orders_passes_axe(tabs: Tabs, mobile: str) -> None:
    page = visit(tabs.open(member=mobile, reduced_motion="reduce"), "/orders")
    assert axe_findings(page) == []


def test_receipts_do_not_shift_when_react_hydrates(tabs: Tabs, bought: str) -> None:
    page = tabs.open(member=bought)
    order = page.request.get("/api/orders").json()["data"][0]["_id"]

    for path in ("/orders", f"/orders?order={order}", "/course-confirmation", "/webinar-confirmation"):
        release = hold(page, MAIN_SCRIPT)
        page.goto(path, wait_until="commit")
        page.locator("footer").last.wait_for()
        page.wait_for_function(IS_STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        before = page.evaluate(_SNAPSHOT)
        release()
        wait_for_hydration(page)
        page.unroute(MAIN_SCRIPT)
        assert page.evaluate(_SNAPSHOT) == before
