"""A learner in the player: opening a topic, playing, pausing, and what is reported."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from .learners import Learner, create_learner
from .stack import Stack
from .tabs import TIMEOUT_MS, Tabs, visit

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
