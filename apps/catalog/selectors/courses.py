from dataclasses import dataclass

from apps.catalog.models import Course
from apps.catalog.models.course import CourseQuerySet
from apps.catalog.states import Price, Sort
from apps.core import ids
from apps.core.errors import NotFound


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
    sort: Sort = Sort.POPULAR


def found(*, filters: CourseFilters) -> CourseQuerySet:
    """Published courses that fit, in the order asked for."""
    courses = Course.objects.published()
    if filters.categories:
        courses = courses.filter(category__title__in=_askable(filters.categories))
    if filters.levels:
        courses = courses.filter(level__in=filters.levels)
    if filters.languages:
        courses = courses.filter(language__in=filters.languages)
    if filters.instructors:
        identities = tuple(identity for name in filters.instructors if (identity := ids.parsed(name)))
        courses = courses.taught_by_any(names=filters.instructors, ids=identities)
    if filters.price:
        courses = courses.priced(filters.price)
    return courses.in_order(filters.sort)


def _askable(texts: tuple[str, ...]) -> list[str]:
    """The texts that a row may hold; a page's address can carry a NUL, which PostgreSQL will not compare."""
    return [text for text in texts if "\x00" not in text]


def published(*, key: str) -> Course:
    """
    The course with this id or address name, complete enough for its page.

    :raises UnknownCourse: if there is none, or it is not published
    """
    course = Course.objects.published().known_as(key).with_card().first()
    if course is None:
        raise UnknownCourse()
    return course
