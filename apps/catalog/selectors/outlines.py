"""The outline that progress is computed from: a course's published topics in order, with their lengths."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from apps.catalog.models import Course
from apps.catalog.models.course import CourseQuerySet
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.states import ContentType
from apps.core import tagged_cache

CACHE_TAGS = ("catalog",)

_COLUMNS = (
    "pk",
    "is_pro",
    "is_published",
    "published_at",
    "chapters__topics__pk",
    "chapters__topics__duration_seconds",
    "chapters__topics__content_type",
    "chapters__is_published",
    "chapters__topics__is_published",
)


class CourseOutline(NamedTuple):
    """A NamedTuple with ids as text, which is fast to cache, compare and serialise."""

    course_id: str
    is_pro: bool
    is_public: bool
    lengths: dict[str, int]
    """Seconds by topic id, in the order of the course."""
    video_seconds: int = 0
    """The length of its videos together."""

    @property
    def first_topic_id(self) -> str | None:
        return next(iter(self.lengths), None)


@tagged_cache.cached(tags=CACHE_TAGS, key=lambda key: f"outline:{canonical_key(key)}")
def get_outline(*, key: str) -> CourseOutline:
    """
    The outline of the course with this id or slug, public or not; cached.

    :raises UnknownCourse: if there is none
    """
    outlines = _query_outlines(Course.objects.by_id_or_slug(key))
    if not outlines:
        raise UnknownCourse()
    return next(iter(outlines.values()))


def canonical_key(key: str) -> str:
    """Ids in lower case, so that a course has one cache key."""
    return key.lower() if len(key) == 36 else key


def get_outlines(*, course_ids: Collection[UUID]) -> dict[UUID, CourseOutline]:
    """The outlines of those courses that exist; cached."""
    if not course_ids:
        return {}
    return tagged_cache.get_or_set(
        tags=CACHE_TAGS,
        key=f"outlines:{','.join(sorted(map(str, course_ids)))}",
        make=lambda: _query_outlines(Course.objects.filter(pk__in=course_ids)),
    )


def _query_outlines(courses: CourseQuerySet) -> dict[UUID, CourseOutline]:
    rows = courses.order_by(
        "pk",
        "chapters__position",
        "chapters__pk",
        "chapters__topics__position",
        "chapters__topics__pk",
    )
    return _outlines(rows.values_list(*_COLUMNS))


def _outlines(rows: Iterable[tuple[Any, ...]]) -> dict[UUID, CourseOutline]:
    found: dict[UUID, CourseOutline] = {}
    now = timezone.now()
    for course_id, is_pro, is_published, since, topic_id, length, content_type, *is_each_published in rows:
        is_public = is_published and since <= now
        outline = found.setdefault(course_id, CourseOutline(str(course_id), is_pro, is_public, {}))
        # A course without topics, or a chapter without any, has one row that names none. Archived ones are
        # left out here: a condition of the query would leave out courses with no others.
        if topic_id is not None and all(is_each_published):
            outline.lengths[str(topic_id)] = length or 0
            if content_type == ContentType.VIDEO:
                found[course_id] = outline._replace(video_seconds=outline.video_seconds + (length or 0))
    return found
