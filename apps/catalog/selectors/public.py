"""The data of this app's public endpoints, for the endpoints and for server-rendered pages."""

import json
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Annotated, TypedDict
from uuid import UUID

from rest_framework.renderers import JSONRenderer

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import Category, Course
from apps.catalog.selectors import cards, courses, topic_access
from apps.catalog.selectors import filters as options
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Icon
from apps.core import tagged_cache
from apps.core.api.pagination import Slice
from apps.core.json_types import Choices, Identifier, component

CACHE_TAGS = ("catalog",)

_NOT_PURCHASED, _PURCHASED = b'"isPurchased":false', b'"isPurchased":true'


class CourseList(TypedDict):
    courses: list[cards.CourseCard]
    totalCount: int


class CourseAnswer(TypedDict):
    data: cards.CourseDetail


class CourseOptions(TypedDict):
    data: options.FilterOptions


@component("CategoryOut")
class CategoryRow(TypedDict):
    _id: Identifier
    title: str
    icon: Annotated[str, Choices(Icon.values)]


class CategoryList(TypedDict):
    categories: list[CategoryRow]


def course_list(*, filters: CourseFilters, part: Slice, person: User | None, now: datetime) -> CourseList:
    """A page of the catalogue."""
    answer: CourseList = json.loads(course_list_body(filters=filters, part=part, person=person, now=now))
    return answer


def course_list_body(*, filters: CourseFilters, part: Slice, person: User | None, now: datetime) -> bytes:
    """
    A page of the catalogue as JSON.

    The visitors' page is cached as bytes for everybody; a member's purchases are then set in it.
    """
    body, ids = tagged_cache.local(
        tags=CACHE_TAGS, key=_page_cache_key(filters, part), make=lambda: _rendered_page(filters, part)
    )
    if person is None:
        return body
    owned = _owned_course_ids(person=person, ids=ids.split(), now=now)
    return _mark_purchased(body, ids=ids.split(), owned=owned) if owned else body


def course_options() -> CourseOptions:
    """The filters of the list."""
    return {
        "data": tagged_cache.get_or_set(tags=CACHE_TAGS, key="course-options", make=options.filter_options)
    }


def course_detail(*, key: str, person: User | None, now: datetime) -> CourseAnswer:
    """
    A course's details. The visitors' version is cached for everybody; a member's access is then set in it.

    :raises UnknownCourse: if no published course has that id or slug, and the person owns none
    """
    shared = _shared_detail(key=key, person=person, now=now)
    if person is None:
        return {"data": shared}
    owned = _owned_course_ids(person=person, ids=[shared["_id"]], now=now)
    access = _course_access(UUID(shared["_id"]), is_pro=shared["proCourse"], person=person, now=now)
    return {"data": {**shared, "isPurchased": shared["_id"] in owned, "access": access}}


def categories() -> CategoryList:
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="categories", make=_query_categories)


def addresses() -> list[tuple[str, datetime]]:
    """The path of each published course, and when it was published."""
    rows = Course.objects.published().order_by("pk").values_list("weburlname", "published_at")
    return [(f"/courses/{name}", since) for name, since in rows]


def _course_access(
    course_id: UUID, *, is_pro: bool, person: User, now: datetime
) -> cards.CourseAccess | None:
    """The person's current access to the course, or the one that ended."""
    access = course_access.course(person=person, course_id=course_id, is_pro=is_pro, at=now)
    if access is not None:
        return cards.course_access(access)
    return cards.course_access(
        course_access.ended_course(person=person, course_id=course_id, at=now), granted=False
    )


def _shared_detail(*, key: str, person: User | None, now: datetime) -> cards.CourseDetail:
    try:
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS,
            key=f"course:{key}",
            make=lambda: cards.course_detail(courses.get_published(key=key)),
        )
    except courses.UnknownCourse:
        # Owners keep a course when staff unpublish it.
        return cards.course_detail(topic_access.get_unpublished_course(key=key, person=person, now=now))


@lru_cache(maxsize=1024)
def _page_cache_key(filters: CourseFilters, part: Slice) -> str:
    return f"courses:{filters!r}:{part!r}"


def _rendered_page(filters: CourseFilters, part: Slice) -> tuple[bytes, str]:
    """A page as JSON, and the ids of its courses in one string, which is faster to cache than a list."""
    page = _query_page(filters=filters, part=part)
    return JSONRenderer().render(page), " ".join(card["_id"] for card in page["courses"])


def _mark_purchased(body: bytes, *, ids: Sequence[str], owned: Set[str]) -> bytes:
    # No text of a card can contain the separator: JSON escapes quotes inside of strings.
    first, *rest = body.split(_NOT_PURCHASED)
    flags = (_PURCHASED if identity in owned else _NOT_PURCHASED for identity in ids)
    return first + b"".join(flag + part for flag, part in zip(flags, rest, strict=True))


def _query_page(*, filters: CourseFilters, part: Slice) -> CourseList:
    if filters.search:
        found = courses.search_cards(filters=filters, skip=part.skip, end=part.end)
        return {"courses": found.courses, "totalCount": found.total}
    total = _cached_total(filters)
    if part.limit == 0 or part.skip >= total:
        return {"courses": [], "totalCount": total}
    listed = courses.list_cards(filters=filters, skip=part.skip, end=part.end, of=total)
    return {"courses": listed, "totalCount": total}


def _cached_total(filters: CourseFilters) -> int:
    """Cached separately: pages share it, whatever their sort order."""
    unsorted = replace(filters, sort=None)
    return tagged_cache.get_or_set(
        tags=CACHE_TAGS,
        key=f"course-count:{unsorted!r}",
        make=lambda: courses.count_courses(filters=unsorted),
    )


def _owned_course_ids(*, person: User | None, ids: Sequence[str], now: datetime) -> Set[str]:
    if person is None or not ids:
        return frozenset()
    among = [UUID(identity) for identity in ids]
    return {str(identity) for identity in course_access.courses(person=person, among=among, at=now)}


def _query_categories() -> CategoryList:
    rows = Category.objects.order_by("position", "title")
    return {"categories": [{"_id": str(row.pk), "title": row.title, "icon": row.icon} for row in rows]}
