"""A mentor's page: who they are, what they teach and host, and what learners say."""

from datetime import datetime
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors import reviews
from apps.catalog.selectors.cards import CourseCard
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.reviews import ReviewOfCourse
from apps.content.selectors import instructors
from apps.content.selectors.instructors import InstructorProfile
from apps.core.api.pagination import Slice
from apps.core.json_types import Help, component
from apps.live.selectors import public as live
from apps.live.selectors.cards import LiveTradingCard, MentorshipCard, WebinarCard

_COURSES = Slice(0, 24)


@component("MentorOut")
class Mentor(InstructorProfile):
    courses: Annotated[list[CourseCard], Help("The most popular first.")]
    webinars: Annotated[list[WebinarCard], Help("Those that have not ended, soonest first.")]
    mentorships: Annotated[list[MentorshipCard], Help("Those that have not ended, soonest first.")]
    programs: Annotated[list[LiveTradingCard], Help("Those with a session to come.")]
    reviews: Annotated[list[ReviewOfCourse], Help("The newest published reviews of their courses.")]


class MentorAnswer(TypedDict):
    data: Mentor


def mentor(*, key: str, person: User | None, now: datetime) -> MentorAnswer:
    """:raises UnknownMentor: if nobody has that slug or id"""
    instructor = instructors.get_instructor(key=key)
    taught = catalog.course_list(
        filters=CourseFilters(instructors=(instructor.slug,)), part=_COURSES, person=person, now=now
    )
    return {
        "data": {
            **instructors.profile(instructor),
            "courses": taught["courses"],
            **live.hosted_by(host_id=instructor.pk, person=person, now=now),
            "reviews": reviews.latest_of_instructor(instructor.pk),
        }
    }
