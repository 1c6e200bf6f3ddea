"""My Learnings and the dashboard as the server renders them."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from apps.accounts.states import Source
from apps.catalog.models import Topic
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

pytestmark = pytest.mark.django_db

NOTHING = {"data": [], "totalCount": 0}


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
    """A member with a course that is half learned and one that is not begun, and where they go on."""
    begun, topics = create_course(600, 600, title="Begun", weburlname="begun")
    fresh, _ = create_course(600, title="Fresh", weburlname="fresh")
    for course in (begun, fresh):
        give_course(member.user, course)
    watch(member, topics[0], 600)
    return member.api, topics[1]


@pytest.mark.parametrize(("path", "title"), [("/my-learnings", "My Learnings"), ("/dashboard", "Dashboard")])
def test_a_visitor_sees_the_heading_and_nothing_of_anybody(client: Client, path: str, title: str) -> None:
    page = get_page(client, path)
    assert page.heading == title
    assert page.main.all("section") == []
    assert page.answers == []


@pytest.mark.parametrize("status", [None, "notStarted", "ongoing", "completed"])
def test_the_data_of_my_learnings_are_the_endpoints_responses(member: Person, status: str | None) -> None:
    client, _ = learner(member)
    query = {} if status is None else {"status": status}

    page = get_page(client, "/my-learnings", query)

    live = query if status == "completed" else {}
    assert page.answers == [
        [["dashboard"], client.get("/api/dashboard").json()],
        [["live", "waitlist", {"skip": 0, "limit": 20}], NOTHING],
        [["pro", "booked"], {"data": []}],
        [
            ["pro", "subscriptions"],
            client.get("/api/learnprosection/user/subscriptions/pro").json(),
        ],
        [["live", "bookings", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "bookedWebinars", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "bookedMentorships", {"skip": 0, "limit": 5, **live}], NOTHING],
        [["live", "credits", {"skip": 0, "limit": 20}], NOTHING],
        [
            ["catalog", "booked", {"skip": 0, "limit": 10, **query}],
            client.get("/api/course/booked/V1/course", query).json(),
        ],
    ]


def test_the_data_of_the_dashboard_are_the_endpoints_response(member: Person) -> None:
    client, _ = learner(member)
    page = get_page(client, "/dashboard")
    assert page.answers == [
        [["dashboard"], client.get("/api/dashboard").json()],
        [["live", "waitlist", {"skip": 0, "limit": 20}], NOTHING],
    ]


def test_the_course_in_progress_comes_first_and_leads_to_its_topic(member: Person) -> None:
    client, topic = learner(member)

    main = get_page(client, "/my-learnings").main

    words = main.text
    assert words.index("Continue where you left off") < words.index("Begun") < words.index("2 courses")
    assert f"/course/begun/topic/{topic.pk}" in main.urls
    assert "50% completed" in words


@pytest.mark.parametrize("path", ["/my-learnings", "/dashboard"])
def test_they_lead_to_the_settings(member: Person, path: str) -> None:
    assert "/settings" in get_page(member.api, path).main.urls


def test_a_course_whose_access_has_ended_says_when_and_leads_to_its_page(member: Person) -> None:
    course, _ = create_course(600, weburlname="over")
    give_course(member.user, course, ends_at=datetime(2026, 8, 31, 20, 0, tzinfo=UTC))

    main = get_page(member.api, "/my-learnings").main

    assert "Access ended on Tue, 1 Sep 2026" in main.text
    assert "/courses/over" in main.urls
    assert not [url for url in main.urls if url.startswith("/course/over/topic/")]


@pytest.mark.parametrize("status", ["lost", "", "Ongoing", "\x00", "x" * 1500, '"><script>alert(1)</script>'])
def test_an_unknown_status_shows_everything(member: Person, status: str) -> None:
    client, _ = learner(member)
    page = get_page(client, "/my-learnings", {"status": status})
    assert page.answers[4][0] == ["live", "bookings", {"skip": 0, "limit": 5}]
    assert page.answers[8][0] == ["catalog", "booked", {"skip": 0, "limit": 10}]
    current = page.main.all("a", href="/my-learnings", aria_current="true")
    assert [link.text for link in current] == ["All", "All"]
    assert "<script>alert" not in page.html


@pytest.mark.parametrize(
    ("query", "expected"),
    [("status=completed&status=ongoing", {"status": "completed"}), ("status=lost&status=ongoing", {})],
)
def test_of_two_statuses_the_first_counts(member: Person, query: str, expected: dict[str, str]) -> None:
    page = get_page(member.api, f"/my-learnings?{query}")
    assert page.answers[8][0] == ["catalog", "booked", {"skip": 0, "limit": 10, **expected}]


def test_ten_courses_are_shown_at_first_and_all_are_counted(member: Person) -> None:
    for number in range(12):
        give_course(member.user, create_course(600, title=f"Course {number}")[0])
    main = get_page(member.api, "/my-learnings").main
    assert len(main.all("article")) == 10
    assert "12 courses" in main.text
    assert "10 of 12 shown" in main.text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "You have no courses yet."),
        ("?status=notStarted", "You have started all your courses."),
        ("?status=ongoing", "You have no courses in progress."),
        ("?status=completed", "You haven't completed a course yet."),
    ],
)
def test_an_empty_list_says_why(member: Person, query: str, words: str) -> None:
    main = get_page(member.api, f"/my-learnings{query}").main
    assert words in main.text
    assert main.all("article") == []
    assert bool(main.all(aria_label="Filter courses by progress")) == bool(query)


def test_a_title_stays_text(member: Person) -> None:
    give_course(member.user, create_course(600, title="<b>Bold</b>")[0])
    page = get_page(member.api, "/my-learnings")
    assert "<b>Bold</b>" in page.main.text
    assert page.main.all("b") == []


def test_the_dashboard_greets_and_counts_minutes(member: Person) -> None:
    client, _ = learner(member)
    words = get_page(client, "/dashboard").main.text
    assert "Welcome back, Meera." in words
    assert "10 minutes this week, 10 in the last 8 weeks." in words


def test_the_dashboard_greets_members_without_a_name(member: Person) -> None:
    member.user.name = ""
    member.user.save()
    assert "Welcome back." in get_page(member.api, "/dashboard").main.text


def test_the_dashboard_without_a_minute_says_so(member: Person) -> None:
    words = get_page(member.api, "/dashboard").main.text
    assert "No minutes learned in the last 8 weeks." in words
    assert "You haven't started a course yet." in words


def test_the_dashboard_does_not_deny_what_was_completed(member: Person) -> None:
    course, (topic,) = create_course(600)
    give_course(member.user, course)
    watch(member, topic, 600)
    main = get_page(member.api, "/dashboard").main
    assert "You have no course in progress." in main.text
    assert "You haven't started a course yet." not in main.text
    assert "All your courses" in main.text


def test_the_dashboard_of_a_member_without_pro_leads_to_it(member: Person) -> None:
    assert "/pro" in get_page(member.api, "/dashboard").main.urls


def test_the_dashboard_says_how_long_the_trial_runs(member: Person) -> None:
    give_pro(member.user, source=Source.TRIAL, ends_at=datetime(2036, 11, 28, 6, tzinfo=UTC))
    main = get_page(member.api, "/dashboard").main
    assert "Free trial Active until Fri, 28 Nov 2036" in main.text
    assert "/pro" in main.urls


def test_the_dashboard_names_the_plan_of_a_member_with_pro(member: Person) -> None:
    give_pro(member.user)
    main = get_page(member.api, "/dashboard").main
    assert "1 year Active, with no end date" in main.text
    assert "/pro" not in main.urls
