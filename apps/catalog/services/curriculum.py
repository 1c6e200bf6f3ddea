"""What a course consists of: its chapters and topics, put in order as staff want them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import models, transaction
from django.db.models import Count, Q, Sum

from apps.catalog.models import Chapter, Course, Topic
from apps.catalog.services import owners
from apps.core.errors import Conflict

_PLACES = {Chapter: ("course", "position"), Topic: ("chapter", "position")}


class Owned(Conflict):
    code = "course_owned"
    message = "Somebody owns this course, so its chapters and topics cannot be removed. Archive them instead."


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
    edited: Mapping[UUID, Collection[str]],
    removed_topics: Collection[UUID] = (),
    removed_chapters: Collection[UUID] = (),
) -> None:
    """
    Make the course's curriculum what the plans say, and its length the sum of its published topics.

    Of a known row its place and the columns named in `edited` are written; all else is left alone, and so
    is what nobody mentions.

    :raises Owned: if something is removed from a course that somebody owns
    """
    list(Course.objects.locked().filter(pk=course_id).values_list("pk"))
    if (removed_topics or removed_chapters) and owners.count(course_id=course_id):
        raise Owned()
    Topic.objects.filter(chapter__course=course_id, pk__in=removed_topics).delete()
    known_chapters = {row.pk: row for row in Chapter.objects.filter(course=course_id)}
    known_topics = {row.pk: row for row in Topic.objects.filter(chapter__course=course_id).defer("text")}
    for position, plan in enumerate(plans, start=1):
        plan.chapter.course_id, plan.chapter.position = course_id, position
        _save(plan.chapter, known_chapters.get(plan.chapter.pk), edited)
        for place, topic in enumerate(plan.topics, start=1):
            topic.chapter, topic.position = plan.chapter, place
            _save(topic, known_topics.get(topic.pk), edited)
    Chapter.objects.filter(course=course_id, pk__in=removed_chapters).delete()
    settle_length(course_id=course_id)


@transaction.atomic(durable=True)
def archive(*, topic: Topic) -> None:
    """Hide a topic from learners and visitors; their progress in it is kept."""
    _publish(topic, is_published=False)


@transaction.atomic(durable=True)
def restore(*, topic: Topic) -> None:
    """Show an archived topic again."""
    _publish(topic, is_published=True)


def settle_length(*, course_id: UUID) -> None:
    """Make a course as long as its published topics, if it has any topics; joins the caller's transaction."""
    is_published = Q(is_published=True, chapter__is_published=True)
    found = Topic.objects.filter(chapter__course=course_id).aggregate(
        topics=Count("pk"), length=Sum("duration_seconds", filter=is_published, default=0)
    )
    if found["topics"]:
        length = found["length"]
        Course.objects.filter(pk=course_id).exclude(duration_seconds=length).update(duration_seconds=length)


def _publish(topic: Topic, *, is_published: bool) -> None:
    course_id = topic.chapter.course_id
    list(Course.objects.locked().filter(pk=course_id).values_list("pk"))
    Topic.objects.filter(pk=topic.pk).update(is_published=is_published)
    settle_length(course_id=course_id)


def _save(
    row: Chapter | Topic, known: Chapter | Topic | None, edited: Mapping[UUID, Collection[str]]
) -> None:
    if known is None:
        row.save()
        return
    names = {*_PLACES[type(row)], *edited.get(row.pk, ())}
    changed = {name for name in names if _stored(row, name) != _stored(known, name)}
    if changed:
        row.save(update_fields=changed)


def _stored(row: models.Model, name: str) -> object:
    return row._meta.get_field(name).value_from_object(row)  # type: ignore[union-attr]
