"""The player: watching, leaving, resuming elsewhere, losing the network, completing."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from .learners import QUESTION, Learner, create_learner
from .page_checks import violations_in_both_themes
from .stack import MEMBER, Stack
from .tabs import NARROW, NARROWEST, TIMEOUT_MS, Tabs, mock_response, visit

# Free, with a video of about half a minute that has captions, an article and a quiz.
COURSE = "how-the-indian-stock-market-works"
WITH_PDF = "position-size-before-everything"
WITH_TWO_LANGUAGES = "share-bazaar-ki-pehli-seedhi"
PARTS = re.compile(r"/media/learn/\d+/")
VIDEOS = Path(__file__).resolve().parent / "videos"
UPDATE = "**/api/course/progress/update"
OFFLINE = "You are offline. Your progress is saved and will sync when you are back online."
CUT_OFF = (r"INTERNET_DISCONNECTED", r"failed: ")
_MORE_PATIENCE_MS = 30_000
"""Videos play in real time, and the machine may be busy."""


@pytest.fixture(autouse=True)
def longer_timeout() -> Iterator[None]:
    expect.set_options(timeout=_MORE_PATIENCE_MS)
    yield
    expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture
def learner(stack: Stack) -> Learner:
    return create_learner(stack, COURSE)


def opened(tabs: Tabs, learner: Learner, **options: Any) -> Page:
    page = tabs.open(member=learner.mobile, **options)
    page.set_default_timeout(_MORE_PATIENCE_MS)
    return page


def watch(tabs: Tabs, learner: Learner, **options: Any) -> Page:
    """Open the learner's video, ready to play."""
    return ready(opened(tabs, learner, **options), learner)


def ready(page: Page, learner: Learner) -> Page:
    visit(page, learner.path(learner.topic("video")))
    expect(play(page)).to_be_visible()
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    return page


def play(page: Page) -> Any:
    return page.get_by_role("button", name="Play", exact=True)


def at(page: Page) -> float:
    return page.evaluate("() => document.querySelector('video').currentTime")


def is_paused(page: Page) -> bool:
    return page.evaluate("() => document.querySelector('video').paused")


def wait_for_position(page: Page, *, past: float) -> None:
    page.wait_for_function("(past) => document.querySelector('video').currentTime > past", arg=past)


def report(request: Request) -> dict[str, Any]:
    return request.post_data_json


def report_after(page: Page, act: Callable[[], Any]) -> dict[str, Any]:
    """Run the action and return the progress report that it causes."""
    with page.expect_response(UPDATE) as caught:
        act()
    assert caught.value.status == 200
    return report(caught.value.request)


def wait_until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def pause_of(page: Page) -> Any:
    return page.get_by_role("button", name="Pause", exact=True)


def pause(page: Page) -> None:
    pause_of(page).click()


# --- playing and reporting ---


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


def test_the_page_reports_the_start_of_the_course_once(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    assert [call for call in tabs.calls(page) if "start" in call] == ["POST /api/course/progress/start"]


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


# --- controls ---


def test_the_player_is_usable_by_keyboard(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    title = learner.topic("video")["title"]
    page.get_by_role("group", name=f"Video: {title}").focus()
    for key, paused in (("Space", False), ("Space", True), ("k", False), ("k", True)):
        page.keyboard.press(key)
        expect(play(page) if paused else pause_of(page)).to_be_visible()
        assert is_paused(page) == paused
    page.keyboard.press("5")
    page.wait_for_function("() => document.querySelector('video').currentTime > 12")
    before = at(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(before) => document.querySelector('video').currentTime < before - 9", arg=before)
    page.keyboard.press("m")
    page.wait_for_function("() => document.querySelector('video').muted")
    page.keyboard.press("c")
    page.wait_for_function("() => document.querySelector('video').textTracks[0].mode === 'showing'")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Exit fullscreen")).to_be_visible()
    assert page.evaluate("() => document.fullscreenElement !== null")
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement === null")


def test_keyboard_shortcuts_work_only_in_the_player(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    page.get_by_role("link", name="Next topic").focus()
    for key in "kmcf5":
        page.keyboard.press(key)
    assert is_paused(page)
    assert at(page) == 0


def test_captions_show_and_are_remembered(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    page.get_by_role("button", name="Enable captions").click()
    page.wait_for_function("() => document.querySelector('video').textTracks[0].cues?.length > 1")
    play(page).click()
    page.wait_for_function("() => document.querySelector('video').textTracks[0].activeCues?.length === 1")
    page.reload()
    page.wait_for_function("() => document.querySelector('video')?.textTracks[0]?.mode === 'showing'")
    expect(page.get_by_role("button", name="Disable captions")).to_be_visible()


def test_the_speed_is_chosen_from_a_menu_and_remembered(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    page.get_by_role("button", name="Speed: 1×").press("Enter")
    page.get_by_role("menuitemradio", name="1.5×").click()
    page.wait_for_function("() => document.querySelector('video').playbackRate === 1.5")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Speed: 1.5×")).to_be_visible()
    page.wait_for_function("() => document.querySelector('video').playbackRate === 1.5")


def test_a_phone_has_the_course_content_in_a_drawer(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, width=NARROW, has_touch=True, is_mobile=True)
    expect(page.get_by_role("complementary", name="Course content")).to_be_hidden()
    page.get_by_role("button", name="Course content").tap()
    drawer = page.get_by_role("dialog", name="Course content")
    expect(drawer.locator("[aria-current=page]")).to_contain_text(learner.topic("video")["title"])
    title = learner.topic("quiz")["title"]
    drawer.get_by_role("link", name=title).tap()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(drawer).to_have_count(0)


def test_all_controls_of_a_long_video_fit_a_phone(tabs: Tabs, stack: Stack) -> None:
    page = watch(
        tabs, create_learner(stack, WITH_TWO_LANGUAGES), width=NARROW, has_touch=True, is_mobile=True
    )
    controls = page.get_by_role("group", name="Playback")
    expect(controls.get_by_role("button", name="Captions:")).to_be_visible()
    # The demo videos are short; hours need more room.
    for shown in controls.locator("time").all():
        shown.evaluate("(element) => { element.textContent = '1:02:03' }")
    # The narrowest screens skip by a double tap alone.
    for width, count in ((320, 6), (NARROWEST, 6), (375, 6), (NARROW, 8)):
        page.set_viewport_size({"width": width, "height": 700})
        expect(controls.get_by_role("button")).to_have_count(count)
        boxes = [button.bounding_box() for button in controls.get_by_role("button").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_a_tap_on_the_video_starts_it(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, width=NARROW, has_touch=True, is_mobile=True)
    box = page.locator("video").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 20)
    wait_for_position(page, past=0.5)


@pytest.fixture
def playlist(tabs: Tabs, learner: Learner) -> Page:
    """A page whose video is an HLS playlist."""
    page = opened(tabs, learner, allow=(r"status 503: ", r"console: .*503", r"resolvePresentation"))
    asked = itertools.count()

    def as_playlist(route: Route) -> None:
        body = route.fetch().json()
        address = f"/media/learn/{next(asked)}/video.m3u8"
        body["data"]["media"] |= {"url": address, "mime": "application/vnd.apple.mpegurl"}
        route.fulfill(json=body)

    page.route(f"**/topic/{learner.topic('video')['_id']}", as_playlist)
    page.route(PARTS, lambda route: route.fulfill(path=VIDEOS / route.request.url.rpartition("/")[2]))
    return visit(page, learner.path(learner.topic("article")))


def test_hls_is_played_with_the_bundled_library(playlist: Page) -> None:
    playlist.get_by_role("link", name="Previous topic").click()
    play(playlist).click()
    wait_for_position(playlist, past=1)
    assert playlist.evaluate("() => document.querySelector('video').currentSrc").startswith("blob:")
    assert playlist.evaluate("() => document.querySelector('video').duration") == pytest.approx(8, abs=0.5)


def test_a_failed_playlist_shows_an_error_and_can_be_retried(playlist: Page) -> None:
    playlist.route("**/video.m3u8", lambda route: route.fulfill(status=503))
    playlist.get_by_role("link", name="Previous topic").click()
    expect(playlist.get_by_role("alert")).to_contain_text("This video could not be loaded.")
    playlist.unroute("**/video.m3u8")
    playlist.get_by_role("button", name="Try again").click()
    expect(playlist.get_by_role("alert")).to_have_count(0)
    play(playlist).click()
    wait_for_position(playlist, past=1)


# --- expired URLs and access ---


def test_an_expired_media_url_is_renewed_silently(tabs: Tabs, learner: Learner) -> None:
    page = opened(tabs, learner, allow=(r"status 403: .*/media/", r"console: .*/media/"))
    dead: list[str] = []

    def expire(route: Route) -> None:
        token = route.request.url.split("/")[-2]
        if not dead:
            dead.append(token)
            # The expiry in the URL is in seconds: within the same second the new URL is the same.
            time.sleep(1.1)
        if token in dead:
            route.fulfill(status=403, json={"message": "Expired.", "code": "address_refused"})
        else:
            route.continue_()

    page.route("**/media/learn/**/*.mp4", expire)
    visit(page, learner.path(learner.topic("video")))
    page.wait_for_function("() => document.querySelector('video')?.readyState >= 2")
    play(page).click()
    wait_for_position(page, past=1)
    expect(page.get_by_role("alert")).to_have_count(0)
    [path] = [call for call in tabs.calls(page) if "/topic/" in call]
    assert path.startswith("GET /api/course/users/")


def test_a_renewed_media_url_resumes_at_the_same_position(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    wait_for_position(page, past=3)
    page.evaluate(
        "() => { const video = document.querySelector('video'); window.before = video.currentSrc;"
        " video.addEventListener('playing', () => { window.again = video.currentTime; }, { once: true });"
        " video.dispatchEvent(new Event('error')); }"
    )
    page.wait_for_function("() => window.again !== undefined")
    assert page.evaluate("() => window.again") > 3
    assert page.evaluate("() => document.querySelector('video').currentSrc !== window.before")
    wait_for_position(page, past=page.evaluate("() => window.again"))


def test_a_failed_video_shows_an_error_and_can_be_retried(tabs: Tabs, learner: Learner) -> None:
    page = opened(tabs, learner, allow=(r"status 503: ", r"console: .*503"))
    page.route("**/media/learn/**/*.mp4", lambda route: route.fulfill(status=503))
    visit(page, learner.path(learner.topic("video")))
    expect(page.get_by_role("alert")).to_contain_text("This video could not be loaded.")
    page.unroute("**/media/learn/**/*.mp4")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_access_that_ends_during_playback_shows_a_message_and_a_link(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, allow=(r"403",))
    play(page).click()
    wait_for_position(page, past=1)
    refusal = {"message": "You need access to this course to open this topic.", "code": "no_access"}
    mock_response(page, "**/api/course/users/*/topic/*", refusal, status=403)
    page.evaluate("() => document.querySelector('video').dispatchEvent(new Event('error'))")
    expect(page.get_by_text("You do not have access to this course.")).to_be_visible()
    page.get_by_role("link", name="Go to course").click()
    page.wait_for_url(f"**/courses/{COURSE}")


def test_a_course_without_access_shows_a_message_and_a_link(tabs: Tabs, learner: Learner) -> None:
    learner.lose_access()
    page = opened(tabs, learner, allow=(r"403",))
    visit(page, learner.path(learner.topic("article")))
    expect(page.get_by_role("heading", level=1, name=learner.topic("article")["title"])).to_be_visible()
    expect(page.get_by_text("You do not have access to this course.")).to_be_visible()


@pytest.mark.parametrize("path", ["/course/none/topic/none", f"/course/{COURSE}/topic/none"])
def test_an_unknown_topic_is_not_found(tabs: Tabs, path: str) -> None:
    page = tabs.open(member=MEMBER, allow=("404",))
    response = page.goto(path)
    assert response is not None
    assert response.status == 404
    expect(page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()


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


def test_a_quiz_is_answered_graded_and_retaken(tabs: Tabs, learner: Learner) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic("quiz")))
    main = page.get_by_role("main")
    questions = main.get_by_role("group", name=QUESTION)
    for question in questions.all():
        question.get_by_role("radio").first.check()
    main.get_by_role("button", name="Check answers").click()
    expect(main.get_by_role("status").filter(has_text=re.compile(r"^\d of \d correct$"))).to_be_focused()
    expect(main.get_by_text("Correct answer")).to_have_count(questions.count())
    wait_until(lambda: learner.of(learner.topic("quiz"))["isCompleted"])
    main.get_by_role("button", name="Try again").click()
    expect(main.get_by_role("radio", checked=True)).to_have_count(0)
    expect(main.get_by_role("radio").first).to_be_enabled()


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


def test_a_course_restarts_after_confirmation(tabs: Tabs, learner: Learner) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic("article")))
    page.get_by_role("button", name="Mark as read").click()
    content = page.get_by_role("complementary", name="Course content")
    expect(content.get_by_text("25% completed")).to_be_visible()
    page.get_by_role("button", name="Restart course").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart course").click()
    expect(content.get_by_text("0% completed")).to_be_visible()
    expect(page.get_by_role("button", name="Mark as read")).to_be_visible()


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
    assert f'<h1 class="TopicPage__title">{title}</h1>' in response.text()
    expect(play(page)).to_be_visible()
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    assert page.evaluate("() => window.moved") < 0.01
    assert [call for call in tabs.calls(page) if call.startswith("GET")] == []


@pytest.mark.parametrize("kind", ["video", "article", "quiz"])
def test_each_kind_is_accessible_in_both_themes_and_fits_a_small_phone(
    tabs: Tabs, learner: Learner, kind: str
) -> None:
    page = visit(opened(tabs, learner, with_axe=True), learner.path(learner.topic(kind)))
    if kind == "video":
        expect(play(page)).to_be_visible()
    assert violations_in_both_themes(page) == {"light": [], "dark": []}
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST


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
