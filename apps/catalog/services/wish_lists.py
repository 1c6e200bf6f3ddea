"""A person's wish list of courses."""

from datetime import datetime

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog.models import Course, WishListItem
from apps.catalog.selectors import courses
from apps.catalog.selectors.courses import UnknownCourse
from apps.core.errors import Conflict, NotLoggedIn
from apps.core.publishing import public

MAX_COURSES = 100


class TooManyWishes(Conflict):
    code = "too_many_wishes"
    message = f"Your wish list already has {MAX_COURSES} courses. Remove one to add another."


def add(*, person: User, course_key: str, at: datetime) -> None:
    """
    Add a published course; again, it changes nothing.

    :raises UnknownCourse: if there is none with this id or slug
    :raises TooManyWishes: if the list is full
    """
    course_id = courses.get_published(key=course_key, at=at).pk
    own = WishListItem.objects.filter(person=person)
    try:
        with transaction.atomic(durable=True):
            # Locks the person, whose items are counted.
            if not User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).values_list("pk"):
                raise NotLoggedIn()
            if own.filter(course=course_id).exists():
                return
            # Those that were unpublished are not in the list, where they could be removed.
            if own.filter(public("course__", at=at)).count() >= MAX_COURSES:
                raise TooManyWishes()
            WishListItem.objects.create(person=person, course_id=course_id, added_at=at)
    except IntegrityError:
        # Staff have just deleted the course.
        raise UnknownCourse() from None


def remove(*, person: User, course_key: str) -> None:
    """Remove a course by id or slug, published or not; one that is not in the list changes nothing."""
    found = Course.objects.by_id_or_slug(course_key).values("pk")
    WishListItem.objects.filter(person=person, course__in=found).delete()
