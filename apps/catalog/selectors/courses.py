from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery, Value

from apps.catalog import search
from apps.catalog.models import Course, CourseInstructor
from apps.catalog.models.course import CourseQuerySet
from apps.catalog.selectors import cards
from apps.catalog.states import Price, Sort
from apps.content.selectors import instructors
from apps.core.errors import NotFound

_MANY = 1000
"""From so many courses on a list is read in its order; fewer are looked up and sorted."""


_OFFERED = (
    "title",
    "image",
    "image_width",
    "image_height",
    "offer_price_paise",
    "markup_price_paise",
    "access_days",
    "category__hue",
)


class UnknownCourse(NotFound):
    code = "course_unknown"
    message = "We could not find that course."


@dataclass(frozen=True, slots=True)
class CourseFilters:
    """What a list of courses is narrowed to; an empty field narrows nothing."""

    categories: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    instructors: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    price: Price | None = None
    search: str = ""
    sort: Sort | None = None
    """None: what fits the search best first, without a search the popular."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of a list of courses, and how many the whole list has."""

    courses: list[cards.CourseCard]
    total: int


def found(*, filters: CourseFilters, of: int = 0) -> CourseQuerySet:
    """Published courses that fit, in the order asked for; `of` says how many that are, if that is known."""
    courses = _narrowed(filters, is_rare=of < _MANY)
    if not filters.search.strip():
        return courses.in_order(filters.sort or Sort.POPULAR)
    fit = search.matching(filters.search)
    if fit is None:
        return courses.none()
    courses = courses.filter(fit.condition)
    return courses.in_order(filters.sort) if filters.sort else courses.best_first(fit.relevance)


def count(*, filters: CourseFilters) -> int:
    return found(filters=filters).order_by().count()


def listed(*, filters: CourseFilters, skip: int, end: int, of: int) -> list[cards.CourseCard]:
    """The cards from one place to another of a list of that many, in two queries."""
    return _shown(found(filters=filters, of=of).values_list(*cards.CardRow._fields)[skip:end])


def searched(*, filters: CourseFilters, skip: int, end: int) -> Shelf:
    """The same of a search together with its total, since a search is too dear to be made twice."""
    fitting = found(filters=filters)
    # In one question with the rows, but not over them: they would all be read for it, with all their texts.
    total = fitting.order_by().values(every=Value(1)).annotate(total=Count("*")).values("total")
    counted = fitting.annotate(total=Subquery(total)).values_list("total", *cards.CardRow._fields)
    rows = list(counted[skip:end])
    if not rows:
        return Shelf([], fitting.order_by().count())
    return Shelf(_shown([columns for _, *columns in rows]), rows[0][0])


def published(*, key: str) -> Course:
    """
    The course with this id or address name, complete enough for its page.

    :raises UnknownCourse: if there is none, or it is not published
    """
    course = Course.objects.published().known_as(key).with_card().first()
    if course is None:
        raise UnknownCourse()
    return course


def on_offer(*, key: str) -> tuple[Course, str | None]:
    """
    The same with what a bill says of it and nothing else, in one query; and who teaches it first.

    :raises UnknownCourse: if there is none, or it is not published
    """
    teaching = CourseInstructor.objects.filter(course=OuterRef("pk")).in_order()
    offers = Course.objects.published().known_as(key).select_related("category").only(*_OFFERED)
    course = offers.annotate(creator=Subquery(teaching.values("instructor__name")[:1])).first()
    if course is None:
        raise UnknownCourse()
    return course, course.creator  # type: ignore[attr-defined]


def _narrowed(filters: CourseFilters, *, is_rare: bool) -> CourseQuerySet:
    courses = Course.objects.published()
    if filters.categories:
        courses = courses.on_shelves(_askable(filters.categories))
    if filters.levels:
        courses = courses.filter(level__in=_askable(filters.levels))
    if filters.languages:
        courses = courses.filter(language__in=_askable(filters.languages))
    if filters.instructors:
        teachers = instructors.named(_askable(filters.instructors))
        courses = courses.taught_by(teachers, is_rare=is_rare)
    if filters.price:
        courses = courses.priced(filters.price, sort=filters.sort or Sort.POPULAR)
    return courses


def _askable(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts that a row may hold; a page's address can carry a NUL, which PostgreSQL will not compare."""
    return tuple(text for text in texts if "\x00" not in text)


def _shown(columns: Iterable[Sequence[Any]]) -> list[cards.CourseCard]:
    rows = [cards.CardRow(*column) for column in columns]
    teachers = _teachers([row.pk for row in rows])
    return [cards.card_of(row, teachers=teachers[row.pk]) for row in rows]


def _teachers(course_ids: list[UUID]) -> defaultdict[UUID, list[instructors.InstructorCard]]:
    """Who teaches each course, in order; somebody who teaches many is described once."""
    teaching = CourseInstructor.objects.filter(course__in=course_ids).in_order()
    columns = (f"instructor__{column}" for column in instructors.CARD_COLUMNS)
    described: dict[UUID, instructors.InstructorCard] = {}
    found: defaultdict[UUID, list[instructors.InstructorCard]] = defaultdict(list)
    for course_id, key, *rest in teaching.values_list("course", *columns):
        if key not in described:
            described[key] = instructors.card_of(key, *rest)
        found[course_id].append(described[key])
    return found
