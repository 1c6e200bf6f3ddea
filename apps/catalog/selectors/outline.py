"""What a course consists of, in its order, as everybody may read it: never where a film lies."""

from typing import TypedDict
from uuid import UUID

from apps.catalog.models import Chapter, Topic


class TopicLine(TypedDict):
    _id: str
    title: str
    ContentType: str
    duration: int
    isFreePreview: bool


class ChapterLine(TypedDict):
    _id: str
    title: str
    topics: list[TopicLine]


def of_course(course_id: UUID) -> list[ChapterLine]:
    """A course's published chapters with their topics; a chapter without any is left out."""
    chapters: dict[UUID, ChapterLine] = {
        chapter.pk: {"_id": str(chapter.pk), "title": chapter.title, "topics": []}
        for chapter in Chapter.objects.published().filter(course=course_id).in_order()
    }
    for topic in Topic.objects.published().filter(chapter__course=course_id).defer("text").in_order():
        # A chapter that staff made between the two looks is in the next answer.
        if topic.chapter_id in chapters:
            chapters[topic.chapter_id]["topics"].append(_line(topic))
    return [chapter for chapter in chapters.values() if chapter["topics"]]


def topic_ids(course_id: UUID) -> list[UUID]:
    """The published topics of a course, in the order in which they are learned."""
    topics = Topic.objects.published().filter(chapter__course=course_id)
    return list(topics.in_order().values_list("pk", flat=True))


def _line(topic: Topic) -> TopicLine:
    return {
        "_id": str(topic.pk),
        "title": topic.title,
        "ContentType": topic.content_type,
        "duration": topic.duration_seconds,
        "isFreePreview": topic.is_free_preview,
    }
