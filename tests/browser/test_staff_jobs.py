"""
The ten commonest jobs of staff, at a desk or on a phone, in `make proof` on both: each with the number of its
presses, and without axe findings on the page where it is done. docs/operations.md has what they took before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from apps.core.testing.ports import free_port

from .page_checks import axe_findings, axe_violations
from .stack import Stack
from .tabs import NARROW, WIDE, Cookies, SpareTabs, Tabs, log_in_as_staff

LEARNER = "6000000001"

_COUNT = """addEventListener('click', (event) => {
  // A press of Enter in a form is reported as a click on its button.
  if (event.isTrusted && event.detail) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true)"""

_LOAD = """
from django.core.management import call_command
call_command("make_load", "--people", "12", "--orders", "12")
"""
_MESSAGES = """
from django.utils import timezone
from apps.support.models import ContactMessage
for place in range(2):
    ContactMessage.objects.create(
        number=f"CM-{place}", name="Kiran Rao", email="kiran@example.in", subject="A course", message="When?",
        received_at=timezone.now(),
    )
"""
_REVIEWS = """
from apps.catalog.models import Review
first = Review.objects.filter(status="published").order_by("pk").first()
Review.objects.filter(pk=first.pk).update(status="waiting")
"""
_WEBINARS = """
from apps.live.models import Webinar
print(*Webinar.objects.order_by("-starts_at").values_list("title", flat=True), sep="\\n")
"""
_RENAME = """
from apps.live.models import Webinar
Webinar.objects.filter(title={title!r}).update(title={long!r})
"""
_ORDERS = """
from apps.commerce.models import Order
print(*Order.objects.order_by("number").values_list("number", flat=True))
"""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Stack]:
    """A site of its own: the jobs change what other tests read."""
    data = tmp_path_factory.mktemp("office")
    with (data / "site.log").open("wb") as log:
        site = Stack(data=data, port=free_port(), log=log, prepared=prepared)
        site.start()
        try:
            site.shell(_LOAD + _MESSAGES + _REVIEWS)
            yield site
        finally:
            site.stop()


@pytest.fixture(scope="module")
def session(browser: Browser, office: Stack) -> Cookies:
    return log_in_as_staff(browser, office)


def _at(usual: int, other: int) -> pytest.MarkDecorator:
    """Each job at one width; at the other one in `make proof`."""
    widths = [usual, pytest.param(other, marks=pytest.mark.proof)]
    names = {WIDE: "desk", NARROW: "phone"}
    return pytest.mark.parametrize("staff", widths, ids=[names[usual], names[other]], indirect=True)


at_a_desk, on_a_phone = _at(WIDE, NARROW), _at(NARROW, WIDE)


@pytest.fixture
def staff(
    request: pytest.FixtureRequest,
    browser: Browser,
    office: Stack,
    spare_tabs: SpareTabs,
    session: Cookies,
) -> Iterator[Page]:
    tabs = Tabs(browser=browser, stack=office, spare=spare_tabs)
    page = tabs.open(
        width=request.param,
        allow=(r"console: Applying inline style.*axe\.min\.js",),
        cookies=session,
        scripts=(_COUNT,),
    )
    page.goto("/admin/")
    expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
    yield page
    assert tabs.close() == []


def presses(page: Page) -> int:
    return int(page.evaluate("() => Number(sessionStorage.presses ?? 0)"))


def is_clean(page: Page) -> bool:
    """In the dark theme at the desk alone: the phone has another layout, and no colours of its own."""
    assert page.viewport_size is not None
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= window.innerWidth")
    if page.viewport_size["width"] == NARROW:
        return axe_violations(page) == []
    return axe_findings(page) == []


def find(page: Page, text: str) -> None:
    """The first result, by keyboard alone."""
    box = page.get_by_role("combobox", name="Find anything")
    expect(box).to_be_visible()
    page.keyboard.press("/")
    box.fill(text)
    expect(page.get_by_role("option").first).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    expect(page.get_by_role("combobox", name="Find anything")).to_have_value("")


def order_of(page: Page, office: Stack, job: int) -> str:
    """Another order for each job at each width."""
    assert page.viewport_size is not None
    return office.shell(_ORDERS).split()[2 * job + (page.viewport_size["width"] == NARROW)]


def webinar_of(page: Page, office: Stack, job: int) -> str:
    assert page.viewport_size is not None
    return office.shell(_WEBINARS).splitlines()[2 * job + (page.viewport_size["width"] == NARROW)]


def with_a_long_word(title: str, office: Stack) -> str:
    """The new title of the webinar, which fits into no line of a phone."""
    long = f"{'Candlesticks' * 8} {title}"[:120]
    office.shell(_RENAME.format(title=title, long=long))
    return long


@on_a_phone
def test_look_up_what_a_learner_has(staff: Page) -> None:
    find(staff, LEARNER)
    access = staff.get_by_role("region", name="Table of access")
    expect(access.get_by_role("row", name=re.compile("^Load test"))).to_be_visible()
    assert presses(staff) == 0
    assert is_clean(staff)


@at_a_desk
def test_grant_a_course(staff: Page) -> None:
    find(staff, LEARNER)
    staff.get_by_role("link", name="Grant a course").click()
    staff.locator("[role=combobox][aria-label=Course]").click()
    staff.get_by_role("searchbox").fill("Candlesticks")
    expect(staff.get_by_role("option", name=re.compile("^Candlesticks"))).to_be_visible()
    staff.keyboard.press("Enter")
    staff.get_by_label("Reason").fill("Lost a paid course in the move")
    assert is_clean(staff)
    staff.get_by_role("button", name="Continue").click()
    staff.get_by_role("button", name="Grant the course").click()
    expect(staff.get_by_text(re.compile("Candlesticks")).first).to_be_visible()
    assert presses(staff) == 4


@on_a_phone
def test_send_a_receipt_again(staff: Page, office: Stack) -> None:
    find(staff, LEARNER)
    staff.get_by_role("link", name="Send a receipt again").click()
    staff.get_by_label("Order").select_option(index=1)
    staff.get_by_label("Reason").fill("Asked for it by phone")
    assert is_clean(staff)
    staff.get_by_role("button", name="Continue").click()
    staff.get_by_role("button", name="Send the receipt").click()
    expect(staff.get_by_role("heading", name="Timeline")).to_be_visible()
    assert presses(staff) == 3


@at_a_desk
def test_refund_an_order(staff: Page, office: Stack) -> None:
    number = order_of(staff, office, 1)
    find(staff, number)
    staff.get_by_role("link", name="Refund", exact=True).click()
    staff.get_by_label("Reason").fill("Booked twice")
    assert is_clean(staff)
    staff.get_by_role("button", name="Continue").click()
    staff.get_by_role("button", name=re.compile("^Refund")).click()
    expect(staff.get_by_role("region", name="Table of refunds")).to_be_visible()
    assert presses(staff) == 3


@at_a_desk
def test_cancel_an_event(staff: Page, office: Stack) -> None:
    find(staff, webinar_of(staff, office, 0))
    staff.get_by_role("link", name="Cancel", exact=True).click()
    staff.get_by_label("Reason").fill("The mentor is ill")
    assert is_clean(staff)
    staff.get_by_role("button", name="Continue").click()
    staff.get_by_role("button", name="Cancel webinar").click()
    expect(staff.get_by_text(re.compile("cancelled", re.IGNORECASE)).first).to_be_visible()
    assert presses(staff) == 3


@on_a_phone
def test_move_an_event(staff: Page, office: Stack) -> None:
    find(staff, with_a_long_word(webinar_of(staff, office, 1), office))
    staff.get_by_role("link", name="Reschedule").click()
    staff.get_by_label("New start: time").fill("18:45:00")
    staff.get_by_label("New end: time").fill("20:15:00")
    assert is_clean(staff)
    staff.get_by_role("button", name="Continue").click()
    staff.get_by_role("button", name=re.compile("^Reschedule")).click()
    expect(staff.get_by_text(re.compile("rescheduled", re.IGNORECASE)).first).to_be_visible()
    assert presses(staff) == 3
    assert is_clean(staff)
    staff.goto("/admin/audit/auditentry/?kind__exact=action")
    staff.locator("#result_list tbody a").first.click()
    expect(staff.get_by_role("region", name="Changed values")).to_be_visible()
    assert is_clean(staff)
    staff.goto("/admin/live/exchangeholiday/import/")
    assert is_clean(staff)


@on_a_phone
def test_answer_a_message(staff: Page) -> None:
    staff.get_by_role("link", name="Contact messages").first.click()
    staff.get_by_role("link", name=re.compile("^CM-")).first.click()
    staff.get_by_role("textbox", name="Text").first.fill("On Monday.")
    assert is_clean(staff)
    staff.get_by_role("button", name="Send reply").click()
    expect(staff.get_by_text("On Monday.").first).to_be_visible()
    assert presses(staff) == 3


@at_a_desk
def test_publish_a_review(staff: Page) -> None:
    staff.get_by_role("link", name="Reviews to moderate").click()
    staff.get_by_role("checkbox", name=re.compile("^Select this object")).first.check()
    staff.get_by_role("combobox", name="Action:").select_option("Publish")
    assert is_clean(staff)
    staff.get_by_role("button", name="Go").click()
    assert presses(staff) == 3


@at_a_desk
def test_download_last_months_gst_register(staff: Page) -> None:
    staff.get_by_role("link", name="Figures and files").first.click()
    assert is_clean(staff)
    with staff.expect_download() as download:
        staff.get_by_role("button", name="Download GST register as CSV").click()
    assert download.value.suggested_filename.endswith(".csv")
    assert presses(staff) == 2


@on_a_phone
def test_make_coupon_codes(staff: Page) -> None:
    staff.get_by_role("link", name="Coupon batches").first.click()
    staff.get_by_role("link", name="Add coupon batch").click()
    staff.get_by_label("Prefix").fill(f"DIWALI{staff.viewport_size['width']}")  # type: ignore[index]
    staff.get_by_label("Number of codes").fill("25")
    staff.get_by_role("spinbutton", name="Percent:").fill("10")
    staff.get_by_role("checkbox", name="Course", exact=True).check()
    staff.get_by_label("Short description").fill("10% off for Diwali")
    assert is_clean(staff)
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.get_by_text("0 of 25").first).to_be_visible()
    assert presses(staff) == 4
