"""The transcript of a video, skipping in it, and what follows at its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .learners import Learner
from .page_checks import axe_findings
from .player_helpers import learner, longer_timeout, watch
from .tabs import NARROW, WIDE, Tabs

__all__ = ["learner", "longer_timeout"]

_END = """
() => {
  const video = document.querySelector('video');
  video.currentTime = video.duration - 0.3;
  return video.play();
}
"""


def position(page: Page) -> float:
    return float(page.evaluate("() => document.querySelector('video').currentTime"))


@pytest.mark.parametrize("width", [NARROW, pytest.param(WIDE, marks=pytest.mark.proof)])
def test_the_transcript_is_searched_and_moves_the_video(tabs: Tabs, learner: Learner, width: int) -> None:
    page = watch(tabs, learner, width=width)
    page.get_by_text("Transcript", exact=True).click()
    lines = page.get_by_role("button", name=re.compile(r"^\d+:\d\d\s*\S"))
    expect(lines.nth(2)).to_be_visible()
    everything = lines.count()
    # `inner_text` lacks what is not drawn yet.
    third = re.fullmatch(r"(\d+):(\d\d)\s*(\S.*)", lines.nth(2).text_content() or "")
    assert third is not None
    minutes, seconds, words = third.groups()
    assert axe_findings(page) == []

    lines.nth(2).click()
    expect(page.get_by_role("button", name=words)).to_have_attribute("aria-current", "true")
    assert abs(position(page) - (int(minutes) * 60 + int(seconds))) <= 0.5

    page.get_by_role("searchbox", name="Search in the transcript").fill(words[:18])
    expect(lines).to_have_count(1)
    expect(page.get_by_text("1 line", exact=True)).to_be_visible()
    page.get_by_role("button", name="Clear search").click()
    expect(lines).to_have_count(everything)


@pytest.mark.proof
def test_the_next_topic_opens_after_the_video_unless_cancelled(tabs: Tabs, learner: Learner) -> None:
    page = watch(tabs, learner, width=NARROW)
    address = page.url
    page.evaluate(_END)
    notice = page.get_by_role("region", name="Next topic")
    automatic = notice.get_by_role("checkbox", name="Open the next topic automatically")
    automatic.uncheck()
    assert axe_findings(page) == []
    automatic.check()
    notice.get_by_role("button", name="Cancel").click()
    expect(notice).to_have_count(0)
    assert page.url == address

    page.evaluate(_END)
    expect(notice).to_be_visible()
    page.wait_for_url(lambda url: url != address)
    expect(page.get_by_role("heading", level=1)).not_to_have_text(learner.topic("video")["title"])
    page.go_back()
    page.wait_for_url(address)
