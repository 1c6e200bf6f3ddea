"""The dashboard: what to continue, minutes learned, and upcoming events."""

from datetime import datetime, timedelta
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import enrolments, learning_minutes, progress
from apps.catalog.states import EnrolmentStatus
from apps.commerce.selectors import orders
from apps.core import indian_time
from apps.core.json_types import Choices, DateTime, Help, Url, component
from apps.live.selectors import agenda

MAX_COURSES = 3
MAX_RECEIPTS = 2
MAX_NEXT = 5
PAST_MONTHS = 1
"""How many months before the current one the calendar covers."""


@component("NextOut")
class NextItem(TypedDict):
    """A booked event, or the course that was opened last, which has no time."""

    _id: Annotated[str, Help("The id of the booking.")]
    kind: Annotated[str, Choices(["session", "webinar", "mentorship", "course"])]
    itemId: str
    title: str
    programTitle: Annotated[str | None, Help("The title of a session's program.")]
    host: str
    startsAt: DateTime | None
    endsAt: DateTime | None
    href: str
    joinUrl: Annotated[Url | None, Help("From 15 minutes before the start to the end.")]


class Dashboard(TypedDict):
    continueLearning: list[enrolments.OwnCourse]
    minutesPerWeek: list[learning_minutes.WeekMinutes]
    next: list[NextItem]
    calendar: list[agenda.CalendarEntry]
    receipts: list[orders.OrderContents]


def overview(*, person: User, now: datetime) -> Dashboard:
    courses = enrolments.courses_in_progress(person=person, limit=MAX_COURSES, now=now)
    return {
        "continueLearning": courses,
        "minutesPerWeek": learning_minutes.minutes_per_week(person=person, now=now),
        "next": _next(courses, person=person, now=now),
        "calendar": agenda.calendar(person=person, since=_calendar_start(now), now=now),
        "receipts": orders.latest(person=person, limit=MAX_RECEIPTS),
    }


def _next(courses: list[enrolments.OwnCourse], *, person: User, now: datetime) -> list[NextItem]:
    """Events within a day first, then the course in progress, then later events."""
    upcoming = agenda.upcoming(person=person, now=now, limit=MAX_NEXT)
    rows: list[NextItem] = [
        *(NextItem(**entry) for entry in upcoming.soon),
        *map(_course, courses[:1]),
        *(NextItem(**entry) for entry in upcoming.later),
    ]
    return rows[:MAX_NEXT]


def _course(course: enrolments.OwnCourse) -> NextItem:
    return {
        "_id": course["_id"],
        "kind": "course",
        "itemId": course["_id"],
        "title": course["title"],
        "programTitle": None,
        "host": course["instructors"][0]["full_name"] if course["instructors"] else "",
        "startsAt": None,
        "endsAt": None,
        "href": _course_href(course),
        "joinUrl": None,
    }


def _course_href(course: enrolments.OwnCourse) -> str:
    """The topic to continue with, or the course's page if it does not open."""
    status = progress.enrolment_status(percent=course["progressPercent"], last_topic_id=course["lastTopicId"])
    topic_id = course["lastTopicId"] if status == EnrolmentStatus.ONGOING else course["firstTopicId"]
    if course["access"] is not None and course["access"]["granted"] and topic_id is not None:
        return f"/course/{course['weburlname']}/topic/{topic_id}"
    return f"/courses/{course['weburlname']}"


def _calendar_start(now: datetime) -> datetime:
    first = indian_time.day_of(now).replace(day=1)
    for _ in range(PAST_MONTHS):
        first = (first - timedelta(days=1)).replace(day=1)
    return indian_time.start_of_day(first)
