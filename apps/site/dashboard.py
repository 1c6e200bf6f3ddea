"""The dashboard: what to continue, minutes learned, and upcoming events."""

from datetime import datetime, timedelta
from typing import Annotated, TypedDict

from apps.catalog.selectors import enrolments, learning_minutes
from apps.commerce.selectors import orders
from apps.core import indian_time
from apps.core.json_types import Choices, DateTime, Help, Url
from apps.live.selectors import agenda, bookings, offers
from apps.live.selectors.booking_reader import BookingReader
from apps.live.states import EventStatus, Offer

MAX_COURSES = 3
MAX_RECEIPTS = 2
MAX_NEXT = 5
PAST_MONTHS = 1
"""How many months before the current one the calendar covers."""


class NextItem(TypedDict):
    """A booked event, or the course to continue or begin, which has no time."""

    _id: Annotated[str, Help("The id of the booking.")]
    kind: Annotated[str, Choices(["session", "webinar", "mentorship", "course"])]
    itemId: str
    title: str
    programTitle: Annotated[str | None, Help("The title of a session's program.")]
    host: str
    startsAt: DateTime | None
    endsAt: DateTime | None
    meetingId: Annotated[str | None, Help("Of webinars and sessions their own id.")]
    meetingTitle: Annotated[str | None, Help("What a mentorship's meeting is about.")]
    href: str
    status: Annotated[str, Choices(EventStatus.values)] | None
    offer: Annotated[str, Choices(Offer.values), Help(offers.OFFER_HELP)] | None
    joinOpensAt: Annotated[DateTime | None, Help("From when its owner can join.")]
    joinUrl: Annotated[Url | None, Help("While the offer is `join`.")]


class Dashboard(learning_minutes.LearnedWeeks):
    hasStarted: bool
    continueLearning: list[enrolments.OwnCourse]
    next: list[NextItem]
    calendar: list[agenda.CalendarEntry]
    decisions: list[bookings.Decision]
    receipts: list[orders.OrderContents]
    nextChangeAt: Annotated[DateTime | None, Help(offers.NEXT_CHANGE_HELP)]


def overview(reader: enrolments.CourseReader, booking_reader: BookingReader) -> Dashboard:
    now = reader.now
    courses = enrolments.courses_to_continue(reader, limit=MAX_COURSES)
    booking_reader.pages.append(bookings.decision_page())
    booked = agenda.booked(booking_reader, since=_calendar_start(now))
    # Events within a day first, then the first course to continue, then later events.
    rows: list[NextItem] = [
        *(NextItem(**entry) for entry in booked.soon[:MAX_NEXT]),
        *map(_course, courses[:1]),
        *(NextItem(**entry) for entry in booked.later[:MAX_NEXT]),
    ]
    return {
        "hasStarted": bool(reader.states),
        "continueLearning": courses,
        **learning_minutes.learned_weeks(reader.progress, now=now),
        "next": rows[:MAX_NEXT],
        "calendar": booked.calendar,
        "decisions": bookings.decisions(booking_reader),
        "receipts": orders.latest(person=reader.person, limit=MAX_RECEIPTS),
        "nextChangeAt": booked.next_change_at,
    }


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
        "meetingId": None,
        "meetingTitle": None,
        "href": _course_href(course),
        "status": None,
        "offer": None,
        "joinOpensAt": None,
        "joinUrl": None,
    }


def _course_href(course: enrolments.OwnCourse) -> str:
    """The topic to continue with, or the course's page if it does not open."""
    topic_id = course["offer"]["topicId"]
    if topic_id is not None:
        return f"/course/{course['weburlname']}/topic/{topic_id}"
    return f"/courses/{course['weburlname']}"


def _calendar_start(now: datetime) -> datetime:
    first = indian_time.day_of(now).replace(day=1)
    for _ in range(PAST_MONTHS):
        first = (first - timedelta(days=1)).replace(day=1)
    return indian_time.start_of_day(first)
