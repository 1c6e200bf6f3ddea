"""Searching by intent: the overlay of the header, and the courses page."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Locator, Page, expect

from apps.core.testing import proof

from .course_helpers import cards, expect_result_count, titles, wait_for_url
from .stack import Stack
from .tabs import NARROW, Tabs, path_of, visit


def open_search(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Search", exact=True).click()
    return page.get_by_role("dialog", name="Search")


def search(dialog: Locator, text: str) -> None:
    dialog.get_by_role("searchbox").fill(text)
    expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^(\d+ results?|No results)"))


def test_people_find_what_they_mean(tabs: Tabs, stack: Stack) -> None:
    page = visit(tabs.open(width=NARROW), "/pro")
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


def test_the_list_of_a_search_comes_complete(tabs: Tabs) -> None:
    """Its offers are in the first paint as well, and nothing is asked again."""
    page = tabs.open()
    texts = ["hindi", "fno", "refnd policy", "free options course", "xyzzy options"]
    for text in texts if proof.IS_WHOLE else [texts[0], texts[-1]]:
        visit(page, f"/courses?search={quote_plus(text)}")
        assert tabs.calls(page) == [], text
        if text not in ("hindi", "fno"):
            expect_result_count(page, "No courses found")
            close = page.get_by_role("region", name="Courses you may like")
            expect(close.get_by_role("article")).to_have_count(3)
    page.get_by_role("link", name="options", exact=True).click()
    wait_for_url(page, "/courses?search=options")
    expect(cards(page).first).to_contain_text("Options")


@pytest.mark.parametrize("path", ["/live-webinars", "/live-mentorships", "/live-trading"])
def test_live_lists_are_filtered_in_the_url(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(width=NARROW), path)
    everything = cards(page).count()
    mentor = page.get_by_role("combobox", name="Mentor")
    name = mentor.get_by_role("option").nth(1).inner_text()

    mentor.select_option(name)

    page.wait_for_function("() => location.search.startsWith('?host=')")
    expect(cards(page)).not_to_have_count(everything)
    assert 0 < cards(page).count() < everything
    for text in cards(page).all_inner_texts():
        assert name in text
    page = visit(tabs.open(), path_of(page))
    expect(page.get_by_role("combobox", name="Mentor")).to_have_value(name)
    assert 0 < cards(page).count() < everything
    page.get_by_role("link", name="Clear filters").click()
    wait_for_url(page, path)
    expect(cards(page)).to_have_count(everything)
