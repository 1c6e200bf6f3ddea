"""The course in the response to a confirmed payment: enough to open its first topic."""

from typing import TypedDict
from uuid import UUID

from apps.catalog.models import Course, Topic
from apps.core import tagged_cache

CACHE_TAGS = ("catalog",)


class PurchasedTopic(TypedDict):
    _id: str


class PurchasedChapter(TypedDict):
    topics: list[PurchasedTopic]


class PurchasedCourse(TypedDict):
    _id: str
    weburlname: str
    chapters: list[PurchasedChapter]


@tagged_cache.cached(tags=CACHE_TAGS, key=lambda course_id: f"purchased course:{course_id}")
def get_purchased_course(*, course_id: UUID) -> PurchasedCourse | None:
    """None if the course was deleted."""
    topics = Topic.objects.published().filter(chapter__course=course_id).in_order()
    rows = list(topics.values_list("chapter__course__weburlname", "chapter_id", "pk"))
    name = rows[0][0] if rows else _name(course_id)
    if name is None:
        return None
    chapters: dict[UUID, list[PurchasedTopic]] = {}
    for _, chapter_id, topic_id in rows:
        chapters.setdefault(chapter_id, []).append({"_id": str(topic_id)})
    return {
        "_id": str(course_id),
        "weburlname": name,
        "chapters": [{"topics": inside} for inside in chapters.values()],
    }


def course_urls() -> dict[UUID, str]:
    """The path of each course, unpublished ones too."""
    return tagged_cache.local(tags=CACHE_TAGS, key="course addresses", make=_query_urls)


def _query_urls() -> dict[UUID, str]:
    rows = Course.objects.order_by().values_list("pk", "weburlname")
    return {pk: f"/courses/{name}" for pk, name in rows}


def _name(course_id: UUID) -> str | None:
    return Course.objects.filter(pk=course_id).values_list("weburlname", flat=True).first()
