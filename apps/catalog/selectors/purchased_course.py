"""A course as the answer to its payment names it: enough to go to its first topic."""

from typing import TypedDict
from uuid import UUID

from apps.catalog.models import Course, Topic
from apps.core import tagged_cache

CACHE_TAGS = ("catalog",)


class BoughtTopic(TypedDict):
    _id: str


class BoughtChapter(TypedDict):
    topics: list[BoughtTopic]


class BoughtCourse(TypedDict):
    _id: str
    weburlname: str
    chapters: list[BoughtChapter]


def course(*, course_id: UUID) -> BoughtCourse | None:
    """None once the course is gone."""
    return tagged_cache.get_or_set(
        tags=CACHE_TAGS, key=f"purchased course:{course_id}", make=lambda: _read(course_id)
    )


def addresses() -> dict[UUID, str]:
    """Where each course lives, also one that is not on sale any more."""
    return tagged_cache.local(tags=CACHE_TAGS, key="course addresses", make=_addresses)


def _addresses() -> dict[UUID, str]:
    rows = Course.objects.order_by().values_list("pk", "weburlname")
    return {pk: f"/courses/{name}" for pk, name in rows}


def _read(course_id: UUID) -> BoughtCourse | None:
    topics = Topic.objects.published().filter(chapter__course=course_id).in_order()
    rows = list(topics.values_list("chapter__course__weburlname", "chapter_id", "pk"))
    name = rows[0][0] if rows else _name(course_id)
    if name is None:
        return None
    chapters: dict[UUID, list[BoughtTopic]] = {}
    for _, chapter_id, topic_id in rows:
        chapters.setdefault(chapter_id, []).append({"_id": str(topic_id)})
    return {
        "_id": str(course_id),
        "weburlname": name,
        "chapters": [{"topics": inside} for inside in chapters.values()],
    }


def _name(course_id: UUID) -> str | None:
    return Course.objects.filter(pk=course_id).values_list("weburlname", flat=True).first()
