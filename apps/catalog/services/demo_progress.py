"""Lets the demo's member take two free courses and get some way into them; what is there already stays."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.accounts.models import User
from apps.accounts.selectors import cached_entitlements
from apps.accounts.services.demo_people import MEMBER_MOBILE
from apps.catalog.models import Course, TopicProgress
from apps.catalog.selectors import outlines
from apps.catalog.selectors import progress as progress_of
from apps.catalog.services import bookings, progress
from apps.catalog.services.progress import Watched


@dataclass(frozen=True, slots=True)
class _Taken:
    """When it was booked, and when one topic after the other was learned, the last of them by half."""

    weburlname: str
    booked_days_ago: int
    learned_days_ago: tuple[int, ...]


_TAKEN = (
    _Taken("candlesticks-from-the-first-principle", 24, (23, 16, 9, 3)),
    _Taken("money-in-order", 5, (4, 1)),
)


def seed(now: datetime) -> str:
    member = User.objects.filter(mobile=MEMBER_MOBILE).first()
    if member is None:
        return "nobody to book courses for"
    booked = sum(_book(member, taken, now=now) for taken in _TAKEN)
    begun = sum(_learn(member, taken, now=now) for taken in _TAKEN)
    return f"{booked} courses booked and {begun} begun"


def _book(member: User, taken: _Taken, *, now: datetime) -> bool:
    course = Course.objects.published().filter(weburlname=taken.weburlname).first()
    if course is None or cached_entitlements.of_course(person=member, course_id=course.pk):
        return False
    bookings.book(person=member, key=taken.weburlname, at=now - timedelta(days=taken.booked_days_ago))
    return True


def _learn(member: User, taken: _Taken, *, now: datetime) -> bool:
    course = Course.objects.filter(weburlname=taken.weburlname).first()
    if course is None or TopicProgress.objects.filter(person=member, course=course).exists():
        return False
    # There may be fewer topics than days, or none yet.
    topics = list(outlines.of_course(key=taken.weburlname).lengths.items())
    for place, (days_ago, (topic_id, length)) in enumerate(zip(taken.learned_days_ago, topics, strict=False)):
        is_last = place == len(taken.learned_days_ago) - 1
        seconds = length // 2 if is_last else length
        watched = Watched(topic_id, seconds, is_completed=not is_last, ranges=[(0, seconds)])
        at = now - timedelta(days=days_ago)
        desk = progress_of.desk(key=taken.weburlname, person=member, at=at)
        progress.update(desk=desk, user_id=str(member.pk), watched=watched, at=at)
    return bool(topics)
