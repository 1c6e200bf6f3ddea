"""The player: watching, leaving, resuming elsewhere, losing the network, completing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .learners import Learner, create_learner
from .page_checks import axe_findings
from .player_helpers import (
    CUT_OFF,
    OFFLINE,
    UPDATE,
    WITH_PDF,
    at,
    is_paused,
    learner,
    longer_timeout,
    opened,
    pause,
    play,
    ready,
    report,
    report_after,
    wait_for_position,
    wait_until,
    watch,
)
from .stack import Stack
from .tabs import NARROWEST, Tabs, visit

__all__ = ["learner", "longer_timeout"]


# --- playing and reporting ---


@pytest.mark.proof
def test_a_video_plays_and_is_reported_every_15_seconds_and_on_pause(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    reports: list[dict[str, Any]] = []
    page.on("request", lambda request: reports.append(report(request)) if "/update" in request.url else None)

    play(page).click()
    wait_for_position(page, past=16)
    report_after(page, lambda: pause(page))

    first, *_, last = reports
    assert 5 < first["watchedDuration"] < 16
    assert first["watchedRanges"][0][0] < 1
    assert last["watchedDuration"] == pytest.approx(at(page), abs=1)
    assert [report_data["watchedRanges"][-1][1] for report_data in reports[:-1]] == [
        report_data["watchedRanges"][0][0] for report_data in reports[1:]
    ]
    assert learner.of(learner.topic("video"))["watchedDuration"] == int(last["watchedDuration"])


def test_skipped_parts_are_not_counted(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=2)
    before = report_after(page, lambda: page.keyboard.press("ArrowRight"))
    wait_for_position(page, past=13)
    after = report_after(page, lambda: pause(page))
    assert after["watchedRanges"][0][0] - before["watchedRanges"][-1][1] > 9


def test_playback_resumes_after_a_reload_and_on_another_device(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=0.5)
    page.keyboard.press("ArrowRight")
    wait_for_position(page, past=11)
    left = int(report_after(page, lambda: pause(page))["watchedDuration"])

    page.reload()
    page.wait_for_function("(left) => document.querySelector('video')?.currentTime === left", arg=left)
    assert is_paused(page)

    elsewhere = watch(tabs, learner)
    elsewhere.wait_for_function("(left) => document.querySelector('video').currentTime === left", arg=left)


@pytest.mark.proof
def test_two_devices_do_not_undo_each_others_progress(tabs: Tabs, learner: Learner) -> None:
    ahead, behind = watch(tabs, learner), watch(tabs, learner)
    play(ahead).click()
    wait_for_position(ahead, past=0.5)
    ahead.keyboard.press("9")
    expect(ahead.get_by_role("main").get_by_text("Completed", exact=True)).to_be_visible()
    play(behind).click()
    wait_for_position(behind, past=2)
    report_after(behind, lambda: pause(behind))
    row = learner.of(learner.topic("video"))
    assert row["isCompleted"]
    assert row["watchedDuration"] > 20


def test_the_video_completes_at_90_percent_and_the_next_topic_follows(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    main = page.get_by_role("main")
    content = page.get_by_role("complementary", name="Course content")
    expect(main.get_by_text("A video counts as completed when you have watched 90% of it.")).to_be_visible()
    play(page).click()
    wait_for_position(page, past=0.5)
    page.keyboard.press("9")
    expect(main.get_by_text("Completed", exact=True)).to_be_visible()
    expect(content.get_by_text("25% completed")).to_be_visible()
    expect(content.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "25")
    expect(content.get_by_role("link", name=re.compile("completed"))).to_have_count(1)

    main.get_by_role("link", name="Next topic").click()
    title = learner.topic("article")["title"]
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(content.locator("[aria-current=page]")).to_contain_text(title)


# --- leaving ---


def test_closing_the_tab_reports_progress(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=4)
    page.close(run_before_unload=True)
    wait_until(lambda: learner.of(learner.topic("video"))["watchedDuration"] >= 3)


def test_navigating_away_reports_progress(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=3)
    told = report_after(page, page.get_by_role("link", name="My Learnings").first.click)
    assert told["watchedDuration"] > 2


def paused_with_all_of_it(tabs: Tabs, learner: Learner) -> Page:
    """A video that keeps playing offline, as if it were fully buffered."""
    page = opened(tabs, learner, allow=CUT_OFF)
    page.route("**/media/learn/**/*.mp4", lambda route: route.fulfill(response=route.fetch()))
    ready(page, learner)
    play(page).click()
    wait_for_position(page, past=0.5)
    report_after(page, lambda: pause(page))
    return page


def test_progress_is_synced_after_a_network_failure(tabs: Tabs, learner: Learner) -> None:
    page = paused_with_all_of_it(tabs, learner)
    context = tabs.of(page).context
    context.set_offline(True)
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    page.keyboard.press("k")
    page.keyboard.press("9")
    expect(page.get_by_role("main").get_by_text("Completed", exact=True)).to_be_visible()
    assert not learner.of(learner.topic("video"))["isCompleted"]

    with page.expect_response(UPDATE):
        context.set_offline(False)
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    wait_until(lambda: learner.of(learner.topic("video"))["isCompleted"])


def test_progress_of_a_tab_closed_offline_is_synced_at_the_next_visit(tabs: Tabs, learner: Learner) -> None:
    page = paused_with_all_of_it(tabs, learner)
    context = tabs.of(page).context
    context.set_offline(True)
    page.keyboard.press("5")
    page.keyboard.press("k")
    wait_for_position(page, past=14)
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert learner.of(learner.topic("video"))["watchedDuration"] < 13

    context.set_offline(False)
    again = context.new_page()
    visit(again, learner.path(learner.topic("article")))
    wait_until(lambda: learner.of(learner.topic("video"))["watchedDuration"] >= 13)
    user = learner.call("GET", "/api/user")["data"]["_id"]
    again.wait_for_function("(user) => localStorage.getItem(`progress:${user}`) === null", arg=user)


# --- articles and quizzes ---


def test_an_article_is_read_and_marked_complete(tabs: Tabs, learner: Learner) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic("article")))
    width = page.evaluate(
        "() => { const text = document.querySelector('article p:not(header p)');"
        " const probe = document.createElement('span'); probe.textContent = '0'.repeat(10);"
        " text.append(probe); const ten = probe.getBoundingClientRect().width; probe.remove();"
        " return text.getBoundingClientRect().width / ten * 10; }"
    )
    assert 60 <= width <= 75
    page.get_by_role("button", name="Mark as read").click()
    expect(page.get_by_role("main").get_by_text("Completed", exact=True)).to_be_visible()
    wait_until(lambda: learner.of(learner.topic("article"))["isCompleted"])


def test_a_pdf_is_shown_and_opens_in_a_new_tab(tabs_of_a_window: Tabs, stack: Stack) -> None:
    learner = create_learner(stack, WITH_PDF)
    topic = learner.topic("pdf")
    # Chromium's PDF viewer opens extra pages.
    page = visit(opened(tabs_of_a_window, learner, allow=(r"chrome(-extension)?:",)), learner.path(topic))
    frame = page.get_by_title(topic["title"])
    expect(frame).to_be_visible()
    address = page.get_by_role("link", name="Open in a new tab").get_attribute("href")
    assert address is not None
    saved = page.request.get(address)
    assert (saved.status, saved.headers["content-type"]) == (200, "application/pdf")


# --- restarting ---


@pytest.mark.proof
def test_a_topic_restarts_after_confirmation(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=0.5)
    page.keyboard.press("9")
    expect(page.get_by_role("main").get_by_text("Completed", exact=True)).to_be_visible()
    page.get_by_role("button", name="Restart topic").click()
    dialog = page.get_by_role("dialog", name="Restart this topic?")
    expect(dialog).to_be_visible()
    assert is_paused(page)
    dialog.get_by_role("button", name="Restart topic").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("main").get_by_text("Completed", exact=True)).to_have_count(0)
    page.wait_for_function("() => document.querySelector('video')?.currentTime === 0")
    row = learner.of(learner.topic("video"))
    assert (row["watchedDuration"], row["isCompleted"]) == (0, False)
    page.reload()
    expect(play(page)).to_be_visible()
    assert at(page) == 0


# --- the page itself ---


def test_the_first_paint_has_the_heading_and_nothing_shifts(tabs: Tabs, learner: Learner) -> None:
    page = opened(tabs, learner)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
        " window.moved += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    response = page.goto(learner.path(learner.topic("video")))
    assert response is not None
    title = learner.topic("video")["title"]
    assert f"<h1>{title}</h1>" in response.text()
    expect(play(page)).to_be_visible()
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    assert page.evaluate("() => window.moved") < 0.01
    assert [call for call in tabs.calls(page) if call.startswith("GET")] == []


@pytest.mark.parametrize("kind", ["video", "article", "quiz"])
def test_each_kind_is_accessible_and_fits_a_small_phone(tabs: Tabs, learner: Learner, kind: str) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic(kind)))
    if kind == "video":
        expect(play(page)).to_be_visible()
    assert axe_findings(page) == []
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST


@pytest.mark.proof
def test_back_and_forward_between_topics_resume_each_video(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=5)
    report_after(page, lambda: pause(page))
    left = int(at(page))
    page.get_by_role("link", name="Next topic").click()
    expect(page.get_by_role("button", name="Mark as read")).to_be_visible()
    page.get_by_role("link", name="Previous topic").click()
    page.wait_for_function("(left) => document.querySelector('video')?.currentTime >= left", arg=left)
