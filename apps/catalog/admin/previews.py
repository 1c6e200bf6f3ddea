"""A course as learners see it, for staff: also before it is published, and what is held back."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.catalog.admin.lengths import written
from apps.catalog.models import Course, Topic
from apps.catalog.selectors import outline, topic_access, topics
from apps.catalog.states import ContentType
from apps.content.media.addresses import Reader
from apps.core import ids, indian_time


@dataclass(frozen=True, slots=True)
class Line:
    id: UUID
    title: str
    kind: str
    length: str
    is_free: bool


def context(*, course: Course, topic_id: str, person: User, now: datetime) -> dict[str, Any]:
    """The outline, and the topic that was asked for, archived or not, or the first one."""
    chapters = [
        {"title": chapter["title"], "topics": [_line(topic) for topic in chapter["topics"]]}
        for chapter in outline.of_course(course.pk)
    ]
    in_order = [line.id for chapter in chapters for line in chapter["topics"]]  # type: ignore[attr-defined]
    asked = ids.parsed(topic_id)
    is_its_own = asked is not None and Topic.objects.filter(pk=asked, chapter__course=course).exists()
    shown_id = asked if is_its_own else next(iter(in_order), None)
    if shown_id is None:
        return {"chapters": [], "shown": None}
    place = in_order.index(shown_id) if shown_id in in_order else None
    return {
        "chapters": chapters,
        "shown": _topic(shown_id, person=person, now=now),
        "previous_id": in_order[place - 1] if place else None,
        "next_id": in_order[place + 1] if place is not None and place + 1 < len(in_order) else None,
    }


def _line(topic: outline.TopicLine) -> Line:
    return Line(
        id=UUID(topic["_id"]),
        title=topic["title"],
        kind=ContentType(topic["ContentType"]).label,
        length=written(topic["duration"]),
        is_free=topic["isFreePreview"],
    )


def _topic(topic_id: UUID, *, person: User, now: datetime) -> dict[str, Any]:
    topic = topics.complete(topic_id)
    reader = Reader(door=topics.STAFF_DOOR, item_id=topic.pk, person_id=person.pk)
    return {
        "topic": topic,
        "media": topics.media(topic, reader=reader, now=now),
        "attachments": topics.attachments(topic, reader=reader, now=now),
        "is_archived": topic_access.is_archived(topic),
        "opens_on": _still_held_back_until(topic, now=now),
        "questions": list(topic.questions.all()),
    }


def _still_held_back_until(topic: Topic, *, now: datetime) -> date | None:
    day = topic_access.opening_day(topic)
    return day if day is not None and day > indian_time.day_of(now) else None
