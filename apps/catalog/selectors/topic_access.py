"""Whether a topic opens for somebody at a moment: one rule for its page, its files and its quiz."""

from datetime import date, datetime, timedelta

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.catalog.models import Course, Topic
from apps.catalog.selectors.courses import UnknownCourse
from apps.core import indian_time
from apps.core.errors import Forbidden, NotFound, NotLoggedIn

PRICES_HELD_BACK = timedelta(days=30)


class UnknownTopic(NotFound):
    code = "topic_unknown"
    message = "We could not find that topic."


class NoAccess(Forbidden):
    code = "no_access"
    message = "This topic opens with the course."


class HeldBack(Forbidden):
    code = "held_back"
    message = "This topic shows recent prices and is held back for now."


def check(*, topic: Topic, person: User | None, now: datetime) -> None:
    """
    Pass if the topic, read with its course, opens for the person; a person of None is a visitor.

    :raises UnknownTopic: if it is archived
    :raises UnknownCourse: if the course is not published and the person has none of their own
    :raises NotLoggedIn: if a visitor asks for what is no free preview
    :raises NoAccess: if the person may not open the course
    :raises HeldBack: if its prices are too young
    """
    if is_archived(topic):
        raise UnknownTopic()
    course = topic.chapter.course
    if not course.is_published and not has_of_their_own(course, person=person, now=now):
        raise UnknownCourse()
    if not topic.is_free_preview:
        _check_access(course, person=person, now=now)
    opens_on = opening_day(topic)
    if opens_on is not None and indian_time.day_of(now) < opens_on:
        raise HeldBack(f"This topic shows recent prices. It opens on {opens_on:%-d %B %Y}.")


def is_archived(topic: Topic) -> bool:
    """Whether learners do not see it, on its own account or with its chapter, which was read with it."""
    return not (topic.is_published and topic.chapter.is_published)


def has_of_their_own(course: Course, *, person: User | None, now: datetime) -> bool:
    """Whether the person bought or booked it: they keep it when staff take it off the shelf."""
    return person is not None and course.pk in access.courses(person=person, among=[course.pk], at=now)


def known(*, key: str, person: User, now: datetime) -> Course:
    """
    The course with this id or address name, if it is on the shelf or the person has it.

    :raises UnknownCourse: otherwise
    """
    course = Course.objects.published().known_as(key).first()
    return course or kept(key=key, person=person, now=now)


def kept(*, key: str, person: User | None, now: datetime) -> Course:
    """
    A course that is not on the shelf any more, for somebody who has it.

    :raises UnknownCourse: if there is none, or they do not have it
    """
    course = Course.objects.filter(is_published=False).known_as(key).with_card().first() if person else None
    if course is None or not has_of_their_own(course, person=person, now=now):
        raise UnknownCourse()
    return course


def opening_day(topic: Topic) -> date | None:
    """The Indian day from which its prices are old enough to be taught with; None: it shows none."""
    return None if topic.market_data_date is None else topic.market_data_date + PRICES_HELD_BACK


def _check_access(course: Course, *, person: User | None, now: datetime) -> None:
    if person is None:
        raise NotLoggedIn()
    if access.course(person=person, course_id=course.pk, is_pro=course.is_pro, at=now) is None:
        raise NoAccess()
