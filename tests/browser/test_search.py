"""Searching by intent: the overlay of the header, and the courses page."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Locator, Page, expect

from .course_helpers import cards, expect_result_count, filters, titles, wait_for_url
from .stack import Stack
from .tabs import NARROW, WIDE, Tabs, path_of, visit

BOTH_WIDTHS = pytest.mark.parametrize("width", [NARROW, WIDE])


def open_search(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Search", exact=True).click()
    return page.get_by_role("dialog", name="Search")


def search(dialog: Locator, text: str) -> None:
    dialog.get_by_role("searchbox").fill(text)
    expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^(\d+ results?|No results)"))


@BOTH_WIDTHS
def test_people_find_what_they_mean(tabs: Tabs, stack: Stack, width: int) -> None:
    page = visit(tabs.open(width=width), "/pro")
    hindi = [course for course in stack.courses if course["language"] == "Hindi"]

    dialog = open_search(page)
    search(dialog, "fno")
    found = dialog.get_by_role("region", name="Courses").get_by_role("link")
    expect(found.filter(has_text="Options: Rights, Obligations and Price")).to_be_visible()
    expect(dialog.get_by_role("region", name="Webinars")).to_contain_text("Option")

    search(dialog, "mentor")
    expect(dialog.get_by_role("region", name="Mentorships").get_by_role("link").first).to_be_visible()
    expect(dialog.get_by_role("region", name="Mentors", exact=True)).to_contain_text("Arjun Deshmukh")

    search(dialog, "refnd policy")
    policy = dialog.get_by_role("link", name=re.compile("^Refund policy"))
    expect(policy).to_have_attribute("href", "/refund-policy")

    search(dialog, "hindi")
    offer = dialog.get_by_role("link", name=f"Hindi courses ({len(hindi)})")
    page.keyboard.press("ArrowDown")
    expect(offer).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_url(page, "/courses?language=Hindi")
    expect_result_count(page, f"{len(hindi)} courses")
    assert sorted(titles(page)) == sorted(course["title"] for course in hindi)
    expect(cards(page).first.get_by_text("Hindi", exact=True)).to_be_visible()


@BOTH_WIDTHS
def test_what_is_not_found_whole_offers_a_spelling_and_three_courses(tabs: Tabs, width: int) -> None:
    page = visit(tabs.open(width=width), "/pro")
    dialog = open_search(page)
    search(dialog, "xyzzyx")
    expect(dialog.get_by_role("region", name="Courses you may like").get_by_role("link")).to_have_count(3)
    search(dialog, "xyzzy options")
    dialog.get_by_role("button", name="options").click()
    expect(dialog.get_by_role("region", name="Courses", exact=True)).to_be_visible()
    expect(dialog.get_by_role("searchbox")).to_have_value("options")
    expect(dialog.get_by_role("searchbox")).to_be_focused()


@BOTH_WIDTHS
@pytest.mark.parametrize("text", ["hindi", "fno", "refnd policy", "xyzzy options", "free options course"])
def test_the_list_of_a_search_comes_complete(tabs: Tabs, width: int, text: str) -> None:
    """Its offers are in the first paint as well, and nothing is asked again."""
    page = visit(tabs.open(width=width), f"/courses?search={quote_plus(text)}")
    assert tabs.calls(page) == []
    if text in ("refnd policy", "xyzzy options", "free options course"):
        expect_result_count(page, "No courses found")
        close = page.get_by_role("region", name="Courses you may like")
        expect(close.get_by_role("article")).to_have_count(3)
    if text == "xyzzy options":
        page.get_by_role("link", name="options", exact=True).click()
        wait_for_url(page, "/courses?search=options")
        expect(cards(page).first).to_contain_text("Options")


def test_a_choice_changes_the_counts_of_the_others(page: Page, stack: Stack) -> None:
    visit(page, "/courses")
    inside = [course for course in stack.courses if course["language"] == "Hindi"]
    beginners = [course for course in inside if course["level"] == "Beginner"]
    all_beginners = [course for course in stack.courses if course["level"] == "Beginner"]

    expect(filters(page).get_by_role("checkbox", name=f"Beginner ({len(all_beginners)})")).to_be_visible()
    filters(page).get_by_role("checkbox", name=re.compile("^Hindi")).check()

    expect(filters(page).get_by_role("checkbox", name=f"Beginner ({len(beginners)})")).to_be_visible()
    expect(filters(page).get_by_role("checkbox", name=f"Hindi ({len(inside)})")).to_be_checked()


@BOTH_WIDTHS
@pytest.mark.parametrize("path", ["/live-webinars", "/live-mentorships", "/live-trading"])
def test_live_lists_are_filtered_in_the_url(tabs: Tabs, width: int, path: str) -> None:
    page = visit(tabs.open(width=width), path)
    everything = cards(page).count()
    mentor = page.get_by_role("combobox", name="Mentor")
    name = mentor.get_by_role("option").nth(1).inner_text()

    mentor.select_option(name)

    page.wait_for_function("() => location.search.startsWith('?host=')")
    expect(cards(page)).not_to_have_count(everything)
    assert 0 < cards(page).count() < everything
    for text in cards(page).all_inner_texts():
        assert name in text
    page = visit(tabs.open(width=width), path_of(page))
    expect(page.get_by_role("combobox", name="Mentor")).to_have_value(name)
    assert 0 < cards(page).count() < everything
    page.get_by_role("link", name="Clear filters").click()
    wait_for_url(page, path)
    expect(cards(page)).to_have_count(everything)
