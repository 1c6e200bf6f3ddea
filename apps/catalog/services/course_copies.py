"""A draft made from a course: its texts and its curriculum, without anything of its learners."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.catalog.models import Chapter, Course, CourseInstructor, Option, Question, Topic
from apps.catalog.services import curriculum
from apps.core.errors import Conflict
from apps.core.ids import new_id

_NOT_COPIED = frozenset(
    (
        "id",
        "is_published",
        "published_at",
        "content_updated_at",
        "total_learners",
        "review_count",
        "rating",
        # Staff confirmed and approved the texts and prices of the original, not those of the copy.
        "confirmed_prices",
        "free_confirmed",
        "approval_number",
        "approval_last_day",
        "approved_digest",
        "markup_price_paise",
        "markup_last_day",
    )
)
_MANY = ("captions", "attachments")


class SlugTaken(Conflict):
    code = "slug_taken"
    message = "Another course has this slug. Enter another one."


@dataclass(frozen=True, slots=True)
class CourseCopy:
    course: Course
    is_new: bool
    """False if this form was sent before."""


@transaction.atomic(durable=True)
def copy_course(*, course_id: UUID, copy_id: UUID, title: str, slug: str) -> CourseCopy:
    """
    Copy a course with teachers, chapters, topics and questions, archived ones too. Files are referenced.

    `copy_id` is the key of the form: a form that is sent twice makes one copy.

    :raises SlugTaken: if another course has the slug
    """
    source = Course.objects.locked().get(pk=course_id)
    made = Course.objects.filter(pk=copy_id).first()
    if made is not None:
        return CourseCopy(made, is_new=False)
    copy = Course(**{**_values(source, _NOT_COPIED), "id": copy_id, "title": title, "weburlname": slug})
    try:
        with transaction.atomic():
            copy.save(force_insert=True)
    except IntegrityError:
        raise SlugTaken from None
    for teaching in CourseInstructor.objects.filter(course=source).in_order():
        CourseInstructor.objects.create(
            course=copy, instructor_id=teaching.instructor_id, position=teaching.position
        )
    _copy_curriculum(source, copy)
    curriculum.update_course_duration(course_id=copy.pk)
    return CourseCopy(copy, is_new=True)


def _copy_curriculum(source: Course, copy: Course) -> None:
    chapters = {
        chapter.pk: Chapter(**{**_values(chapter), "id": new_id(), "course_id": copy.pk})
        for chapter in Chapter.objects.filter(course=source).in_order()
    }
    originals = list(Topic.objects.filter(chapter__course=source).in_order())
    topics = {
        topic.pk: Topic(**{**_values(topic), "id": new_id(), "chapter_id": chapters[topic.chapter_id].pk})
        for topic in originals
    }
    questions = {
        question.pk: Question(
            **{**_values(question), "id": new_id(), "topic_id": topics[question.topic_id].pk}
        )
        for question in Question.objects.filter(topic__in=topics)
    }
    options = [
        Option(**{**_values(option), "id": new_id(), "question_id": questions[option.question_id].pk})
        for option in Option.objects.filter(question__in=questions)
    ]
    Chapter.objects.bulk_create(chapters.values())
    Topic.objects.bulk_create(topics.values())
    Question.objects.bulk_create(questions.values())
    Option.objects.bulk_create(options)
    for name in _MANY:
        _copy_links(name, {key: topic.pk for key, topic in topics.items()})


def _copy_links(name: str, topics: dict[UUID, UUID]) -> None:
    """The files of topics, by the table that links them."""
    links: Any = getattr(Topic, name).through
    found = links.objects.filter(topic__in=topics).values_list("topic", "asset")
    links.objects.bulk_create(links(topic_id=topics[topic], asset_id=asset) for topic, asset in found)


def _values(row: Any, without: frozenset[str] = frozenset(("id",))) -> dict[str, Any]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in without
    }
