"""The public curriculum of a course: chapters and topics in order, without the URLs of media."""

from collections.abc import Collection
from typing import Annotated, TypedDict
from uuid import UUID

from django.db.models import Exists, OuterRef

from apps.catalog.models import Chapter, Topic
from apps.catalog.states import ContentType, TopicAccess
from apps.core.json_types import Choices, Help, Identifier, component


class TopicLine(TypedDict):
    _id: Identifier
    title: str
    summary: Annotated[str, Help("One sentence; may be empty.")]
    ContentType: Annotated[str, Choices(ContentType.values)]
    duration: Annotated[int, Help("Seconds.")]
    isFreePreview: bool
    access: Annotated[
        str,
        Choices(TopicAccess.values),
        Help("How it opens for the caller: in the player, as a free preview, or not at all."),
    ]
    isCompleted: Annotated[bool, Help("By the caller, who has access; else false.")]
    hasCaptions: Annotated[bool, Help("Whether the video has captions in any language.")]


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
    captioned = Topic.objects.filter(pk=OuterRef("pk"), captions__isnull=False)
    topics = Topic.objects.published().filter(chapter__course=course_id).defer("text").in_order()
    for topic in topics.annotate(has_captions=Exists(captioned)):
        # A chapter that staff added between the two queries is in the next response.
        if topic.chapter_id in chapters:
            has_captions: bool = topic.has_captions  # type: ignore[attr-defined]
            chapters[topic.chapter_id]["topics"].append(_topic_line(topic, has_captions=has_captions))
    return [chapter for chapter in chapters.values() if chapter["topics"]]


def opened(chapters: list[ChapterLine], *, completed: Collection[str]) -> list[ChapterLine]:
    """The same chapters for a person with access to the course, who completed the topics with these ids."""
    return [
        {
            **chapter,
            "topics": [
                {**topic, "access": TopicAccess.OPEN, "isCompleted": topic["_id"] in completed}
                for topic in chapter["topics"]
            ],
        }
        for chapter in chapters
    ]


def ordered_topic_ids(course_id: UUID) -> list[UUID]:
    """The ids of a course's published topics, in order."""
    topics = Topic.objects.published().filter(chapter__course=course_id)
    return list(topics.in_order().values_list("pk", flat=True))


def _topic_line(topic: Topic, *, has_captions: bool) -> TopicLine:
    return {
        "_id": str(topic.pk),
        "title": topic.title,
        "summary": topic.summary,
        "ContentType": topic.content_type,
        "duration": topic.duration_seconds,
        "isFreePreview": topic.is_free_preview,
        "access": TopicAccess.PREVIEW if topic.is_free_preview else TopicAccess.LOCKED,
        "isCompleted": False,
        "hasCaptions": topic.content_type == ContentType.VIDEO and has_captions,
    }
