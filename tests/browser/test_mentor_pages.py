"""From a course to its mentor and on to another course."""

import pytest
from playwright.sync_api import Page, expect

from .course_helpers import path_to
from .stack import Stack
from .tabs import Tabs, visit

NARROW, WIDE = 390, 1440


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_a_course_leads_to_its_mentor_and_the_mentor_to_other_courses(
    tabs: Tabs, stack: Stack, width: int
) -> None:
    course = next(one for one in stack.courses if one["instructors"][0]["image"])
    mentor = course["instructors"][0]
    page = visit(tabs.open(width=width), path_to(course))

    section = page.get_by_role("region", name="Your mentor")
    section.get_by_role("link", name=mentor["full_name"]).click()

    main = page.get_by_role("main")
    expect(page.get_by_role("heading", level=1, name=mentor["full_name"])).to_be_visible()
    expect(main.get_by_role("list", name="Credentials").get_by_role("listitem").first).to_be_visible()
    portrait = main.locator("img").first
    expect(portrait).to_have_js_property("naturalWidth", 400)
    main.get_by_role("region", name="Courses").get_by_role("link", name=course["title"]).click()
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()


def test_reviews_are_filtered_by_their_rating(page: Page, stack: Stack) -> None:
    course = next(one for one in stack.courses if one["rating"])
    counts = stack.get(f"/api/course/users/{course['_id']}").json()["data"]["reviewCounts"]
    visit(page, path_to(course))
    reviews = page.get_by_role("region", name="Reviews")

    five = reviews.get_by_role("button", name=f"5 stars, {counts[4]} reviews")
    expect(five).to_be_enabled()
    five.press("Enter")

    expect(five).to_have_attribute("aria-pressed", "true")
    expect(reviews.get_by_role("listitem")).to_have_count(min(counts[4], 6))
    expect(reviews.get_by_role("listitem").get_by_role("img", name="Rated 5 out of 5")).to_have_count(
        min(counts[4], 6)
    )
