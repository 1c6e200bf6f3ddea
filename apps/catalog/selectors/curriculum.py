"""The public curriculum of a course: chapters and topics in order, without the URLs of media."""

from typing import Annotated, TypedDict
from uuid import UUID

from apps.catalog.models import Chapter, Topic
from apps.catalog.states import ContentType, TopicAccess
from apps.core.json_types import Choices, Help, Identifier, component


class TopicLine(TypedDict):
    _id: Identifier
    title: str
    ContentType: Annotated[str, Choices(ContentType.values)]
    duration: Annotated[int, Help("Seconds.")]
    isFreePreview: bool
    access: Annotated[
        str,
        Choices(TopicAccess.values),
        Help("How it opens for the caller: in the player, as a free preview, or not at all."),
    ]


@component("ChapterOut")
class ChapterLine(TypedDict):
    _id: Identifier
    title: str
    topics: list[TopicLine]


def course_chapters(course_id: UUID) -> list[ChapterLine]:
    """A course's published chapters with their topics, for visitors; a chapter without any is left out."""
    chapters: dict[UUID, ChapterLine] = {
        chapter.pk: {"_id": str(chapter.pk), "title": chapter.title, "topics": []}
        for chapter in Chapter.objects.published().filter(course=course_id).in_order()
    }
    for topic in Topic.objects.published().filter(chapter__course=course_id).defer("text").in_order():
        # A chapter that staff added between the two queries is in the next response.
        if topic.chapter_id in chapters:
            chapters[topic.chapter_id]["topics"].append(_topic_line(topic))
    return [chapter for chapter in chapters.values() if chapter["topics"]]


def opened(chapters: list[ChapterLine]) -> list[ChapterLine]:
    """The same chapters for a person with access to the course."""
    return [
        {**chapter, "topics": [{**topic, "access": TopicAccess.OPEN} for topic in chapter["topics"]]}
        for chapter in chapters
    ]


def ordered_topic_ids(course_id: UUID) -> list[UUID]:
    """The ids of a course's published topics, in order."""
    topics = Topic.objects.published().filter(chapter__course=course_id)
    return list(topics.in_order().values_list("pk", flat=True))


def _topic_line(topic: Topic) -> TopicLine:
    return {
        "_id": str(topic.pk),
        "title": topic.title,
        "ContentType": topic.content_type,
        "duration": topic.duration_seconds,
        "isFreePreview": topic.is_free_preview,
        "access": TopicAccess.PREVIEW if topic.is_free_preview else TopicAccess.LOCKED,
    }
