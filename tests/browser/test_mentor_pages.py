"""From a course to its mentor and on to another course."""

from playwright.sync_api import expect

from .course_helpers import path_to
from .stack import Stack
from .tabs import NARROW, Tabs, visit


def test_a_course_leads_to_its_mentor_and_the_mentor_to_other_courses(tabs: Tabs, stack: Stack) -> None:
    course = next(one for one in stack.courses if one["instructors"][0]["image"])
    mentor = course["instructors"][0]
    page = visit(tabs.open(width=NARROW), path_to(course))

    section = page.get_by_role("region", name="Your mentor")
    section.get_by_role("link", name=mentor["full_name"]).click()

    main = page.get_by_role("main")
    expect(page.get_by_role("heading", level=1, name=mentor["full_name"])).to_be_visible()
    expect(main.get_by_role("list", name="Credentials").get_by_role("listitem").first).to_be_visible()
    portrait = main.locator("img").first
    expect(portrait).to_have_js_property("naturalWidth", 400)
    main.get_by_role("region", name="Courses").get_by_role("link", name=course["title"]).click()
    expect(page.get_by_role("heading", level=1, name=course["title"])).to_be_visible()
