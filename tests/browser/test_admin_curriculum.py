"""The admin's curriculum page and the preview, under the admin's Content-Security-Policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

# The policy forbids eval, which Playwright's polling needs.
_PLAY_FROM_20 = """video => new Promise((done, fail) => {
  video.muted = true;
  video.currentTime = 20;
  video.addEventListener('timeupdate', () => video.currentTime > 20 && done());
  video.addEventListener('error', () => fail(video.error.message));
  video.play().catch(fail);
})"""


def open_curriculum(desk: Page, course: str) -> None:
    desk.goto(f"/admin/catalog/course/?q={course}")
    desk.get_by_role("link", name="Curriculum").first.click()
    expect(desk.get_by_role("heading", name=re.compile("^Curriculum:"))).to_be_visible()


def names(desk: Page, label: str) -> list[str]:
    # The script removes the spare row when it loads, so a row may vanish while it is read.
    desk.wait_for_load_state("load")
    fields = desk.get_by_label(label, exact=True)
    return fields.evaluate_all("fields => fields.map(({ value }) => value)")


def test_chapters_and_topics_are_added_and_reordered(desk: Page) -> None:
    open_curriculum(desk, "Moving Averages")
    assert names(desk, "Topic")[:2] == ["One candle, four prices", "Why an average is always late"]

    desk.get_by_role("button", name="Move topic down").first.click()
    desk.get_by_role("button", name="Add chapter").click()
    desk.get_by_label("Chapter", exact=True).last.fill("At last")
    desk.get_by_role("button", name="Add topic").last.click()
    desk.get_by_label("Topic", exact=True).last.fill("A word at the end")
    desk.get_by_label("Type", exact=True).last.select_option("article")
    desk.get_by_role("button", name="Save curriculum").click()

    expect(desk.get_by_text("Curriculum saved.")).to_be_visible()
    assert names(desk, "Chapter")[-1] == "At last"
    shown = names(desk, "Topic")
    assert shown[:2] == ["Why an average is always late", "One candle, four prices"]
    assert shown[-1] == "A word at the end"


def test_the_preview_plays_the_video(desk: Page) -> None:
    open_curriculum(desk, "Candlesticks")
    desk.get_by_role("link", name="Preview One candle, four prices").click()

    video = desk.locator("video")
    expect(video).to_be_visible()
    video.evaluate(_PLAY_FROM_20)
    length, place = video.evaluate("video => [video.duration, video.currentTime]")
    assert length == pytest.approx(32, abs=0.5)
    assert 20 < place < length


def test_archiving_and_restoring_a_topic_keeps_unsaved_input(desk: Page) -> None:
    open_curriculum(desk, "Index Funds")
    topic = names(desk, "Topic")[1]
    chapter = desk.get_by_label("Chapter", exact=True).first
    chapter.fill("Begin here")
    desk.get_by_role("button", name=f"Archive {topic}").click()

    expect(desk.get_by_text(f"Archived '{topic}'. Curriculum saved.")).to_be_visible()
    expect(desk.get_by_text("Archived. Learners and visitors do not see this topic.")).to_be_visible()
    expect(chapter).to_have_value("Begin here")
    desk.get_by_role("link", name="Preview", exact=True).click()
    expect(desk.get_by_role("navigation", name="Topics").get_by_text(topic)).to_have_count(0)

    desk.go_back()
    desk.get_by_role("button", name=f"Restore {topic}").click()
    expect(desk.get_by_text(f"Restored '{topic}'. Curriculum saved.")).to_be_visible()


def test_enter_in_a_field_saves_the_curriculum_and_archives_nothing(desk: Page) -> None:
    open_curriculum(desk, "Money in Order")
    title = desk.get_by_label("Topic", exact=True).first
    title.fill("Six steps")
    title.press("Enter")
    expect(desk.get_by_text("Curriculum saved.")).to_be_visible()
    expect(title).to_have_value("Six steps")
    expect(desk.get_by_role("button", name=re.compile("^Restore "))).to_have_count(0)
