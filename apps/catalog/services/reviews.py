"""What learners say of a course, and staff's word on whether it is shown."""

from collections.abc import Callable, Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.catalog.models import Course, Review, Topic, TopicProgress
from apps.catalog.selectors import topic_access
from apps.catalog.selectors.reviews import mean_rating
from apps.catalog.states import ReviewStatus
from apps.core.errors import Conflict

NAMELESS = "A learner"
_LONGEST_FIRST_NAME = 76


class TooEarly(Conflict):
    code = "too_early"
    message = "You can review this course once you have finished half of it."


@transaction.atomic(durable=True)
def write(*, person: User, course_key: str, rating: int, text: str, at: datetime) -> Review:
    """
    Say what a person thinks of a course; writing again replaces it, and it waits for staff again.

    :raises UnknownCourse: if there is no such course for the person
    :raises TooEarly: if they have not finished half of its topics
    """
    course = topic_access.known(key=course_key, person=person, now=at)
    _check_progress(person=person, course=course)
    _hold([course.pk])
    was_shown = Review.objects.published().filter(course=course, person=person).exists()
    review, _ = Review.objects.update_or_create(
        course=course,
        person=person,
        defaults={
            "shown_name": shown_name(person),
            "rating": rating,
            "text": text,
            "status": ReviewStatus.WAITING,
            "written_at": at,
        },
    )
    if was_shown:
        settle_rating(course_id=course.pk)
    return review


@transaction.atomic(durable=True)
def publish(*, review_ids: Collection[UUID]) -> int:
    """Show these reviews. Returns how many were not shown before."""
    return _decide(review_ids, Review.publish, ReviewStatus.PUBLISHED)


@transaction.atomic(durable=True)
def refuse(*, review_ids: Collection[UUID]) -> int:
    """Do not show these reviews, or no longer. Returns how many were not refused before."""
    return _decide(review_ids, Review.refuse, ReviewStatus.REFUSED)


def forget(person: User, _at: datetime, /) -> None:
    """Take out what an erased person wrote: words tell who wrote them. Joins the caller's transaction."""
    written = Review.objects.filter(person=person)
    course_ids = set(written.values_list("course_id", flat=True))
    _hold(course_ids)
    shown = set(written.published().values_list("course_id", flat=True))
    written.delete()
    for course_id in sorted(shown):
        settle_rating(course_id=course_id)


def settle_rating(*, course_id: UUID) -> None:
    """
    Make a course's rating the mean of its published reviews; joins the caller's transaction.

    Only for a course that has or had one: the rating that was given to it before stays until then.
    """
    Course.objects.filter(pk=course_id).update(rating=mean_rating(course_id))


def shown_name(person: User) -> str:
    """The first name and the initial of the last: enough to be somebody, too little to be found."""
    names = person.name.split()
    if not names:
        return NAMELESS
    first = names[0][:_LONGEST_FIRST_NAME]
    return first if len(names) == 1 else f"{first} {names[-1][0].upper()}."


def _check_progress(*, person: User, course: Course) -> None:
    topics = Topic.objects.published().filter(chapter__course=course)
    total = topics.count()
    done = TopicProgress.objects.filter(
        person=person, course=course, is_completed=True, topic__in=topics
    ).count()
    missing = -(-total // 2) - done
    if total == 0:
        raise TooEarly()
    if missing > 0:
        more = "1 more topic" if missing == 1 else f"{missing} more topics"
        raise TooEarly(f"You can review this course once you have finished half of it: {more} to go.")


def _hold(course_ids: Collection[UUID]) -> None:
    """Let nobody else settle these ratings meanwhile; in one order, so that no two wait for each other."""
    list(Course.objects.locked().filter(pk__in=course_ids).order_by("pk").values_list("pk"))


def _decide(review_ids: Collection[UUID], move: Callable[[Review], None], status: ReviewStatus) -> int:
    asked = Review.objects.filter(pk__in=review_ids)
    _hold(set(asked.values_list("course_id", flat=True)))
    undecided = list(asked.exclude(status=status).order_by("pk"))
    changed = {review.course_id for review in undecided if ReviewStatus.PUBLISHED in (status, review.status)}
    for review in undecided:
        move(review)
    for course_id in sorted(changed):
        settle_rating(course_id=course_id)
    return len(undecided)
