"""
The owners of a course.

An owner is recorded with each entitlement, and checked before a chapter, topic, question or file of the
course is deleted.
"""

from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Model, ProtectedError, QuerySet
from django.db.models.signals import m2m_changed, post_save, pre_delete

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope
from apps.catalog.models import Chapter, Course, CourseOwner, Question, Topic
from apps.media.models import Asset


def record_owner(*, course_id: UUID, person_id: UUID) -> bool:
    """
    Record that the person owns the course, and count them as a learner. Idempotent; runs in the caller's
    transaction.

    Returns False if there is no such course.
    """
    owner = CourseOwner.objects.filter(course=course_id, person=person_id)
    with transaction.atomic(savepoint=False):
        if not _insert(course_id=course_id, person_id=person_id):
            return owner.exists()
        # Waits for staff who delete the course or a part of it, and keeps those who come later waiting.
        # `_base_manager` does not invalidate the cache: a count may be a minute old, and invalidating the
        # lists with each booking would cost more.
        course = Course._base_manager.filter(pk=course_id)
        is_counted = course.update(total_learners=F("total_learners") + 1) == 1
        if not is_counted:
            # It was deleted in between.
            owner.delete()
        return is_counted


def _insert(*, course_id: UUID, person_id: UUID) -> bool:
    """
    Insert the row, unless it exists or there is no such course. Returns whether it was inserted.

    `bulk_create` that ignores conflicts does not say so. Reading first would take a lock of the course.
    """
    to_column = Course._meta.pk.get_db_prep_value
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO catalog_courseowner (course_id, person_id) "
            "SELECT id, %s FROM catalog_course WHERE id = %s ON CONFLICT DO NOTHING",
            [to_column(person_id, connection), to_column(course_id, connection)],
        )
        return bool(cursor.rowcount == 1)


def count_owners(*, course_id: UUID) -> int:
    return CourseOwner.objects.filter(course=course_id).count()


def connect_signals() -> None:
    """Called when all models are loaded."""
    post_save.connect(_record_entitlement, Entitlement, dispatch_uid="course_owner")
    for model in (Chapter, Topic, Question, Asset):
        pre_delete.connect(_protect, model, dispatch_uid="part_of_an_owned_course")
    for files in (Topic.captions, Topic.attachments):
        m2m_changed.connect(_protect_files, files.through, dispatch_uid="file_of_an_owned_course")


def _record_entitlement(instance: Entitlement, **_: Any) -> None:
    """Includes entitlements that staff add by hand, whose id may belong to no course."""
    if instance.scope == Scope.COURSE and instance.item_id:
        record_owner(course_id=instance.item_id, person_id=instance.person_id)


def _protect(instance: Chapter | Topic | Question | Asset, **_: Any) -> None:
    """:raises ProtectedError: if it belongs to a course that has owners"""
    match instance:
        case Chapter():
            chapters = Chapter.objects.filter(pk=instance.pk)
        case Topic():
            chapters = Chapter.objects.filter(pk=instance.chapter_id)
        case Question():
            chapters = Chapter.objects.filter(topics=instance.topic_id)
        case Asset():
            topics = Topic.objects.filter(captions=instance) | Topic.objects.filter(attachments=instance)
            chapters = Chapter.objects.filter(topics__in=topics)
    _refuse_if_owned(chapters)


def _protect_files(instance: Topic, action: str, **_: Any) -> None:
    """:raises ProtectedError: if captions or attachments are removed from a topic of a course with owners"""
    if action in ("pre_remove", "pre_clear"):
        _refuse_if_owned(Chapter.objects.filter(pk=instance.chapter_id))


def _refuse_if_owned(chapters: QuerySet[Chapter]) -> None:
    courses = Course.objects.filter(pk__in=chapters.order_by().values("course"))
    # Waits for a concurrent purchase: it updates the course once it has recorded the owner.
    course_ids = list(courses.locked().order_by("pk").values_list("pk", flat=True))
    found: set[Model] = set(CourseOwner.objects.filter(course__in=course_ids)[:1])
    if found:
        raise ProtectedError("It belongs to a course that has owners.", found)
