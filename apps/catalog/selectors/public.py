"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

import json
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import TypedDict
from uuid import UUID

from rest_framework.renderers import JSONRenderer

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import Category, Course
from apps.catalog.selectors import cards, courses, topic_access
from apps.catalog.selectors import filters as options
from apps.catalog.selectors.courses import CourseFilters
from apps.core import tagged_cache
from apps.core.api.paging import Slice

CACHE_TAGS = ("catalog",)

_NOT_PURCHASED, _PURCHASED = b'"isPurchased":false', b'"isPurchased":true'


class CourseList(TypedDict):
    courses: list[cards.CourseCard]
    totalCount: int


class CourseAnswer(TypedDict):
    data: cards.CourseDetail


class CourseOptions(TypedDict):
    data: options.Options


class CategoryRow(TypedDict):
    _id: str
    title: str
    icon: str


class CategoryList(TypedDict):
    categories: list[CategoryRow]


def course_list(*, filters: CourseFilters, asked: Slice, person: User | None, now: datetime) -> CourseList:
    """A page of the catalogue."""
    answer: CourseList = json.loads(course_list_body(filters=filters, asked=asked, person=person, now=now))
    return answer


def course_list_body(*, filters: CourseFilters, asked: Slice, person: User | None, now: datetime) -> bytes:
    """
    A page of the catalogue, as it is sent.

    All share what a visitor sees, kept as ready bytes; a member's purchases are laid over it.
    """
    body, ids = tagged_cache.local(
        tags=CACHE_TAGS, key=_name_of_page(filters, asked), make=lambda: _written(filters, asked)
    )
    if person is None:
        return body
    owned = _owned(person=person, ids=ids.split(), now=now)
    return _with_purchases(body, ids=ids.split(), owned=owned) if owned else body


def course_options() -> CourseOptions:
    """What the list can be narrowed to."""
    return {"data": tagged_cache.get_or_set(tags=CACHE_TAGS, key="course-options", make=options.options)}


def course_detail(*, key: str, person: User | None, now: datetime) -> CourseAnswer:
    """
    A course's own page. All share what a visitor sees; a member's access is laid over it.

    :raises UnknownCourse: if no published course has that id or address name, and the person has none
    """
    shared = _detail(key=key, person=person, now=now)
    if person is None:
        return {"data": shared}
    owned = _owned(person=person, ids=[shared["_id"]], now=now)
    access = _access(UUID(shared["_id"]), is_pro=shared["proCourse"], person=person, now=now)
    return {"data": {**shared, "isPurchased": shared["_id"] in owned, "access": access}}


def categories() -> CategoryList:
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="categories", make=_categories)


def addresses() -> list[tuple[str, datetime]]:
    """Where each published course is read, and since when."""
    rows = Course.objects.published().order_by("pk").values_list("weburlname", "published_at")
    return [(f"/courses/{name}", since) for name, since in rows]


def _access(course_id: UUID, *, is_pro: bool, person: User, now: datetime) -> cards.CourseAccess | None:
    """Why the course opens for the person, else until when it did."""
    access = course_access.course(person=person, course_id=course_id, is_pro=is_pro, at=now)
    if access is not None:
        return cards.access(access)
    return cards.access(course_access.ended_course(person=person, course_id=course_id, at=now), granted=False)


def _detail(*, key: str, person: User | None, now: datetime) -> cards.CourseDetail:
    try:
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=f"course:{key}", make=lambda: cards.detail(courses.published(key=key))
        )
    except courses.UnknownCourse:
        # Whoever has a course keeps it when staff take it off the shelf.
        return cards.detail(topic_access.kept(key=key, person=person, now=now))


@lru_cache(maxsize=1024)
def _name_of_page(filters: CourseFilters, asked: Slice) -> str:
    return f"courses:{filters!r}:{asked!r}"


def _written(filters: CourseFilters, asked: Slice) -> tuple[bytes, str]:
    """A page as it is sent, and the ids of its courses; in few pieces, for they are read very often."""
    page = _page(filters=filters, asked=asked)
    return JSONRenderer().render(page), " ".join(card["_id"] for card in page["courses"])


def _with_purchases(body: bytes, *, ids: Sequence[str], owned: Set[str]) -> bytes:
    # No text of a card can hold the mark: JSON writes the quotes inside a text with backslashes.
    first, *rest = body.split(_NOT_PURCHASED)
    marks = (_PURCHASED if identity in owned else _NOT_PURCHASED for identity in ids)
    return first + b"".join(mark + part for mark, part in zip(marks, rest, strict=True))


def _page(*, filters: CourseFilters, asked: Slice) -> CourseList:
    if filters.search:
        found = courses.searched(filters=filters, skip=asked.skip, end=asked.end)
        return {"courses": found.courses, "totalCount": found.total}
    total = _total(filters)
    if asked.limit == 0 or asked.skip >= total:
        return {"courses": [], "totalCount": total}
    listed = courses.listed(filters=filters, skip=asked.skip, end=asked.end, of=total)
    return {"courses": listed, "totalCount": total}


def _total(filters: CourseFilters) -> int:
    """Kept apart from the pages, which share it in whatever order they are."""
    unsorted = replace(filters, sort=None)
    return tagged_cache.get_or_set(
        tags=CACHE_TAGS, key=f"course-count:{unsorted!r}", make=lambda: courses.count(filters=unsorted)
    )


def _owned(*, person: User | None, ids: Sequence[str], now: datetime) -> Set[str]:
    if person is None or not ids:
        return frozenset()
    among = [UUID(identity) for identity in ids]
    return {str(identity) for identity in course_access.courses(person=person, among=among, at=now)}


def _categories() -> CategoryList:
    rows = Category.objects.order_by("position", "title")
    return {"categories": [{"_id": str(row.pk), "title": row.title, "icon": row.icon} for row in rows]}
