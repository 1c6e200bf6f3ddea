"""The staff's curriculum page and the preview, in a browser that enforces the staff policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

# The policy forbids the page to be asked again and again whether it is so far.
_PLAY_FROM_20 = """film => new Promise((done, fail) => {
  film.muted = true;
  film.currentTime = 20;
  film.addEventListener('timeupdate', () => film.currentTime > 20 && done());
  film.addEventListener('error', () => fail(film.error.message));
  film.play().catch(fail);
})"""


def open_curriculum(desk: Page, course: str) -> None:
    desk.goto(f"/admin/catalog/course/?q={course}")
    desk.get_by_role("link", name="Curriculum").first.click()
    expect(desk.get_by_role("heading", name=re.compile("^Curriculum:"))).to_be_visible()


def names(desk: Page, label: str) -> list[str]:
    # The scripts take the spare row out as they come; until then a row may vanish while it is read.
    desk.wait_for_load_state("load")
    fields = desk.get_by_label(label, exact=True)
    return fields.evaluate_all("fields => fields.map(({ value }) => value)")


def test_chapters_and_topics_are_added_and_put_in_order(desk: Page) -> None:
    open_curriculum(desk, "Moving Averages")
    assert names(desk, "Topic")[:2] == ["One candle, four prices", "Why an average is always late"]

    desk.get_by_role("button", name="Move the topic down").first.click()
    desk.get_by_role("button", name="Add a chapter").click()
    desk.get_by_label("Chapter", exact=True).last.fill("At last")
    desk.get_by_role("button", name="Add a topic").last.click()
    desk.get_by_label("Topic", exact=True).last.fill("A word at the end")
    desk.get_by_label("Kind", exact=True).last.select_option("article")
    desk.get_by_role("button", name="Save the curriculum").click()

    expect(desk.get_by_text("The curriculum is saved.")).to_be_visible()
    assert names(desk, "Chapter")[-1] == "At last"
    shown = names(desk, "Topic")
    assert shown[:2] == ["Why an average is always late", "One candle, four prices"]
    assert shown[-1] == "A word at the end"


def test_preview_plays_the_film(desk: Page) -> None:
    open_curriculum(desk, "Candlesticks")
    desk.get_by_role("link", name="Preview One candle, four prices").click()

    film = desk.locator("video")
    expect(film).to_be_visible()
    film.evaluate(_PLAY_FROM_20)
    length, place = film.evaluate("film => [film.duration, film.currentTime]")
    assert length == pytest.approx(32, abs=0.5)
    assert 20 < place < length
