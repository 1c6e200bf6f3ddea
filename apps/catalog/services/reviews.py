"""Reviews of courses, and their moderation by staff."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.selectors import access, cached_entitlements
from apps.accounts.services import people
from apps.catalog.models import Course, Review, Topic, TopicProgress
from apps.catalog.selectors import topic_access
from apps.catalog.selectors.reviews import review_rule, review_stats
from apps.catalog.states import ReviewStatus
from apps.core.errors import Conflict, Forbidden

ANONYMOUS_NAME = "A learner"
_MAX_FIRST_NAME_LENGTH = 76


@dataclass(frozen=True)
class Moderated:
    """How many reviews were published or rejected, and how many were left because of a newer text."""

    changed: int
    rewritten: int


class TooEarly(Conflict):
    code = "too_early"
    message = "You can review this course once you have finished half of it."


class CourseRevoked(Forbidden):
    code = "course_revoked"
    message = "You can review a course that you have or had, but not after a refund."


@transaction.atomic(durable=True)
def submit(*, person: User, course_key: str, rating: int, text: str, at: datetime) -> Review:
    """
    Save a person's review of a course. It replaces an earlier one, and is pending until staff publish it.

    :raises UnknownCourse: if the person can see no such course
    :raises TooEarly: if they have not finished half of its topics
    :raises CourseRevoked: if they have no access, and what they had was refunded
    :raises NotLoggedIn: if the account was erased since the request began: nothing of it must stay
    """
    people.lock(person=person)
    course = topic_access.get_course(key=course_key, person=person, now=at)
    _check_progress(person=person, course=course)
    _check_access(person=person, course=course, at=at)
    _lock_courses([course.pk])
    was_published = Review.objects.published().filter(course=course, person=person).exists()
    review, _ = Review.objects.update_or_create(
        course=course,
        person=person,
        defaults={
            "display_name": display_name(person),
            "rating": rating,
            "text": text,
            "status": ReviewStatus.PENDING,
            "written_at": at,
        },
    )
    if was_published:
        update_rating(course_id=course.pk)
    return review


@transaction.atomic(durable=True)
def publish(*, read: Mapping[UUID, datetime]) -> Moderated:
    """
    Publish these reviews.

    :param read: when the text that staff have read was written, by review; one that its author has rewritten
        since is left as it is
    """
    return _moderate(read, Review.publish, ReviewStatus.PUBLISHED)


@transaction.atomic(durable=True)
def reject(*, read: Mapping[UUID, datetime]) -> Moderated:
    """Reject or unpublish these reviews; `read` as in `publish`."""
    return _moderate(read, Review.reject, ReviewStatus.REJECTED)


def erase_reviews(person: User, _at: datetime, /) -> None:
    """Delete an erased person's reviews: a text can identify its author. Runs in the caller's transaction."""
    reviews = Review.objects.filter(person=person)
    course_ids = set(reviews.values_list("course_id", flat=True))
    _lock_courses(course_ids)
    published_in = set(reviews.published().values_list("course_id", flat=True))
    reviews.delete()
    for course_id in sorted(published_in):
        update_rating(course_id=course_id)


def update_rating(*, course_id: UUID) -> None:
    """
    Set a course's rating and its number of published reviews. Runs in the caller's transaction.

    Call it when published reviews have changed.
    """
    stats = review_stats(course_id)
    Course.objects.filter(pk=course_id).update(rating=stats.rating, review_count=stats.total)


def display_name(person: User) -> str:
    """The first name and the initial of the last name, so that readers cannot identify the person."""
    names = person.name.split()
    if not names:
        return ANONYMOUS_NAME
    first = names[0][:_MAX_FIRST_NAME_LENGTH]
    return first if len(names) == 1 else f"{first} {names[-1][0].upper()}."


def _check_progress(*, person: User, course: Course) -> None:
    topics = Topic.objects.published().filter(chapter__course=course)
    total = topics.count()
    done = TopicProgress.objects.filter(
        person=person, course=course, is_completed=True, topic__in=topics
    ).count()
    rule = review_rule(completed=done, total=total)
    if total == 0:
        raise TooEarly()
    if not rule["allowed"]:
        left = rule["topicsLeft"]
        more = "1 more topic" if left == 1 else f"{left} more topics"
        raise TooEarly(f"You can review this course once you have finished half of it: {more} to go.")


def _check_access(*, person: User, course: Course, at: datetime) -> None:
    """
    Access may have ended by itself. After a refund there is no new review and no change. What is published
    stays: it was written by a learner, and staff can reject it.
    """
    entitlements = cached_entitlements.stored(person)
    if not access.had_course(entitlements=entitlements, course_id=course.pk, is_pro=course.is_pro, at=at):
        raise CourseRevoked()


def _lock_courses(course_ids: Collection[UUID]) -> None:
    """Lock the courses whose ratings change; always ordered by id, so that there is no deadlock."""
    list(Course.objects.locked().filter(pk__in=course_ids).order_by("pk").values_list("pk"))


def _moderate(
    read: Mapping[UUID, datetime], transition: Callable[[Review], None], status: ReviewStatus
) -> Moderated:
    selected = Review.objects.filter(pk__in=read)
    _lock_courses(set(selected.values_list("course_id", flat=True)))
    # Read after the lock, which `submit` takes too: the text of a review no longer changes.
    reviews = list(selected.exclude(status=status).order_by("pk"))
    unchanged = [review for review in reviews if review.written_at == read[review.pk]]
    rated = {review.course_id for review in unchanged if ReviewStatus.PUBLISHED in (status, review.status)}
    for review in unchanged:
        transition(review)
    for course_id in sorted(rated):
        update_rating(course_id=course_id)
    return Moderated(changed=len(unchanged), rewritten=len(reviews) - len(unchanged))
