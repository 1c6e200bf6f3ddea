"""Login with mobile number and OTP: by keyboard, on a phone, after mistakes."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from apps.accounts.tests.fake_server import Answer, Arrived, FakeServer, playing
from apps.core.testing.ports import free_port

from .menus import button
from .stack import Stack
from .tabs import NARROW, Tabs, path_of, stored, visit

CONSENT = "Get alerts, market tips & course updates on WhatsApp"
TITLE = "Secure Your Spot - Enter Mobile Number to Continue"
REFUSED = (r"status 4\d\d: .*/api/(login|user)", r"console: .*/api/(login|user)")
_REGISTERED = """
from apps.accounts.models import MessageTemplate
MessageTemplate.objects.update(registered_id="64ab1f")
"""
_numbers = itertools.count(9_700_000_001)


@pytest.fixture
def mobile() -> str:
    """A number that no other test uses: each may request six OTPs an hour."""
    return str(next(_numbers))


def last_message(stack: Stack, mobile: str, *, count: int = 1) -> dict[str, Any]:
    """Wait for this many messages to the number; return the newest."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        lines = _lines(stack.data / "outbox.jsonl", mobile)
        if len(lines) >= count:
            return lines[-1]
        time.sleep(0.05)
    raise AssertionError(f"no message to a number ending in {mobile[-2:]}")


def _lines(file: Path, mobile: str) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    parsed = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in parsed if line["to"] == mobile]


def code(stack: Stack, mobile: str, *, count: int = 1) -> str:
    return str(last_message(stack, mobile, count=count)["params"]["otp"])


def request_otp(part: Page | Locator, mobile: str) -> None:
    part.get_by_role("textbox", name="Mobile number").fill(mobile)
    part.get_by_role("checkbox", name=CONSENT).check()
    part.get_by_role("button", name="Continue").click()
    expect(part.get_by_role("textbox", name="Digit 1")).to_be_focused()


def enter_otp(part: Page | Locator, page: Page, digits: str) -> None:
    part.get_by_role("textbox", name="Digit 1").focus()
    page.keyboard.type(digits)
    part.get_by_role("button", name="Verify").click()


def expect_logged_in(page: Page) -> None:
    expect(button(page, "Account")).to_have_text("R")


def test_login_is_usable_by_keyboard(page: Page, stack: Stack, mobile: str) -> None:
    visit(page, "/login")
    box = page.get_by_role("main").get_by_role("textbox", name="Mobile number")
    box.focus()
    page.keyboard.type(mobile)
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name=CONSENT)).to_be_focused()
    page.keyboard.press("Space")
    box.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Digit 1")).to_be_focused()
    digits = code(stack, mobile)
    page.keyboard.type(digits[:5])
    expect(page.get_by_role("button", name="Verify")).to_be_disabled()
    page.keyboard.press("Backspace")
    page.keyboard.type(digits[4:])
    page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard")
    expect_logged_in(page)


def test_login_returns_to_the_requested_page(phone: Page, stack: Stack, mobile: str) -> None:
    phone.goto("/my-learnings?status=ongoing")
    expect(
        phone.get_by_role("heading", level=1, name=stack.site["tagline"], include_hidden=True)
    ).to_be_visible()
    visit(phone, "/login")
    request_otp(phone.get_by_role("main"), f"+91 {mobile[:5]}-{mobile[5:]}")
    enter_otp(phone.get_by_role("main"), phone, code(stack, mobile))
    phone.wait_for_url("**/my-learnings?status=ongoing")
    assert stored(phone, "loginTarget", area="sessionStorage") is None
    assert last_message(stack, mobile)["channel"] == "whatsapp"


def test_login_from_the_header_returns_to_the_same_page(page: Page, stack: Stack, mobile: str) -> None:
    visit(page, "/live-webinars")
    page.get_by_role("banner").get_by_role("link", name="Login").click()
    page.wait_for_url("**/login")
    request_otp(page.get_by_role("main"), mobile)
    enter_otp(page.get_by_role("main"), page, code(stack, mobile))
    page.wait_for_url("**/live-webinars")
    expect_logged_in(page)


def test_the_free_trial_starts_with_the_login(phone: Page, stack: Stack, mobile: str) -> None:
    visit(phone, "/#freeTrial")
    section = phone.locator("#freeTrial")
    section.get_by_role("textbox", name="Mobile number").fill(mobile)
    section.get_by_role("button", name="Start Free Trial").click()
    dialog = phone.get_by_role("dialog", name=TITLE)
    expect(dialog.get_by_role("textbox", name="Mobile number")).to_have_value(mobile)
    dialog.get_by_role("checkbox", name=CONSENT).check()
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("textbox", name="Digit 1")).to_be_focused()
    enter_otp(dialog, phone, code(stack, mobile))
    expect(dialog).to_have_count(0)
    assert path_of(phone).startswith("/")
    expect(section).to_contain_text(re.compile("trial", re.IGNORECASE))
    expect(section.get_by_role("textbox", name="Mobile number")).to_have_count(0)
    user = phone.evaluate("() => fetch('/api/user').then((answer) => answer.json())")["data"]
    assert [time["kind"] for time in user["activeLearnProSubscriptions"]] == ["trial"]


def test_an_otp_can_be_pasted(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = visit(tabs.open(permissions=["clipboard-read", "clipboard-write"]), "/login")
    request_otp(page.get_by_role("main"), mobile)
    digits = code(stack, mobile)
    page.evaluate("(text) => navigator.clipboard.writeText(text)", f" {digits[:3]} {digits[3:]}")
    page.get_by_role("textbox", name="Digit 4").focus()
    page.keyboard.press("Control+V")
    for place, digit in enumerate(digits, start=1):
        expect(page.get_by_role("textbox", name=f"Digit {place}")).to_have_value(digit)
    page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard")


def test_a_wrong_otp_shows_an_error_and_keeps_the_input(tabs: Tabs, stack: Stack, mobile: str) -> None:
    page = visit(tabs.open(allow=REFUSED), "/login")
    main = page.get_by_role("main")
    request_otp(main, mobile)
    digits = code(stack, mobile)
    enter_otp(main, page, f"{(int(digits) + 1) % 10**6:06}")
    expect(main.get_by_role("alert")).to_contain_text("That OTP is incorrect or has expired.")
    enter_otp(main, page, digits)
    page.wait_for_url("**/dashboard")


def test_an_expired_session_is_renewed_on_the_page(tabs: Tabs, stack: Stack, mobile: str) -> None:
    stack.shell(f"from apps.accounts.models import User; User.objects.create_user(mobile='{mobile}')")
    page = visit(tabs.open(member=mobile, own_session=True, allow=(*REFUSED, "401")), "/settings")
    page.get_by_role("textbox", name="Name").fill("Leela Iyer")
    page.get_by_role("button", name="Save").scroll_into_view_if_needed()
    # The page fetches messages once they come near: nothing but the press may find that the session is over.
    page.wait_for_load_state("networkidle")
    tabs.of(page).context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name=TITLE)
    expect(dialog).to_contain_text("You have been logged out.")
    dialog.get_by_role("textbox", name="Mobile number").fill(mobile)
    dialog.get_by_role("checkbox", name=CONSENT).check()
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("textbox", name="Digit 1")).to_be_focused()
    enter_otp(dialog, page, code(stack, mobile))
    expect(dialog).to_have_count(0)
    assert path_of(page) == "/settings"
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Leela Iyer")


# --- SMS provider failures ---


@pytest.fixture
def provider() -> Iterator[tuple[FakeServer, str]]:
    with playing() as fake:
        yield fake


@pytest.fixture
def site_with_provider(tmp_path: Path, provider: tuple[FakeServer, str], prepared: Path) -> Iterator[Stack]:
    """A site configured with an SMS key, and a fake SMS provider."""
    extra = {
        "SMS_AUTH_KEY": "a key for the fake",
        "SMS_BASE_URL": provider[1],
        "SMS_WHATSAPP_NUMBER": "919000000009",
    }
    with (tmp_path / "site.log").open("wb") as log:
        running = Stack(data=tmp_path, port=free_port(), log=log, extra=extra, prepared=prepared)
        running.start()
        running.shell(_REGISTERED)
        try:
            yield running
        finally:
            running.stop()


@pytest.mark.proof
def test_a_hanging_sms_provider_does_not_block_the_request(
    browser: Browser, site_with_provider: Stack, provider: tuple[FakeServer, str], mobile: str
) -> None:
    fake, _ = provider
    fake.answers = [Answer(hangs=True), Answer()]
    tabs = Tabs(browser=browser, stack=site_with_provider)
    page = visit(tabs.open(width=NARROW), "/login")
    main = page.get_by_role("main")
    main.get_by_role("textbox", name="Mobile number").fill(mobile)
    main.get_by_role("checkbox", name=CONSENT).check()
    started = time.monotonic()
    main.get_by_role("button", name="Continue").click()
    expect(main.get_by_role("textbox", name="Digit 1")).to_be_focused()
    assert time.monotonic() - started < 2
    by_sms = arrived(fake, count=2)
    assert by_sms.path == "/api/v5/flow"
    [recipient] = by_sms.json["recipients"]
    enter_otp(main, page, recipient["otp"])
    page.wait_for_url("**/dashboard")
    assert tabs.close() == []
    log = (site_with_provider.data / "site.log").read_text()
    assert recipient["otp"] not in log
    assert mobile not in log


def arrived(fake: FakeServer, *, count: int) -> Arrived:
    deadline = time.monotonic() + 20
    while len(fake.arrived) < count:
        assert time.monotonic() < deadline, fake.arrived
        time.sleep(0.1)
    return fake.arrived[count - 1]
