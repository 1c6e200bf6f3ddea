"""My Learnings and the dashboard."""

from __future__ import annotations

import json
import re

import pytest
import requests
from playwright.sync_api import Locator, Page, expect

from .page_checks import MAIN_SCRIPT, scroll_width_at_narrowest, violations_in_both_themes, wait_for_hydration
from .stack import NAMELESS, SUBSCRIBER, Stack
from .tabs import IS_STYLED, NARROW, NARROWEST, WIDE, Tabs, hold, mock_response, path_of, visit

LEARNER = "9876500003"
LONG = "शेयर बाज़ार में तकनीकी विश्लेषण और जोखिम प्रबंधन की संपूर्ण मार्गदर्शिका, शुरुआत से आत्मविश्वास तक"
BOOKED = "**/api/course/booked/V1/course**"

# Unlisted courses, so that other tests count the same courses.
_LEARNER = f"""
import json
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from apps.accounts.models import Entitlement, User
from apps.catalog.models import Category, Chapter, Course, Topic
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.pro.models import Plan
from apps.pro.services import purchases

now = timezone.now()
learner = User.objects.create_user(mobile="{LEARNER}", name="Meera Joshi")
category = Category.objects.order_by("title").first()

def own(number, title, *, ends_at=None):
    course = Course.objects.create(
        title=title, weburlname=f"own-{{number}}", category=category, is_published=False
    )
    chapter = Chapter.objects.create(course=course, title="Chapter")
    Entitlement.objects.create(
        person=learner, scope="course", item_id=course.pk, source="paid", label=title,
        starts_at=now - timedelta(days=60 - number), ends_at=ends_at or now + timedelta(days=300),
    )
    return [
        str(Topic.objects.create(
            chapter=chapter, title=f"Topic {{place}}", position=place, content_type="article",
            text="<p>Read.</p>", duration_seconds=600,
        ).pk)
        for place in range(2)
    ]

for number in range(1, 10):
    own(number, f"Own course {{number}}")
for days_ago in (800, 5, 4):
    plan = Plan.objects.order_by("-validity_days").first()
    with transaction.atomic():
        purchases.deliver(
            line=Line(new_id(), new_id(), learner.pk, plan.pk, plan.price_name, {{}}, plan.validity_days),
            at=now - timedelta(days=days_ago),
        )
own(10, "Ended course", ends_at=now - timedelta(days=1))
print(json.dumps([str(learner.pk), own(11, "Learned course"), own(12, "{LONG}")]))
"""

_BOXES = """() => [...document.querySelectorAll('main *')]
  .filter((element) => !element.closest('svg g'))
  .map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, ...[x, y, width, height].map(Math.round)];
  })"""


@pytest.fixture(scope="module")
def last_topic(stack: Stack) -> str:
    """The id of the learner's last topic."""
    user_id, learned, begun = json.loads(stack.shell(_LEARNER))
    for course, topic, seconds in [(11, learned[0], 600), (11, learned[1], 600), (12, begun[0], 600)]:
        _watch(stack, user_id, course=course, topic=topic, seconds=seconds)
    _watch(stack, user_id, course=12, topic=begun[1], seconds=300)
    return str(begun[1])


def _watch(stack: Stack, user_id: str, *, course: int, topic: str, seconds: int) -> None:
    """Report progress as the player does."""
    cookies = {"sessionid": stack.session_of(LEARNER), "csrftoken": "a" * 32}
    answered = requests.post(
        f"{stack.origin}/api/course/progress/update",
        json={
            "userId": user_id,
            "courseId": f"own-{course}",
            "topicId": topic,
            "watchedDuration": seconds,
            "isCompleted": seconds == 600,
            "topicrestart": False,
            "ContentType": "article",
            "watchedRanges": [[0, seconds]],
        },
        headers={"X-CSRFToken": cookies["csrftoken"]},
        cookies=cookies,
        timeout=20,
    )
    assert answered.status_code == 200, answered.text


@pytest.fixture
def learner(tabs: Tabs, last_topic: str) -> Page:
    assert last_topic
    return tabs.open(member=LEARNER)


def courses(page: Page) -> Locator:
    return page.get_by_role("region", name="Courses")


def chosen(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Filter courses by progress").locator("[aria-current]")


@pytest.mark.parametrize(
    "path", ["/my-learnings", "/my-learnings?status=completed", "/my-learnings?kind=pro", "/dashboard"]
)
@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("member", [LEARNER, NAMELESS], ids=["with much", "with nothing"])
@pytest.mark.usefixtures("last_topic")
def test_hydration_shifts_nothing_and_fetches_nothing(tabs: Tabs, path: str, width: int, member: str) -> None:
    """The first paint is complete: hydration must not move anything."""
    page = tabs.open(member=member, width=width)
    release = hold(page, MAIN_SCRIPT)
    page.goto(path, wait_until="commit")
    page.locator("footer").last.wait_for()
    page.wait_for_function(IS_STYLED)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    before = page.evaluate(_BOXES), page.get_by_role("main").inner_text().split()

    release()
    wait_for_hydration(page)

    assert (page.evaluate(_BOXES), page.get_by_role("main").inner_text().split()) == before
    assert tabs.calls(page) == []


@pytest.mark.parametrize("path", ["/my-learnings", "/dashboard"])
@pytest.mark.usefixtures("last_topic")
def test_a_full_page_passes_axe_and_fits_a_small_phone(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(with_axe=True, member=LEARNER), path)

    assert violations_in_both_themes(page) == {"light": [], "dark": []}
    assert scroll_width_at_narrowest(page) == NARROWEST


def test_the_filter_is_in_the_url_and_back_undoes_it(learner: Page) -> None:
    visit(learner, "/my-learnings")
    expect(courses(learner).get_by_text("12 courses", exact=True)).to_be_visible()
    expect(chosen(learner)).to_have_text("All")

    learner.get_by_role("link", name="Ongoing", exact=True).click()
    expect(courses(learner).get_by_text("1 course", exact=True)).to_be_visible()
    expect(courses(learner).get_by_role("article")).to_have_count(1)
    expect(courses(learner).get_by_role("link", name=LONG, exact=True)).to_be_visible()
    expect(courses(learner).get_by_role("progressbar", name=LONG)).to_have_attribute("value", "75")
    assert path_of(learner) == "/my-learnings?status=ongoing"

    learner.go_back()
    expect(courses(learner).get_by_text("12 courses", exact=True)).to_be_visible()
    expect(chosen(learner)).to_have_text("All")


def test_a_url_with_a_filter_opens_filtered(tabs: Tabs, learner: Page) -> None:
    visit(learner, "/my-learnings?status=completed")

    expect(chosen(learner)).to_have_text("Completed")
    expect(courses(learner).get_by_role("article")).to_have_count(1)
    expect(courses(learner).get_by_role("link", name="Review Learned course")).to_be_visible()
    assert tabs.calls(learner) == []


def test_continue_opens_the_last_topic(learner: Page, last_topic: str) -> None:
    visit(learner, "/my-learnings")
    next_step = learner.get_by_role("region", name="Continue where you left off")
    expect(next_step.get_by_role("heading", name=LONG)).to_be_visible()

    next_step.get_by_role("link", name="Continue").click()

    learner.wait_for_url("**/topic/**")
    assert path_of(learner) == f"/course/own-12/topic/{last_topic}"


def test_an_expired_course_links_to_the_course_page(learner: Page) -> None:
    visit(learner, "/my-learnings?status=notStarted")
    card = courses(learner).get_by_role("article").filter(has_text="Ended course")

    expect(card).to_contain_text(re.compile("ended", re.IGNORECASE))
    expect(card.get_by_role("link", name="Go to course")).to_have_attribute("href", "/courses/own-10")


def test_load_more_is_restored_on_back(learner: Page) -> None:
    visit(learner, "/my-learnings")
    cards = courses(learner).get_by_role("article")
    expect(cards).to_have_count(10)
    expect(courses(learner).get_by_text("10 of 12 shown")).to_be_visible()

    learner.get_by_role("button", name="Show more").click()
    expect(cards).to_have_count(12)
    expect(courses(learner).get_by_role("link", name="Own course 2", exact=True)).to_be_focused()
    expect(learner.get_by_role("button", name="Show more")).to_have_count(0)

    learner.get_by_role("banner").get_by_role("link", name="Academy").click()
    expect(learner.get_by_role("heading", level=1, name="Academy")).to_be_visible()
    learner.go_back()
    expect(cards).to_have_count(12)


def test_a_new_member_gets_a_link_to_the_courses(tabs: Tabs) -> None:
    page = visit(tabs.open(member=NAMELESS), "/my-learnings")
    expect(courses(page).get_by_text("0 courses", exact=True)).to_be_visible()
    expect(page.get_by_role("navigation", name="Filter courses by progress")).to_have_count(0)

    courses(page).get_by_role("link", name="Browse courses").click()

    expect(page.get_by_role("heading", level=1, name="Courses")).to_be_visible()


def test_a_screen_reader_reads_the_minutes_week_by_week(learner: Page) -> None:
    visit(learner, "/dashboard")
    expect(learner.get_by_text("Welcome back, Meera.")).to_be_visible()

    rows = learner.get_by_role("table", name="Minutes learned per week").get_by_role("row")

    expect(rows).to_have_count(8)
    expect(rows.last.get_by_role("rowheader")).to_have_text(re.compile(r"^Week of \d{1,2} [A-Z][a-z]{2}$"))
    expect(rows.last.get_by_role("cell")).to_have_text("35 minutes")
    expect(rows.first.get_by_role("cell")).to_have_text("0 minutes")
    expect(learner.get_by_role("figure")).to_contain_text("35 minutes this week, 35 in the last 8 weeks.")


def test_the_dashboard_shows_the_pro_status(tabs: Tabs) -> None:
    pro = visit(tabs.open(member=SUBSCRIBER), "/dashboard").get_by_role("region", name="Pro")
    expect(pro).to_contain_text("1 year")
    expect(pro).to_contain_text(re.compile(r"Active until \w{3}, \d{1,2} \w{3} \d{4}"))

    pro = visit(tabs.open(member=NAMELESS), "/dashboard").get_by_role("region", name="Pro")
    expect(pro.get_by_role("link")).to_have_attribute("href", "/pro")


def test_a_failed_request_can_be_retried(tabs: Tabs, last_topic: str) -> None:
    assert last_topic
    page = visit(tabs.open(member=LEARNER, allow=[r"/api/course/booked/V1/course"]), "/my-learnings")
    mock_response(page, BOOKED, {"message": "Back in a minute.", "code": "unavailable"}, status=503)
    page.get_by_role("link", name="Completed", exact=True).click()
    expect(courses(page).get_by_role("alert")).to_contain_text("Back in a minute.")

    page.unroute(BOOKED)
    page.get_by_role("button", name="Try again").click()

    expect(courses(page).get_by_role("article")).to_have_count(1)


def test_an_expired_session_asks_for_login_on_the_page(tabs: Tabs, last_topic: str) -> None:
    assert last_topic
    page = tabs.open(member=LEARNER, own_session=True, allow=[r"status 401", r"console: .* 401 "])
    visit(page, "/my-learnings")
    page.context.clear_cookies(name="sessionid")

    page.get_by_role("link", name="Completed", exact=True).click()

    expect(page.get_by_role("dialog")).to_be_visible()
    assert path_of(page) == "/my-learnings?status=completed"
    expect(page.get_by_role("main").get_by_role("alert")).to_have_count(0)
