"""Swapping, cancelling and reassigning bookings, and the join link that appears in time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .learners import Learner, create_user
from .page_checks import axe_findings, scroll_width_at_narrowest
from .program_helpers import Program
from .stack import Stack
from .tabs import NARROWEST, Tabs, visit

SESSIONS = [
    ("First", "2032-03-01T18:30:00+05:30", {}),
    ("Second", "2032-03-02T18:30:00+05:30", {"capacity": 1}),
    ("Third", "2032-03-03T18:30:00+05:30", {}),
]
_BOOKED = """
from django.utils import timezone
from apps.accounts.models import User
from apps.live.models import Booking, ProgramSession
session = ProgramSession.objects.get(program__weburlname="{program}", name="{name}")
Booking.objects.create(
    person=User.objects.get(mobile="{mobile}"), session=session, status="booked", booked_by="payment",
    made_at=timezone.now(),
)
ProgramSession.objects.filter(pk=session.pk).update(seats_taken=session.seats_taken + 1)
"""
_names = map("changes-{}".format, itertools.count())


@pytest.fixture
def program(stack: Stack) -> Iterator[Program]:
    made = Program(stack, next(_names), SESSIONS).create()
    yield made
    made.unpublish()


def create_booking(program: Program, name: str) -> Learner:
    """A new user with a seat in this session."""
    mobile = create_user(program.stack)
    program.stack.shell(_BOOKED.format(program=program.weburlname, name=name, mobile=mobile))
    return Learner(program.stack, mobile, {})


def own(learner: Learner) -> list[dict[str, Any]]:
    return list(learner.call("GET", "/api/learning/session-user")["data"])


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Sessions").get_by_role("article", name=name)


FULL_ROW = 768
"""From this width on a row has the buttons; below, they are behind 'More'."""


def open_change(page: Page, name: str, button: str, title: str) -> Locator:
    assert page.viewport_size
    if page.viewport_size["width"] < FULL_ROW:
        row(page, name).get_by_role("button", name="More").click()
    row(page, name).get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog


def test_a_session_is_swapped_in_two_clicks(tabs: Tabs, program: Program) -> None:
    learner = create_booking(program, "First")
    (before,) = own(learner)
    page = visit(tabs.open(member=learner.mobile), "/my-learnings")

    dialog = open_change(page, "First", "Swap", "Swap session")
    expect(dialog).to_contain_text("You can change it until Mon 1 Mar")
    dialog.get_by_role("radio", name=re.compile("Third")).check()
    expect(dialog).to_contain_text("Your seat moves to Wed 3 Mar")
    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog).to_be_hidden()
    expect(row(page, "Third")).to_contain_text("Wed, 3 Mar 2032")
    expect(row(page, "First")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("It is on Wed 3 Mar")
    (after,) = own(learner)
    assert (after["_id"], after["session"]["sessionName"]) == (before["_id"], "Third")


_NEW_TIME = """
from django.db.models import F
from apps.live.models import ProgramSession
ProgramSession.objects.filter(program__weburlname="{program}", name="{name}").update(
    previous_starts_at=F("ends_at"), revision=1
)
"""


def title_width(booked: Locator) -> float:
    box = booked.get_by_role("heading").bounding_box()
    assert box is not None
    return box["width"]


def test_on_a_tablet_a_badge_and_the_menu_leave_the_title_its_line(tabs: Tabs, program: Program) -> None:
    learner = create_booking(program, "First")
    program.stack.shell(_NEW_TIME.format(program=program.weburlname, name="First"))
    page = visit(tabs.open(width=FULL_ROW, member=learner.mobile), "/my-learnings")
    moved = row(page, "First")
    expect(moved).to_contain_text("New time")
    expect(moved.get_by_role("button", name="Cancel session")).to_be_visible()
    assert title_width(moved) >= 160
    moved.get_by_role("button", name="More").click()
    expect(moved.get_by_role("link", name="Outlook")).to_be_visible()
    assert title_width(moved) >= 160


def test_a_session_is_cancelled_and_its_credit_used(tabs: Tabs, program: Program) -> None:
    learner = create_booking(program, "First")
    page = visit(tabs.open(member=learner.mobile), "/my-learnings")

    dialog = open_change(page, "First", "Cancel session", "Cancel session")
    expect(dialog).to_contain_text("Your seat becomes available to others immediately.")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("main")).to_contain_text("You'll find it under Cancelled sessions.")
    assert own(learner) == []

    page.get_by_role("button", name="Reassign").click()
    dialog = page.get_by_role("dialog", name="Reassign session")
    dialog.get_by_role("radio", name=re.compile("Second")).check()
    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog).to_be_hidden()
    expect(row(page, "Second")).to_contain_text("Tue, 2 Mar 2032")
    assert [booking["session"]["sessionName"] for booking in own(learner)] == ["Second"]
    expect(page.get_by_role("button", name="Reassign")).to_have_count(0)


def test_a_session_taken_meanwhile_shows_an_error_in_the_dialog(tabs: Tabs, program: Program) -> None:
    learner = create_booking(program, "First")
    page = visit(tabs.open(member=learner.mobile, allow=["/reshedule/swap"]), "/my-learnings")
    dialog = open_change(page, "First", "Swap", "Swap session")
    dialog.get_by_role("radio", name=re.compile("Second")).check()
    create_booking(program, "Second")

    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_role("button", name="Confirm")).to_be_disabled()
    assert [booking["session"]["sessionName"] for booking in own(learner)] == ["First"]
    page.keyboard.press("Escape")
    expect(row(page, "First").get_by_role("button", name="Swap")).to_be_focused()


@pytest.mark.parametrize("change", ["Swap", "Cancel session"])
def test_the_dialogs_pass_axe_and_fit(tabs: Tabs, program: Program, change: str) -> None:
    learner = create_booking(program, "First")
    page = visit(tabs.open(member=learner.mobile, width=NARROWEST), "/my-learnings")
    open_change(page, "First", change, {"Swap": "Swap session"}.get(change, change))
    assert scroll_width_at_narrowest(page) == NARROWEST
    assert axe_findings(page) == []
