"""A person's wish list, as its endpoint and its page show it."""

from datetime import datetime
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog.models import Course, WishListItem
from apps.catalog.selectors import courses, public
from apps.catalog.selectors.cards import CourseCard
from apps.core import indian_time
from apps.core.json_types import Help


class WishList(TypedDict):
    data: Annotated[list[CourseCard], Help("The courses that are still published, the newest wish first.")]
    totalCount: int


class WishState(TypedDict):
    isWished: bool


class WishAnswer(TypedDict):
    data: WishState


def wish(*, person: User, course_key: str) -> WishAnswer:
    """Whether a course, by id or slug, is in a person's wish list."""
    found = Course.objects.by_id_or_slug(course_key).values("pk")
    items = WishListItem.objects.filter(person=person, course__in=found)
    return {"data": {"isWished": items.exists()}}


def wish_list(*, person: User, now: datetime) -> WishList:
    """Four queries, however long it is; its length is limited by `services.wish_lists`."""
    items = WishListItem.objects.filter(person=person)
    newest = list(items.order_by("-added_at", "-pk").values_list("course", flat=True))
    found = courses.cards_of(newest, day=indian_time.day_of(now))
    marked = public.marked_cards(found, person=person, now=now)
    return {"data": marked, "totalCount": len(marked)}
