"""
Quizzes: what staff ask, and how learners did.

Marks are not stored: whether the topic is done goes through the learner's progress.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from apps.catalog.models import Option, Question, Topic
from apps.catalog.states import ContentType
from apps.core.errors import Invalid, NotFound


class NoQuiz(NotFound):
    code = "quiz_unknown"
    message = "That topic has no questions."


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    is_right: bool


class MarkedQuestion(TypedDict):
    _id: str
    chosen: str | None
    rightOption: str | None
    isRight: bool
    explanation: str


class Marked(TypedDict):
    right: int
    total: int
    questions: list[MarkedQuestion]


def mark(*, topic: Topic, answers: Mapping[UUID, UUID]) -> Marked:
    """
    Mark a topic that was read with its questions; one without an answer counts as wrong.

    :raises NoQuiz: if it has no questions
    :raises Invalid: if an answer is not to one of them, or not one of its options
    """
    questions = list(topic.questions.all()) if topic.content_type == ContentType.QUIZ else []
    if not questions:
        raise NoQuiz()
    _refuse_foreign(questions, answers)
    marked = [_marked(question, answers.get(question.pk)) for question in questions]
    return {
        "right": sum(question["isRight"] for question in marked),
        "total": len(marked),
        "questions": marked,
    }


def set_answers(*, question: Question, answers: Sequence[Answer]) -> None:
    """
    Give a question these answers in this order; joins the caller's transaction.

    The first stays the first, and so on: learners may have the question before them.
    """
    known = list(question.options.order_by("position", "pk"))
    question.options.filter(is_right=True).update(is_right=False)
    for position, answer in enumerate(answers):
        option = known[position] if position < len(known) else Option(question=question)
        option.text, option.is_right, option.position = answer.text, answer.is_right, position
        option.save()
    question.options.filter(pk__in=[option.pk for option in known[len(answers) :]]).delete()


def _refuse_foreign(questions: list[Question], answers: Mapping[UUID, UUID]) -> None:
    options = {question.pk: {option.pk for option in question.options.all()} for question in questions}
    errors = {}
    for question_id, option_id in answers.items():
        if question_id not in options:
            errors[f"answers.{question_id}"] = ["This question is not part of the quiz."]
        elif option_id not in options[question_id]:
            errors[f"answers.{question_id}"] = ["This is none of the question's answers."]
    if errors:
        raise Invalid(errors)


def _marked(question: Question, chosen: UUID | None) -> MarkedQuestion:
    right = next((option.pk for option in question.options.all() if option.is_right), None)
    return {
        "_id": str(question.pk),
        "chosen": None if chosen is None else str(chosen),
        "rightOption": None if right is None else str(right),
        "isRight": chosen is not None and chosen == right,
        "explanation": question.explanation,
    }
