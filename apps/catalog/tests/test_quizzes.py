from datetime import UTC, datetime

import pytest

from apps.catalog.models import Option, TopicProgress
from apps.catalog.tests.access_helpers import give_access, topic_path
from apps.catalog.tests.factories import QuestionFactory, TopicFactory
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PATH = "course/users/{key}/topic/{topic_id}/answers"
UNKNOWN = "01a1fe8e-f948-71a9-8d06-1349e41c6bd6"


@pytest.fixture
def quiz(member):
    """Two questions that the member may answer; the second option of each is right."""
    first = QuestionFactory(explanation="Why the first.", position=1)
    second = QuestionFactory(explanation="Why the second.", position=2, topic=first.topic)
    give_access(member.user, first.topic.chapter.course, at=NOW)
    return first, second


def option(question, number):
    return str(question.options.order_by("position")[number].pk)


def asked(api, topic, answers):
    return api.post(topic_path(topic, "/answers"), {"answers": answers})


def test_quiz_is_marked_and_explained(member, quiz):
    first, second = quiz

    answer = asked(
        member.api, first.topic, {str(first.pk): option(first, 1), str(second.pk): option(second, 2)}
    )

    assert answer.status_code == 200
    assert answer.json() == {
        "data": {
            "right": 1,
            "total": 2,
            "questions": [
                {
                    "_id": str(first.pk),
                    "chosen": option(first, 1),
                    "rightOption": option(first, 1),
                    "isRight": True,
                    "explanation": "Why the first.",
                },
                {
                    "_id": str(second.pk),
                    "chosen": option(second, 2),
                    "rightOption": option(second, 1),
                    "isRight": False,
                    "explanation": "Why the second.",
                },
            ],
        }
    }
    assert_matches_schema(answer.json(), path=PATH, method="post")
    assert answer["Cache-Control"] == "private, no-store"
    assert not TopicProgress.objects.exists()


def test_missing_answers_count_as_wrong(member, quiz):
    first, _ = quiz

    data = asked(member.api, first.topic, {}).json()["data"]

    assert (data["right"], data["total"]) == (0, 2)
    assert [question["chosen"] for question in data["questions"]] == [None, None]
    assert [question["isRight"] for question in data["questions"]] == [False, False]
    assert_matches_schema({"data": data}, path=PATH, method="post")


def test_question_without_a_right_option_is_never_right(member, quiz):
    first, second = quiz
    Option.objects.filter(question=second).update(is_right=False)

    data = asked(member.api, first.topic, {str(second.pk): option(second, 1)}).json()["data"]

    assert data["right"] == 0
    assert data["questions"][1]["rightOption"] is None


def test_foreign_and_unknown_ids_are_refused_by_field(member, quiz):
    first, second = quiz
    other = QuestionFactory()

    refused = [
        {UNKNOWN: option(first, 0)},
        {str(other.pk): option(other, 0)},
        {str(first.pk): option(second, 0)},
        {str(first.pk): UNKNOWN},
    ]

    for answers in refused:
        answer = asked(member.api, first.topic, answers)
        assert answer.status_code == 400
        assert answer.json()["message"] == "This quiz has changed. Please check your answers again."
        assert list(answer.json()["errors"]) == [f"answers.{next(iter(answers))}"]


@pytest.mark.parametrize(
    "answers",
    [
        None,
        [],
        "text",
        5,
        True,
        {"none": UNKNOWN},
        {UNKNOWN: "none"},
        {UNKNOWN: 5},
        {UNKNOWN: None},
        {UNKNOWN: [UNKNOWN]},
        {"": ""},
        {UNKNOWN: "\x00"},
        {f"{number}": UNKNOWN for number in range(201)},
    ],
)
def test_wrong_types_are_refused(member, quiz, answers):
    first, _ = quiz

    answer = asked(member.api, first.topic, answers)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["answers"]


def test_answers_must_be_there(member, quiz):
    answer = member.api.post(topic_path(quiz[0].topic, "/answers"), {})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["answers"]


def test_login_and_access_are_needed(api, other_member, quiz):
    topic = quiz[0].topic

    # Access is checked before the body is read.
    assert asked(api, topic, {}).status_code == 401
    assert asked(api, topic, 5).status_code == 401
    answer = asked(other_member.api, topic, {})
    assert (answer.status_code, answer.json()["code"]) == (403, "no_access")


def test_anybody_may_answer_a_free_preview(api):
    question = QuestionFactory(topic__is_free_preview=True)

    assert asked(api, question.topic, {str(question.pk): option(question, 1)}).json()["data"]["right"] == 1


def test_recent_prices_are_held_back_here_too(member, quiz):
    topic = quiz[0].topic
    topic.market_data_date = NOW.date()
    topic.save()

    assert asked(member.api, topic, {}).json()["code"] == "held_back"


def test_topic_without_questions_is_not_found(member):
    article, empty = TopicFactory(), TopicFactory(content_type="quiz")
    for topic in (article, empty):
        give_access(member.user, topic.chapter.course, at=NOW)
    for topic in (article, empty):
        answer = asked(member.api, topic, {})
        assert (answer.status_code, answer.json()["code"]) == (404, "quiz_unknown")


@pytest.mark.parametrize("identity", ["none", UNKNOWN, "%00"])
def test_unknown_topic_is_not_found(api, member, quiz, identity):
    course = quiz[0].topic.chapter.course

    for client in (api, member.api):
        answer = client.post(f"/api/course/users/{course.pk}/topic/{identity}/answers", {"answers": {}})
        assert answer.status_code == 404


def test_marking_takes_no_more_queries_for_many_questions(member, quiz, django_assert_num_queries):
    topic = quiz[0].topic
    QuestionFactory.create_batch(20, topic=topic)
    member.api.get(topic_path(topic))

    with django_assert_num_queries(4):
        assert asked(member.api, topic, {}).json()["data"]["total"] == 22
