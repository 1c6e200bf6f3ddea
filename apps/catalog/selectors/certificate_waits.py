"""
From when the certificate of a completed course is issued.

`isCompleted` is kept as players send it, so a course can be completed by requests within a second. Half the
length of its videos must have passed since the person first opened it in a player.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef

from apps.catalog.models import Certificate, CourseStart
from apps.catalog.progress_sql import TopicState
from apps.catalog.selectors.outlines import CourseOutline
from apps.core import indian_time

Learned = tuple[CourseOutline, Mapping[str, TopicState]]
"""A course, and a person's state in each topic of it that they started."""


def awaited(*, person_id: UUID, courses: Iterable[Learned], at: datetime) -> dict[UUID, datetime]:
    """
    When each of these courses' certificates is issued at the earliest, if that is after `at`. One query.

    One that was issued once waits for nothing, whatever was added to the course since.
    """
    with_videos = {UUID(course[0].course_id): course for course in courses if course[0].video_seconds}
    if not with_videos:
        return {}
    issued = Certificate.objects.filter(person=person_id, course=OuterRef("course"))
    rows = CourseStart.objects.filter(person=person_id, course__in=with_videos)
    starts = {
        course: (started_at, is_issued)
        for course, started_at, is_issued in rows.annotate(is_issued=Exists(issued)).values_list(
            "course", "started_at", "is_issued"
        )
    }
    found = {}
    for course_id, (outline, states) in with_videos.items():
        started_at, is_issued = starts.get(course_id, (first_update(states), False))
        # A start that is still ahead is of a clock that ran ahead, and nobody waits for it.
        if started_at is not None and started_at <= at and not is_issued:
            found[course_id] = started_at + timedelta(seconds=outline.video_seconds / 2)
    return {course_id: moment for course_id, moment in found.items() if moment > at}


def first_update(states: Mapping[str, TopicState]) -> datetime | None:
    """The earliest that is known of any topic, for a course of which no start was recorded."""
    updates = [datetime.fromisoformat(updated_at) for _, _, updated_at in states.values()]
    # SQLite stores times without a zone.
    return min((at if at.tzinfo else at.replace(tzinfo=UTC) for at in updates), default=None)


def whole_minute(moment: datetime) -> datetime:
    """The first from then on: what is shown without seconds must not be too early."""
    return (moment + timedelta(seconds=59, microseconds=999_999)).replace(second=0, microsecond=0)


def to_json(moment: datetime) -> str:
    return indian_time.iso_utc(whole_minute(moment))
