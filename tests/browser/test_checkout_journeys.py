"""Two whole purchases: on a phone one with a GSTIN and its invoice, at a desk one with every interruption."""

from __future__ import annotations

import json
import re
from io import BytesIO

from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from .checkout_helpers import (
    WINDOW,
    checkout,
    create_buyer,
    open_checkout,
    orders_of,
    overlay,
    paid_course,
    pay,
    pay_button,
    respond_as_bank,
)
from .program_helpers import Program
from .stack import Stack
from .tabs import NARROW, Tabs, visit
from .test_session_picker import day, open_picker, summary

OF_KARNATAKA = "29AAGCB7383J1Z4"
OTHER_STATE = "This GSTIN is registered in Karnataka. Choose Karnataka as your state, or leave it blank."
DECLINED = "Payment was cancelled or failed. Please try again."
SUCCESS = "Payment successful"


def invoice_text(page: Page) -> str:
    order = page.request.get("/api/orders").json()["data"][0]
    answer = page.request.get(order["invoice"]["url"])
    assert answer.headers["content-type"] == "application/pdf"
    pages = PdfReader(BytesIO(answer.body())).pages
    return " ".join(" ".join(one.extract_text() for one in pages).split())


def test_a_gstin_of_another_state_is_refused_and_the_right_one_is_on_the_invoice(
    tabs: Tabs, stack: Stack
) -> None:
    program = Program(
        stack, "invoice-desk", [("Gap and range", "2031-03-03T09:00:00+05:30", {})], [(1, 499)]
    ).create()
    page = open_picker(tabs.open(member=create_buyer(stack), width=NARROW), program, "Mar-2031")
    day(page, 3).click()
    summary(page).get_by_role("button", name="Proceed to Payment").click()
    dialog = checkout(page)
    expect(dialog).to_contain_text("CGST 9%")
    total = pay_button(page).inner_text()
    expect(dialog.get_by_role("textbox", name="Name")).to_have_value("Leela Iyer")

    dialog.get_by_text("Company and GSTIN (optional)").click()
    dialog.get_by_role("textbox", name="Company").fill("Iyer Traders")
    dialog.get_by_role("textbox", name="GSTIN").fill(OF_KARNATAKA)
    dialog.get_by_role("textbox", name="Address").fill("12, MG Road\nBengaluru 560038")
    pay_button(page).click()
    expect(dialog.get_by_role("alert")).to_have_text(OTHER_STATE)
    expect(dialog.get_by_role("textbox", name="GSTIN")).to_be_focused()
    expect(page.locator(WINDOW)).to_have_count(0)

    dialog.get_by_role("combobox", name="State").select_option("Karnataka")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect(dialog).to_contain_text("IGST 18%")
    expect(pay_button(page)).to_have_text(total)
    respond_as_bank(page, pay(page), "Success")
    expect(overlay(page, SUCCESS)).to_be_visible()

    text = invoice_text(page)
    address = "12, MG Road, Bengaluru 560038"
    for fact in ("Iyer Traders", "Leela Iyer", address, OF_KARNATAKA, "Karnataka (29)", "IGST 18%"):
        assert fact in text
    assert "Gap and range, 3 Mar 2031" in text
    assert "CGST" not in text

    # Kept for the next time, and what changes then changes no issued invoice.
    dialog = open_checkout(page, paid_course(stack))
    expect(dialog.get_by_role("textbox", name="GSTIN")).to_have_value(OF_KARNATAKA)
    expect(dialog.get_by_role("combobox", name="State")).to_have_value("Karnataka")
    expect(dialog).to_contain_text("IGST 18%")
    assert invoice_text(page) == text


def test_a_window_is_closed_opened_again_refused_and_paid(tabs: Tabs, stack: Stack) -> None:
    def tamper(route: Route) -> None:
        data = route.request.post_data_json | {"razorPaySignature": "0" * 64}
        route.continue_(post_data=json.dumps(data))

    program = Program(
        stack,
        "interrupted-desk",
        [("One", "2031-03-03T09:00:00+05:30", {}), ("Two", "2031-03-04T09:00:00+05:30", {})],
        [(1, 499)],
    ).create()
    mobile = create_buyer(stack)
    page = tabs.open(member=mobile, allow=(r"payments/confirm/learn",))
    open_picker(page, program, "Mar-2031")
    day(page, 3).click()
    day(page, 4).click()
    summary(page).get_by_role("button", name="Proceed to Payment").click()
    best = checkout(page).get_by_role("list", name="Coupons").get_by_role("button").first
    expect(best).to_contain_text(re.compile(r"saves ₹[\d,.]+"))

    pay(page).get_by_role("button", name="Close", exact=True).click()
    held = checkout(page).get_by_text(re.compile(r"^Your seats are held until \d{1,2}:\d\d [AP]M\.$"))
    expect(held).to_be_visible()
    expect(checkout(page).get_by_role("timer")).to_have_text(re.compile(r"^14:\d\d$"))

    # A reload finds the seats, a failed attempt keeps the window.
    page.reload()
    expect(held).to_be_visible()
    window = pay(page)
    respond_as_bank(page, window, "Failure")
    expect(page.get_by_role("alert")).to_have_text(DECLINED)

    page.route("**/payments/confirm/learn", tamper)
    respond_as_bank(page, window, "Success")
    failed = overlay(page, re.compile("^Payment Failed!"))
    # The bank's page, the window and the site take turns; on a busy machine that is slow.
    expect(failed).to_contain_text("it is refunded automatically within 5 to 7 working days", timeout=30_000)
    expect(failed).to_contain_text(re.compile(r"Your order number is RA-\w{10}\."))

    # The provider's webhook completes the order all the same, once.
    page.unroute("**/payments/confirm/learn")
    failed.get_by_role("button", name="Back").click()
    page.wait_for_url(re.compile(r"/$"))
    main = visit(page, "/orders").get_by_role("main")
    for _ in range(20):
        if main.get_by_role("list", name="Orders").count():
            break
        page.wait_for_timeout(500)
        visit(page, "/orders")
    expect(main.get_by_role("list", name="Orders").get_by_role("listitem")).to_have_count(1)
    expect(main).to_contain_text("One, 3 Mar 2031 and 1 more")
    assert orders_of(stack, mobile) == 1
