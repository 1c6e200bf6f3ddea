"""The academy: visitors, members, keyboard and print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from apps.core.testing import proof

from .learners import create_user
from .page_checks import axe_findings
from .stack import Stack
from .tabs import NARROW, NARROWEST, WIDE, Tabs, visit

FORMULAS = "/academy/reading-charts/what-a-chart-cannot-tell"
FIRST, SECOND = (
    "/academy/how-the-market-works/what-a-share-is",
    "/academy/how-the-market-works/from-order-to-ownership",
)
MAIN = ".ChapterPage__main"
LAST = "/academy/risk-and-derivatives/the-dangers-of-derivatives"

_LINE_LENGTHS = """() => [...document.querySelectorAll('article p')].flatMap((paragraph) => {
  const range = document.createRange();
  const words = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const lines = {};
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    for (let at = 0; at < node.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const row = Math.round(range.getBoundingClientRect().bottom / 12);
      lines[row] = (lines[row] ?? 0) + 1;
    }
  }
  return Object.values(lines).slice(0, -1);
})"""

_TOO_WIDE = """() => [...document.querySelectorAll('.table, .formula, figure')]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)"""


def chapter_at(page: Page, path: str) -> Page:
    visit(page, path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def answer(page: Page, *options: str) -> None:
    questions = page.get_by_role("region", name="What stayed?")
    for option in options:
        questions.get_by_role("radio", name=option, exact=True).check()
    questions.get_by_role("button", name="Check answers").click()


def test_chapters_pass_axe(tabs: Tabs) -> None:
    """The first does in test_public_pages; these have formulas, tables and the figure that is dragged."""
    page = tabs.open(reduced_motion="reduce")
    for path in (FORMULAS, LAST):
        assert axe_findings(chapter_at(page, path)) == [], path


def test_every_chapter_fits_a_small_phone(tabs: Tabs, stack: Stack) -> None:
    page = tabs.open(width=NARROWEST)
    assert len(stack.chapters) == 15
    for path in proof.some(stack.chapters):
        chapter_at(page, path)
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == NARROWEST, path
        assert page.evaluate(_TOO_WIDE) == [], path
        expect(page.locator("article figure svg")).to_have_count(1)


def test_text_lines_have_a_readable_length(page: Page) -> None:
    lengths = sorted(chapter_at(page, FIRST).evaluate(_LINE_LENGTHS))

    assert len(lengths) > 30
    assert 60 <= lengths[len(lengths) // 2] <= 75
    assert lengths[int(len(lengths) * 0.95)] <= 78


def test_a_figure_follows_the_theme(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    chapter_at(page, FIRST)
    ink = "() => getComputedStyle(document.querySelector('figure text')).fill"
    light = page.evaluate(ink)
    page.emulate_media(color_scheme="dark")

    assert (light, page.evaluate(ink)) == ("rgb(14, 23, 38)", "rgb(238, 241, 244)")


def test_a_chapter_is_usable_by_keyboard(page: Page) -> None:
    chapter_at(page, FIRST)
    page.get_by_role("link", name="Academy", exact=True).last.focus()
    # Each question is one stop.
    terms = page.locator(MAIN).get_by_role("button", expanded=False).all_inner_texts()
    for name in ("Share", "Print", *terms, "radio", "radio", "Check answers", "Next chapter"):
        page.keyboard.press("Tab")
        focused = page.evaluate("() => document.activeElement.innerText || document.activeElement.type")
        assert name in focused
    page.get_by_role("complementary").get_by_role("link", name="What a share is").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="From order to ownership")).to_be_visible()


def test_a_term_opens_a_pop_over_that_escape_closes(tabs: Tabs) -> None:
    page = chapter_at(tabs.open(width=NARROW, reduced_motion="reduce"), FIRST)
    term = page.get_by_role("button", name="dividend", exact=True).first
    term.press("Enter")
    popover = page.get_by_role("dialog", name="Dividend")
    expect(popover).to_be_focused()
    box = popover.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= NARROW - box["width"]
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    expect(popover).to_be_hidden()
    expect(term).to_be_focused()
    term.click()
    expect(popover).to_be_visible()
    term.click()
    expect(popover).to_be_hidden()
    term.click()
    popover.get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("heading", level=1, name="Glossary")).to_be_visible()
    expect(page.locator("#term-dividend")).to_be_focused()


def test_a_chapter_is_printed_without_the_site_around_it_and_black_on_white(tabs: Tabs) -> None:
    page = chapter_at(tabs.open(color_scheme="dark"), FORMULAS)

    page.emulate_media(media="print")

    for gone in (
        page.get_by_role("banner"),
        page.get_by_role("contentinfo"),
        page.get_by_role("complementary"),
        page.get_by_role("button", name="Print"),
        page.get_by_role("navigation", name="Previous and next chapter"),
    ):
        expect(gone).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("article figure svg")).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.body).color") == "rgb(14, 23, 38)"


def test_a_member_who_answers_its_questions_has_read_it(tabs: Tabs, stack: Stack) -> None:
    page = tabs.open(member=create_user(stack), own_session=True)
    chapter_at(page, FIRST)
    expect(page.get_by_text("You have read this chapter.")).to_have_count(0)
    assert not [call for call in tabs.calls(page) if call.startswith("POST")]
    answer(page, "One per cent", "What you paid for the shares, and no more")
    expect(page.get_by_text("1 of 2 correct.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    answer(page, "One hundredth of one per cent", "What you paid for the shares, and no more")
    expect(page.get_by_text("You have read this chapter.")).to_be_visible()
    expect(page.get_by_role("complementary").get_by_role("link", name=", read")).to_have_count(1)

    page.get_by_role("link", name="Academy", exact=True).last.click()
    expect(page.get_by_text("1 of 15 chapters read")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 of 15 chapters read")).to_be_visible()
    assert [call for call in tabs.calls(page) if call.startswith("POST")] == [f"POST /api{FIRST}/answers"] * 2


@pytest.mark.parametrize("width", [NARROW, pytest.param(WIDE, marks=pytest.mark.proof)])
def test_nothing_moves_when_the_application_takes_over(tabs: Tabs, width: int) -> None:
    page = tabs.open(width=width, java_script_enabled=False, allow=[r"\(csp\)"])
    page.goto(SECOND)
    # At the first visit a slow machine shows the other font, since ours is optional; now it is in the cache.
    page.reload()
    before = page.locator(MAIN).bounding_box()
    living = tabs.open(width=width)
    chapter_at(living, SECOND)
    chapter_at(living, SECOND)

    assert living.locator(MAIN).bounding_box() == before
