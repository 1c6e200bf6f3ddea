from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts import personal_data
from apps.catalog.models import QuizAttempt
from apps.catalog.tests.access_helpers import give_access, topic_path
from apps.catalog.tests.factories import QuestionFactory, TopicFactory
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def question(member, clock):
    """The second option is right."""
    question = QuestionFactory()
    give_access(member.user, question.topic.chapter.course, at=NOW)
    return question


def answer(api, question, number):
    option = question.options.order_by("position")[number].pk
    response = api.post(topic_path(question.topic, "/answers"), {"answers": {str(question.pk): str(option)}})
    assert response.status_code == 200, response.content


def attempts(api, topic):
    response = api.get(topic_path(topic))
    assert response.status_code == 200, response.content
    assert_matches_schema(response.json(), path="course/users/{key}/topic/{topic_id}")
    return response.json()["data"]["attempts"]


def test_attempts_are_listed_latest_first(member, question, clock):
    answer(member.api, question, 0)
    clock.shift(timedelta(minutes=5))
    answer(member.api, question, 1)

    assert attempts(member.api, question.topic) == [
        {"right": 1, "total": 1, "at": "2026-11-21T09:35:00Z"},
        {"right": 0, "total": 1, "at": "2026-11-21T09:30:00Z"},
    ]


def test_they_are_a_persons_own(member, other_member, question):
    give_access(other_member.user, question.topic.chapter.course, at=NOW)
    answer(member.api, question, 1)

    assert attempts(other_member.api, question.topic) == []


def test_an_attempt_stays_as_it_was_marked(member, question):
    answer(member.api, question, 1)
    question.options.update(is_right=False)

    assert [(row["right"], row["total"]) for row in attempts(member.api, question.topic)] == [(1, 1)]


def test_refused_answers_are_no_attempt(member, other_member, question):
    path = topic_path(question.topic, "/answers")

    assert member.api.post(path, {"answers": {str(question.pk): str(question.pk)}}).status_code == 400
    assert other_member.api.post(path, {"answers": {}}).status_code == 403
    assert not QuizAttempt.objects.exists()


def test_a_visitor_in_a_free_preview_has_none(api, clock):
    question = QuestionFactory(topic__is_free_preview=True)
    answer(api, question, 1)

    assert attempts(api, question.topic) == []
    assert not QuizAttempt.objects.exists()


def test_the_latest_twenty_are_kept(member, question, clock):
    for _ in range(23):
        clock.shift(timedelta(minutes=1))
        answer(member.api, question, 0)

    kept = attempts(member.api, question.topic)

    assert len(kept) == QuizAttempt.objects.count() == 20
    assert (kept[0]["at"], kept[-1]["at"]) == ("2026-11-21T09:53:00Z", "2026-11-21T09:34:00Z")


def test_only_a_quiz_asks_for_them_and_once(member, question, clock):
    article = TopicFactory(chapter=question.topic.chapter)
    for _ in range(5):
        answer(member.api, question, 0)

    asked = []
    for topic in (article, question.topic):
        with CaptureQueriesContext(connection) as queries:
            attempts(member.api, topic)
        asked.append(sum("catalog_quizattempt" in query["sql"] for query in queries))

    assert asked == [0, 1]


def test_they_are_downloaded_and_erased(member, other_member, question):
    give_access(other_member.user, question.topic.chapter.course, at=NOW)
    for person in (member, other_member):
        answer(person.api, question, 1)

    [row] = personal_data.export(person=member.user)["quizAttempts"]
    assert (row["topic"], row["right"], row["total"]) == (question.topic.title, 1, 1)

    personal_data.erase(person=member.user, at=NOW)
    assert [attempt.person for attempt in QuizAttempt.objects.all()] == [other_member.user]
