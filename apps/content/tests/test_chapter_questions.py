"""The questions at the end of a chapter: what is shown, marking, and what counts as read."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from apps.content.models import ChapterQuestion, ChapterRead
from apps.content.services import demo_academy
from apps.content.tests.factories import AcademyChapterFactory
from apps.core.ids import new_id
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

URL = "/api/academy/market/orders"


def question(chapter, **changes):
    values = {
        "text": "What is a limit?",
        "options": ["A price", "A day", "A tax"],
        "right_option": 1,
        "explanation": "The worst price that one accepts.",
        "position": 1,
    }
    return ChapterQuestion(chapter=chapter, **{**values, **changes})


@pytest.fixture
def questions():
    chapter = AcademyChapterFactory(module__weburlname="market", weburlname="orders")
    rows = [question(chapter, position=2, text="Second?", right_option=3), question(chapter)]
    for row in rows:
        row.full_clean()
        row.save()
    return rows[1], rows[0]


def answer(api, answers, url=URL):
    return api.post(f"{url}/answers", {"answers": answers})


def test_a_chapter_has_its_questions_in_order_and_not_their_answers(api, questions):
    first, second = questions

    data = api.get(URL).json()["data"]

    assert_matches_schema({"data": data}, path="academy/{module_key}/{key}", method="get")
    assert [line["_id"] for line in data["questions"]] == [str(first.pk), str(second.pk)]
    assert data["questions"][0] == {
        "_id": str(first.pk),
        "text": "What is a limit?",
        "options": [
            {"_id": "1", "text": "A price"},
            {"_id": "2", "text": "A day"},
            {"_id": "3", "text": "A tax"},
        ],
    }


def test_answers_are_marked_for_a_visitor_and_nothing_is_kept(api, questions):
    first, second = questions

    marked = answer(api, {str(first.pk): "1", str(second.pk): "2"})

    assert marked.status_code == 200
    assert_matches_schema(marked.json(), path="academy/{module_key}/{key}/answers", method="post")
    explanation = "The worst price that one accepts."
    assert marked.json()["data"] == {
        "right": 1,
        "total": 2,
        "isRead": False,
        "questions": [
            {
                "_id": str(first.pk),
                "chosen": "1",
                "rightOption": "1",
                "isRight": True,
                "explanation": explanation,
            },
            {
                "_id": str(second.pk),
                "chosen": "2",
                "rightOption": "3",
                "isRight": False,
                "explanation": explanation,
            },
        ],
    }
    assert answer(api, {str(first.pk): "1", str(second.pk): "3"}).json()["data"]["isRead"] is False
    assert not ChapterRead.objects.exists()


def test_a_member_has_read_a_chapter_once_all_answers_are_right(member, other_member, questions):
    first, second = questions

    assert answer(member.api, {str(first.pk): "1"}).json()["data"]["isRead"] is False
    assert member.api.get(URL).json()["data"]["isRead"] is False
    for _ in range(2):
        marked = answer(member.api, {str(first.pk): "1", str(second.pk): "3"}).json()["data"]
        assert (marked["right"], marked["isRead"]) == (2, True)
    assert member.api.get(URL).json()["data"]["isRead"] is True
    assert other_member.api.get(URL).json()["data"]["isRead"] is False
    assert ChapterRead.objects.count() == 1


@pytest.mark.parametrize(
    "body", [{}, {"answers": None}, {"answers": []}, {"answers": "1"}, {"answers": {"x": "1"}}]
)
def test_malformed_answers_are_refused(api, questions, body):
    refused = api.post(f"{URL}/answers", body)

    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == ["answers"]


@pytest.mark.parametrize("option", ["0", "4", "-1", "x", "１", "99999999999"])
def test_options_that_do_not_exist_are_refused(api, questions, option):
    assert answer(api, {str(questions[0].pk): option}).status_code == 400


def test_questions_of_other_chapters_are_refused(api, questions):
    assert answer(api, {str(new_id()): "1"}).status_code == 400


def test_a_chapter_without_questions_or_none_at_all(api):
    AcademyChapterFactory(module__weburlname="market", weburlname="orders")

    assert answer(api, {}).json()["code"] == "quiz_unknown"
    assert answer(api, {}, url="/api/academy/market/none").json()["code"] == "chapter_unknown"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"options": ["One"]}, "options"),
        ({"options": ["x"] * 6}, "options"),
        ({"options": ["One", "x" * 201]}, "options"),
        ({"right_option": 0}, "right_option"),
        ({"right_option": 4}, "right_option"),
        ({"explanation": ""}, "explanation"),
    ],
)
def test_incomplete_questions_are_refused(changes, field):
    with pytest.raises(ValidationError) as error:
        question(AcademyChapterFactory(), **changes).full_clean()

    assert field in error.value.message_dict


def test_every_chapter_of_the_demo_has_two_questions():
    demo_academy.seed(datetime(2026, 11, 21, tzinfo=UTC))

    rows = list(ChapterQuestion.objects.all())
    assert len(rows) == 30
    assert len({row.chapter_id for row in rows}) == 15
    assert {row.right_option for row in rows} == {1, 2, 3}
    for row in rows:
        row.full_clean()
