"""The player's controls: keyboard, captions, speed, and a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from .learners import Learner, create_learner
from .player_helpers import (
    WITH_TWO_LANGUAGES,
    at,
    is_paused,
    learner,
    longer_timeout,
    pause_of,
    play,
    wait_for_position,
    watch,
)
from .stack import Stack
from .tabs import NARROW, NARROWEST, Tabs

__all__ = ["learner", "longer_timeout"]


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
