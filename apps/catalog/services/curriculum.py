"""What a course consists of: its chapters and topics, put in order as staff want them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import models, transaction
from django.db.models import Sum

from apps.catalog.models import Chapter, Course, Topic

_OF_CHAPTER = ("course_id", "title", "position")
_OF_TOPIC = (
    "chapter_id",
    "title",
    "position",
    "content_type",
    "duration_seconds",
    "is_free_preview",
    "asset_id",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A chapter as it shall be, new or known, with its topics in their order."""

    chapter: Chapter
    topics: Sequence[Topic]


@transaction.atomic(durable=True)
def arrange(
    *,
    course_id: UUID,
    plans: Sequence[Plan],
    removed_topics: Collection[UUID] = (),
    removed_chapters: Collection[UUID] = (),
) -> None:
    """
    Make the course's curriculum what the plans say, and its length the sum of its topics.

    What is not part of it, such as a topic's text, is left alone, and so is what nobody mentions.
    """
    list(Course.objects.locked().filter(pk=course_id).values_list("pk"))
    Topic.objects.filter(chapter__course=course_id, pk__in=removed_topics).delete()
    known_chapters = {row.pk: row for row in Chapter.objects.filter(course=course_id)}
    known_topics = {row.pk: row for row in Topic.objects.filter(chapter__course=course_id).defer("text")}
    for position, plan in enumerate(plans, start=1):
        plan.chapter.course_id, plan.chapter.position = course_id, position
        _save(plan.chapter, known_chapters.get(plan.chapter.pk), _OF_CHAPTER)
        for place, topic in enumerate(plan.topics, start=1):
            topic.chapter, topic.position = plan.chapter, place
            _save(topic, known_topics.get(topic.pk), _OF_TOPIC)
    Chapter.objects.filter(course=course_id, pk__in=removed_chapters).delete()
    settle_length(course_id=course_id)


def settle_length(*, course_id: UUID) -> None:
    """Make a course as long as its topics are, if it has any; joins the caller's transaction."""
    length = Topic.objects.filter(chapter__course=course_id).aggregate(sum=Sum("duration_seconds"))["sum"]
    if length is not None:
        Course.objects.filter(pk=course_id).exclude(duration_seconds=length).update(duration_seconds=length)


def _save(row: models.Model, known: models.Model | None, columns: Sequence[str]) -> None:
    if known is None:
        row.save()
    elif any(getattr(row, name) != getattr(known, name) for name in columns):
        row.save(update_fields=[name.removesuffix("_id") for name in columns])
