"""A member's settings, from first paint to deleting the account."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .menus import button as in_header
from .page_checks import MAIN_SCRIPT, axe_findings, wait_for_hydration
from .stack import Stack
from .tabs import IS_STYLED, NARROW, WIDE, Tabs, hold, path_of, stored, visit

CALLED_OFF = (r"status 4\d\d: .*/api/user", r"console: .*/api/user")
_numbers = itertools.count(9_600_000_001)
_CREATE_USER = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from apps.accounts.models import User
from apps.accounts.services import consents
from apps.accounts.states import ConsentChannel, ConsentKind
person = User.objects.create_user(
    mobile="{mobile}", name="Ananya Iyer", email="ananya@example.in", confirmed_email="ananya@example.in",
    state="Kerala", address="4 Hill Road\\nKochi",
)
for number in range(12):
    with transaction.atomic():
        decide = consents.withdraw if number % 2 else consents.give
        decide(
            person=person, kind=ConsentKind.WHATSAPP, channel=ConsentChannel.SETTINGS, address=None,
            at=timezone.now() - timedelta(days=12 - number),
        )
"""
_BOXES = """() => [...document.querySelectorAll(
  'main :is(h1, h2, h3, label, input, select, textarea, button, a, li, time), footer'
)].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [...[x, y, width, height].map((side) => Math.round(side)), element.value ?? element.innerText];
}).filter(([, , width]) => width > 0)"""
_COUNT_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
  .observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture
def mobile(stack: Stack) -> str:
    """A new user with twelve consent entries."""
    number = str(next(_numbers))
    stack.shell(_CREATE_USER.format(mobile=number))
    return number


@pytest.fixture
def settings(tabs: Tabs, mobile: str) -> Page:
    return visit(tabs.open(member=mobile, own_session=True, allow=CALLED_OFF), "/settings")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def held_back(page: Page) -> Any:
    """Open the page without its scripts; the returned function releases them."""
    release = hold(page, MAIN_SCRIPT)
    page.goto("/settings", wait_until="commit")
    page.locator("footer").last.wait_for()
    page.wait_for_function(IS_STYLED)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    return release


@pytest.mark.parametrize("width", [NARROW, pytest.param(WIDE, marks=pytest.mark.proof)])
def test_hydration_moves_no_element(tabs: Tabs, mobile: str, width: int) -> None:
    """Twelve entries, of which the server renders ten."""
    page = tabs.open(width=width, member=mobile, scripts=(_COUNT_SHIFTS,))
    release = held_back(page)
    before = page.evaluate(_BOXES)

    release()
    wait_for_hydration(page)

    after = page.evaluate(_BOXES)
    assert [box for box in before if box not in after] == []
    assert len(after) == len(before)
    assert page.evaluate("() => window.shifts") == []
    assert tabs.calls(page) == []


def test_input_typed_before_hydration_is_kept(tabs: Tabs, mobile: str) -> None:
    page = tabs.open(member=mobile)
    release = held_back(page)
    company = page.get_by_role("textbox", name="Company")
    company.fill("Iyer Mills")

    release()

    expect(button(page, "Save")).to_be_enabled()
    expect(company).to_have_value("Iyer Mills")
    expect(company).to_be_focused()
    expect(page.get_by_role("textbox", name="Address", exact=True)).to_have_value("4 Hill Road\nKochi")


def test_details_are_saved_and_the_header_follows(settings: Page) -> None:
    settings.get_by_role("textbox", name="Name").fill("लीला मेनन")
    settings.get_by_role("textbox", name="GSTIN").fill("27aapfu0939f1zv")
    settings.get_by_role("combobox", name="State").select_option("Maharashtra")
    settings.keyboard.press("Tab")
    button(settings, "Save").press("Enter")

    expect(settings.get_by_text("Your details have been saved.")).to_be_focused()
    expect(in_header(settings, "लीला मेनन")).to_have_text("लीमे")
    expect(settings.get_by_role("textbox", name="GSTIN")).to_have_value("27AAPFU0939F1ZV")
    visit(settings, "/settings")
    expect(settings.get_by_role("textbox", name="Name")).to_have_value("लीला मेनन")
    expect(settings.get_by_role("combobox", name="State")).to_have_value("Maharashtra")
    expect(button(settings, "Save")).to_be_disabled()


def test_personal_data_is_downloaded_as_a_file(settings: Page, mobile: str) -> None:
    with settings.expect_download() as waiting:
        settings.get_by_role("link", name="Download my data").click()

    download = waiting.value
    assert download.suggested_filename == "rally-data.json"
    assert mobile in download.path().read_text(encoding="utf-8")


def test_logging_out_everywhere_ends_the_sessions_of_other_browsers(
    settings: Page, tabs: Tabs, stack: Stack, mobile: str
) -> None:
    other = visit(tabs.open(member=mobile, own_session=True, allow=CALLED_OFF), "/settings")

    button(settings, "Log out everywhere").click()
    dialog = settings.get_by_role("dialog", name="Log out everywhere?")
    dialog.get_by_role("button", name="Log out everywhere").click()

    expect(settings.get_by_text("You are logged out on all your devices.")).to_be_visible()
    expect(settings.get_by_role("heading", level=1, name=stack.site["tagline"])).to_be_visible()
    assert path_of(settings) == "/"
    assert stored(settings, "loginTarget", area="sessionStorage") is None
    other.goto("/settings")
    expect(
        other.get_by_role("heading", level=1, name=stack.site["tagline"], include_hidden=True)
    ).to_be_visible()


def test_an_account_is_deleted_once_its_number_is_entered(settings: Page, stack: Stack, mobile: str) -> None:
    button(settings, "Delete my account").press("Enter")
    dialog = settings.get_by_role("dialog", name="Delete your account?")
    box = dialog.get_by_role("textbox", name="Mobile number")
    expect(box).not_to_be_focused()
    box.fill("98765")
    box.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Enter the 10-digit mobile number of this account.")
    box.fill(mobile)
    box.press("Enter")

    expect(settings.get_by_text("Your account is deleted.")).to_be_visible()
    assert path_of(settings) == "/"
    expect(settings.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    settings.goto("/settings")
    # Behind the login dialog, which opens there.
    expect(
        settings.get_by_role("heading", level=1, name=stack.site["tagline"], include_hidden=True)
    ).to_be_visible()


def test_the_dialog_with_the_most_in_it_passes_axe(tabs: Tabs, mobile: str) -> None:
    page = visit(tabs.open(member=mobile, reduced_motion="reduce"), "/settings")
    button(page, "Delete my account").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()

    assert axe_findings(page) == []
