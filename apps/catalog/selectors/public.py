"""The data of this app's public endpoints, for the endpoints and for server-rendered pages."""

import json
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, TypedDict
from uuid import UUID

from rest_framework.renderers import JSONRenderer

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.accounts.selectors import cached_entitlements
from apps.catalog.models import Category, Course
from apps.catalog.search import queries
from apps.catalog.selectors import cards, courses, curriculum, offers, progress, reviews, topic_access
from apps.catalog.selectors import filters as options
from apps.catalog.selectors import search_help as help_selectors
from apps.catalog.selectors.cards import CourseCard
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.outlines import CourseOutline
from apps.catalog.selectors.progress import TopicStates
from apps.catalog.states import Icon, Pricing
from apps.core import indian_time, tagged_cache
from apps.core.api.pagination import Slice
from apps.core.json_types import Choices, Identifier, component

CACHE_TAGS = ("catalog",)

_NO_FILTERS = CourseFilters()
_NOT_PURCHASED, _PURCHASED = b'"isPurchased":false', b'"isPurchased":true'


class CourseList(TypedDict):
    courses: list[cards.CourseCard]
    totalCount: int


class CourseAnswer(TypedDict):
    data: cards.CourseDetail


class CourseReviews(TypedDict):
    data: list[reviews.ReviewLine]
    totalCount: int


class CourseOptions(TypedDict):
    data: options.FilterOptions


class SearchHelpAnswer(TypedDict):
    data: help_selectors.SearchHelp


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
    day = indian_time.day_of(now)
    body, ids = tagged_cache.local(
        tags=CACHE_TAGS,
        key=_page_cache_key(filters, part, day),
        make=lambda: _rendered_page(filters, part, day),
    )
    if person is None:
        return body
    owned = _owned_course_ids(person=person, ids=ids.split(), now=now)
    return _mark_purchased(body, ids=ids.split(), owned=owned) if owned else body


def course_options(*, filters: CourseFilters = _NO_FILTERS) -> CourseOptions:
    """The filters of the list; with a selection each value has also the number of courses that it leaves."""
    plain = tagged_cache.get_or_set(tags=CACHE_TAGS, key="course-options", make=options.filter_options)
    selected = replace(filters, sort=None)
    if selected == _NO_FILTERS:
        return {"data": plain}
    counted = tagged_cache.get_or_set(
        tags=CACHE_TAGS,
        key=f"course-options:{selected!r}",
        make=lambda: options.add_matching(plain, filters=selected),
    )
    return {"data": counted}


def search_help(*, text: str, person: User | None, now: datetime) -> SearchHelpAnswer:
    """What to offer beside a search of courses, and instead of an empty list."""
    day = indian_time.day_of(now)
    shared = tagged_cache.get_or_set(
        tags=queries.CACHE_TAGS,
        key=f"search-help:{day}:{text!r}",
        make=lambda: help_selectors.search_help(text, day=day),
    )
    return {"data": {**shared, "courses": marked_cards(shared["courses"], person=person, now=now)}}


class CoursesAfterModule(TypedDict):
    courses: list[cards.CourseCard]


def courses_after_module(*, module_key: str, person: User | None, now: datetime) -> CoursesAfterModule:
    """The course that goes on from a module of the academy, by its slug or id, if one was chosen."""
    day = indian_time.day_of(now)
    shared = tagged_cache.get_or_set(
        tags=CACHE_TAGS,
        key=f"after-modules:{day}",
        make=lambda: courses.cards_after_modules(day=day),
    )
    return {"courses": marked_cards(shared.get(module_key, []), person=person, now=now)}


def marked_cards(
    visitor_cards: list[cards.CourseCard], *, person: User | None, now: datetime
) -> list[cards.CourseCard]:
    """The cards, with those marked that the person owns."""
    owned = _owned_course_ids(person=person, ids=[card["_id"] for card in visitor_cards], now=now)
    return [{**card, "isPurchased": card["_id"] in owned} for card in visitor_cards]


def course_detail(
    *, key: str, person: User | None, now: datetime, states: TopicStates | None = None
) -> CourseAnswer:
    """
    A course's details. The visitors' version is cached for everybody; what a member can do is then set in it.

    `states` is the person's progress in the course, where the caller has loaded it already.

    :raises UnknownCourse: if no published course has that id or slug, and the person owns none
    """
    shared = _shared_detail(key=key, person=person, now=now)
    if person is None:
        return {"data": shared}
    return {"data": _member_detail(shared, person=person, now=now, states=states)}


def course_reviews(
    *, key: str, rating: int | None, page: Slice, person: User | None, now: datetime
) -> CourseReviews:
    """:raises UnknownCourse: as for the course itself"""
    course_id = UUID(_shared_detail(key=key, person=person, now=now)["_id"])
    rows, total = reviews.review_page(course_id, rating=rating, page=page)
    return {"data": rows, "totalCount": total}


@tagged_cache.cached(tags=CACHE_TAGS, key="categories")
def categories() -> CategoryList:
    rows = Category.objects.order_by("position", "title")
    return {"categories": [{"_id": str(row.pk), "title": row.title, "icon": row.icon} for row in rows]}


def addresses() -> list[tuple[str, datetime]]:
    """The path of each published course, and when it was published."""
    rows = Course.objects.published().order_by("pk").values_list("weburlname", "published_at")
    return [(f"/courses/{name}", since) for name, since in rows]


def _member_detail(
    shared: cards.CourseDetail, *, person: User, now: datetime, states: TopicStates | None
) -> cards.CourseDetail:
    course_id = UUID(shared["_id"])
    among = [course_id, *(UUID(card["_id"]) for card in shared["related"])]
    entitlements = cached_entitlements.by_person(person)
    owned = course_access.courses(entitlements=entitlements, among=among, at=now)
    is_enrolled = course_id in owned
    shared = {**shared, "related": [_marked(card, owned) for card in shared["related"]]}
    is_pro = shared["proCourse"]
    accesses = offers.access_by_course(entitlements, is_pro={course_id: is_pro}, now=now)
    access = accesses.get(course_id)
    pricing = Pricing(shared["pricing"])
    if access is None or not access["granted"]:
        offer = offers.course_offer(pricing=pricing, access=access)
        detail: cards.CourseDetail = {**shared, "isPurchased": is_enrolled, "access": access, "offer": offer}
        if not course_access.had_course(
            entitlements=entitlements, course_id=course_id, is_pro=is_pro, at=now
        ):
            return detail
        rule = _review_rule(_learner_course(shared, person=person, states=states))
        # Who can learn no more will never have finished more topics.
        return _with_review(detail, rule, person=person) if rule["allowed"] else detail
    learner = _learner_course(shared, person=person, states=states)
    detail = {
        **shared,
        "isPurchased": is_enrolled,
        "access": access,
        "offer": offers.course_offer(
            pricing=pricing, access=access, is_enrolled=is_enrolled, learning=learner.learning
        ),
        "chapters": curriculum.opened(shared["chapters"], completed=learner.completed_topic_ids),
    }
    return _with_review(detail, _review_rule(learner), person=person)


def _learner_course(
    course: cards.CourseDetail, *, person: User, states: TopicStates | None
) -> progress.LearnerCourse:
    if states is None:
        course_id = UUID(course["_id"])
        by_course = progress.topic_states_by_course(person_id=person.pk, course_ids=[course_id])
        states = by_course.get(course_id, {})
    return progress.learner_course(outline=_outline(course), states=states)


def _review_rule(learner: progress.LearnerCourse) -> reviews.ReviewRule:
    return reviews.review_rule(completed=len(learner.completed_topic_ids), total=len(learner.outline.lengths))


def _with_review(course: cards.CourseDetail, rule: reviews.ReviewRule, *, person: User) -> cards.CourseDetail:
    own = reviews.own_review(person=person, course_id=UUID(course["_id"])) if rule["allowed"] else None
    return {**course, "review": rule, "ownReview": own}


def _marked(card: CourseCard, owned: Set[UUID]) -> CourseCard:
    return {**card, "isPurchased": UUID(card["_id"]) in owned}


def _outline(course: cards.CourseDetail) -> CourseOutline:
    lengths = {
        topic["_id"]: topic["duration"] for chapter in course["chapters"] for topic in chapter["topics"]
    }
    return CourseOutline(course["_id"], course["proCourse"], is_public=True, lengths=lengths)


def _shared_detail(*, key: str, person: User | None, now: datetime) -> cards.CourseDetail:
    day = indian_time.day_of(now)
    try:
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS,
            key=f"course:{day}:{key}",
            make=lambda: _detail(courses.get_published(key=key, at=now), now),
        )
    except courses.UnknownCourse:
        # Owners keep a course when staff unpublish or postpone it.
        return _detail(topic_access.get_own_course(key=key, person=person, now=now), now)


def _detail(course: Course, now: datetime) -> cards.CourseDetail:
    related = courses.related_cards(course, day=indian_time.day_of(now))
    return cards.course_detail(course, related=related, now=now)


@lru_cache(maxsize=1024)
def _page_cache_key(filters: CourseFilters, part: Slice, day: date) -> str:
    return f"courses:{day}:{filters!r}:{part!r}"


def _rendered_page(filters: CourseFilters, part: Slice, day: date) -> tuple[bytes, str]:
    """A page as JSON, and the ids of its courses in one string, which is faster to cache than a list."""
    page = _query_page(filters=filters, part=part, day=day)
    return JSONRenderer().render(page), " ".join(card["_id"] for card in page["courses"])


def _mark_purchased(body: bytes, *, ids: Sequence[str], owned: Set[str]) -> bytes:
    # No text of a card can contain the separator: JSON escapes quotes inside of strings.
    first, *rest = body.split(_NOT_PURCHASED)
    flags = (_PURCHASED if identity in owned else _NOT_PURCHASED for identity in ids)
    return first + b"".join(flag + part for flag, part in zip(flags, rest, strict=True))


def _query_page(*, filters: CourseFilters, part: Slice, day: date) -> CourseList:
    if filters.search:
        found = courses.search_cards(filters=filters, skip=part.skip, end=part.end, day=day)
        return {"courses": found.courses, "totalCount": found.total}
    # Cached separately: pages share it, whatever their sort order.
    unsorted = replace(filters, sort=None)
    total = tagged_cache.get_or_set(
        tags=CACHE_TAGS,
        key=f"course-count:{unsorted!r}",
        make=lambda: courses.count_courses(filters=unsorted),
    )
    if part.limit == 0 or part.skip >= total:
        return {"courses": [], "totalCount": total}
    listed = courses.list_cards(filters=filters, skip=part.skip, end=part.end, of=total, day=day)
    return {"courses": listed, "totalCount": total}


def _owned_course_ids(*, person: User | None, ids: Sequence[str], now: datetime) -> Set[str]:
    if person is None or not ids:
        return frozenset()
    among = [UUID(identity) for identity in ids]
    entitlements = cached_entitlements.by_person(person)
    owned = course_access.courses(entitlements=entitlements, among=among, at=now)
    return {str(identity) for identity in owned}
