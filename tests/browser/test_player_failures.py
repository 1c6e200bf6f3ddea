"""What the player says of videos that fail, URLs that expire, and access that ends or is missing."""

from __future__ import annotations

import itertools
import time

import pytest
from playwright.sync_api import Page, Route, expect

from .learners import Learner
from .player_helpers import (
    PARTS,
    VIDEOS,
    learner,
    longer_timeout,
    opened,
    play,
    wait_for_position,
    watch,
)
from .tabs import Tabs, visit

__all__ = ["learner", "longer_timeout"]


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


@pytest.mark.proof
def test_a_failed_playlist_shows_an_error_and_can_be_retried(playlist: Page) -> None:
    playlist.route("**/video.m3u8", lambda route: route.fulfill(status=503))
    playlist.get_by_role("link", name="Previous topic").click()
    expect(playlist.get_by_role("alert")).to_contain_text("This video could not be loaded.")
    playlist.unroute("**/video.m3u8")
    playlist.get_by_role("button", name="Try again").click()
    expect(playlist.get_by_role("alert")).to_have_count(0)
    play(playlist).click()
    wait_for_position(playlist, past=1)


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


@pytest.mark.proof
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
