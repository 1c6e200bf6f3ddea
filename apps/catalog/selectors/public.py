"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

from collections.abc import Set
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import entitled
from apps.catalog.models import Category, Course
from apps.catalog.selectors import cards, courses
from apps.catalog.selectors.courses import CourseFilters
from apps.core import cached
from apps.core.api.paging import Slice

TOPICS = ("catalog",)


class CourseList(TypedDict):
    courses: list[cards.CourseCard]
    totalCount: int


class CourseAnswer(TypedDict):
    data: cards.CourseDetail


class CategoryRow(TypedDict):
    _id: str
    title: str
    icon: str


class CategoryList(TypedDict):
    categories: list[CategoryRow]


def course_list(*, filters: CourseFilters, asked: Slice, person: User | None, now: datetime) -> CourseList:
    """A page of the catalogue. All share what a visitor sees; a member's purchases are laid over it."""
    shared = cached.remembered(
        topics=TOPICS, key=f"courses:{filters!r}:{asked!r}", make=lambda: _page(filters=filters, asked=asked)
    )
    owned = _owned(person=person, ids=[card["_id"] for card in shared["courses"]], now=now)
    return {
        "courses": [{**card, "isPurchased": card["_id"] in owned} for card in shared["courses"]],
        "totalCount": shared["totalCount"],
    }


def course_detail(*, key: str, person: User | None, now: datetime) -> CourseAnswer:
    """
    A course's own page.

    :raises UnknownCourse: if no published course has that id or address name
    """
    shared = cached.remembered(
        topics=TOPICS, key=f"course:{key}", make=lambda: cards.detail(courses.published(key=key))
    )
    owned = _owned(person=person, ids=[shared["_id"]], now=now)
    return {"data": {**shared, "isPurchased": shared["_id"] in owned}}


def categories() -> CategoryList:
    return cached.remembered(topics=TOPICS, key="categories", make=_categories)


def addresses() -> list[tuple[str, datetime]]:
    """Where each published course is read, and since when."""
    rows = Course.objects.published().order_by("pk").values_list("weburlname", "published_at")
    return [(f"/courses/{name}", since) for name, since in rows]


def _page(*, filters: CourseFilters, asked: Slice) -> CourseList:
    fitting = courses.found(filters=filters)
    rows = fitting.with_card()[asked.skip : asked.end] if asked.limit else []
    return {"courses": [cards.card(course) for course in rows], "totalCount": fitting.count()}


def _owned(*, person: User | None, ids: list[str], now: datetime) -> Set[str]:
    if person is None or not ids:
        return frozenset()
    among = [UUID(identity) for identity in ids]
    return {str(identity) for identity in entitled.courses(person=person, among=among, at=now)}


def _categories() -> CategoryList:
    rows = Category.objects.order_by("position", "title")
    return {"categories": [{"_id": str(row.pk), "title": row.title, "icon": row.icon} for row in rows]}
