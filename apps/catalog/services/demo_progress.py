"""Enrols the demo's member in two free courses and adds progress. Existing rows are left as they are."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.accounts.models import User
from apps.accounts.selectors import cached_entitlements
from apps.accounts.services.demo_people import MEMBER_MOBILE
from apps.catalog.models import Course, TopicProgress
from apps.catalog.selectors import outlines
from apps.catalog.selectors import progress as progress_selectors
from apps.catalog.services import bookings, progress
from apps.catalog.services.progress import PlayerReport


@dataclass(frozen=True, slots=True)
class _DemoEnrolment:
    """When the course was booked, and when each topic was completed; the last one is half watched."""

    weburlname: str
    booked_days_ago: int
    learned_days_ago: tuple[int, ...]


_ENROLMENTS = (
    _DemoEnrolment("candlesticks-from-the-first-principle", 24, (23, 16, 9, 3)),
    _DemoEnrolment("money-in-order", 5, (4, 1)),
)


def seed(now: datetime) -> str:
    member = User.objects.filter(mobile=MEMBER_MOBILE).first()
    if member is None:
        return "no member to enrol"
    enrolled = sum(_enrol(member, enrolment, now=now) for enrolment in _ENROLMENTS)
    started = sum(_add_progress(member, enrolment, now=now) for enrolment in _ENROLMENTS)
    return f"{enrolled} courses booked and {started} started"


def _enrol(member: User, enrolment: _DemoEnrolment, *, now: datetime) -> bool:
    course = Course.objects.published().filter(weburlname=enrolment.weburlname).first()
    if course is None or cached_entitlements.of_course(person=member, course_id=course.pk):
        return False
    booked_at = now - timedelta(days=enrolment.booked_days_ago)
    bookings.book(person=member, key=enrolment.weburlname, at=booked_at, notify=False)
    return True


def _add_progress(member: User, enrolment: _DemoEnrolment, *, now: datetime) -> bool:
    key = enrolment.weburlname
    course = Course.objects.filter(weburlname=key).first()
    if course is None or TopicProgress.objects.filter(person=member, course=course).exists():
        return False
    topics = list(outlines.get_outline(key=key).lengths.items())
    # There may be fewer topics than days, or none yet.
    for index, (days_ago, (topic_id, length)) in enumerate(
        zip(enrolment.learned_days_ago, topics, strict=False)
    ):
        is_last = index == len(enrolment.learned_days_ago) - 1
        seconds = length // 2 if is_last else length
        report = PlayerReport(topic_id, seconds, is_completed=not is_last, ranges=[(0, seconds)])
        at = now - timedelta(days=days_ago)
        context = progress_selectors.course_context(key=key, person=member, at=at)
        progress.update(context=context, user_id=str(member.pk), report=report, at=at)
    return bool(topics)
