"""
What a member's own course says of itself in a page that is made here.

The twins live in frontend/src/features/learnings/lib/standing.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.catalog.selectors import progress
from apps.catalog.selectors.enrolments import OwnCourse
from apps.catalog.states import BookedStatus
from apps.core.templatetags.page import day

PAGE = 10
"""Twin: features/learnings/queries.ts, which asks for the rest."""

STATUSES: Mapping[BookedStatus, str] = {
    BookedStatus.NOT_STARTED: "Not started",
    BookedStatus.ONGOING: "Ongoing",
    BookedStatus.COMPLETED: "Completed",
}

_STEPS: Mapping[BookedStatus, str] = {
    BookedStatus.NOT_STARTED: "Start",
    BookedStatus.ONGOING: "Continue",
    BookedStatus.COMPLETED: "Watch again",
}


@dataclass(frozen=True, slots=True)
class Row:
    course: OwnCourse
    learned: str
    access: str
    is_open: bool
    step: str
    to: str


def row(course: OwnCourse) -> Row:
    status = progress.status(percent=course["progressPercent"], last_topic_id=course["lastTopicId"])
    step, to = _next_step(course, status)
    is_ongoing = status == BookedStatus.ONGOING
    return Row(
        course=course,
        learned=f"{course['progressPercent']}% completed" if is_ongoing else STATUSES[status],
        access=_access(course),
        is_open=_is_open(course),
        step=step,
        to=to,
    )


def asked_status(values: list[str]) -> BookedStatus | None:
    """What an address asks for; anything that is no status asks for all."""
    asked = values[0] if values else ""
    return BookedStatus(asked) if asked in BookedStatus.values else None


def _is_open(course: OwnCourse) -> bool:
    return course["access"] is not None and course["access"]["granted"]


def _access(course: OwnCourse) -> str:
    access = course["access"]
    end = day(access["endsAt"]) if access is not None and access["endsAt"] else None
    if access is not None and access["granted"]:
        until = f" until {end}" if end else ""
        if access["via"] == "pro":
            return f"Opens with Pro{until}"
        if access["via"] == "trial":
            return f"Opens with your free trial{until}"
        return f"Open{until}" if until else "Open, with no end date"
    if course["proCourse"]:
        return "Opens with Pro"
    return f"Ended on {end}" if end else "Your access has ended"


def _next_step(course: OwnCourse, status: BookedStatus) -> tuple[str, str]:
    topic_id = course["lastTopicId"] if status == BookedStatus.ONGOING else course["firstTopicId"]
    if _is_open(course) and topic_id is not None:
        return _STEPS[status], f"/course/{course['weburlname']}/topic/{topic_id}"
    return "See the course", f"/courses/{course['weburlname']}"
