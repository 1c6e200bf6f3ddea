"""Helpers that create courses with topics, and entitlements."""

from datetime import UTC, datetime
from typing import Any

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.catalog.models import Chapter, Course, Topic
from apps.catalog.states import ContentType
from apps.catalog.tests.factories import CourseFactory

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def create_course(*lengths: int, **fields: Any) -> tuple[Course, list[Topic]]:
    """A course with topics of these lengths, two in each chapter, and its topics in order."""
    course = CourseFactory(taught_by=[], **fields)
    topics = []
    for place, length in enumerate(lengths):
        if place % 2 == 0:
            chapter = Chapter.objects.create(course=course, title=f"Chapter {place}", position=place)
        topics.append(
            Topic.objects.create(
                chapter=chapter,
                title=f"Topic {place}",
                position=place,
                content_type=ContentType.ARTICLE,
                duration_seconds=length,
            )
        )
    return course, topics


def give_course(
    person: Any,
    course: Course,
    *,
    source: Source = Source.PAID,
    starts_at: datetime = LONG_AGO,
    ends_at: datetime | None = None,
) -> Entitlement:
    return Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course.pk,
        source=source,
        label=course.title,
        starts_at=starts_at,
        ends_at=ends_at,
    )


def give_pro(
    person: Any,
    *,
    source: Source = Source.PAID,
    starts_at: datetime = LONG_AGO,
    ends_at: datetime | None = None,
) -> Entitlement:
    return Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=source,
        label="1 year",
        starts_at=starts_at,
        ends_at=ends_at,
    )
