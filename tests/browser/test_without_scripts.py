"""The server-rendered HTML without scripts, as crawlers and browsers with failed scripts see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import Tabs, path_of, visit

# Without scripts Chromium cancels the preload of the route's script and reports a policy error.
DROPPED = (r"^failed: .*\.js \(csp\)$",)


@pytest.fixture
def reader(tabs: Tabs) -> Page:
    return tabs.open(java_script_enabled=False, allow=DROPPED)


def price_text(course: dict[str, object]) -> str:
    return "Free" if course["offer_price"] == 0 else "₹"


def test_the_first_courses_are_shown_with_price_and_link(reader: Page, stack: Stack) -> None:
    """The catalogue must not depend on scripts."""
    reader.goto("/courses")

    cards = reader.get_by_role("main").get_by_role("article")
    expect(cards).to_have_count(len(stack.courses))
    for place, course in enumerate(stack.courses[:3]):
        link = cards.nth(place).get_by_role("link", name=course["title"], exact=True)
        expect(link).to_have_attribute("href", f"/courses/{course['weburlname']}")
        expect(cards.nth(place)).to_contain_text(price_text(course))


def test_a_card_links_to_its_course(reader: Page, stack: Stack) -> None:
    reader.goto("/courses")
    course = stack.courses[0]

    reader.get_by_role("main").get_by_role("link", name=course["title"], exact=True).click()

    expect(reader.get_by_role("heading", level=1, name=course["title"], exact=True)).to_be_visible()
    expect(reader.get_by_role("main")).to_contain_text(course["long_description"])


def test_the_home_page_has_its_text_and_items(reader: Page, stack: Stack) -> None:
    reader.goto("/")

    expect(reader.get_by_role("heading", level=1)).to_have_text(stack.site["tagline"])
    main = reader.get_by_role("main")
    for course in stack.courses[:6]:
        expect(main.get_by_role("link", name=course["title"], exact=True)).to_be_visible()
    for webinar in stack.webinars[:3]:
        expect(main.get_by_role("link", name=webinar["title"], exact=True)).to_be_visible()
    expect(main).to_contain_text(stack.site["registration"]["number"])


@pytest.mark.parametrize("path", ["/live-webinars", "/live-mentorships", "/live-trading"])
def test_live_lists_are_filtered_by_their_form(reader: Page, path: str) -> None:
    reader.goto(path)

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


TIMES = re.compile(r"\d{1,2}(:\d{2})?( [AP]M)? (–|to) \d{1,2}(:\d{2})? [AP]M")
"""A mentorship has the times of its evenings: '7 to 8:30 PM'."""


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/live-webinars", "webinars"), ("/live-mentorships", "mentorships"), ("/live-trading", "programs")],
)
def test_a_live_list_is_readable(reader: Page, stack: Stack, path: str, kind: str) -> None:
    """The lists must show date, time and host."""
    reader.goto(path)

    things = getattr(stack, kind)
    cards = reader.get_by_role("main").get_by_role("article")
    expect(cards).to_have_count(len(things))
    for place, thing in enumerate(things):
        person = thing.get("hostProfilename") or thing["mentor_details"]["name"]
        expect(cards.nth(place)).to_contain_text(thing["title"])
        expect(cards.nth(place)).to_contain_text(person)
        expect(cards.nth(place)).to_contain_text(TIMES)


def test_a_live_webinar_is_readable(reader: Page, stack: Stack) -> None:
    webinar = stack.webinars[0]
    reader.goto("/live-webinars")

    reader.get_by_role("main").get_by_role("link", name=webinar["title"], exact=True).click()

    expect(reader.get_by_role("heading", level=1, name=webinar["title"])).to_be_visible()
    expect(reader.get_by_role("main")).to_contain_text(webinar["hostProfilename"])
    assert reader.url.endswith(f"/live-webinars/{webinar['weburlname']}")


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


# Collapsed answers are expanded without scripts only.
_TEXT = """main => {
  main.querySelectorAll('noscript, [hidden]').forEach(part => part.remove());
  // A press on Share needs the script; its place is kept.
  return main.innerText.split(/\\s+/).filter(word => word && word !== 'Share');
}"""


def test_server_and_browser_render_the_same_text(tabs: Tabs, stack: Stack) -> None:
    """Server and React render the same page: a different word would shift the text."""
    # The server does not know the reader's time zone and names Indian time; elsewhere React does so as well.
    plain, living = tabs.open(java_script_enabled=False, allow=DROPPED), tabs.open(timezone_id="UTC")
    courses = [f"/courses/{course['weburlname']}" for course in stack.courses[:6]]
    lists = ["/courses", "/courses?level=Beginner&search=candle&price=free", "/courses?price=gold"]
    live = ["/live-webinars", "/live-webinars?language=Hindi", "/live-mentorships", "/live-trading"]
    for path in ("/", *lists, *courses, *live, "/pro"):
        plain.goto(path)
        written, drawn = (page.get_by_role("main").evaluate(_TEXT) for page in (plain, visit(living, path)))
        assert written == drawn, path
    assert path_of(living) == "/pro"
