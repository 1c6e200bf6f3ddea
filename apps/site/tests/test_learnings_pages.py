"""My Learnings and the dashboard as the server writes them."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from apps.accounts.states import Source
from apps.catalog.models import Topic
from apps.catalog.states import EnrolmentStatus
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.testing.fixtures import Person
from apps.site import own_courses, week_chart

pytestmark = pytest.mark.django_db


NOTHING = {"data": [], "totalCount": 0}


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def picture(html: str) -> str:
    return html.split('id="page-data"')[0]


def answers(html: str) -> list[Any]:
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', html)
    assert found
    return list(json.loads(found[1])["answers"])


def watch(person: Person, topic: Topic, seconds: int) -> None:
    """The person watched the topic from its start to there just now."""
    report = {
        "userId": str(person.user.pk),
        "courseId": str(topic.chapter.course_id),
        "topicId": str(topic.pk),
        "watchedDuration": seconds,
        "isCompleted": seconds == topic.duration_seconds,
        "topicrestart": False,
        "ContentType": topic.content_type,
        "watchedRanges": [[0, seconds]],
    }
    assert person.api.post("/api/course/progress/update", report, format="json").status_code == 200


def learner(member: Person) -> tuple[Client, Topic]:
    """A member with a course that is half learned and one that is not begun, and where they stopped."""
    begun, topics = create_course(600, 600, title="Begun", weburlname="begun")
    fresh, _ = create_course(600, title="Fresh", weburlname="fresh")
    for course in (begun, fresh):
        give_course(member.user, course)
    watch(member, topics[0], 600)
    return member.api, topics[0]


@pytest.mark.parametrize(("path", "title"), [("/my-learnings", "My Learnings"), ("/dashboard", "Dashboard")])
def test_a_visitor_is_shown_the_heading_and_nothing_of_anybody(client: Client, path: str, title: str) -> None:
    html = page_of(client, path)
    assert f'<h1 class="PageHead__title">{title}</h1>' in html
    assert "<section" not in picture(html).split("<footer")[0]
    assert answers(html) == []


@pytest.mark.parametrize("status", [None, "notStarted", "ongoing", "completed"])
def test_my_learnings_brings_what_its_calls_answer_under_the_browsers_keys(
    member: Person, status: str | None
) -> None:
    client, _ = learner(member)
    query = {} if status is None else {"status": status}

    brought = answers(client.get("/my-learnings", query).content.decode())

    live = query if status == "completed" else {}
    assert brought == [
        [["dashboard"], client.get("/api/dashboard").json()],
        [["pro", "booked"], {"data": []}],
        [["pro", "subscriptions"], {"data": {"subscriptions": []}}],
        [["live", "bookings", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "bookedWebinars", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "bookedMentorships", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "credits", {"skip": 0, "limit": 20}], NOTHING],
        [
            ["catalog", "booked", {"skip": 0, "limit": 10, **query}],
            client.get("/api/course/booked/V1/course", query).json(),
        ],
    ]


def test_the_dashboard_brings_what_its_call_answers(member: Person) -> None:
    client, _ = learner(member)
    assert answers(page_of(client, "/dashboard")) == [[["dashboard"], client.get("/api/dashboard").json()]]


def test_what_was_begun_stands_on_top_and_leads_to_where_it_was_left(member: Person) -> None:
    client, topic = learner(member)

    html = picture(page_of(client, "/my-learnings"))

    assert html.index("Continue where you left off") < html.index("Begun") < html.index(">Courses</h2>")
    assert f'href="/course/begun/topic/{topic.pk}"' in html
    assert "50% completed" in html
    assert "2 courses</p>" in html


@pytest.mark.parametrize("path", ["/my-learnings", "/dashboard"])
def test_the_settings_can_be_found_from_there(member: Person, path: str) -> None:
    assert 'href="/settings"' in picture(page_of(member.api, path))


def test_a_course_whose_access_has_ended_says_when_and_leads_to_its_page(member: Person) -> None:
    course, _ = create_course(600, weburlname="over")
    give_course(member.user, course, ends_at=datetime(2026, 8, 31, 20, 0, tzinfo=UTC))

    html = picture(page_of(member.api, "/my-learnings"))

    assert "Access ended on Tue, 1 Sep 2026" in html
    assert 'href="/courses/over"' in html
    assert "/course/over/topic/" not in html


@pytest.mark.parametrize("asked", ["lost", "", "Ongoing", "\x00", "x" * 1500, '"><script>alert(1)</script>'])
def test_a_status_that_nobody_knows_shows_all(member: Person, asked: str) -> None:
    client, _ = learner(member)
    html = client.get("/my-learnings", {"status": asked}).content.decode()
    assert answers(html)[3][0] == ["live", "bookings", {"skip": 0, "limit": 5}]
    assert answers(html)[7][0] == ["catalog", "booked", {"skip": 0, "limit": 10}]
    assert html.count('<a class="FilterLinks__link" href="/my-learnings" aria-current="true">All</a>') == 2
    assert "<script>alert" not in html


def test_of_two_statuses_the_first_counts_as_in_the_browser() -> None:
    assert own_courses.parse_status(["completed", "ongoing"]) == EnrolmentStatus.COMPLETED
    assert own_courses.parse_status(["lost", "ongoing"]) is None


def test_ten_courses_are_shown_at_first_and_all_are_counted(member: Person) -> None:
    for number in range(12):
        give_course(member.user, create_course(600, title=f"Course {number}")[0])
    html = picture(page_of(member.api, "/my-learnings"))
    assert html.count("<article") == 10
    assert "12 courses</p>" in html
    assert "10 of 12 shown" in html


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "You have no courses yet."),
        ("?status=notStarted", "You have started all your courses."),
        ("?status=ongoing", "You have no courses in progress."),
        ("?status=completed", "You haven't completed a course yet."),
    ],
)
def test_nothing_is_said_in_words(member: Person, query: str, words: str) -> None:
    html = picture(page_of(member.api, f"/my-learnings{query}"))
    assert words in html
    assert "<article" not in html
    assert ('aria-label="Filter courses by progress"' in html) == bool(query)


def test_a_title_stays_text(member: Person) -> None:
    give_course(member.user, create_course(600, title="<b>Bold</b>")[0])
    assert "<b>Bold" not in picture(page_of(member.api, "/my-learnings"))


def test_the_dashboard_greets_and_says_how_it_stands(member: Person) -> None:
    client, _ = learner(member)
    html = picture(page_of(client, "/dashboard"))
    assert "Welcome back, Meera." in html
    assert "10</strong> minutes this week, 10 in the last 8 weeks." in html


def test_the_dashboard_greets_who_has_no_name(member: Person) -> None:
    member.user.name = ""
    member.user.save()
    assert "Welcome back." in page_of(member.api, "/dashboard")


def test_the_dashboard_without_a_minute_has_words_and_no_chart(member: Person) -> None:
    html = picture(page_of(member.api, "/dashboard"))
    assert "No learning in the last 8 weeks." in html
    assert "You haven't started a course yet." in html
    assert "WeekChart__bars" not in html


def test_the_dashboard_of_who_never_had_pro_leads_to_it(member: Person) -> None:
    html = picture(page_of(member.api, "/dashboard"))
    assert 'class="ProStatus__more" href="/pro"' in html
    assert "ProStatus__plan" not in html


def test_the_dashboard_says_how_long_the_trial_runs(member: Person) -> None:
    give_pro(member.user, source=Source.TRIAL, ends_at=datetime(2036, 11, 28, 6, tzinfo=UTC))
    html = picture(page_of(member.api, "/dashboard"))
    assert 'ProStatus__plan">Free trial</p>' in html
    assert "Active until Fri, 28 Nov 2036" in html
    assert 'class="ProStatus__more" href="/pro"' in html


def test_the_dashboard_names_the_plan_of_who_has_pro(member: Person) -> None:
    give_pro(member.user)
    html = picture(page_of(member.api, "/dashboard"))
    assert 'ProStatus__plan">1 year</p>' in html
    assert "Active, with no end date" in html
    assert "ProStatus__more" not in html


END = "2026-11-28T06:00:00Z"


def course(**facts: Any) -> Any:
    return {
        "weburlname": "course-1",
        "proCourse": False,
        "progressPercent": 0,
        "firstTopicId": "first",
        "lastTopicId": None,
        "access": {"granted": True, "via": "purchase", "endsAt": None},
        **facts,
    }


# The browser writes the same words: features/my-learnings/lib/courseStatus.test.ts has the same tables.
@pytest.mark.parametrize(
    ("facts", "words", "step", "topic_id"),
    [
        ({}, "Not started", "Start", "first"),
        ({"lastTopicId": "second"}, "0% completed", "Continue", "second"),
        ({"progressPercent": 40, "lastTopicId": "second"}, "40% completed", "Continue", "second"),
        ({"progressPercent": 100, "lastTopicId": "second"}, "Completed", "Watch again", "first"),
    ],
)
def test_a_course_says_how_far_it_is_and_what_comes_next(
    facts: dict[str, Any], words: str, step: str, topic_id: str
) -> None:
    row = own_courses.row(course(**facts))
    assert (row.learned, row.step, row.to) == (words, step, f"/course/course-1/topic/{topic_id}")


def _open(via: str, ends_at: str | None) -> dict[str, Any]:
    return {"granted": True, "via": via, "endsAt": ends_at}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"access": _open("purchase", END)}, "Access until Sat, 28 Nov 2026"),
        ({"access": _open("free", None)}, "Access with no end date"),
        ({"access": _open("pro", END), "proCourse": True}, "Access with Pro until Sat, 28 Nov 2026"),
        (
            {"access": _open("trial", END), "proCourse": True},
            "Access with your free trial until Sat, 28 Nov 2026",
        ),
    ],
)
def test_a_course_that_opens_says_why_and_until_when(facts: dict[str, Any], words: str) -> None:
    row = own_courses.row(course(**facts))
    assert (row.access, row.is_open, row.step) == (words, True, "Start")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"access": None, "proCourse": True}, "Available with Pro"),
        (
            {"access": {"granted": False, "via": "purchase", "endsAt": END}},
            "Access ended on Sat, 28 Nov 2026",
        ),
        ({"access": None}, "Your access has ended"),
    ],
)
def test_a_course_that_opens_no_more_leads_to_its_page(facts: dict[str, Any], words: str) -> None:
    row = own_courses.row(course(progressPercent=40, lastTopicId="second", **facts))
    assert (row.access, row.is_open) == (words, False)
    assert (row.step, row.to) == ("Go to course", "/courses/course-1")


def test_a_course_without_topics_leads_to_its_page() -> None:
    assert own_courses.row(course(firstTopicId=None)).to == "/courses/course-1"


FIRST_MONDAY = date(2026, 9, 28)


def drawn(*minutes: int) -> week_chart.Chart:
    mondays = [(FIRST_MONDAY + timedelta(weeks=place)).isoformat() for place in range(len(minutes))]
    rows = zip(mondays, minutes, strict=True)
    return week_chart.chart([{"weekStart": monday, "minutes": count} for monday, count in rows])


# The browser draws the same: features/my-learnings/lib/weeks.test.ts has the same figures.
def test_the_highest_week_fills_the_chart_and_an_empty_one_has_no_height() -> None:
    chart = drawn(0, 30, 60, 120, 0, 0, 0, 15)
    assert [bar.height for bar in chart.bars] == [0, 28, 56, 112, 0, 0, 0, 14]
    assert (chart.now, chart.total) == (15, 225)
    assert drawn(0, 0, 0, 0, 0, 0, 0, 15).bars[-1].height == 56


def test_a_week_is_named_by_its_monday_and_the_month_where_it_begins() -> None:
    chart = drawn(0, 1, 1250, 0, 0, 0, 0, 0)
    named = [f"{bar.day} {bar.month}".strip() for bar in chart.bars]
    assert named == ["28 Sep", "5 Oct", "12", "19", "26", "2 Nov", "9", "16"]
    assert chart.bars[0].name == "28 Sep"
    assert [bar.words for bar in chart.bars[:3]] == ["0 minutes", "1 minute", "1,250 minutes"]
