"""Saves what players report. Nothing that was watched is lost, except by a restart."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog import progress_sql, watched_ranges
from apps.catalog.models import CourseStart, TopicProgress
from apps.catalog.selectors import certificate_waits
from apps.catalog.selectors import progress as progress_selectors
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.selectors.progress import CourseContext, CourseProgress, TopicStates
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.core import indian_time
from apps.core.errors import Forbidden


class NotYours(Forbidden):
    code = "not_yours"
    message = "You can only change your own progress."


class PlayerReport(NamedTuple):
    """What a player reports about a topic."""

    topic_id: str
    seconds: float
    is_completed: bool = False
    is_restart: bool = False
    ranges: Sequence[Sequence[float]] = ()


def start(*, person: User, user_id: str, course_key: str, at: datetime) -> CourseProgress:
    """
    The person's progress, for a player that opens. Only that it was opened is written, the first time.

    :raises UnknownCourse, NotYours, NoAccess: checked in this order
    """
    context = _course_context(person=person, user_id=user_id, course_key=course_key, at=at)
    states = progress_selectors.topic_states(context)
    started_at = certificate_waits.first_update(states) or at
    first = CourseStart(person=person, course_id=UUID(context.outline.course_id), started_at=started_at)
    try:
        CourseStart.objects.bulk_create([first], ignore_conflicts=True)
    except IntegrityError:
        # Staff have just deleted the course.
        raise UnknownCourse() from None
    return progress_selectors.course_progress(context=context, states=states, at=at)


def update(*, context: CourseContext, user_id: str, report: PlayerReport, at: datetime) -> TopicStates:
    """
    Save a player's report. Reports may arrive in any order. Returns the person's state in each topic.

    The upsert is its own transaction; BEGIN and COMMIT around it would only add two round trips.

    :raises UnknownTopic, NotYours, NoAccess: checked in this order
    """
    topic_id = report.topic_id.lower()
    length = context.outline.lengths.get(topic_id)
    if length is None:
        raise UnknownTopic()
    _require_own_progress(context, user_id=user_id)
    context.require_access()
    ranges = watched_ranges.clip(report.ranges, length=length)
    changes = progress_sql.ProgressUpdate(
        person_id=context.person_id,
        course_id=context.outline.course_id,
        topic_id=topic_id,
        watched_seconds=int(min(report.seconds, length)),
        is_completed=report.is_completed,
        is_restart=report.is_restart,
        ranges_by_day={indian_time.day_of(at).isoformat(): ranges} if ranges else {},
        at=at,
    )
    try:
        return progress_sql.save(changes)
    except IntegrityError:
        # Staff have just deleted the topic.
        raise UnknownTopic() from None


def restart(*, person: User, user_id: str, course_key: str, at: datetime) -> CourseProgress:
    """
    Reset the position and completion of every topic of a course. The minutes learned each day stay.

    :raises UnknownCourse, NotYours, NoAccess: checked in this order
    """
    context = _course_context(person=person, user_id=user_id, course_key=course_key, at=at)
    _reset_topics(person=person, course_id=context.outline.course_id, at=at)
    states = progress_selectors.topic_states(context)
    return progress_selectors.course_progress(context=context, states=states, at=at)


def _course_context(*, person: User, user_id: str, course_key: str, at: datetime) -> CourseContext:
    context = progress_selectors.course_context(key=course_key, person=person, at=at)
    _require_own_progress(context, user_id=user_id)
    context.require_access()
    return context


@transaction.atomic(durable=True)
def _reset_topics(*, person: User, course_id: str, at: datetime) -> None:
    rows = TopicProgress.objects.filter(person=person, course=UUID(course_id))
    rows.update(watched_seconds=0, is_completed=False, updated_at=at)


def _require_own_progress(context: CourseContext, *, user_id: str) -> None:
    if user_id.lower() != context.person_id:
        raise NotYours()
