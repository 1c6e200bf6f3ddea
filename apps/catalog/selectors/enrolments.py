"""A person's own courses: what they bought or booked, their progress, and where they continue."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access as course_access
from apps.catalog.models import Course
from apps.catalog.selectors import cards, offers, outlines, progress
from apps.catalog.selectors.cards import CourseCard
from apps.catalog.selectors.offers import CourseAccess, CourseOffer
from apps.catalog.selectors.progress import LearnerCourse
from apps.catalog.states import EnrolmentStatus, Pricing
from apps.core.api.pagination import Slice
from apps.core.json_types import Choices, Help, Identifier, Percent


class OwnCourse(CourseCard):
    access: Annotated[CourseAccess | None, Help("Null: no access any more.")]
    offer: CourseOffer
    status: Annotated[str, Choices(EnrolmentStatus.values)]
    progressPercent: Percent
    firstTopicId: Identifier | None
    lastTopicId: Identifier | None
    resumeAt: Annotated[int, Help("The position in the topic that was updated last, in seconds.")]


class OwnCourses(TypedDict):
    data: list[OwnCourse]
    totalCount: int


def list_enrolments(
    *, person: User, status: EnrolmentStatus | None, part: Slice, now: datetime
) -> OwnCourses:
    """A page of all courses that the person ever bought or booked, the newest first, expired ones too."""
    booked_at = course_access.booked(person=person)
    courses = _learner_courses(person=person, course_ids=list(booked_at))
    courses.sort(key=lambda course: (booked_at[course.course_id], course.course_id), reverse=True)
    matching = [course for course in courses if status is None or course.status == status]
    page = matching[part.skip : part.end]
    return {"data": _own_courses(page, person=person, now=now), "totalCount": len(matching)}


def courses_in_progress(*, person: User, limit: int, now: datetime) -> list[OwnCourse]:
    """Courses that the person started, did not finish and can access, booked or by Pro; the latest first."""
    course_ids = progress.started_course_ids(person=person)
    ranks = {course_id: rank for rank, course_id in enumerate(course_ids)}
    started = _learner_courses(person=person, course_ids=course_ids)
    started.sort(key=lambda course: ranks[course.course_id])
    is_pro = {course.course_id: course.outline.is_pro for course in started}
    accessible = course_access.courses_by_id(person=person, among=is_pro, at=now)
    ongoing = [
        course
        for course in started
        if course.course_id in accessible and course.status == EnrolmentStatus.ONGOING
    ]
    return _own_courses(ongoing[:limit], person=person, now=now)


def enrolled_card(*, course_id: UUID) -> CourseCard:
    """The card of a course that was just booked, for its owner."""
    return {
        **cards.course_card(Course.objects.with_card_relations().get(pk=course_id)),
        "isPurchased": True,
    }


def _learner_courses(*, person: User, course_ids: Sequence[UUID]) -> list[LearnerCourse]:
    """One for each of these courses that still exists."""
    states_by_course = progress.topic_states_by_course(person_id=person.pk, course_ids=course_ids)
    found = outlines.get_outlines(course_ids=course_ids)
    return [
        progress.learner_course(outline=outline, states=states_by_course.get(course_id, {}))
        for course_id, outline in found.items()
    ]


def _own_courses(learner_courses: Sequence[LearnerCourse], *, person: User, now: datetime) -> list[OwnCourse]:
    if not learner_courses:
        return []
    is_pro = {course.course_id: course.outline.is_pro for course in learner_courses}
    courses = Course.objects.filter(pk__in=is_pro).with_card_relations().in_bulk()
    owned = course_access.courses(person=person, among=is_pro, at=now)
    accesses = offers.access_by_course(person=person, is_pro=is_pro, now=now)
    return [
        _own_course(
            {**cards.course_card(courses[course_id]), "isPurchased": course_id in owned},
            learner_course=course,
            access=accesses.get(course_id),
        )
        for course in learner_courses
        # Staff may have deleted it between the two queries.
        if (course_id := course.course_id) in courses
    ]


def _own_course(card: CourseCard, *, learner_course: LearnerCourse, access: CourseAccess | None) -> OwnCourse:
    last = learner_course.last_topic_id
    position = 0 if last is None else learner_course.states[last][0]
    return {
        **card,
        "access": access,
        "offer": offers.course_offer(
            pricing=Pricing(card["pricing"]),
            access=access,
            is_enrolled=card["isPurchased"],
            learning=learner_course.learning,
        ),
        "status": learner_course.status,
        "progressPercent": learner_course.percent,
        "firstTopicId": learner_course.outline.first_topic_id,
        "lastTopicId": last,
        "resumeAt": 0 if last is None else min(position, learner_course.outline.lengths[last]),
    }
