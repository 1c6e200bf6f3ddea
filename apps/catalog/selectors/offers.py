"""What a person can do with a course: one rule for its page, My Learnings and the dashboard."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from apps.accounts.models import Entitlement
from apps.accounts.selectors import access as entitled
from apps.catalog.states import CourseAction, EnrolmentStatus, NotOpen, Pricing
from apps.core import indian_time
from apps.core.json_types import Choices, DateTime, Help, Identifier, component


@component("AccessOut")
class CourseAccess(TypedDict):
    granted: Annotated[bool, Help("False: the access ended at `endsAt`.")]
    via: Annotated[str, Help("'purchase', 'free', 'staff', 'pro' or 'trial'.")]
    endsAt: DateTime | None


class CourseOffer(TypedDict):
    actions: Annotated[
        list[Annotated[str, Choices(CourseAction.values)]],
        Help(
            "What the caller can do, the primary action first. 'start', 'continue' and 'watchAgain' open "
            "`topicId`; 'enrol' books a free course, 'enrolWithPro' one that the caller's Pro includes; "
            "'getPro' and 'buy' lead to a payment. Empty: nothing to do yet."
        ),
    ]
    topicId: Annotated[Identifier | None, Help("The topic that the first action opens; else null.")]
    reason: Annotated[
        Annotated[str, Choices(NotOpen.values)] | None,
        Help(
            "Why the course does not open; null: it does. 'noTopics': there is access, but no topic yet; "
            "'needsPro': Pro includes it; 'accessEnded': `access` says when; 'notEnrolled': it was never "
            "bought or booked."
        ),
    ]


class Learning(NamedTuple):
    """How far a person is with a course that is open to them."""

    status: EnrolmentStatus
    first_topic_id: str | None
    next_topic_id: str | None
    """Where an ongoing course goes on."""


_WAYS_IN: Mapping[Pricing, tuple[CourseAction, ...]] = {
    Pricing.FREE: (CourseAction.ENROL,),
    Pricing.PAID: (CourseAction.BUY,),
    Pricing.PRO: (CourseAction.GET_PRO,),
    Pricing.PRO_OR_PAID: (CourseAction.GET_PRO, CourseAction.BUY),
}

_NEXT_STEPS: Mapping[EnrolmentStatus, CourseAction] = {
    EnrolmentStatus.NOT_STARTED: CourseAction.START,
    EnrolmentStatus.ONGOING: CourseAction.CONTINUE,
    EnrolmentStatus.COMPLETED: CourseAction.WATCH_AGAIN,
}


def course_offer(
    *,
    pricing: Pricing,
    access: CourseAccess | None = None,
    is_enrolled: bool = False,
    learning: Learning | None = None,
) -> CourseOffer:
    """What a person can do; without access the same as a visitor. `learning` is needed with access only."""
    if access is None or not access["granted"]:
        return {"actions": [*_WAYS_IN[pricing]], "topicId": None, "reason": _why_not_open(pricing, access)}
    actions = []
    topic_id = None if learning is None else _next_topic_id(learning)
    if learning is not None and topic_id is not None:
        actions.append(_NEXT_STEPS[learning.status])
    if pricing.includes_pro and not is_enrolled:
        actions.append(CourseAction.ENROL_WITH_PRO)
    return {
        "actions": [*actions],
        "topicId": topic_id,
        "reason": NotOpen.NO_TOPICS if topic_id is None else None,
    }


def access_by_course(
    entitlements: Sequence[Entitlement], *, is_pro: Mapping[UUID, bool], now: datetime
) -> dict[UUID, CourseAccess]:
    """The current access to each of these courses, or else the one that ended, if any."""
    ended = entitled.ended_courses_by_id(entitlements=entitlements, among=is_pro, at=now)
    current = entitled.courses_by_id(entitlements=entitlements, among=is_pro, at=now)
    return {course_id: _course_access(access, granted=False) for course_id, access in ended.items()} | {
        course_id: _course_access(access, granted=True) for course_id, access in current.items()
    }


def _why_not_open(pricing: Pricing, access: CourseAccess | None) -> NotOpen:
    if pricing.includes_pro:
        return NotOpen.NEEDS_PRO
    return NotOpen.NOT_ENROLLED if access is None else NotOpen.ACCESS_ENDED


def _next_topic_id(learning: Learning) -> str | None:
    is_ongoing = learning.status == EnrolmentStatus.ONGOING
    return learning.next_topic_id if is_ongoing else learning.first_topic_id


def _course_access(access: entitled.Access, *, granted: bool) -> CourseAccess:
    ends_at = None if access.ends_at is None else indian_time.iso_utc(access.ends_at)
    return {"granted": granted, "via": access.via, "endsAt": ends_at}
