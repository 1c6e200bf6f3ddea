"""Taking a course that costs nothing: a free one, or one that Pro includes."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.accounts.models import User
from apps.accounts.selectors import access, cached_entitlements
from apps.accounts.services import entitlements, people
from apps.accounts.states import Source
from apps.catalog.models import Course
from apps.catalog.selectors import courses
from apps.core.errors import Conflict


class PaymentRequired(Conflict):
    code = "payment_required"
    message = "This course is not free for you. Buy it, or get Pro if it is included there."


@transaction.atomic(durable=True)
def book(*, person: User, key: str, at: datetime) -> UUID:
    """
    Let a person open a free course for its days, or a Pro course for as long as their Pro lasts.

    Done twice it is the same; a free course whose days are over can be taken again. Returns the course's id.

    :raises UnknownCourse: if no published course has that id or address name
    :raises PaymentRequired: if it costs something
    """
    course = courses.published(key=key)
    people.hold(person=person)
    before = cached_entitlements.of_course(person=person, course_id=course.pk)
    by_pro = course.is_pro and access.has_pro(person=person, at=at)
    if any(row.is_valid_at(at) and (by_pro or row.source != Source.PRO) for row in before):
        return course.pk
    source, ends_at = _terms(course, by_pro=by_pro, at=at)
    if not before:
        # First, as it locks the course: nothing of it is deleted until the owner is recorded.
        _count_learner(course)
    entitlements.grant_course(
        person=person, course_id=course.pk, source=source, label=course.title, at=at, ends_at=ends_at
    )
    return course.pk


def _terms(course: Course, *, by_pro: bool, at: datetime) -> tuple[Source, datetime | None]:
    if course.offer_price_paise == 0 and not course.is_pro:
        return Source.FREE, at + timedelta(days=course.access_days)
    if by_pro:
        return Source.PRO, None
    raise PaymentRequired()


def _count_learner(course: Course) -> None:
    # Past the queryset that drops kept answers: a figure a minute old harms nobody, but lists that are
    # made anew with every booking would.
    Course._base_manager.filter(pk=course.pk).update(total_learners=F("total_learners") + 1)
