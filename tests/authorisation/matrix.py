"""
The authorisation matrix: the status of each endpoint for each kind of user, written by hand.

An endpoint without a row fails the tests. The statuses are those of a visitor, of the member user owns the
objects, of another member, and of staff. Paths and bodies name the objects of `Objects`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import resolve

from tests.authorisation.objects import COMPLETED, FREE, Objects

USERS = ("visitor", "member", "other member", "staff")

_ANY_ID = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True)
class Row:
    method: str
    path: str
    """In it and in the body, `{topic.pk}` stands for that of the objects."""
    statuses: tuple[int, ...]
    body: Mapping[str, Any] | None = None
    case: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.case}".strip()

    @property
    def route(self) -> str:
        return resolve("/" + re.sub(r"{[^}]*}", _ANY_ID, self.path)).route

    def url(self, created: Objects) -> str:
        return "/" + self.path.format_map(vars(created))

    def filled_body(self, created: Objects) -> Mapping[str, Any] | None:
        if self.body is None:
            return None
        return {
            name: value.format_map(vars(created)) if is_of_objects(value) else value
            for name, value in self.body.items()
        }


def is_of_objects(value: object) -> bool:
    return isinstance(value, str) and "{" in value


def row(method: str, path: str, *statuses: int, body: Mapping[str, Any] | None = None, case: str = "") -> Row:
    """Of each kind of user, or one status for all."""
    return Row(method, path, statuses * len(USERS) if len(statuses) == 1 else statuses, body, case)


LEARNER = {"userId": "{member.user.pk}", "courseId": COMPLETED}
"""The member's id, whoever sends the request, and a course."""

NOTE = {
    "_id": "01a1fe8e-f948-71a9-8d06-1349e41c6bd6",
    "at": 5,
    "text": "Open, high, low, close.",
    "updatedAt": "2026-11-21T09:30:00Z",
}

BOOKED, OPEN = "{booking.pk}", "{open_session.pk}"
"""The member's booked session, and another session of its program."""

PLAN = {"sectionId": "{plan.section_id}", "planId": "{plan.pk}"}

LOST_NUMBER = {
    "name": "Asha Verma",
    "oldMobile": "9876500012",
    "newMobile": "9876500013",
    "email": "asha@example.in",
    "proof": "Invoice and a photo of my PAN card.",
}

GRIEVANCE = {
    "name": "Asha Verma",
    "mobile": "9876500012",
    "email": "asha@example.in",
    "subject": "Charged twice",
    "message": "I was charged twice.",
}

SIGNED = {
    "razorPayOrderId": "order_0123456789abcd",
    "razorPayPaymentId": "pay_0123456789abcd",
    "razorPaySignature": "0" * 64,
}
"""A checkout response for an unknown order."""

ROWS = [
    # accounts
    row("GET", "api/user", 401, 200, 200, 200),
    row("DELETE", "api/user/logout", 200),
    row("POST", "api/user/logout/everywhere", 401, 200, 200, 200),
    row("PUT", "api/user/details", 401, 200, 200, 200, body={}),
    row("POST", "api/user/email/confirmation", 401, 409, 409, 409),
    row("POST", "api/user/email/confirm", 404, body={"token": "none"}),
    row("GET", "api/user/devices", 401, 200, 200, 200),
    row("GET", "api/user/calendar", 401, 200, 200, 200),
    row("POST", "api/user/calendar", 401, 201, 201, 201),
    row("GET", "api/calendar.ics", 400, case="(without a key)"),
    row("DELETE", "api/user/devices/{device_id}", 401, 200, 404, 404),
    row("POST", "api/user/proof", 401, 400, 400, 400, body={"otp": "123456"}),
    row("GET", "api/user/mobile-change", 401, 200, 200, 200),
    row("DELETE", "api/user/mobile-change", 401, 404, 404, 404),
    row("GET", "api/user/consents", 401, 200, 200, 200),
    row("GET", "api/user/consents/file", 401, 200, 200, 200),
    row("GET", "api/user/messages", 401, 200, 200, 200),
    row("GET", "api/user/data", 401, 200, 200, 200),
    row("GET", "api/user/erase/refunds", 401, 200, 200, 200),
    row("POST", "api/user/erase", 401, 200, 400, 400, body={"mobile": "9811111111"}),
    row("POST", "api/user/freetrailuser/web", 200, body={"mobile": "919876500011"}),
    row("POST", "api/login/otp/send", 200, body={"mobile": "9876500011"}),
    row("GET", "api/login/otp/status", 404),
    row("POST", "api/login/lost-number", 201, body=LOST_NUMBER),
    row("POST", "api/login/lost-number/stop", 404, body={"token": "none"}),
    row("POST", "api/login/otp/verify/web", 400, body={"mobile": "9876500011", "otp": "123456"}),
    # content
    row("GET", "api/site", 200),
    row("GET", "api/faq", 200),
    row("GET", "api/userreview", 200),
    row("GET", "api/page/terms&conditions", 200),
    row("GET", "api/page/none", 404, case="(none)"),
    row("GET", "api/complaints", 200),
    row("GET", "api/audit", 200),
    row("POST", "api/grievance", 201, body=GRIEVANCE),
    row("POST", "api/contact", 201, body=GRIEVANCE),
    row("GET", "api/academy", 200),
    row("GET", "api/academy/glossary", 200),
    row("GET", "api/academy/{chapter.module_id}/{chapter.pk}", 200),
    row("GET", "api/academy/{draft_chapter.module_id}/{draft_chapter.pk}", 404),
    row(
        "POST",
        "api/academy/{chapter.module_id}/{chapter.pk}/answers",
        404,
        case="(no questions)",
        body={"answers": {}},
    ),
    row("POST", "api/academy/{chapter.module_id}/{chapter.pk}/read", 401, 200, 200, 200),
    # catalog
    row("POST", "api/course/mobile", 200, body={}),
    row("POST", "api/course/mobile", 200, case="(search)", body={"search": "candelstick"}),
    row("GET", "api/course/after/none", 200),
    row("GET", "api/course/filter/V1/course", 200),
    row("GET", "api/course/search/help", 400, case="(no words)"),
    row("GET", "api/category", 200),
    row("GET", "api/course/users/{course.pk}", 200),
    row("GET", "api/course/users/{draft_course.pk}", 404),
    row("GET", "api/course/users/{course.pk}/reviews", 200),
    row("GET", "api/mentor/unknown", 404),
    row("GET", "api/course/users/{topic.chapter.course_id}/topic/{topic.pk}", 401, 200, 403, 403),
    row("GET", "api/course/users/{preview_topic.chapter.course_id}/topic/{preview_topic.pk}", 200),
    row("GET", "api/course/users/{draft_topic.chapter.course_id}/topic/{draft_topic.pk}", 404),
    row(
        "POST",
        "api/course/users/{quiz_topic.chapter.course_id}/topic/{quiz_topic.pk}/answers",
        401,
        200,
        403,
        403,
        body={"answers": {}},
    ),
    row(
        "POST",
        "api/course/review",
        401,
        201,
        409,
        409,
        body={"courseId": COMPLETED, "rating": 5, "text": "Calm."},
    ),
    row("POST", "api/course/bookfreecourseV1", 401, 200, 200, 200, body={"id": FREE}),
    row("POST", "api/course/bookfreecourseV1", 401, 409, 409, 409, case="(paid)", body={"id": "{course.pk}"}),
    row("GET", "api/course/booked/V1/course", 401, 200, 200, 200),
    row("GET", f"api/course/progress/{COMPLETED}", 401, 200, 403, 403),
    row("POST", "api/course/progress/start", 401, 200, 403, 403, body=LEARNER),
    row("POST", "api/course/progress/restart", 401, 200, 403, 403, body=LEARNER),
    row(
        "POST",
        "api/course/progress/update",
        401,
        200,
        403,
        403,
        body={**LEARNER, "topicId": "{topic.pk}", "watchedDuration": 5},
    ),
    row("GET", f"api/course/certificate/{COMPLETED}", 401, 200, 409, 409),
    row("POST", f"api/course/certificate/{COMPLETED}", 401, 201, 409, 409),
    row("DELETE", f"api/course/certificate/{COMPLETED}", 401, 200, 404, 404),
    row("GET", f"api/course/certificate/{COMPLETED}/certificate.pdf", 401, 200, 404, 404),
    row("GET", "api/certificate/{certificate.code}", 200),
    row(
        "POST",
        "api/course/progress/update",
        401,
        404,
        404,
        404,
        case="(another course's topic)",
        body={**LEARNER, "topicId": "{quiz_topic.pk}", "watchedDuration": 5},
    ),
    row("GET", "api/course/progress/{draft_course.pk}", 401, 404, 404, 404),
    row("GET", "api/course/notes/{topic.pk}", 401, 200, 403, 403),
    row("GET", "api/course/notes/{preview_topic.pk}", 401, 200, 200, 200),
    row("POST", "api/course/notes/{topic.pk}", 401, 201, 403, 403, body=NOTE),
    row(
        "POST",
        "api/course/notes/{preview_topic.pk}",
        401,
        201,
        403,
        403,
        case="(of the member)",
        body={**NOTE, "userId": "{member.user.pk}"},
    ),
    row("PUT", "api/course/notes/{note.topic_id}/{note.note_id}", 401, 200, 404, 404, body=NOTE),
    row("DELETE", "api/course/notes/{note.topic_id}/{note.note_id}", 401, 200, 404, 404),
    row("GET", "api/course/questions/{topic.pk}", 401, 200, 403, 403),
    row(
        "POST",
        "api/course/questions/{topic.pk}",
        401,
        201,
        403,
        403,
        body={"_id": NOTE["_id"], "text": "Why?"},
    ),
    row("GET", "api/support/requests", 401, 200, 200, 200),
    row("GET", "api/support/requests/{ticket.number}", 401, 200, 404, 404),
    row(
        "POST", "api/support/requests/{ticket.number}/replies", 401, 201, 404, 404, body={"text": "Any news?"}
    ),
    # Whoever has the link may read and reply; who guesses may not.
    row("GET", "api/support/linked-request", 400),
    row("POST", "api/support/linked-request/replies", 404, body={"key": "x", "text": "Hi"}),
    row("GET", "api/course/wish-list", 401, 200, 200, 200),
    row("GET", "api/course/wish-list/none", 401, 200, 200, 200),
    row("PUT", "api/course/wish-list/none", 401, 404, 404, 404),
    row("DELETE", "api/course/wish-list/none", 401, 200, 200, 200),
    # site
    row("GET", "api/dashboard", 401, 200, 200, 200),
    row("GET", "api/search", 400, case="(no words)"),
    row("GET", "api/confirmed", 401, 400, 400, 400),
    # live
    row("GET", "api/learning/webinarV1", 200),
    row("GET", "api/learning/webwebinarV1/{webinar.pk}", 200),
    row("GET", "api/learning/webwebinarV1/{draft_webinar.pk}", 404),
    row("GET", "api/mentorship", 200),
    row("GET", "api/mentorship/users/{mentorship.pk}", 200),
    row("GET", "api/mentorship/users/{draft_mentorship.pk}", 404),
    row("GET", "api/learning/web/liveotp", 200),
    row("GET", "api/learning/user/liveotp/web/{program.pk}", 200),
    row("GET", "api/learning/user/liveotp/web/{draft_program.pk}", 404),
    row("GET", "api/learning/plan", 200),
    row("POST", "api/learning/bookfreewebinarV1", 401, 200, 200, 200, body={"id": "{webinar.pk}"}),
    row("GET", "api/learning/booked-times", 401, 200, 200, 200),
    row("GET", "api/learning/bookedwebinarV1", 401, 200, 200, 200),
    row("GET", "api/mentorship/booked/mentorshipV1", 401, 200, 200, 200),
    row("GET", "api/learning/session-user", 401, 200, 200, 200),
    row("GET", "api/learning/canceled/session-user", 401, 200, 200, 200),
    # The session has not begun, so its owner is too early; others have not booked it.
    row("POST", "api/learning/rooms/{booking.session_id}/join", 401, 403, 403, 403),
    row("POST", "api/learning/recordings/{booking.session_id}/open", 401, 403, 403, 403),
    row(
        "POST",
        "api/learning/recordings/{booking.session_id}/progress",
        401,
        403,
        403,
        403,
        body={"position": 1},
    ),
    row("GET", "api/learning/session-user/{booking.pk}/calendar.ics", 401, 200, 404, 404),
    row("GET", "api/live/webinar/{webinar.pk}/calendar.ics", 200),
    row("GET", "api/live/mentorship/{draft_mentorship.pk}/calendar.ics", 404),
    row("GET", "api/learning/sessions/timeframe", 401, 200, 200, 200),
    row("GET", "api/user/new-order/session", 401, 200, 200, 200),
    row(
        "POST",
        "api/learning/sessions/reshedule/swap",
        401,
        200,
        404,
        404,
        body={"bookingId": BOOKED, "sessionId": OPEN},
    ),
    row("GET", "api/learning/waitlist", 401, 200, 200, 200),
    row(
        "POST",
        "api/learning/waitlist",
        401,
        409,
        409,
        409,
        case="(not full)",
        body={"kind": "liveTrading", "id": OPEN},
    ),
    row("DELETE", "api/learning/waitlist", 401, 200, 200, 200, body={"kind": "liveTrading", "id": OPEN}),
    row("POST", "api/learning/giveup", 401, 409, 404, 404, case="(paid)", body={"bookingId": BOOKED}),
    row("POST", "api/learning/sessions/reshedule/cancel", 401, 200, 404, 404, body={"bookingId": BOOKED}),
    row(
        "POST",
        "api/learning/sessions/reshedule/assign",
        401,
        409,
        404,
        404,
        case="(not cancelled)",
        body={"bookingId": BOOKED, "sessionId": OPEN},
    ),
    *(
        row("POST", f"api/{path}", 401, 404, 404, 404, body=body)
        for path, body in (
            ("learning/sessions/cart", {"sessionIds": ["none"]}),
            ("learning/sessions/enroll", {"id": "none"}),
            ("payments/confirm/learn", SIGNED),
            ("mentorship/cartMentorshipV1", {"id": "none"}),
            ("mentorship/enroll", {"id": "none"}),
            ("mentorship/confirm/mentorshipV1", SIGNED),
            ("learning/cartwebinarV1", {"id": "none"}),
            ("learning/enrollwebinarV1", {"id": "none"}),
            ("learning/confirm/webinarV1", SIGNED),
        )
    ),
    # Pro
    row("GET", "api/learnprosection/web", 200),
    row("GET", "api/learnprosection/offer", 200),
    row("GET", "api/learnprosection/booked/V1/pro", 401, 200, 200, 200),
    row("GET", "api/learnprosection/user/subscriptions/pro", 401, 200, 200, 200),
    row("POST", "api/learnprosection/pro/cart", 401, 200, 200, 200, body=PLAN),
    row(
        "POST",
        "api/learnprosection/pro/enroll",
        401,
        404,
        404,
        404,
        case="(a course's cart)",
        body={"id": "{cart.pk}"},
    ),
    row("POST", "api/learnprosection/pro/confirm", 401, 404, 404, 404, body=SIGNED),
    # commerce
    row("GET", "api/coupon/new", 200),
    row(
        "POST",
        "api/coupon/apply-coupon",
        401,
        200,
        404,
        404,
        body={"couponcode": "all", "cartId": "{cart.pk}"},
    ),
    row(
        "POST",
        "api/coupon/remove-coupon",
        401,
        200,
        404,
        404,
        body={"couponcode": "all", "cartId": "{cart.pk}"},
    ),
    row("POST", "api/course/cartCourseV1", 401, 200, 200, 200, body={"id": "{course.pk}"}),
    # No provider runs in this test, so a permitted enroll gets 502.
    row("POST", "api/course/enrollCourseV1", 401, 502, 404, 404, body={"id": "{cart.pk}"}),
    row("POST", "api/course/confirm/courseV1", 401, 404, 404, 404, body=SIGNED),
    row("GET", "api/orders", 401, 200, 200, 200),
    row("GET", "api/orders/{order.pk}/calendar.ics", 401, 404, 404, 404, case="(of a course)"),
    row("GET", "api/orders/{order.pk}", 401, 200, 404, 404),
    row("GET", "api/orders/{order.pk}/invoice.pdf", 401, 200, 404, 404),
    row("GET", "api/orders/{order.pk}/credit-notes/{refund.pk}.pdf", 401, 200, 404, 404),
    row("POST", "api/orders/lines/{line.pk}/refund", 401, 201, 404, 404, case="(refunded before)"),
    row("POST", "api/payments/webhook/razorpay", 400, body={"event": "unsigned"}),
    # the OpenAPI schema
    row("GET", "api/schema", 200),
    row("GET", "api/docs", 200),
]
