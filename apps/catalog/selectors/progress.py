"""A person's progress in a course, as the API's progress object."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import TopicProgress
from apps.catalog.progress_sql import TopicState
from apps.catalog.selectors import certificate_waits, outlines, topic_access
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.selectors.offers import Learning
from apps.catalog.selectors.outlines import CourseOutline
from apps.catalog.states import EnrolmentStatus
from apps.catalog.watched_ranges import Ranges
from apps.core.errors import Forbidden
from apps.core.json_types import DateTime, Help, Identifier, Percent, component


class NoAccess(Forbidden):
    code = "no_access"
    message = "You don't have access to this course. Enrol or buy it first."


TopicStates = Mapping[str, TopicState]
"""By topic id (text); topics that were never started are missing."""

_STATE_COLUMNS = ("course_id", "topic_id", "watched_seconds", "is_completed", "updated_at")


class PersonProgress(NamedTuple):
    states: Mapping[UUID, TopicStates]
    """By course."""
    ranges_by_day: Sequence[Mapping[str, Ranges]]
    """The watched ranges of each topic, by Indian day."""


@component("TopicProgressOut")
class TopicProgressRow(TypedDict):
    topicId: Identifier
    watchedDuration: Annotated[int, Help("The furthest position, in seconds.")]
    isCompleted: bool
    updatedAt: DateTime | None


class CourseProgress(TypedDict):
    courseId: Identifier
    percent: Percent
    isCompleted: bool
    lastTopicId: Identifier | None
    topics: Annotated[list[TopicProgressRow], Help("Every topic of the course, in its order.")]
    certificateFrom: NotRequired[
        Annotated[DateTime, Help("Only if the course is completed and its certificate is not issued yet.")]
    ]


class CourseContext(NamedTuple):
    """A learner and a course: its topics, and whether and until when the learner has access."""

    person_id: str
    outline: CourseOutline
    is_open: bool
    ends_at: datetime | None

    def is_open_at(self, at: datetime) -> bool:
        return self.is_open and (self.ends_at is None or self.ends_at > at)

    def require_access(self) -> None:
        """
        Learners keep their access when the course is unpublished or postponed; others then get a 404.

        :raises UnknownCourse, NoAccess: if the learner has no access
        """
        if not self.is_open:
            raise NoAccess() if self.outline.is_public else UnknownCourse()


@dataclass(frozen=True, slots=True)
class LearnerCourse:
    """A course with a person's progress in it."""

    outline: CourseOutline
    states: TopicStates
    percent: int
    last_topic_id: str | None

    @property
    def course_id(self) -> UUID:
        return UUID(self.outline.course_id)

    @property
    def status(self) -> EnrolmentStatus:
        if self.percent == 100:
            return EnrolmentStatus.COMPLETED
        return EnrolmentStatus.NOT_STARTED if self.last_topic_id is None else EnrolmentStatus.ONGOING

    @property
    def learning(self) -> Learning:
        return Learning(self.status, self.outline.first_topic_id, self._next_topic_id)

    @property
    def _next_topic_id(self) -> str | None:
        """The topic that was updated last; once it is completed, the next that is not."""
        done, topics = self.completed_topic_ids, list(self.outline.lengths)
        if self.last_topic_id is None or self.last_topic_id not in done:
            return self.last_topic_id
        place = topics.index(self.last_topic_id)
        return next((topic for topic in (*topics[place:], *topics[:place]) if topic not in done), None)

    @property
    def completed_topic_ids(self) -> set[str]:
        return {
            topic_id
            for topic_id in self.outline.lengths
            if topic_id in self.states and self.states[topic_id][1]
        }


def learner_course(*, outline: CourseOutline, states: TopicStates) -> LearnerCourse:
    return LearnerCourse(
        outline=outline,
        states=states,
        percent=percentage(outline=outline, states=states),
        last_topic_id=last_topic_id(outline=outline, states=states),
    )


def course_context(*, key: str, person: User, at: datetime) -> CourseContext:
    """
    The context of a person and the course with this id or slug.

    :raises UnknownCourse: if there is no such course
    """
    outline = outlines.get_outline(key=key)
    course_id = UUID(outline.course_id)
    access = course_access.course(person=person, course_id=course_id, is_pro=outline.is_pro, at=at)
    # Pro alone opens what is public.
    is_listed = outline.is_public or topic_access.owns_course(course_id, person=person, now=at)
    ends_at = None if access is None else access.ends_at
    return CourseContext(str(person.pk), outline, is_open=access is not None and is_listed, ends_at=ends_at)


def get_progress(*, key: str, person: User, at: datetime) -> CourseProgress:
    """:raises UnknownCourse, NoAccess: if the person has no access to the course"""
    context = course_context(key=key, person=person, at=at)
    context.require_access()
    return course_progress(context=context, states=topic_states(context), at=at)


def topic_states(context: CourseContext) -> TopicStates:
    course_id = UUID(context.outline.course_id)
    by_course = topic_states_by_course(person_id=UUID(context.person_id), course_ids=[course_id])
    return by_course.get(course_id, {})


def topic_states_by_course(*, person_id: UUID, course_ids: Collection[UUID]) -> Mapping[UUID, TopicStates]:
    rows = TopicProgress.objects.filter(person=person_id, course__in=course_ids)
    return _by_course(rows.values_list(*_STATE_COLUMNS))


def read_progress(*, person_id: UUID) -> PersonProgress:
    """All of a person's progress, in one query."""
    rows = list(TopicProgress.objects.filter(person=person_id).values_list(*_STATE_COLUMNS, "ranges_by_day"))
    return PersonProgress(_by_course(row[:-1] for row in rows), [row[-1] for row in rows])


def _by_course(rows: Iterable[tuple[Any, ...]]) -> Mapping[UUID, TopicStates]:
    states: dict[UUID, dict[str, TopicState]] = {}
    for course_id, topic_id, watched_seconds, is_completed, updated_at in rows:
        state = (watched_seconds, is_completed, updated_at.isoformat())
        states.setdefault(course_id, {})[str(topic_id)] = state
    return states


def course_progress(*, context: CourseContext, states: TopicStates, at: datetime) -> CourseProgress:
    outline = context.outline
    percent = percentage(outline=outline, states=states)
    current: CourseProgress = {
        "courseId": outline.course_id,
        "percent": percent,
        "isCompleted": percent == 100,
        "lastTopicId": last_topic_id(outline=outline, states=states),
        "topics": [
            _topic_progress(topic_id, length, states.get(topic_id))
            for topic_id, length in outline.lengths.items()
        ],
    }
    if percent == 100:
        person_id = UUID(context.person_id)
        for moment in certificate_waits.awaited(
            person_id=person_id, courses=[(outline, states)], at=at
        ).values():
            current["certificateFrom"] = certificate_waits.to_json(moment)
    return current


def percentage(*, outline: CourseOutline, states: TopicStates) -> int:
    """The mean share of each topic that was watched, in whole percent; 100 only when all are completed."""
    completed, shares = 0, 0.0
    for topic_id, length in outline.lengths.items():
        state = states.get(topic_id)
        if state is None:
            continue
        if state[1]:
            completed += 1
        elif length:
            shares += min(state[0], length) / length
    count = len(outline.lengths)
    if completed == count:
        return 100 if count else 0
    # The epsilon keeps rounding errors (1/3 + 1/3 + 1/3) from costing a whole percent.
    return min(99, int(100 * (completed + shares) / count + 1e-9))


def last_topic_id(*, outline: CourseOutline, states: TopicStates) -> str | None:
    """The topic that was updated last; None if nothing is watched or completed, as after a restart."""
    last, latest, has_begun = None, "", False
    for topic_id in outline.lengths:
        state = states.get(topic_id)
        if state is None:
            continue
        watched_seconds, is_completed, updated_at = state
        has_begun = has_begun or bool(is_completed) or watched_seconds > 0
        if updated_at > latest:
            last, latest = topic_id, updated_at
    return last if has_begun else None


def _topic_progress(topic_id: str, length: int, state: TopicState | None) -> TopicProgressRow:
    if state is None:
        return {"topicId": topic_id, "watchedDuration": 0, "isCompleted": False, "updatedAt": None}
    watched_seconds, is_completed, updated_at = state
    return {
        "topicId": topic_id,
        # Staff may have replaced the video with a shorter one.
        "watchedDuration": watched_seconds if watched_seconds < length else length,
        "isCompleted": bool(is_completed),
        "updatedAt": f"{updated_at[:10]}T{updated_at[11:19]}Z",
    }
