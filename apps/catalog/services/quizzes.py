"""Marks quizzes. Whether the topic is completed is part of the learner's progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from apps.catalog.models import Option, Question, Topic
from apps.catalog.states import ContentType
from apps.core.errors import Invalid, NotFound
from apps.core.json_types import Identifier


class NoQuiz(NotFound):
    code = "quiz_unknown"
    message = "That topic has no questions."


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    is_right: bool


class QuizQuestionResult(TypedDict):
    _id: Identifier
    chosen: Identifier | None
    rightOption: Identifier | None
    isRight: bool
    explanation: str


class QuizResult(TypedDict):
    right: int
    total: int
    questions: list[QuizQuestionResult]


def mark(*, topic: Topic, answers: Mapping[UUID, UUID]) -> QuizResult:
    """
    Mark the answers to a quiz; a missing answer counts as wrong. The topic has its questions prefetched.

    :raises NoQuiz: if the topic has no questions
    :raises Invalid: if an answer does not belong to a question of the topic, or is not one of its options
    """
    questions = list(topic.questions.all()) if topic.content_type == ContentType.QUIZ else []
    if not questions:
        raise NoQuiz()
    _check_answers(questions, answers)
    marked = [_mark_question(question, answers.get(question.pk)) for question in questions]
    return {
        "right": sum(question["isRight"] for question in marked),
        "total": len(marked),
        "questions": marked,
    }


def set_answers(*, question: Question, answers: Sequence[Answer]) -> None:
    """
    Replace a question's answers, in this order. Runs in the caller's transaction.

    Rows are reused by position: learners may have the question open.
    """
    existing = list(question.options.order_by("position", "pk"))
    question.options.filter(is_right=True).update(is_right=False)
    for position, answer in enumerate(answers):
        option = existing[position] if position < len(existing) else Option(question=question)
        option.text, option.is_right, option.position = answer.text, answer.is_right, position
        option.save()
    question.options.filter(pk__in=[option.pk for option in existing[len(answers) :]]).delete()


def _check_answers(questions: list[Question], answers: Mapping[UUID, UUID]) -> None:
    options = {question.pk: {option.pk for option in question.options.all()} for question in questions}
    errors = {}
    for question_id, option_id in answers.items():
        if question_id not in options:
            errors[f"answers.{question_id}"] = ["This question is not part of the quiz."]
        elif option_id not in options[question_id]:
            errors[f"answers.{question_id}"] = ["This is not one of the question's options."]
    if errors:
        # Staff have changed the quiz since it was opened.
        raise Invalid(errors, message="This quiz has changed. Please check your answers again.")


def _mark_question(question: Question, chosen: UUID | None) -> QuizQuestionResult:
    right = next((option.pk for option in question.options.all() if option.is_right), None)
    return {
        "_id": str(question.pk),
        "chosen": None if chosen is None else str(chosen),
        "rightOption": None if right is None else str(right),
        "isRight": chosen is not None and chosen == right,
        "explanation": question.explanation,
    }
