"""Notes in the player: written without a network on one device, read and changed on another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .learners import Learner, create_learner
from .page_checks import axe_findings
from .stack import Stack
from .tabs import NARROW, NARROWEST, Tabs, visit

COURSE = "how-the-indian-stock-market-works"
CUT_OFF = (r"INTERNET_DISCONNECTED", r"failed: ")
IS_HYDRATED = """() => [...document.querySelectorAll('section[aria-labelledby=notes] button')]
    .some(button => Object.keys(button).some(key => key.startsWith('__react')))"""
MARKUP = "<b>Bid</b> & ask & <img src=x onerror=alert(1)>"


@pytest.fixture
def learner(stack: Stack) -> Learner:
    return create_learner(stack, COURSE)


def open_video(tabs: Tabs, learner: Learner, **options: Any) -> Page:
    page = tabs.open(member=learner.mobile, **options)
    visit(page, learner.path(learner.topic("video")))
    page.wait_for_function(IS_HYDRATED)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=30_000)
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    return page


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Notes")


def rows(page: Page) -> Locator:
    return panel(page).get_by_role("listitem")


def seek(page: Page, seconds: int) -> None:
    page.evaluate("(at) => { document.querySelector('video').currentTime = at; }", seconds)


def add(page: Page, text: str, *, at: str) -> None:
    panel(page).get_by_role("button", name=f"Add a note at {at}", exact=True).click()
    page.get_by_role("textbox", name=f"Note at {at}").fill(text)
    page.get_by_role("button", name="Save note").click()


def expect_notes(page: Page, *texts: str, state: str = "Saved") -> None:
    expect(rows(page).locator("p")).to_have_text(list(texts))
    expect(rows(page).get_by_text(state, exact=True)).to_have_count(len(texts))


def test_notes_written_offline_are_read_and_changed_on_another_device(tabs: Tabs, learner: Learner) -> None:
    phone = open_video(tabs, learner, width=NARROW, allow=CUT_OFF)
    context = tabs.of(phone).context
    # Before the network is gone: what the browser has not loaded cannot be sought.
    seek(phone, 12)
    expect(panel(phone).get_by_role("button", name="Add a note at 0:12", exact=True)).to_be_visible()
    context.set_offline(True)
    add(phone, "Second.", at="0:12")
    seek(phone, 3)
    add(phone, MARKUP, at="0:03")
    expect_notes(phone, MARKUP, "Second.", state="Saved on this device")
    computer = open_video(tabs, learner)
    expect(rows(computer)).to_have_count(0)

    context.set_offline(False)
    expect_notes(phone, MARKUP, "Second.")
    computer.reload()
    computer.wait_for_function(IS_HYDRATED)
    expect_notes(computer, MARKUP, "Second.")
    panel(computer).get_by_role("button", name="Play from 0:12").click()
    computer.wait_for_function("() => Math.abs(document.querySelector('video')?.currentTime - 12) < 0.1")

    # Both change the same notes while one of them is offline: the phone's changes are the later ones.
    context.set_offline(True)
    panel(computer).get_by_role("button", name="Delete note at 0:12").click()
    expect(computer.get_by_role("button", name="Undo")).to_be_focused()
    panel(computer).get_by_role("button", name="Edit note at 0:03").click()
    computer.get_by_role("textbox", name="Note at 0:03").fill("From the computer.")
    computer.get_by_role("button", name="Save note").click()
    add(computer, "Third.", at="0:12")
    expect_notes(computer, "From the computer.", "Third.")
    panel(phone).get_by_role("button", name="Edit note at 0:12").click()
    phone.get_by_role("textbox", name="Note at 0:12").fill("Second, later.")
    phone.get_by_role("button", name="Save note").click()
    context.set_offline(False)
    expect(rows(phone).get_by_text("Saved", exact=True)).to_have_count(2)
    for page in (phone, computer):
        page.reload()
        expect_notes(page, "From the computer.", "Second, later.", "Third.")


def test_a_deletion_is_undone_and_after_logging_out_no_note_is_left_on_the_device(
    tabs: Tabs, learner: Learner
) -> None:
    page = open_video(tabs, learner, own_session=True)
    add(page, "Mine alone.", at="0:00")
    expect_notes(page, "Mine alone.")
    panel(page).get_by_role("button", name="Delete note at 0:00").click()
    expect(rows(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect_notes(page, "Mine alone.")
    page.get_by_role("banner").get_by_role("button", name="Leela Iyer").click()
    page.get_by_role("menuitem", name="Log out").click()
    page.wait_for_url("**/")
    assert "Mine alone." not in page.evaluate("() => JSON.stringify({ ...localStorage, ...sessionStorage })")
    assert "Mine alone." not in page.content()


def test_an_article_has_notes_without_a_moment(tabs: Tabs, learner: Learner) -> None:
    page = tabs.open(member=learner.mobile)
    visit(page, learner.path(learner.topic("article")))
    page.wait_for_function(IS_HYDRATED)
    panel(page).get_by_role("button", name="Add a note", exact=True).click()
    page.get_by_role("textbox", name="Note", exact=True).fill("Read again.")
    page.keyboard.press("Control+Enter")
    expect_notes(page, "Read again.")
    expect(panel(page).get_by_role("button", name="Edit note 1")).to_be_visible()
    expect(panel(page).get_by_role("button", name="Play from")).to_have_count(0)
    assert axe_findings(page) == []
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST


def test_notes_are_in_the_page_before_its_scripts_and_shift_nothing(tabs: Tabs, learner: Learner) -> None:
    topic = learner.topic("video")
    for number in range(3):
        body = {
            "_id": f"0193f1a0-0000-7000-8000-00000000000{number}",
            "at": number,
            "text": f"Note {number}, of the server.",
            "updatedAt": "2026-11-21T09:30:00Z",
        }
        learner.call("POST", f"/api/course/notes/{topic['_id']}", body)
    page = tabs.open(member=learner.mobile)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
        " window.moved += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    response = page.goto(learner.path(topic))
    assert response is not None
    assert ">Note 2, of the server.</p>" in response.text()
    page.wait_for_function("() => document.querySelector('video')?.readyState >= 2")
    page.wait_for_function(IS_HYDRATED)
    assert page.evaluate("() => window.moved") < 0.01
    assert [call for call in tabs.calls(page) if call.startswith("GET")] == []
    panel(page).get_by_role("button", name="Delete note at 0:01").click()
    expect(rows(page)).to_have_count(2)
