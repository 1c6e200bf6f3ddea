"""A person's own courses: what they bought or booked, how far they are, and where they go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import Course
from apps.catalog.selectors import cards, outlines, progress
from apps.catalog.selectors.cards import CourseAccess, CourseCard
from apps.catalog.selectors.outlines import Outline
from apps.catalog.selectors.progress import Marks
from apps.catalog.states import BookedStatus
from apps.core.api.paging import Slice


class OwnCourse(CourseCard):
    access: CourseAccess | None
    progressPercent: int
    firstTopicId: str | None
    lastTopicId: str | None
    resumeAt: int


class OwnCourses(TypedDict):
    data: list[OwnCourse]
    totalCount: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person stands with a course."""

    course_id: UUID
    outline: Outline
    marks: Marks
    percent: int
    last_topic_id: str | None

    @property
    def status(self) -> BookedStatus:
        return progress.status(percent=self.percent, last_topic_id=self.last_topic_id)


def listed(*, person: User, status: BookedStatus | None, asked: Slice, now: datetime) -> OwnCourses:
    """A page of all that the person ever bought or booked, the newest booking first, open still or not."""
    since = course_access.booked(person=person)
    standings = _standings(person=person, course_ids=list(since))
    standings.sort(key=lambda standing: (since[standing.course_id], standing.course_id), reverse=True)
    fitting = [standing for standing in standings if status is None or standing.status == status]
    page = fitting[asked.skip : asked.end]
    return {"data": _shown(page, person=person, now=now), "totalCount": len(fitting)}


def continued(*, person: User, limit: int, now: datetime) -> list[OwnCourse]:
    """What the person has begun, not finished and may open, booked or with Pro; the latest first."""
    begun = _begun(person=person)
    is_pro = {standing.course_id: standing.outline.is_pro for standing in begun}
    open_now = course_access.each_course(person=person, among=is_pro, at=now)
    ongoing = [
        standing
        for standing in begun
        if standing.course_id in open_now and standing.status == BookedStatus.ONGOING
    ]
    return _shown(ongoing[:limit], person=person, now=now)


def card(*, course_id: UUID) -> CourseCard:
    """The card of a course that was just booked, as its owner sees it."""
    return {**cards.card(Course.objects.with_card().get(pk=course_id)), "isPurchased": True}


def _begun(*, person: User) -> list[Standing]:
    course_ids = progress.begun_course_ids(person=person)
    places = {course_id: place for place, course_id in enumerate(course_ids)}
    standings = _standings(person=person, course_ids=course_ids)
    return sorted(standings, key=lambda standing: places[standing.course_id])


def _standings(*, person: User, course_ids: Sequence[UUID]) -> list[Standing]:
    """One for each of these courses that still exists."""
    marks = progress.marks_of_courses(person_id=person.pk, course_ids=course_ids)
    found = outlines.of_courses(course_ids=course_ids)
    return [_standing(course_id, outline, marks.get(course_id, {})) for course_id, outline in found.items()]


def _standing(course_id: UUID, outline: Outline, marks: Marks) -> Standing:
    return Standing(
        course_id=course_id,
        outline=outline,
        marks=marks,
        percent=progress.percentage(outline=outline, marks=marks),
        last_topic_id=progress.last_topic_id(outline=outline, marks=marks),
    )


def _shown(standings: Sequence[Standing], *, person: User, now: datetime) -> list[OwnCourse]:
    if not standings:
        return []
    is_pro = {standing.course_id: standing.outline.is_pro for standing in standings}
    courses = Course.objects.filter(pk__in=is_pro).with_card().in_bulk()
    owned = course_access.courses(person=person, among=is_pro, at=now)
    accesses = _accesses(person=person, is_pro=is_pro, now=now)
    return [
        _own_course(
            {**cards.card(courses[course_id]), "isPurchased": course_id in owned},
            standing=standing,
            access=accesses.get(course_id),
        )
        for standing in standings
        # Staff may have deleted it between the two looks.
        if (course_id := standing.course_id) in courses
    ]


def _accesses(*, person: User, is_pro: Mapping[UUID, bool], now: datetime) -> dict[UUID, CourseAccess | None]:
    """Why each of these courses opens, else until when it did."""
    ended = course_access.each_ended_course(person=person, among=is_pro, at=now)
    open_now = course_access.each_course(person=person, among=is_pro, at=now)
    return {course_id: cards.access(access, granted=False) for course_id, access in ended.items()} | {
        course_id: cards.access(access) for course_id, access in open_now.items()
    }


def _own_course(shown: CourseCard, *, standing: Standing, access: CourseAccess | None) -> OwnCourse:
    last = standing.last_topic_id
    position = 0 if last is None else standing.marks[last][0]
    return {
        **shown,
        "access": access,
        "progressPercent": standing.percent,
        "firstTopicId": standing.outline.first_topic_id,
        "lastTopicId": last,
        "resumeAt": 0 if last is None else min(position, standing.outline.lengths[last]),
    }
