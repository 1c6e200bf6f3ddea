"""Who owns a course: written with each entitlement to it, and asked before anything of it is deleted."""

from typing import Any
from uuid import UUID

from django.db.models import Model, ProtectedError
from django.db.models.signals import post_save, pre_delete

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope
from apps.catalog.models import Chapter, Course, CourseOwner, Topic
from apps.content.models import Asset


def record(*, course_id: UUID, person_id: UUID) -> None:
    """Note that the person owns the course; joins the caller's transaction, and a repeat changes nothing."""
    owner = CourseOwner(course_id=course_id, person_id=person_id)
    CourseOwner.objects.bulk_create([owner], ignore_conflicts=True)


def count(*, course_id: UUID) -> int:
    return CourseOwner.objects.filter(course=course_id).count()


def follow() -> None:
    """Called once the models are there."""
    post_save.connect(_record_entitlement, Entitlement, dispatch_uid="course_owner")
    for model in (Chapter, Topic, Asset):
        pre_delete.connect(_protect, model, dispatch_uid="part_of_an_owned_course")


def _record_entitlement(instance: Entitlement, **_: Any) -> None:
    """Also of one that staff write by hand, with an id that may be of no course."""
    course_id = instance.item_id if instance.scope == Scope.COURSE else None
    if course_id and Course._base_manager.filter(pk=course_id).exists():
        record(course_id=course_id, person_id=instance.person_id)


def _protect(instance: Chapter | Topic | Asset, **_: Any) -> None:
    """:raises ProtectedError: if it is a part of a course that somebody owns"""
    match instance:
        case Chapter():
            owners = CourseOwner.objects.filter(course=instance.course_id)
        case Topic():
            owners = CourseOwner.objects.filter(course__chapters=instance.chapter_id)
        case Asset():
            topics = Topic.objects.filter(captions=instance) | Topic.objects.filter(attachments=instance)
            owners = CourseOwner.objects.filter(course__chapters__topics__in=topics)
    found: set[Model] = set(owners[:1])
    if found:
        raise ProtectedError("It is part of a course that somebody owns.", found)
