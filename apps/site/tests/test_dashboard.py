"""What a member sees first."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from apps.catalog.models import TopicProgress
from apps.catalog.tests.lessons import course_of, give
from apps.core.testing.described import assert_described

pytestmark = pytest.mark.django_db

CALL = "/api/dashboard"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def begin(person, title, *, ago, learned=None):
    course, (topic, _) = course_of(600, 300, title=title)
    give(person, course)
    TopicProgress.objects.create(
        person=person,
        course=course,
        topic=topic,
        watched_seconds=60,
        updated_at=NOW - timedelta(days=ago),
        learned=learned or {},
    )
    return course, topic


def test_who_has_nothing_is_shown_eight_empty_weeks(member):
    answer = member.api.get(CALL)

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.json() == {
        "data": {
            "continueLearning": [],
            "minutesPerWeek": [
                {"weekStart": start, "minutes": 0}
                for start in (
                    *("2026-09-28", "2026-10-05", "2026-10-12", "2026-10-19"),
                    *("2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"),
                )
            ],
            "next": [],
            "calendar": [],
            "receipts": [],
        }
    }
    assert_described(answer.json(), path="dashboard")


def test_learning_goes_on_with_the_three_latest(member, other_member):
    for place, title in enumerate(("Third", "First", "Fourth", "Second")):
        begin(member.user, title, ago=(5, 1, 9, 3)[place])
    begin(other_member.user, "Theirs", ago=0)

    answer = member.api.get(CALL).json()

    shown = answer["data"]["continueLearning"]
    assert [course["title"] for course in shown] == ["First", "Second", "Third"]
    assert {(course["progressPercent"], course["resumeAt"]) for course in shown} == {(5, 60)}
    assert all(course["lastTopicId"] == course["firstTopicId"] for course in shown)
    assert_described(answer, path="dashboard")


def test_minutes_stand_in_their_weeks(member):
    begin(member.user, "A", ago=1, learned={"2026-11-20": [[0, 90]], "2026-11-09": [[0, 300]]})
    begin(member.user, "B", ago=1, learned={"2026-11-16": [[0, 30]]})

    weeks = member.api.get(CALL).json()["data"]["minutesPerWeek"]

    assert weeks[-2:] == [
        {"weekStart": "2026-11-09", "minutes": 5},
        {"weekStart": "2026-11-16", "minutes": 2},
    ]


def test_a_visitor_is_asked_to_log_in(api):
    assert api.get(CALL).status_code == 401


@pytest.mark.parametrize("count", [1, 3, 12])
def test_the_dashboard_takes_the_same_queries_whatever_was_begun(member, django_assert_num_queries, count):
    for number in range(count):
        begin(member.user, f"Course {number}", ago=number)
    member.api.csrf_token()

    with django_assert_num_queries(6):
        member.api.get(CALL)
