"""The questions under a topic: those that staff have answered, and a person's own."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, TypedDict

from django.db.models import F, Q

from apps.accounts.models import User
from apps.catalog.models import TopicQuestion
from apps.catalog.selectors import topic_access, topics
from apps.catalog.selectors.topic_access import HeldBack
from apps.core import indian_time
from apps.core.json_types import DateTime, Help, Identifier

MAX_LISTED = 100


class TopicQuestionLine(TypedDict):
    _id: Identifier
    name: Annotated[str, Help("The first name and initial of whoever asked.")]
    text: Annotated[str, Help("Plain text.")]
    askedAt: DateTime
    answer: Annotated[str | None, Help("Plain text; null until staff have answered.")]
    answeredAt: DateTime | None
    isOwn: Annotated[bool, Help("The caller asked it. Others see it once it is answered.")]


class TopicQuestionList(TypedDict):
    data: Annotated[
        list[TopicQuestionLine],
        Help(f"The caller's unanswered ones, then the {MAX_LISTED} answered last."),
    ]
    totalCount: Annotated[int, Help("All that the caller may see.")]


def topic_questions(*, topic_id: str, person: User, now: datetime) -> TopicQuestionList:
    """
    The questions that a person sees under a topic that they can open.

    :raises DomainError: as `topic_access.check_access`, except HeldBack
    """
    topic = topics.get_published_topic(topic_id)
    # HeldBack is raised last: the person can open the course.
    with suppress(HeldBack):
        topic_access.check_access(topic=topic, person=person, now=now)
    seen = TopicQuestion.objects.filter(topic=topic).filter(
        Q(person=person) | Q(answered_at__isnull=False, is_hidden=False)
    )
    latest = seen.order_by(F("answered_at").desc(nulls_first=True), "-asked_at", "-pk")[:MAX_LISTED]
    return {"data": [question_line(row, person=person) for row in latest], "totalCount": seen.count()}


def question_line(row: TopicQuestion, *, person: User) -> TopicQuestionLine:
    return {
        "_id": str(row.pk),
        "name": row.display_name,
        "text": row.text,
        "askedAt": indian_time.iso_utc(row.asked_at),
        "answer": row.answer or None,
        "answeredAt": None if row.answered_at is None else indian_time.iso_utc(row.answered_at),
        "isOwn": row.person_id == person.pk,
    }
