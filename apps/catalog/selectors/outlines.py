"""What progress is measured on: the published topics of a course in order, and how long each is."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from apps.catalog.models import Course
from apps.catalog.models.course import CourseQuerySet
from apps.catalog.selectors.courses import UnknownCourse
from apps.core import tagged_cache

CACHE_TAGS = ("catalog",)

_COLUMNS = (
    "pk",
    "is_pro",
    "is_published",
    "chapters__topics__pk",
    "chapters__topics__duration_seconds",
    "chapters__is_published",
    "chapters__topics__is_published",
)


class Outline(NamedTuple):
    """A plain tuple with names, and ids as text: nothing is quicker to keep, to compare and to send."""

    course_id: str
    is_pro: bool
    is_published: bool
    lengths: dict[str, int]
    """Seconds by topic id, in the order of the course."""

    @property
    def first_topic_id(self) -> str | None:
        return next(iter(self.lengths), None)


def of_course(*, key: str) -> Outline:
    """
    The course with this id or address name, published or not, from the cache where that is warm.

    :raises UnknownCourse: if there is none
    """
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key=f"outline:{canonical(key)}", make=lambda: _read(key))


def canonical(key: str) -> str:
    """One course has one place in the cache, however its id is spelled."""
    return key.lower() if len(key) == 36 else key


def of_courses(*, course_ids: Collection[UUID]) -> dict[UUID, Outline]:
    """Those of these courses that exist, read anew."""
    return _gathered(Course.objects.filter(pk__in=course_ids)) if course_ids else {}


def _read(key: str) -> Outline:
    outlines = _gathered(Course.objects.known_as(key))
    if not outlines:
        raise UnknownCourse()
    return next(iter(outlines.values()))


def _gathered(courses: CourseQuerySet) -> dict[UUID, Outline]:
    rows = courses.order_by(
        "pk",
        "chapters__position",
        "chapters__pk",
        "chapters__topics__position",
        "chapters__topics__pk",
    )
    return _outlines(rows.values_list(*_COLUMNS))


def _outlines(rows: Iterable[tuple[Any, ...]]) -> dict[UUID, Outline]:
    found: dict[UUID, Outline] = {}
    for course_id, is_pro, is_published, topic_id, length, *is_each_published in rows:
        outline = found.setdefault(course_id, Outline(str(course_id), is_pro, is_published, {}))
        # A course without topics, or a chapter without any, has one row that names none. Archived ones are
        # left out here: a condition of the query would leave out courses with no others.
        if topic_id is not None and all(is_each_published):
            outline.lengths[str(topic_id)] = length or 0
    return found
