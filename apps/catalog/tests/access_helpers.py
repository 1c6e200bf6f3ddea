"""Helpers that grant access."""

from datetime import datetime, timedelta
from typing import Any

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course
from apps.core.testing.clients import ApiClient


def give_access(
    person: User, course: Course, *, at: datetime, days: int = 30, source: Source = Source.PAID
) -> Any:
    """Grant a person access to a course, starting the day before."""
    return Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course.pk,
        source=source,
        label=course.title,
        starts_at=at - timedelta(days=1),
        ends_at=at + timedelta(days=days),
    )


def give_pro(person: User, *, at: datetime, source: Source = Source.PAID) -> Any:
    return Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=source,
        label="1 year",
        starts_at=at - timedelta(days=1),
        ends_at=at + timedelta(days=30),
    )


def topic_path(topic: Any, more: str = "") -> str:
    return f"/api/course/users/{topic.chapter.course_id}/topic/{topic.pk}{more}"


def get_topic(api: ApiClient, topic: Any) -> Any:
    answer = api.get(topic_path(topic))
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]
