"""The server-rendered HTML without scripts, as crawlers and browsers with failed scripts see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from apps.core.testing import proof

from .page_checks import MAIN_SCRIPT
from .stack import Stack
from .tabs import Tabs, path_of, visit

# Without scripts Chromium cancels the preload of the route's script and reports a policy error.
DROPPED = (r"^failed: .*\.js \(csp\)$",)


@pytest.fixture
def reader(tabs: Tabs) -> Page:
    return tabs.open(java_script_enabled=False, allow=DROPPED)


def test_live_lists_are_filtered_by_their_form(reader: Page) -> None:
    reader.goto("/live-webinars")

    reader.get_by_role("combobox", name="Language").select_option("Hindi")
    reader.get_by_role("button", name="Apply").click()

    expect(reader.get_by_role("combobox", name="Language")).to_have_value("Hindi")
    cards = reader.get_by_role("main").get_by_role("article")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Hindi")


def test_faq_answers_are_readable(reader: Page, stack: Stack) -> None:
    """Without scripts nobody could open them."""
    reader.goto("/")

    for topic in stack.get("/api/faq/").json()["data"]:
        for article in (article for group in topic["groups"] for article in group["articles"]):
            answer = re.sub(r"<[^>]+>", "", article["articleBlogHTML"])
            expect(reader.locator("#faq").get_by_text(answer)).to_be_visible()


def test_header_and_footer_have_links(reader: Page) -> None:
    reader.goto("/pro")

    reader.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect(reader.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    reader.get_by_role("contentinfo").get_by_role("link", name="Contact", exact=True).click()
    expect(reader.get_by_role("heading", level=1, name="Contact")).to_be_visible()


def test_the_filters_work_with_the_search(reader: Page, stack: Stack) -> None:
    reader.goto("/courses?category=Technical%20Analysis")
    beginner = reader.get_by_role("complementary", name="Filters").get_by_role("checkbox", name="Beginner")

    beginner.check()
    reader.get_by_role("searchbox", name="Search courses").fill("candle")
    reader.get_by_role("button", name="Apply").click()

    assert path_of(reader) == "/courses?category=Technical+Analysis&search=candle&sort=&price=&level=Beginner"
    expect(beginner).to_be_checked()
    [course] = [
        course
        for course in stack.courses
        if course["category"] == "Technical Analysis" and course["title"].startswith("Candle")
    ]
    expect(reader.get_by_role("main").get_by_role("article").first).to_contain_text(course["title"])


def test_enrolling_without_scripts_redirects_to_login(reader: Page, stack: Stack) -> None:
    free = next(course for course in stack.courses if not course["offer_price"] and not course["proCourse"])
    reader.goto(f"/courses/{free['weburlname']}")

    reader.get_by_role("link", name="Enrol for free").click()

    assert path_of(reader) == "/login"


def test_without_the_main_script_the_page_is_readable(tabs: Tabs, stack: Stack) -> None:
    """A script that fails to load must not hide the text."""
    page = tabs.open(allow=["ERR_FAILED"])
    page.route(MAIN_SCRIPT, lambda route: route.abort())

    page.goto("/courses")

    expect(page.get_by_role("heading", level=1, name="Courses", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(len(stack.courses))


# Collapsed answers are expanded without scripts only.
_TEXT = """main => {
  main.querySelectorAll('noscript, [hidden]').forEach(part => part.remove());
  // A press on Share needs the script; its place is kept.
  return main.innerText.split(/\\s+/).filter(word => word && word !== 'Share');
}"""


@pytest.mark.proof
def test_server_and_browser_render_the_same_text(tabs: Tabs, stack: Stack) -> None:
    """Server and React render the same page: a different word would shift the text."""
    # The server does not know the reader's time zone and names Indian time; elsewhere React does so as well.
    plain, living = tabs.open(java_script_enabled=False, allow=DROPPED), tabs.open(timezone_id="UTC")
    courses = [f"/courses/{course['weburlname']}" for course in stack.courses[: 6 if proof.IS_WHOLE else 2]]
    lists = ["/courses", "/courses?level=Beginner&search=candle&price=free", "/courses?price=gold"]
    live = ["/live-webinars", "/live-webinars?language=Hindi", "/live-mentorships", "/live-trading"]
    for path in ("/", *lists, *courses, *live, "/pro"):
        plain.goto(path)
        written, drawn = (page.get_by_role("main").evaluate(_TEXT) for page in (plain, visit(living, path)))
        assert written == drawn, path
    assert path_of(living) == "/pro"
