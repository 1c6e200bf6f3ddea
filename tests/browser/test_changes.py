"""Moving, giving up and choosing anew what was booked, and the room that opens in time."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .learners import Learner, newcomer
from .live import Program
from .stack import Stack
from .survey import in_both_themes, width_at_the_narrowest
from .tabs import NARROWEST, Tabs, visit

CLEAN = {"light": [], "dark": []}
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
ProgramSession.objects.filter(pk=session.pk).update(taken=session.taken + 1)
"""
_names = map("changes-{}".format, itertools.count())


@pytest.fixture
def program(stack: Stack) -> Iterator[Program]:
    made = Program(stack, next(_names), SESSIONS).make()
    yield made
    made.unpublish()


def booked(program: Program, name: str) -> Learner:
    """Somebody new with a seat in that session."""
    mobile = newcomer(program.stack)
    program.stack.shell(_BOOKED.format(program=program.weburlname, name=name, mobile=mobile))
    return Learner(program.stack, mobile, {})


def own(learner: Learner) -> list[dict[str, Any]]:
    return list(learner.call("GET", "/api/learning/session-user")["data"])


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Sessions").get_by_role("article", name=name)


def open_change(page: Page, name: str, button: str, title: str) -> Locator:
    row(page, name).get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog


def test_a_session_is_swapped_in_two_presses(tabs: Tabs, program: Program) -> None:
    learner = booked(program, "First")
    (before,) = own(learner)
    page = visit(tabs.open(member=learner.mobile), "/my-learnings")

    dialog = open_change(page, "First", "Swap", "Swap session")
    expect(dialog).to_contain_text("4 hours before it starts, it can be changed.")
    dialog.get_by_role("radio", name=re.compile("Third")).check()
    expect(dialog).to_contain_text("Your seat moves to Wed 3 Mar")
    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog).to_be_hidden()
    expect(row(page, "Third")).to_contain_text("Wed, 3 Mar 2032")
    expect(row(page, "First")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("It is on Wed 3 Mar")
    (after,) = own(learner)
    assert (after["_id"], after["session"]["sessionName"]) == (before["_id"], "Third")


def test_a_session_is_given_up_and_its_credit_used(tabs: Tabs, program: Program) -> None:
    learner = booked(program, "First")
    page = visit(tabs.open(member=learner.mobile), "/my-learnings")

    dialog = open_change(page, "First", "Cancel session", "Cancel session")
    expect(dialog).to_contain_text("Your seat is free for others at once.")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("main")).to_contain_text("It is among your cancelled sessions.")
    assert own(learner) == []

    page.get_by_role("button", name="Reassign").click()
    dialog = page.get_by_role("dialog", name="Reassign session")
    dialog.get_by_role("radio", name=re.compile("Second")).check()
    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog).to_be_hidden()
    expect(row(page, "Second")).to_contain_text("Tue, 2 Mar 2032")
    assert [booking["session"]["sessionName"] for booking in own(learner)] == ["Second"]
    expect(page.get_by_role("button", name="Reassign")).to_have_count(0)


def test_what_was_taken_meanwhile_is_refused_in_place(tabs: Tabs, program: Program) -> None:
    learner = booked(program, "First")
    page = visit(tabs.open(member=learner.mobile, allow=["/reshedule/swap"]), "/my-learnings")
    dialog = open_change(page, "First", "Swap", "Swap session")
    dialog.get_by_role("radio", name=re.compile("Second")).check()
    booked(program, "Second")

    dialog.get_by_role("button", name="Confirm").click()

    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_role("button", name="Confirm")).to_be_disabled()
    assert [booking["session"]["sessionName"] for booking in own(learner)] == ["First"]
    page.keyboard.press("Escape")
    expect(row(page, "First").get_by_role("button", name="Swap")).to_be_focused()


def test_the_room_opens_on_the_page_without_a_reload(stack: Stack, tabs: Tabs) -> None:
    opens_at = datetime.now(UTC) + timedelta(seconds=25)
    soon = (opens_at + timedelta(minutes=15)).isoformat()
    room = "https://meet.example.in/soon"
    program = Program(stack, next(_names), [("Soon", soon, {"join_url": room})]).make()
    learner = booked(program, "Soon")
    page = visit(tabs.open(member=learner.mobile), "/my-learnings")
    join = row(page, "Soon").get_by_role("link", name="Join")
    expect(join).to_have_count(0)
    assert room not in json.dumps(own(learner))

    expect(join).to_have_attribute("href", room, timeout=60_000)

    assert datetime.now(UTC) >= opens_at
    program.unpublish()


@pytest.mark.parametrize("change", ["Swap", "Cancel session"])
def test_the_dialogs_are_clean_and_fit(tabs: Tabs, program: Program, change: str) -> None:
    learner = booked(program, "First")
    page = visit(tabs.open(member=learner.mobile, width=NARROWEST, with_axe=True), "/my-learnings")
    open_change(page, "First", change, {"Swap": "Swap session"}.get(change, change))
    assert width_at_the_narrowest(page) == NARROWEST
    assert in_both_themes(page) == CLEAN
