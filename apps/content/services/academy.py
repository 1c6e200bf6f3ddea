"""Reading progress in the academy, and the questions at the end of its chapters."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.content.models import ChapterQuestion, ChapterRead
from apps.core.errors import Invalid, NotFound
from apps.core.json_types import Help, Identifier


class NoQuestions(NotFound):
    code = "quiz_unknown"
    message = "That chapter has no questions."


class ChapterQuestionResult(TypedDict):
    _id: Identifier
    chosen: str | None
    rightOption: str
    isRight: bool
    explanation: str


class ChapterResult(TypedDict):
    right: int
    total: int
    questions: list[ChapterQuestionResult]
    isRead: Annotated[bool, Help("The caller is logged in and has answered everything right.")]


def mark_answers(
    *, person: User | None, chapter_id: UUID, answers: Mapping[UUID, str], at: datetime
) -> ChapterResult:
    """
    Mark the answers to a chapter's questions, option ids by question ids; a missing one counts as wrong.

    Members who have all of them right have read the chapter. Of visitors nothing is recorded.

    :raises NoQuestions: if the chapter has none
    :raises Invalid: if an answer belongs to none of its questions, or is none of its options
    """
    questions = list(ChapterQuestion.objects.filter(chapter=chapter_id).order_by("position", "pk"))
    if not questions:
        raise NoQuestions()
    options = {question.pk: [str(n + 1) for n in range(len(question.options))] for question in questions}
    if any(option not in options.get(question, ()) for question, option in answers.items()):
        raise Invalid({"answers": ["These questions have changed. Reload the page."]})
    marked = [_mark(question, answers.get(question.pk)) for question in questions]
    right = sum(question["isRight"] for question in marked)
    is_read = person is not None and right == len(marked)
    if person is not None and is_read:
        mark_read(person=person, chapter_id=chapter_id, at=at)
    return {"right": right, "total": len(marked), "questions": marked, "isRead": is_read}


def _mark(question: ChapterQuestion, chosen: str | None) -> ChapterQuestionResult:
    right = str(question.right_option)
    return {
        "_id": str(question.pk),
        "chosen": chosen,
        "rightOption": right,
        "isRight": chosen == right,
        "explanation": question.explanation,
    }


@transaction.atomic(durable=True)
def mark_read(*, person: User, chapter_id: UUID, at: datetime) -> None:
    """Record that a member has read a chapter to its end. Only the first time counts."""
    ChapterRead.objects.bulk_create(
        [ChapterRead(person=person, chapter_id=chapter_id, read_at=at)], ignore_conflicts=True
    )
