"""Who may open a topic: one rule for its page, its files and its quiz."""

from datetime import date, datetime
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import access, cached_entitlements
from apps.catalog import deadlines
from apps.catalog.models import Course, Topic
from apps.catalog.selectors.courses import UnknownCourse
from apps.core import indian_time
from apps.core.errors import Forbidden, NotFound, NotLoggedIn
from apps.core.publishing import is_public


class UnknownTopic(NotFound):
    code = "topic_unknown"
    message = "We could not find that topic."


class NoAccess(Forbidden):
    code = "no_access"
    message = "You need access to this course to open this topic."


class HeldBack(Forbidden):
    code = "held_back"
    message = "This topic uses recent market prices and is not available yet."


def check_access(*, topic: Topic, person: User | None, now: datetime) -> None:
    """
    Return if the person may open the topic; `None` is a visitor. The topic has its course prefetched.

    :raises UnknownTopic: if the topic is archived
    :raises UnknownCourse: if the course is not public and the person does not own it
    :raises NotLoggedIn: if a visitor requests a topic that is no free preview
    :raises NoAccess: if the person has no access to the course
    :raises HeldBack: if its market prices are too recent
    """
    if is_archived(topic):
        raise UnknownTopic()
    course = topic.chapter.course
    if not is_public(course, at=now) and not owns_course(course.pk, person=person, now=now):
        raise UnknownCourse()
    if not topic.is_free_preview:
        if person is None:
            raise NotLoggedIn()
        if access.course(person=person, course_id=course.pk, is_pro=course.is_pro, at=now) is None:
            raise NoAccess()
    opens_on = release_date(topic)
    if opens_on is not None and indian_time.day_of(now) < opens_on:
        raise HeldBack(
            f"This topic uses recent market prices. It will be available from {opens_on:%-d %B %Y}."
        )


def is_archived(topic: Topic) -> bool:
    """Whether the topic or its chapter is archived."""
    return not (topic.is_published and topic.chapter.is_published)


def owns_course(course_id: UUID, *, person: User | None, now: datetime) -> bool:
    """Whether the person bought or booked the course, and so keeps it when it is public no more."""
    if person is None:
        return False
    entitlements = cached_entitlements.by_person(person)
    return course_id in access.courses(entitlements=entitlements, among=[course_id], at=now)


def get_course(*, key: str, person: User, now: datetime) -> Course:
    """
    The course with this id or slug, if it is public or the person owns it.

    :raises UnknownCourse: otherwise
    """
    course = Course.objects.published(at=now).by_id_or_slug(key).first()
    return course or get_own_course(key=key, person=person, now=now)


def get_own_course(*, key: str, person: User | None, now: datetime) -> Course:
    """
    A course, public or not, for a person who owns it.

    :raises UnknownCourse: if there is none, or the person does not own it
    """
    course = Course.objects.by_id_or_slug(key).with_card_relations().first() if person else None
    if course is None or not owns_course(course.pk, person=person, now=now):
        raise UnknownCourse()
    return course


def release_date(topic: Topic) -> date | None:
    """The first Indian day on which its prices are old enough to be taught with; None without prices."""
    return None if topic.market_data_date is None else topic.market_data_date + deadlines.MARKET_DATA_DELAY
