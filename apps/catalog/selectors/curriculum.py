"""The public curriculum of a course: chapters and topics in order, without the URLs of media."""

from typing import Annotated, TypedDict
from uuid import UUID

from apps.catalog.models import Chapter, Topic
from apps.catalog.states import ContentType
from apps.core.json_types import Choices, Help, Identifier, component


class TopicLine(TypedDict):
    _id: Identifier
    title: str
    ContentType: Annotated[str, Choices(ContentType.values)]
    duration: Annotated[int, Help("Seconds.")]
    isFreePreview: bool


@component("ChapterOut")
class ChapterLine(TypedDict):
    _id: Identifier
    title: str
    topics: list[TopicLine]


def course_chapters(course_id: UUID) -> list[ChapterLine]:
    """A course's published chapters with their topics; a chapter without any is left out."""
    chapters: dict[UUID, ChapterLine] = {
        chapter.pk: {"_id": str(chapter.pk), "title": chapter.title, "topics": []}
        for chapter in Chapter.objects.published().filter(course=course_id).in_order()
    }
    for topic in Topic.objects.published().filter(chapter__course=course_id).defer("text").in_order():
        # A chapter that staff added between the two queries is in the next response.
        if topic.chapter_id in chapters:
            chapters[topic.chapter_id]["topics"].append(_topic_line(topic))
    return [chapter for chapter in chapters.values() if chapter["topics"]]


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
    }
