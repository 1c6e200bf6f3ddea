"""A person's own courses: what they bought or booked, their progress, and where they continue."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, TypedDict
from uuid import UUID

from django.utils.functional import cached_property

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import access as course_access
from apps.accounts.selectors import cached_entitlements
from apps.catalog.models import Course
from apps.catalog.selectors import cards, certificate_waits, certificates, offers, outlines, progress
from apps.catalog.selectors.cards import CourseCard
from apps.catalog.selectors.certificates import CourseCertificate
from apps.catalog.selectors.offers import CourseAccess, CourseOffer
from apps.catalog.selectors.progress import LearnerCourse, PersonProgress, TopicStates
from apps.catalog.states import EnrolmentStatus, Pricing
from apps.core import gst, indian_time, tagged_cache
from apps.core.api.pagination import Slice
from apps.core.json_types import Choices, DateTime, Help, Identifier, Percent


class OwnCourse(CourseCard):
    access: Annotated[CourseAccess | None, Help("Null: no access any more.")]
    offer: CourseOffer
    status: Annotated[str, Choices(EnrolmentStatus.values)]
    hasCertificate: Annotated[bool, Help("Whether a certificate was issued; it stays when topics are added.")]
    certificateWithdrawn: Annotated[bool, Help("Whether staff withdrew that certificate.")]
    certificateFrom: Annotated[
        DateTime | None, Help("Set if the course is completed and its certificate is not issued before then.")
    ]
    progressPercent: Percent
    firstTopicId: Identifier | None
    lastTopicId: Identifier | None
    resumeAt: Annotated[int, Help("The position in the topic that was updated last, in seconds.")]


class OwnCourses(TypedDict):
    data: list[OwnCourse]
    totalCount: int


@dataclass(frozen=True)
class CourseReader:
    """Reads a person's courses. Parts of a page that share one read each course and its card once."""

    person: User
    now: datetime
    _own_courses: dict[UUID, OwnCourse] = field(default_factory=dict)

    @cached_property
    def entitlements(self) -> Sequence[Entitlement]:
        return cached_entitlements.by_person(self.person)

    @cached_property
    def booked_at(self) -> Mapping[UUID, datetime]:
        return course_access.booked(entitlements=self.entitlements)

    @cached_property
    def progress(self) -> PersonProgress:
        return progress.read_progress(person_id=self.person.pk)

    @property
    def states(self) -> Mapping[UUID, TopicStates]:
        return self.progress.states

    @cached_property
    def certificates(self) -> Mapping[UUID, CourseCertificate]:
        return certificates.by_course(person=self.person)

    @cached_property
    def courses(self) -> Sequence[LearnerCourse]:
        """All that the person booked or started and that still exist."""
        found = outlines.get_outlines(course_ids={*self.booked_at, *self.states})
        return [
            progress.learner_course(outline=outline, states=self.states.get(course_id, {}))
            for course_id, outline in found.items()
        ]

    @cached_property
    def added_at(self) -> Mapping[UUID, datetime]:
        """When each course was booked; one completed with Pro counts from its last update."""
        others = [course for course in self.courses if course.course_id not in self.booked_at]
        completed = {
            course.course_id: datetime.fromisoformat(max(at for _, _, at in course.states.values()))
            for course in others
            if course.status == EnrolmentStatus.COMPLETED or self._is_certified(course)
        }
        return {**self.booked_at, **completed}

    def _is_certified(self, course: LearnerCourse) -> bool:
        certificate = self.certificates.get(course.course_id)
        return certificate is not None and certificate.is_certified

    def own_courses(self, learner_courses: Sequence[LearnerCourse]) -> list[OwnCourse]:
        if missing := [course for course in learner_courses if course.course_id not in self._own_courses]:
            self._own_courses.update(_own_courses(missing, reader=self))
        # Staff may have deleted one since its outline was read.
        known = (self._own_courses.get(course.course_id) for course in learner_courses)
        return [course for course in known if course is not None]


def list_enrolments(reader: CourseReader, *, status: EnrolmentStatus | None, part: Slice) -> OwnCourses:
    """
    A page of all courses that the person ever bought or booked, and of those that they completed with Pro.

    The newest first; those without access by now too, whose certificates stay.
    """
    added_at = reader.added_at
    courses = [course for course in reader.courses if course.course_id in added_at]
    courses.sort(key=lambda course: (added_at[course.course_id], course.course_id), reverse=True)
    matching = [course for course in courses if status is None or course.status == status]
    return {"data": reader.own_courses(matching[part.skip : part.end]), "totalCount": len(matching)}


def courses_to_continue(reader: CourseReader, *, limit: int) -> list[OwnCourse]:
    """
    Courses that the person can access and has not finished: started, or booked and not begun.

    The one booked or learned last comes first.
    """
    learned_at = {
        course_id: datetime.fromisoformat(max(updated_at for _, _, updated_at in states.values()))
        for course_id, states in reader.states.items()
    }
    latest = {**reader.booked_at, **learned_at}
    wanted = [course for course in reader.courses if _is_unfinished(course, booked=reader.booked_at)]
    wanted.sort(key=lambda course: course.course_id)
    wanted.sort(key=lambda course: latest[course.course_id], reverse=True)
    is_pro = {course.course_id: course.outline.is_pro for course in wanted}
    accessible = course_access.courses_by_id(entitlements=reader.entitlements, among=is_pro, at=reader.now)
    return reader.own_courses([course for course in wanted if course.course_id in accessible][:limit])


def _is_unfinished(course: LearnerCourse, *, booked: Collection[UUID]) -> bool:
    """With Pro a course that was not booked counts once it is begun: all others would stand here too."""
    return course.status == EnrolmentStatus.ONGOING or (
        course.status == EnrolmentStatus.NOT_STARTED and course.course_id in booked
    )


def enrolled_card(*, course_id: UUID, now: datetime) -> CourseCard:
    """The card of a course that was just booked, for its owner."""
    course = Course.objects.with_card_relations().get(pk=course_id)
    day = indian_time.day_of(now)
    return {**cards.course_card(course, day=day, tax=gst.on(day)), "isPurchased": True}


def _own_courses(learner_courses: Sequence[LearnerCourse], *, reader: CourseReader) -> dict[UUID, OwnCourse]:
    entitlements, now = reader.entitlements, reader.now
    is_pro = {course.course_id: course.outline.is_pro for course in learner_courses}
    owned = course_access.courses(entitlements=entitlements, among=is_pro, at=now)
    accesses = offers.access_by_course(entitlements, is_pro=is_pro, now=now)
    found = _cards(is_pro, day=indian_time.day_of(now))
    completed = [course for course in learner_courses if course.status == EnrolmentStatus.COMPLETED]
    awaited = certificate_waits.awaited(
        person_id=reader.person.pk, courses=[(each.outline, each.states) for each in completed], at=now
    )
    return {
        course_id: _own_course(
            {**found[course_id], "isPurchased": course_id in owned},
            learner_course=course,
            access=accesses.get(course_id),
            certificate=reader.certificates.get(course_id),
            available_at=awaited.get(course_id),
        )
        for course in learner_courses
        if (course_id := course.course_id) in found
    }


def _cards(course_ids: Collection[UUID], *, day: date) -> dict[UUID, CourseCard]:
    """The cards of these courses, published or not; cached."""

    def query() -> dict[UUID, CourseCard]:
        rows = Course.objects.filter(pk__in=course_ids).with_card_relations()
        tax = gst.on(day)
        return {row.pk: cards.course_card(row, day=day, tax=tax) for row in rows}

    key = f"own-cards:{day}:{','.join(sorted(map(str, course_ids)))}"
    return tagged_cache.get_or_set(tags=outlines.CACHE_TAGS, key=key, make=query)


def _own_course(
    card: CourseCard,
    *,
    learner_course: LearnerCourse,
    access: CourseAccess | None,
    certificate: CourseCertificate | None,
    available_at: datetime | None,
) -> OwnCourse:
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
        "hasCertificate": certificate is not None and certificate.is_certified,
        "certificateWithdrawn": certificate is not None and certificate.is_revoked,
        "certificateFrom": None if available_at is None else certificate_waits.to_json(available_at),
        "progressPercent": learner_course.percent,
        "firstTopicId": learner_course.outline.first_topic_id,
        "lastTopicId": last,
        "resumeAt": 0 if last is None else min(position, learner_course.outline.lengths[last]),
    }
