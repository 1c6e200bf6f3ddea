"""
A member's courses, for server-rendered pages.

Mirrored by frontend/src/features/my-learnings/lib/courseStatus.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.catalog.selectors import progress
from apps.catalog.selectors.enrolments import OwnCourse
from apps.catalog.states import EnrolmentStatus
from apps.core.formatting import day

PAGE = 10
"""Mirrored by features/my-learnings/queries.ts, which requests the rest."""

STATUSES: Mapping[EnrolmentStatus, str] = {
    EnrolmentStatus.NOT_STARTED: "Not started",
    EnrolmentStatus.ONGOING: "Ongoing",
    EnrolmentStatus.COMPLETED: "Completed",
}

_STEPS: Mapping[EnrolmentStatus, str] = {
    EnrolmentStatus.NOT_STARTED: "Start",
    EnrolmentStatus.ONGOING: "Continue",
    EnrolmentStatus.COMPLETED: "Watch again",
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
    status = progress.enrolment_status(percent=course["progressPercent"], last_topic_id=course["lastTopicId"])
    step, to = _next_step(course, status)
    is_ongoing = status == EnrolmentStatus.ONGOING
    return Row(
        course=course,
        learned=f"{course['progressPercent']}% completed" if is_ongoing else STATUSES[status],
        access=_access(course),
        is_open=_is_open(course),
        step=step,
        to=to,
    )


def parse_status(values: list[str]) -> EnrolmentStatus | None:
    """The status of a URL. None, which means all, for anything else."""
    value = values[0] if values else ""
    return EnrolmentStatus(value) if value in EnrolmentStatus.values else None


def _is_open(course: OwnCourse) -> bool:
    return course["access"] is not None and course["access"]["granted"]


def _access(course: OwnCourse) -> str:
    access = course["access"]
    end = day(access["endsAt"]) if access is not None and access["endsAt"] else None
    if access is not None and access["granted"]:
        until = f" until {end}" if end else ""
        if access["via"] == "pro":
            return f"Access with Pro{until}"
        if access["via"] == "trial":
            return f"Access with your free trial{until}"
        return f"Access{until}" if until else "Access with no end date"
    if course["proCourse"]:
        return "Available with Pro"
    return f"Access ended on {end}" if end else "Your access has ended"


def _next_step(course: OwnCourse, status: EnrolmentStatus) -> tuple[str, str]:
    topic_id = course["lastTopicId"] if status == EnrolmentStatus.ONGOING else course["firstTopicId"]
    if _is_open(course) and topic_id is not None:
        return _STEPS[status], f"/course/{course['weburlname']}/topic/{topic_id}"
    return "Go to course", f"/courses/{course['weburlname']}"
