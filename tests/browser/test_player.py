"""Learning as a person does: watch, leave, come back elsewhere, lose the network, finish."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from .learners import Learner, enrolled
from .stack import MEMBER, Stack
from .survey import in_both_themes
from .tabs import NARROW, NARROWEST, PATIENCE_MS, Tabs, answer, visit

# Free, with a video of about half a minute that has captions, an article and a quiz.
COURSE = "how-the-indian-stock-market-works"
WITH_PDF = "position-size-before-everything"
WITH_TWO_LANGUAGES = "share-bazaar-ki-pehli-seedhi"
PARTS = re.compile(r"/media/learn/\d+/")
FILMS = Path(__file__).resolve().parent / "films"
UPDATE = "**/api/course/progress/update"
OFFLINE = "You are offline. Your progress is kept and sent when you are back."
CUT_OFF = (r"INTERNET_DISCONNECTED", r"failed: ")
_MORE_PATIENCE_MS = 30_000
"""A film plays against the clock, and a machine may be busy with other things."""


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    expect.set_options(timeout=_MORE_PATIENCE_MS)
    yield
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def learner(stack: Stack) -> Learner:
    return enrolled(stack, COURSE)


def opened(tabs: Tabs, learner: Learner, **options: Any) -> Page:
    page = tabs.open(member=learner.mobile, **options)
    page.set_default_timeout(_MORE_PATIENCE_MS)
    return page


def watch(tabs: Tabs, learner: Learner, **options: Any) -> Page:
    """The learner's video, ready to be played."""
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


def has_played(page: Page, *, past: float) -> None:
    page.wait_for_function("(past) => document.querySelector('video').currentTime > past", arg=past)


def report(request: Request) -> dict[str, Any]:
    return request.post_data_json


def reported(page: Page, act: Callable[[], Any]) -> dict[str, Any]:
    """What the player reports when this is done, once the server has it."""
    with page.expect_response(UPDATE) as caught:
        act()
    assert caught.value.status == 200
    return report(caught.value.request)


def eventually(fact: Callable[[], bool]) -> None:
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
    has_played(page, past=16)
    reported(page, lambda: pause(page))

    first, *_, last = reports
    assert 5 < first["watchedDuration"] < 16
    assert first["watchedRanges"][0][0] < 1
    assert last["watchedDuration"] == pytest.approx(at(page), abs=1)
    assert [told["watchedRanges"][-1][1] for told in reports[:-1]] == [
        told["watchedRanges"][0][0] for told in reports[1:]
    ]
    assert learner.of(learner.topic("video"))["watchedDuration"] == int(last["watchedDuration"])


def test_the_page_starts_the_course_once(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    assert [call for call in tabs.calls(page) if "start" in call] == ["POST /api/course/progress/start"]


def test_what_was_leapt_over_is_not_counted(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=2)
    before = reported(page, lambda: page.keyboard.press("ArrowRight"))
    has_played(page, past=13)
    after = reported(page, lambda: pause(page))
    assert after["watchedRanges"][0][0] - before["watchedRanges"][-1][1] > 9


def test_it_goes_on_where_it_was_left_after_a_reload_and_on_another_device(
    tabs: Tabs, learner: Learner
) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=0.5)
    page.keyboard.press("ArrowRight")
    has_played(page, past=11)
    left = int(reported(page, lambda: pause(page))["watchedDuration"])

    page.reload()
    page.wait_for_function("(left) => document.querySelector('video')?.currentTime === left", arg=left)
    assert is_paused(page)

    elsewhere = watch(tabs, learner)
    elsewhere.wait_for_function("(left) => document.querySelector('video').currentTime === left", arg=left)


def test_two_devices_at_once_reverse_nothing(tabs: Tabs, learner: Learner) -> None:
    ahead, behind = watch(tabs, learner), watch(tabs, learner)
    play(ahead).click()
    has_played(ahead, past=0.5)
    ahead.keyboard.press("9")
    expect(ahead.get_by_role("main").get_by_text("Completed", exact=True)).to_be_visible()
    play(behind).click()
    has_played(behind, past=2)
    reported(behind, lambda: pause(behind))
    row = learner.of(learner.topic("video"))
    assert row["isCompleted"]
    assert row["watchedDuration"] > 20


def test_the_video_completes_at_90_percent_and_the_next_topic_follows(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    main = page.get_by_role("main")
    content = page.get_by_role("complementary", name="Course content")
    expect(
        main.get_by_text("A video counts as completed when you have watched it to 90% of its length.")
    ).to_be_visible()
    play(page).click()
    has_played(page, past=0.5)
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


def test_a_closed_tab_has_reported(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=4)
    page.close(run_before_unload=True)
    eventually(lambda: learner.of(learner.topic("video"))["watchedDuration"] >= 3)


def test_another_page_of_ours_ends_the_watching(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=3)
    told = reported(page, page.get_by_role("link", name="My Learnings").first.click)
    assert told["watchedDuration"] > 2


def paused_with_all_of_it(tabs: Tabs, learner: Learner) -> Page:
    """A video that was played a little and goes on without a network, as if the browser had all of it."""
    page = opened(tabs, learner, allow=CUT_OFF)
    page.route("**/media/learn/**/*.mp4", lambda route: route.fulfill(response=route.fetch()))
    ready(page, learner)
    play(page).click()
    has_played(page, past=0.5)
    reported(page, lambda: pause(page))
    return page


def test_the_network_may_go_and_come_back(tabs: Tabs, learner: Learner) -> None:
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
    eventually(lambda: learner.of(learner.topic("video"))["isCompleted"])


def test_a_tab_closed_without_a_network_is_made_up_for_at_the_next_visit(
    tabs: Tabs, learner: Learner
) -> None:
    page = paused_with_all_of_it(tabs, learner)
    context = tabs.of(page).context
    context.set_offline(True)
    page.keyboard.press("5")
    page.keyboard.press("k")
    has_played(page, past=14)
    page.close(run_before_unload=True)
    assert learner.of(learner.topic("video"))["watchedDuration"] < 13

    context.set_offline(False)
    again = context.new_page()
    visit(again, learner.path(learner.topic("article")))
    eventually(lambda: learner.of(learner.topic("video"))["watchedDuration"] >= 13)
    user = learner.call("GET", "/api/user")["data"]["_id"]
    again.wait_for_function("(user) => localStorage.getItem(`progress:${user}`) === null", arg=user)


# --- controls ---


def test_the_keyboard_does_it_all(tabs: Tabs, learner: Learner) -> None:
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


def test_letters_do_nothing_outside_the_player(tabs: Tabs, learner: Learner) -> None:
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


def test_every_control_of_a_long_film_fits_a_phone(tabs: Tabs, stack: Stack) -> None:
    page = watch(tabs, enrolled(stack, WITH_TWO_LANGUAGES), width=NARROW, has_touch=True, is_mobile=True)
    controls = page.get_by_role("group", name="Playback")
    expect(controls.get_by_role("button", name="Captions:")).to_be_visible()
    # The films of the demo are short: hours take as much room.
    for shown in controls.locator("time").all():
        shown.evaluate("(element) => { element.textContent = '1:02:03' }")
    expect(controls.get_by_role("button")).to_have_count(6)
    for width in (320, NARROWEST, 375, NARROW):
        page.set_viewport_size({"width": width, "height": 700})
        boxes = [button.bounding_box() for button in controls.get_by_role("button").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_a_tap_on_the_film_begins_it(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, width=NARROW, has_touch=True, is_mobile=True)
    box = page.locator("video").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 20)
    has_played(page, past=0.5)


@pytest.fixture
def playlist(tabs: Tabs, learner: Learner) -> Page:
    """A page of the learner's course whose film is a playlist with parts."""
    page = opened(tabs, learner, allow=(r"status 503: ", r"console: .*503", r"resolvePresentation"))
    asked = itertools.count()

    def as_playlist(route: Route) -> None:
        body = route.fetch().json()
        address = f"/media/learn/{next(asked)}/film.m3u8"
        body["data"]["media"] |= {"url": address, "mime": "application/vnd.apple.mpegurl"}
        route.fulfill(json=body)

    page.route(f"**/topic/{learner.topic('video')['_id']}", as_playlist)
    page.route(PARTS, lambda route: route.fulfill(path=FILMS / route.request.url.rpartition("/")[2]))
    return visit(page, learner.path(learner.topic("article")))


def test_a_playlist_is_played_by_an_engine_that_comes_with_it(playlist: Page) -> None:
    playlist.get_by_role("link", name="Previous topic").click()
    play(playlist).click()
    has_played(playlist, past=1)
    assert playlist.evaluate("() => document.querySelector('video').currentSrc").startswith("blob:")
    assert playlist.evaluate("() => document.querySelector('video').duration") == pytest.approx(8, abs=0.5)


def test_a_playlist_that_cannot_be_had_says_so_and_can_be_asked_for_again(playlist: Page) -> None:
    playlist.route("**/film.m3u8", lambda route: route.fulfill(status=503))
    playlist.get_by_role("link", name="Previous topic").click()
    expect(playlist.get_by_role("alert")).to_contain_text("This video could not be loaded.")
    playlist.unroute("**/film.m3u8")
    playlist.get_by_role("button", name="Try again").click()
    expect(playlist.get_by_role("alert")).to_have_count(0)
    play(playlist).click()
    has_played(playlist, past=1)


# --- addresses that expire, access that ends ---


def test_an_address_that_opens_nothing_any_more_is_replaced_unseen(tabs: Tabs, learner: Learner) -> None:
    page = opened(tabs, learner, allow=(r"status 403: .*/media/", r"console: .*/media/"))
    dead: list[str] = []

    def expire(route: Route) -> None:
        token = route.request.url.split("/")[-2]
        if not dead:
            dead.append(token)
            # It says until when it is good, to the second: only after that is the next one another.
            time.sleep(1.1)
        if token in dead:
            route.fulfill(status=403, json={"message": "Expired.", "code": "address_refused"})
        else:
            route.continue_()

    page.route("**/media/learn/**/*.mp4", expire)
    visit(page, learner.path(learner.topic("video")))
    page.wait_for_function("() => document.querySelector('video')?.readyState >= 2")
    play(page).click()
    has_played(page, past=1)
    expect(page.get_by_role("alert")).to_have_count(0)
    [path] = [call for call in tabs.calls(page) if "/topic/" in call]
    assert path.startswith("GET /api/course/users/")


def test_a_fresh_address_in_the_middle_plays_on_where_it_was(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=3)
    page.evaluate(
        "() => { const film = document.querySelector('video'); window.before = film.currentSrc;"
        " film.addEventListener('playing', () => { window.again = film.currentTime; }, { once: true });"
        " film.dispatchEvent(new Event('error')); }"
    )
    page.wait_for_function("() => window.again !== undefined")
    assert page.evaluate("() => window.again") > 3
    assert page.evaluate("() => document.querySelector('video').currentSrc !== window.before")
    has_played(page, past=page.evaluate("() => window.again"))


def test_a_film_that_cannot_be_had_says_so_and_can_be_asked_for_again(tabs: Tabs, learner: Learner) -> None:
    page = opened(tabs, learner, allow=(r"status 503: ", r"console: .*503"))
    page.route("**/media/learn/**/*.mp4", lambda route: route.fulfill(status=503))
    visit(page, learner.path(learner.topic("video")))
    expect(page.get_by_role("alert")).to_contain_text("This video could not be loaded.")
    page.unroute("**/media/learn/**/*.mp4")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_access_that_ends_while_watching_is_told_with_a_way_out(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, allow=(r"403",))
    play(page).click()
    has_played(page, past=1)
    refusal = {"message": "This topic opens with the course.", "code": "no_access"}
    answer(page, "**/api/course/users/*/topic/*", refusal, status=403)
    page.evaluate("() => document.querySelector('video').dispatchEvent(new Event('error'))")
    expect(page.get_by_text("You do not have access to this course.")).to_be_visible()
    page.get_by_role("link", name="See the course").click()
    page.wait_for_url(f"**/courses/{COURSE}")


def test_a_course_that_is_not_theirs_is_told_with_a_way_out(tabs: Tabs, learner: Learner) -> None:
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


# --- reading and answering ---


def test_an_article_is_read_and_ticked_off(tabs: Tabs, learner: Learner) -> None:
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
    eventually(lambda: learner.of(learner.topic("article"))["isCompleted"])


def test_a_quiz_is_answered_marked_and_tried_again(tabs: Tabs, learner: Learner) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic("quiz")))
    main = page.get_by_role("main")
    questions = main.get_by_role("group")
    for question in questions.all():
        question.get_by_role("radio").first.check()
    main.get_by_role("button", name="Check answers").click()
    expect(main.get_by_role("status").filter(has_text=re.compile(r"^\d of \d right$"))).to_be_focused()
    expect(main.get_by_text("Right answer")).to_have_count(questions.count())
    eventually(lambda: learner.of(learner.topic("quiz"))["isCompleted"])
    main.get_by_role("button", name="Try again").click()
    expect(main.get_by_role("radio", checked=True)).to_have_count(0)
    expect(main.get_by_role("radio").first).to_be_enabled()


def test_a_pdf_is_shown_and_opens_in_a_tab_of_its_own(tabs_of_a_window: Tabs, stack: Stack) -> None:
    learner = enrolled(stack, WITH_PDF)
    topic = learner.topic("pdf")
    # The browser's own viewer is made of pages of its own.
    page = visit(opened(tabs_of_a_window, learner, allow=(r"chrome(-extension)?:",)), learner.path(topic))
    frame = page.get_by_title(topic["title"])
    expect(frame).to_be_visible()
    address = page.get_by_role("link", name="Open in a new tab").get_attribute("href")
    assert address is not None
    saved = page.request.get(address)
    assert (saved.status, saved.headers["content-type"]) == (200, "application/pdf")


# --- beginning anew ---


def test_a_topic_begins_anew_once_that_is_confirmed(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=0.5)
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


def test_a_course_begins_anew_once_that_is_confirmed(tabs: Tabs, learner: Learner) -> None:
    page = visit(opened(tabs, learner), learner.path(learner.topic("article")))
    page.get_by_role("button", name="Mark as read").click()
    content = page.get_by_role("complementary", name="Course content")
    expect(content.get_by_text("25% completed")).to_be_visible()
    page.get_by_role("button", name="Restart course").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart course").click()
    expect(content.get_by_text("0% completed")).to_be_visible()
    expect(page.get_by_role("button", name="Mark as read")).to_be_visible()


# --- the page itself ---


def test_the_server_writes_the_heading_and_nothing_moves_when_the_rest_comes(
    tabs: Tabs, learner: Learner
) -> None:
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
    assert in_both_themes(page) == {"light": [], "dark": []}
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST


def test_going_back_and_forth_between_topics_plays_each_where_it_was(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner)
    play(page).click()
    has_played(page, past=5)
    reported(page, lambda: pause(page))
    left = int(at(page))
    page.get_by_role("link", name="Next topic").click()
    expect(page.get_by_role("button", name="Mark as read")).to_be_visible()
    page.get_by_role("link", name="Previous topic").click()
    page.wait_for_function("(left) => document.querySelector('video')?.currentTime >= left", arg=left)
