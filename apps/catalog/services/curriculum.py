"""Changes to the chapters and topics of a course."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.db.models import Count, Q, Sum

from apps.catalog.models import Chapter, Course, Topic
from apps.catalog.services import owners
from apps.core.errors import Conflict

_POSITION_FIELDS = {Chapter: ("course", "position"), Topic: ("chapter", "position")}


class CourseOwned(Conflict):
    code = "course_owned"
    message = "This course has owners, so its chapters and topics cannot be removed. Archive them instead."


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """A chapter to save, new or existing, with its topics in order."""

    chapter: Chapter
    topics: Sequence[Topic]


@transaction.atomic(durable=True)
def save_curriculum(
    *,
    course_id: UUID,
    plans: Sequence[ChapterPlan],
    edited: Mapping[UUID, Collection[str]],
    removed_topics: Collection[UUID] = (),
    removed_chapters: Collection[UUID] = (),
) -> None:
    """
    Save the chapters and topics in this order, and the course's duration as the sum of its published topics.

    Of an existing row only the position and the fields named in `edited` are saved. Rows that are in no plan
    stay as they are.

    :raises CourseOwned: if something would be removed from a course that has owners
    """
    list(Course.objects.locked().filter(pk=course_id).values_list("pk"))
    if (removed_topics or removed_chapters) and owners.count_owners(course_id=course_id):
        raise CourseOwned()
    Topic.objects.filter(chapter__course=course_id, pk__in=removed_topics).delete()
    saved_chapters = {row.pk: row for row in Chapter.objects.filter(course=course_id)}
    saved_topics = {row.pk: row for row in Topic.objects.filter(chapter__course=course_id).defer("text")}
    for position, plan in enumerate(plans, start=1):
        plan.chapter.course_id, plan.chapter.position = course_id, position
        _save_changes(plan.chapter, saved_chapters.get(plan.chapter.pk), edited)
        for topic_position, topic in enumerate(plan.topics, start=1):
            topic.chapter, topic.position = plan.chapter, topic_position
            _save_changes(topic, saved_topics.get(topic.pk), edited)
    Chapter.objects.filter(course=course_id, pk__in=removed_chapters).delete()
    update_course_duration(course_id=course_id)


@transaction.atomic(durable=True)
def archive(*, topic: Topic) -> None:
    """Hide a topic from learners and visitors; their progress in it is kept."""
    _set_published(topic, is_published=False)


@transaction.atomic(durable=True)
def restore(*, topic: Topic) -> None:
    """Show an archived topic again."""
    _set_published(topic, is_published=True)


def mark_updated(*, course_id: UUID, at: datetime) -> None:
    """Record that what the course teaches has changed."""
    Course.objects.filter(pk=course_id).update(content_updated_at=at)


def update_course_duration(*, course_id: UUID) -> None:
    """
    Set a course's duration to the sum of its published topics, if it has any topics.

    Runs in the caller's transaction.
    """
    is_published = Q(is_published=True, chapter__is_published=True)
    totals = Topic.objects.filter(chapter__course=course_id).aggregate(
        topics=Count("pk"), duration=Sum("duration_seconds", filter=is_published, default=0)
    )
    if totals["topics"]:
        duration = totals["duration"]
        courses = Course.objects.filter(pk=course_id)
        courses.exclude(duration_seconds=duration).update(duration_seconds=duration)


def _set_published(topic: Topic, *, is_published: bool) -> None:
    course_id = topic.chapter.course_id
    list(Course.objects.locked().filter(pk=course_id).values_list("pk"))
    Topic.objects.filter(pk=topic.pk).update(is_published=is_published)
    update_course_duration(course_id=course_id)


def _save_changes(
    row: Chapter | Topic, saved: Chapter | Topic | None, edited: Mapping[UUID, Collection[str]]
) -> None:
    if saved is None:
        row.save()
        return
    names = {*_POSITION_FIELDS[type(row)], *edited.get(row.pk, ())}
    changed = {name for name in names if _field_value(row, name) != _field_value(saved, name)}
    if changed:
        row.save(update_fields=changed)


def _field_value(row: models.Model, name: str) -> object:
    return row._meta.get_field(name).value_from_object(row)  # type: ignore[union-attr]
