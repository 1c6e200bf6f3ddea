"""Booking a course without payment: a free course, or a Pro course with Pro."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.selectors import access, cached_entitlements
from apps.accounts.services import entitlements, people
from apps.accounts.states import Source
from apps.catalog.models import Course
from apps.catalog.selectors import courses
from apps.catalog.services import notices
from apps.catalog.states import Pricing
from apps.core.errors import Conflict


class PaymentRequired(Conflict):
    code = "payment_required"
    message = "This course isn't free. Buy it, or get Pro if it is included."


@transaction.atomic(durable=True)
def book(*, person: User, key: str, at: datetime, notify: bool = True) -> UUID:
    """
    Grant a person a free course for its access days, or a Pro course while their Pro is active.

    Idempotent; a free course can be booked again after its access has ended. Returns the course's id.

    :raises UnknownCourse: if no public course has that id or slug
    :raises PaymentRequired: if the course must be paid for
    """
    people.lock(person=person)
    course = courses.get_published(key=key, at=at)
    before = cached_entitlements.of_course(person=person, course_id=course.pk)
    by_pro = course.is_pro and access.has_pro(person=person, at=at)
    if any(row.is_valid_at(at) and (by_pro or row.source != Source.PRO) for row in before):
        return course.pk
    source, ends_at = _source_and_end(course, by_pro=by_pro, at=at)
    entitlements.grant_course(
        person=person, course_id=course.pk, source=source, label=course.title, at=at, ends_at=ends_at
    )
    if notify:
        notices.notify_enrolled(person=person, course=course)
    return course.pk


def _source_and_end(course: Course, *, by_pro: bool, at: datetime) -> tuple[Source, datetime | None]:
    pricing = Pricing.of(is_pro=course.is_pro, price_paise=course.offer_price_paise)
    if pricing == Pricing.FREE:
        return Source.FREE, at + timedelta(days=course.access_days)
    if by_pro:
        return Source.PRO, None
    raise PaymentRequired()
