"""What a member sees first: where they go on, how much they learned, and what is coming."""

from datetime import datetime, timedelta
from typing import Any, TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import enrolments, learning_minutes
from apps.commerce.selectors import orders
from apps.core import indian_time
from apps.live.selectors import agenda
from apps.site import own_courses

CONTINUED = 3
RECEIPTS = 2
NEXT = 5
MONTHS_KEPT = 1
"""How many months before this one the calendar goes back."""


class Next(TypedDict):
    """A booked event, or the course that was learned last, which has no time of its own."""

    _id: str
    kind: str
    itemId: str
    title: str
    programTitle: str | None
    host: str
    startsAt: str | None
    endsAt: str | None
    href: str
    joinUrl: str | None


class Dashboard(TypedDict):
    continueLearning: list[enrolments.OwnCourse]
    minutesPerWeek: list[learning_minutes.WeekRow]
    next: list[Next]
    calendar: list[agenda.CalendarEntry]
    receipts: list[dict[str, Any]]


def of_person(*, person: User, now: datetime) -> Dashboard:
    courses = enrolments.continued(person=person, limit=CONTINUED, now=now)
    return {
        "continueLearning": courses,
        "minutesPerWeek": learning_minutes.per_week(person=person, now=now),
        "next": _next(courses, person=person, now=now),
        "calendar": agenda.calendar(person=person, since=_first_kept_day(now), now=now),
        "receipts": orders.latest(person=person, limit=RECEIPTS),
    }


def _next(courses: list[enrolments.OwnCourse], *, person: User, now: datetime) -> list[Next]:
    """What is live within a day first, then the course that is under way, then what is booked for later."""
    coming = agenda.coming(person=person, now=now, limit=NEXT)
    rows: list[Next] = [
        *(Next(**entry) for entry in coming.soon),
        *map(_course, courses[:1]),
        *(Next(**entry) for entry in coming.later),
    ]
    return rows[:NEXT]


def _course(course: enrolments.OwnCourse) -> Next:
    return {
        "_id": course["_id"],
        "kind": "course",
        "itemId": course["_id"],
        "title": course["title"],
        "programTitle": None,
        "host": course["instructors"][0]["full_name"] if course["instructors"] else "",
        "startsAt": None,
        "endsAt": None,
        "href": own_courses.row(course).to,
        "joinUrl": None,
    }


def _first_kept_day(now: datetime) -> datetime:
    first = indian_time.day_of(now).replace(day=1)
    for _ in range(MONTHS_KEPT):
        first = (first - timedelta(days=1)).replace(day=1)
    return indian_time.start_of_day(first)
