"""How far somebody is with a course, as the contract's progress object."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Max

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import TopicProgress
from apps.catalog.progress_sql import Mark
from apps.catalog.selectors import outlines
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.selectors.outlines import Outline
from apps.catalog.states import BookedStatus
from apps.core.errors import Forbidden


class NoAccess(Forbidden):
    code = "no_access"
    message = "This course is not open to you. Book or buy it first."


Marks = Mapping[str, Mark]
"""By topic id, as text."""


class TopicRow(TypedDict):
    topicId: str
    watchedDuration: int
    isCompleted: bool
    updatedAt: str | None


class CourseProgress(TypedDict):
    courseId: str
    percent: int
    isCompleted: bool
    lastTopicId: str | None
    topics: list[TopicRow]


class Desk(NamedTuple):
    """Somebody before a course: what it consists of, and whether and until when it opens for them."""

    person_id: str
    outline: Outline
    is_open: bool
    ends_at: datetime | None

    def is_open_at(self, moment: datetime) -> bool:
        return self.is_open and (self.ends_at is None or self.ends_at > moment)

    def require_access(self) -> None:
        """
        Who has access keeps it when the course is taken off the shelf; to others it is then unknown.

        :raises UnknownCourse, NoAccess: if the course does not open
        """
        if not self.is_open:
            raise NoAccess() if self.outline.is_published else UnknownCourse()


def desk(*, key: str, person: User, at: datetime) -> Desk:
    """
    The person before the course with this id or address name.

    :raises UnknownCourse: if there is no such course
    """
    outline = outlines.of_course(key=key)
    access = course_access.course(
        person=person, course_id=UUID(outline.course_id), is_pro=outline.is_pro, at=at
    )
    ends_at = None if access is None else access.ends_at
    return Desk(str(person.pk), outline, is_open=access is not None, ends_at=ends_at)


def of_course(*, key: str, person: User, at: datetime) -> CourseProgress:
    """:raises UnknownCourse, NoAccess: if the course does not open for the person"""
    found = desk(key=key, person=person, at=at)
    found.require_access()
    return shown(outline=found.outline, marks=marks_at(found))


def marks_at(desk: Desk) -> Marks:
    course_id = UUID(desk.outline.course_id)
    return marks_of_courses(person_id=UUID(desk.person_id), course_ids=[course_id]).get(course_id, {})


def begun_course_ids(*, person: User) -> list[UUID]:
    """The courses in which something was reported, the one with the latest report first."""
    rows = TopicProgress.objects.filter(person=person).values("course_id")
    latest = rows.annotate(updated_at=Max("updated_at")).order_by("-updated_at", "course_id")
    return list(latest.values_list("course_id", flat=True))


def marks_of_courses(*, person_id: UUID, course_ids: Collection[UUID]) -> Mapping[UUID, Marks]:
    """The person's marks in these courses, by course."""
    found: dict[UUID, dict[str, Mark]] = {}
    rows = TopicProgress.objects.filter(person=person_id, course__in=course_ids).values_list(
        "course_id", "topic_id", "watched_seconds", "is_completed", "updated_at"
    )
    for course_id, topic_id, watched_seconds, is_completed, updated_at in rows:
        mark = (watched_seconds, is_completed, updated_at.isoformat())
        found.setdefault(course_id, {})[str(topic_id)] = mark
    return found


def shown(*, outline: Outline, marks: Marks) -> CourseProgress:
    percent = percentage(outline=outline, marks=marks)
    return {
        "courseId": outline.course_id,
        "percent": percent,
        "isCompleted": percent == 100,
        "lastTopicId": last_topic_id(outline=outline, marks=marks),
        "topics": [
            _row(topic_id, length, marks.get(topic_id)) for topic_id, length in outline.lengths.items()
        ],
    }


def written(*, outline: Outline, marks: Marks) -> str:
    """`shown` as JSON, for the busiest call: to make all its parts first costs twice as much."""
    percent = percentage(outline=outline, marks=marks)
    last = last_topic_id(outline=outline, marks=marks)
    rows = [
        _row_written(topic_id, length, marks.get(topic_id)) for topic_id, length in outline.lengths.items()
    ]
    last_written = "null" if last is None else f'"{last}"'
    return (
        f'{{"courseId":"{outline.course_id}","percent":{percent},"isCompleted":{_FLAGS[percent == 100]},'
        f'"lastTopicId":{last_written},"topics":[{",".join(rows)}]}}'
    )


def percentage(*, outline: Outline, marks: Marks) -> int:
    """Whole percent of the topics, each by its share that was watched; 100 only when all are completed."""
    completed, shares = 0, 0.0
    for topic_id, length in outline.lengths.items():
        mark = marks.get(topic_id)
        if mark is None:
            continue
        if mark[1]:
            completed += 1
        elif length:
            shares += min(mark[0], length) / length
    count = len(outline.lengths)
    if completed == count:
        return 100 if count else 0
    # What is lost in a sum of thirds must not cost a whole percent.
    return min(99, int(100 * (completed + shares) / count + 1e-9))


def last_topic_id(*, outline: Outline, marks: Marks) -> str | None:
    """The topic that was updated last; none while nothing was watched or completed, as after a restart."""
    last, latest, has_begun = None, "", False
    for topic_id in outline.lengths:
        mark = marks.get(topic_id)
        if mark is None:
            continue
        watched_seconds, is_completed, updated_at = mark
        has_begun = has_begun or bool(is_completed) or watched_seconds > 0
        if updated_at > latest:
            last, latest = topic_id, updated_at
    return last if has_begun else None


def status(*, percent: int, last_topic_id: str | None) -> BookedStatus:
    if percent == 100:
        return BookedStatus.COMPLETED
    return BookedStatus.NOT_STARTED if last_topic_id is None else BookedStatus.ONGOING


def _row(topic_id: str, length: int, mark: Mark | None) -> TopicRow:
    if mark is None:
        return {"topicId": topic_id, "watchedDuration": 0, "isCompleted": False, "updatedAt": None}
    watched_seconds, is_completed, updated_at = mark
    return {
        "topicId": topic_id,
        # Staff may have put a shorter film in its place.
        "watchedDuration": watched_seconds if watched_seconds < length else length,
        "isCompleted": bool(is_completed),
        "updatedAt": f"{updated_at[:10]}T{updated_at[11:19]}Z",
    }


_FLAGS = ("false", "true")


def _row_written(topic_id: str, length: int, mark: Mark | None) -> str:
    if mark is None:
        return f'{{"topicId":"{topic_id}","watchedDuration":0,"isCompleted":false,"updatedAt":null}}'
    watched_seconds, is_completed, updated_at = mark
    return (
        f'{{"topicId":"{topic_id}","watchedDuration":{min(watched_seconds, length)},'
        f'"isCompleted":{_FLAGS[is_completed]},"updatedAt":"{updated_at[:10]}T{updated_at[11:19]}Z"}}'
    )
