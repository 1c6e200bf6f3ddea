"""
Who may make which call: one row for each, written by hand.

A call that is missing here fails the build. The statuses are those of a visitor, of the member whose
things the call is about, of another member, and of staff. Values in the address come from the world.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.authorisation.world import FREE, LEARNED, World

WHO = ("visitor", "member", "other member", "staff")


@dataclass(frozen=True)
class Row:
    method: str
    route: str
    statuses: tuple[int, int, int, int]
    values: Mapping[str, Callable[[World], object]] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    case: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.route} {self.case}".strip()


def row(
    method: str,
    route: str,
    *statuses: int,
    body: Mapping[str, Any] | None = None,
    case: str = "",
    **values: Any,
) -> Row:
    visitor, member, other_member, staff = statuses
    return Row(method, route, (visitor, member, other_member, staff), values, body, case)


LEARNER = {"userId": lambda world: str(world.member.user.pk), "courseId": LEARNED}
"""Who reports, and of which course: the member, whoever makes the call."""

ROWS = [
    # accounts
    row("GET", "api/user", 401, 200, 200, 200),
    row("DELETE", "api/user/logout", 200, 200, 200, 200),
    row("POST", "api/user/logout/everywhere", 401, 200, 200, 200),
    row("PUT", "api/user/details", 401, 200, 200, 200, body={}),
    row("GET", "api/user/consents", 401, 200, 200, 200),
    row("GET", "api/user/data", 401, 200, 200, 200),
    row("POST", "api/user/erase", 401, 200, 400, 400, body={"mobile": "9811111111"}),
    row("POST", "api/user/freetrailuser/web", *(200, 200, 200, 200), body={"mobile": "919876500011"}),
    row("POST", "api/login/otp/send", *(200, 200, 200, 200), body={"mobile": "9876500011"}),
    row(
        "POST",
        "api/login/otp/verify/web",
        *(400, 400, 400, 400),
        body={"mobile": "9876500011", "otp": "123456"},
    ),
    # content
    row("GET", "api/site", 200, 200, 200, 200),
    # catalog
    row("POST", "api/course/mobile", 200, 200, 200, 200, body={}),
    row("POST", "api/course/mobile", 200, 200, 200, 200, case="(search)", body={"search": "candelstick"}),
    row("GET", "api/course/filter/V1/course", 200, 200, 200, 200),
    row("GET", "api/category", 200, 200, 200, 200),
    row("GET", "api/course/users/<str:key>", 200, 200, 200, 200, key=lambda world: world.course.pk),
    row(
        "GET",
        "api/course/users/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda world: world.draft_course.pk,
    ),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(401, 200, 403, 403),
        key=lambda world: world.topic.chapter.course_id,
        topic_id=lambda world: world.topic.pk,
    ),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(200, 200, 200, 200),
        case="(free preview)",
        key=lambda world: world.preview_topic.chapter.course_id,
        topic_id=lambda world: world.preview_topic.pk,
    ),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(404, 404, 404, 404),
        case="(free preview of a draft)",
        key=lambda world: world.draft_topic.chapter.course_id,
        topic_id=lambda world: world.draft_topic.pk,
    ),
    row(
        "POST",
        "api/course/users/<str:key>/topic/<str:topic_id>/answers",
        *(401, 200, 403, 403),
        body={"answers": {}},
        key=lambda world: world.quiz_topic.chapter.course_id,
        topic_id=lambda world: world.quiz_topic.pk,
    ),
    row(
        "POST",
        "api/course/review",
        *(401, 200, 409, 409),
        body={"courseId": LEARNED, "rating": 5, "text": "Calm."},
    ),
    row("POST", "api/course/bookfreecourseV1", *(401, 200, 200, 200), body={"id": FREE}),
    row(
        "POST",
        "api/course/bookfreecourseV1",
        *(401, 409, 409, 409),
        case="(paid)",
        body={"id": lambda world: str(world.course.pk)},
    ),
    row("GET", "api/course/booked/V1/course", 401, 200, 200, 200),
    row("GET", "api/course/progress/<str:key>", *(401, 200, 403, 403), key=lambda _world: LEARNED),
    row("POST", "api/course/progress/start", *(401, 200, 403, 403), body=LEARNER),
    row("POST", "api/course/progress/restart", *(401, 200, 403, 403), body=LEARNER),
    row(
        "POST",
        "api/course/progress/update",
        *(401, 200, 403, 403),
        body={**LEARNER, "topicId": lambda world: str(world.topic.pk), "watchedDuration": 5},
    ),
    row(
        "POST",
        "api/course/progress/update",
        *(401, 404, 404, 404),
        case="(another course's topic)",
        body={**LEARNER, "topicId": lambda world: str(world.quiz_topic.pk), "watchedDuration": 5},
    ),
    row(
        "GET",
        "api/course/progress/<str:key>",
        *(401, 404, 404, 404),
        case="(draft)",
        key=lambda world: world.draft_course.pk,
    ),
    # site
    row("GET", "api/dashboard", 401, 200, 200, 200),
    # live
    row("GET", "api/learning/webinarV1", 200, 200, 200, 200),
    row("GET", "api/learning/webwebinarV1/<str:key>", 200, 200, 200, 200, key=lambda world: world.webinar.pk),
    row(
        "GET",
        "api/learning/webwebinarV1/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda world: world.draft_webinar.pk,
    ),
    row("GET", "api/mentorship", 200, 200, 200, 200),
    row("GET", "api/mentorship/users/<str:key>", 200, 200, 200, 200, key=lambda world: world.mentorship.pk),
    row(
        "GET",
        "api/mentorship/users/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda world: world.draft_mentorship.pk,
    ),
    row("GET", "api/learning/web/liveotp", 200, 200, 200, 200),
    row(
        "GET",
        "api/learning/user/liveotp/web/<str:key>",
        200,
        200,
        200,
        200,
        key=lambda world: world.program.pk,
    ),
    row(
        "GET",
        "api/learning/user/liveotp/web/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda world: world.draft_program.pk,
    ),
    # the description of the API
    row("GET", "api/schema", 200, 200, 200, 200),
    row("GET", "api/docs", 200, 200, 200, 200),
]
