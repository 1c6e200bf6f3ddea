"""The preview of a course for staff: as learners see it, with unpublished and delayed topics."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.catalog.admin.durations import format_duration
from apps.catalog.models import Course, Topic
from apps.catalog.selectors import curriculum, topic_access, topics
from apps.catalog.states import ContentType
from apps.core import ids, indian_time
from apps.media.signed_urls import Viewer


@dataclass(frozen=True, slots=True)
class PreviewLine:
    id: UUID
    title: str
    kind: str
    length: str
    is_free: bool


def preview_context(*, course: Course, topic_id: str, person: User, now: datetime) -> dict[str, Any]:
    """The curriculum, and the requested topic (archived or not) or the first one."""
    chapters = [
        {"title": chapter["title"], "topics": [_preview_line(topic) for topic in chapter["topics"]]}
        for chapter in curriculum.course_chapters(course.pk)
    ]
    topic_ids = [line.id for chapter in chapters for line in chapter["topics"]]  # type: ignore[attr-defined]
    requested = ids.parse(topic_id)
    is_of_course = (
        requested is not None and Topic.objects.filter(pk=requested, chapter__course=course).exists()
    )
    current_id = requested if is_of_course else next(iter(topic_ids), None)
    if current_id is None:
        return {"chapters": [], "current": None}
    index = topic_ids.index(current_id) if current_id in topic_ids else None
    return {
        "chapters": chapters,
        "current": _preview_topic(current_id, person=person, now=now),
        "previous_id": topic_ids[index - 1] if index else None,
        "next_id": topic_ids[index + 1] if index is not None and index + 1 < len(topic_ids) else None,
    }


def _preview_line(topic: curriculum.TopicLine) -> PreviewLine:
    return PreviewLine(
        id=UUID(topic["_id"]),
        title=topic["title"],
        kind=ContentType(topic["ContentType"]).label,
        length=format_duration(topic["duration"]),
        is_free=topic["isFreePreview"],
    )


def _preview_topic(topic_id: UUID, *, person: User, now: datetime) -> dict[str, Any]:
    topic = topics.get_topic(topic_id)
    viewer = Viewer(
        audience=topics.STAFF_AUDIENCE, item_id=topic.pk, person_id=person.pk, plays_playlists=False
    )
    day = topic_access.release_date(topic)
    return {
        "topic": topic,
        "media": topics.topic_media(topic, viewer=viewer, now=now),
        "attachments": topics.topic_attachments(topic, viewer=viewer, now=now),
        "is_archived": topic_access.is_archived(topic),
        "opens_on": day if day is not None and day > indian_time.day_of(now) else None,
        "questions": list(topic.questions.all()),
    }
