"""Taking in what players report; nothing that was watched is ever lost but by a restart."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog import progress_sql, watched_ranges
from apps.catalog.models import TopicProgress
from apps.catalog.selectors import progress as progress_of
from apps.catalog.selectors.outlines import Outline
from apps.catalog.selectors.progress import CourseProgress, Desk, Marks
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.core import indian_time
from apps.core.errors import Forbidden


class NotYours(Forbidden):
    code = "not_yours"
    message = "You can only change your own progress."


class Watched(NamedTuple):
    """What a player reports of a topic."""

    topic_id: str
    seconds: float
    is_completed: bool = False
    starts_over: bool = False
    ranges: Sequence[Sequence[float]] = ()


def start(*, person: User, user_id: str, course_key: str, at: datetime) -> CourseProgress:
    """
    How far the person is, for a player that opens; nothing is written until something was watched.

    :raises UnknownCourse, NotYours, NoAccess: in this order
    """
    desk = _open_desk(person=person, user_id=user_id, course_key=course_key, at=at)
    return _progress_at(desk)


def update(*, desk: Desk, user_id: str, watched: Watched, at: datetime) -> Marks:
    """
    Take in a player's report, in whatever order reports come; returns how far the person is with each topic.

    The one statement is a transaction of its own; around it another would only cost two journeys.

    :raises UnknownTopic, NotYours, NoAccess: in this order
    """
    topic_id, length = _topic(desk.outline, watched.topic_id)
    _require_own(desk, user_id=user_id)
    desk.require_access()
    report = progress_sql.Report(
        person_id=desk.person_id,
        course_id=desk.outline.course_id,
        topic_id=topic_id,
        watched_seconds=int(min(watched.seconds, length)),
        is_completed=watched.is_completed,
        starts_over=watched.starts_over,
        learned=_learned(watched, length=length, at=at),
        at=at,
    )
    try:
        return progress_sql.write(report)
    except IntegrityError:
        # Staff deleted it a moment ago.
        raise UnknownTopic() from None


def restart(*, person: User, user_id: str, course_key: str, at: datetime) -> CourseProgress:
    """
    Begin a course anew: every topic is unwatched; what was learned on which day stays learned.

    :raises UnknownCourse, NotYours, NoAccess: in this order
    """
    desk = _open_desk(person=person, user_id=user_id, course_key=course_key, at=at)
    _set_back(person=person, course_id=desk.outline.course_id, at=at)
    return _progress_at(desk)


def _open_desk(*, person: User, user_id: str, course_key: str, at: datetime) -> Desk:
    desk = progress_of.desk(key=course_key, person=person, at=at)
    _require_own(desk, user_id=user_id)
    desk.require_access()
    return desk


def _progress_at(desk: Desk) -> CourseProgress:
    return progress_of.shown(outline=desk.outline, marks=progress_of.marks_at(desk))


def _topic(outline: Outline, topic_id: str) -> tuple[str, int]:
    length = outline.lengths.get(topic_id.lower())
    if length is None:
        raise UnknownTopic()
    return topic_id.lower(), length


@transaction.atomic(durable=True)
def _set_back(*, person: User, course_id: str, at: datetime) -> None:
    rows = TopicProgress.objects.filter(person=person, course=UUID(course_id))
    rows.update(watched_seconds=0, is_completed=False, updated_at=at)


def _require_own(desk: Desk, *, user_id: str) -> None:
    if user_id.lower() != desk.person_id:
        raise NotYours()


def _learned(watched: Watched, *, length: int, at: datetime) -> dict[str, watched_ranges.Parts]:
    covered = watched_ranges.within(watched.ranges, length=length)
    return {indian_time.day_of(at).isoformat(): covered} if covered else {}
