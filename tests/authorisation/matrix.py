"""
The authorisation matrix: the status of each endpoint for each kind of user, written by hand.

An endpoint without a row fails the tests. The statuses are those of a visitor, of the member user owns the
objects, of another member, and of staff. URL parameters and bodies use the objects of `Objects`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.authorisation.objects import COMPLETED, FREE, Objects

USERS = ("visitor", "member", "other member", "staff")


@dataclass(frozen=True)
class Row:
    method: str
    route: str
    statuses: tuple[int, int, int, int]
    values: Mapping[str, Callable[[Objects], object]] = field(default_factory=dict)
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


LEARNER = {"userId": lambda objects: str(objects.member.user.pk), "courseId": COMPLETED}
"""The member's id, whoever sends the request, and a course."""

NOTE = {
    "_id": "01a1fe8e-f948-71a9-8d06-1349e41c6bd6",
    "at": 5,
    "text": "Open, high, low, close.",
    "updatedAt": "2026-11-21T09:30:00Z",
}

OWN_TICKET = {"number": lambda objects: objects.ticket.number}
OWN_TOPIC = {"topic_id": lambda objects: objects.topic.pk}
OWN_NOTE = {
    "topic_id": lambda objects: objects.note.topic_id,
    "note_id": lambda objects: objects.note.note_id,
}
"""The member's note in a free preview, which everybody can open."""

BOOKED, OPEN = (lambda objects: str(objects.booking.pk)), (lambda objects: str(objects.open_session.pk))
"""The member's booked session, and another session of its program."""

PLAN = {
    "sectionId": lambda objects: str(objects.plan.section_id),
    "planId": lambda objects: str(objects.plan.pk),
}

CHAPTER = {
    "module_key": lambda objects: objects.chapter.module_id,
    "key": lambda objects: objects.chapter.pk,
}

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
    row("DELETE", "api/user/logout", 200, 200, 200, 200),
    row("POST", "api/user/logout/everywhere", 401, 200, 200, 200),
    row("PUT", "api/user/details", 401, 200, 200, 200, body={}),
    row("POST", "api/user/email/confirmation", 401, 409, 409, 409),
    row("POST", "api/user/email/confirm", *(404, 404, 404, 404), body={"token": "none"}),
    row("GET", "api/user/devices", 401, 200, 200, 200),
    row("GET", "api/user/calendar", 401, 200, 200, 200),
    row("POST", "api/user/calendar", 401, 201, 201, 201),
    row("GET", "api/calendar.ics", 400, 400, 400, 400, case="(without a key)"),
    row(
        "DELETE",
        "api/user/devices/<str:device_id>",
        *(401, 200, 404, 404),
        device_id=lambda objects: objects.device_id,
    ),
    row("POST", "api/user/proof", 401, 400, 400, 400, body={"otp": "123456"}),
    row("GET", "api/user/mobile-change", 401, 200, 200, 200),
    row("DELETE", "api/user/mobile-change", 401, 404, 404, 404),
    row("GET", "api/user/consents", 401, 200, 200, 200),
    row("GET", "api/user/consents/file", 401, 200, 200, 200),
    row("GET", "api/user/messages", 401, 200, 200, 200),
    row("GET", "api/user/data", 401, 200, 200, 200),
    row("GET", "api/user/erase/refunds", 401, 200, 200, 200),
    row("POST", "api/user/erase", 401, 200, 400, 400, body={"mobile": "9811111111"}),
    row("POST", "api/user/freetrailuser/web", *(200, 200, 200, 200), body={"mobile": "919876500011"}),
    row("POST", "api/login/otp/send", *(200, 200, 200, 200), body={"mobile": "9876500011"}),
    row("GET", "api/login/otp/status", 404, 404, 404, 404),
    row("POST", "api/login/lost-number", *(201, 201, 201, 201), body=LOST_NUMBER),
    row("POST", "api/login/lost-number/stop", *(404, 404, 404, 404), body={"token": "none"}),
    row(
        "POST",
        "api/login/otp/verify/web",
        *(400, 400, 400, 400),
        body={"mobile": "9876500011", "otp": "123456"},
    ),
    # content
    row("GET", "api/site", 200, 200, 200, 200),
    row("GET", "api/faq", 200, 200, 200, 200),
    row("GET", "api/userreview", 200, 200, 200, 200),
    row("GET", "api/page/<str:slug>", *(200, 200, 200, 200), slug=lambda _world: "terms&conditions"),
    row("GET", "api/page/<str:slug>", *(404, 404, 404, 404), case="(none)", slug=lambda _world: "none"),
    row("GET", "api/complaints", 200, 200, 200, 200),
    row("GET", "api/audit", 200, 200, 200, 200),
    row("POST", "api/grievance", *(201, 201, 201, 201), body=GRIEVANCE),
    row("POST", "api/contact", *(201, 201, 201, 201), body=GRIEVANCE),
    row("GET", "api/academy", 200, 200, 200, 200),
    row("GET", "api/academy/glossary", 200, 200, 200, 200),
    row("GET", "api/academy/<str:module_key>/<str:key>", *(200, 200, 200, 200), **CHAPTER),
    row(
        "GET",
        "api/academy/<str:module_key>/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        module_key=lambda objects: objects.draft_chapter.module_id,
        key=lambda objects: objects.draft_chapter.pk,
    ),
    row(
        "POST",
        "api/academy/<str:module_key>/<str:key>/answers",
        *(404, 404, 404, 404),
        case="(no questions)",
        body={"answers": {}},
        **CHAPTER,
    ),
    row("POST", "api/academy/<str:module_key>/<str:key>/read", *(401, 200, 200, 200), **CHAPTER),
    # catalog
    row("POST", "api/course/mobile", 200, 200, 200, 200, body={}),
    row("POST", "api/course/mobile", 200, 200, 200, 200, case="(search)", body={"search": "candelstick"}),
    row("GET", "api/course/after/<str:module_key>", *(200, 200, 200, 200), module_key=lambda _world: "none"),
    row("GET", "api/course/filter/V1/course", 200, 200, 200, 200),
    row("GET", "api/course/search/help", 400, 400, 400, 400, case="(no words)"),
    row("GET", "api/category", 200, 200, 200, 200),
    row("GET", "api/course/users/<str:key>", 200, 200, 200, 200, key=lambda objects: objects.course.pk),
    row(
        "GET",
        "api/course/users/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda objects: objects.draft_course.pk,
    ),
    row(
        "GET", "api/course/users/<str:key>/reviews", 200, 200, 200, 200, key=lambda objects: objects.course.pk
    ),
    row("GET", "api/mentor/<str:key>", 404, 404, 404, 404, key=lambda objects: "unknown"),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(401, 200, 403, 403),
        key=lambda objects: objects.topic.chapter.course_id,
        topic_id=lambda objects: objects.topic.pk,
    ),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(200, 200, 200, 200),
        case="(free preview)",
        key=lambda objects: objects.preview_topic.chapter.course_id,
        topic_id=lambda objects: objects.preview_topic.pk,
    ),
    row(
        "GET",
        "api/course/users/<str:key>/topic/<str:topic_id>",
        *(404, 404, 404, 404),
        case="(free preview of a draft)",
        key=lambda objects: objects.draft_topic.chapter.course_id,
        topic_id=lambda objects: objects.draft_topic.pk,
    ),
    row(
        "POST",
        "api/course/users/<str:key>/topic/<str:topic_id>/answers",
        *(401, 200, 403, 403),
        body={"answers": {}},
        key=lambda objects: objects.quiz_topic.chapter.course_id,
        topic_id=lambda objects: objects.quiz_topic.pk,
    ),
    row(
        "POST",
        "api/course/review",
        *(401, 201, 409, 409),
        body={"courseId": COMPLETED, "rating": 5, "text": "Calm."},
    ),
    row("POST", "api/course/bookfreecourseV1", *(401, 200, 200, 200), body={"id": FREE}),
    row(
        "POST",
        "api/course/bookfreecourseV1",
        *(401, 409, 409, 409),
        case="(paid)",
        body={"id": lambda objects: str(objects.course.pk)},
    ),
    row("GET", "api/course/booked/V1/course", 401, 200, 200, 200),
    row("GET", "api/course/progress/<str:key>", *(401, 200, 403, 403), key=lambda _world: COMPLETED),
    row("POST", "api/course/progress/start", *(401, 200, 403, 403), body=LEARNER),
    row("POST", "api/course/progress/restart", *(401, 200, 403, 403), body=LEARNER),
    row(
        "POST",
        "api/course/progress/update",
        *(401, 200, 403, 403),
        body={**LEARNER, "topicId": lambda objects: str(objects.topic.pk), "watchedDuration": 5},
    ),
    row("GET", "api/course/certificate/<str:key>", *(401, 200, 409, 409), key=lambda _world: COMPLETED),
    row("POST", "api/course/certificate/<str:key>", *(401, 201, 409, 409), key=lambda _world: COMPLETED),
    row("DELETE", "api/course/certificate/<str:key>", *(401, 200, 404, 404), key=lambda _world: COMPLETED),
    row(
        "GET",
        "api/course/certificate/<str:key>/certificate.pdf",
        *(401, 200, 404, 404),
        key=lambda _world: COMPLETED,
    ),
    row(
        "GET",
        "api/certificate/<str:code>",
        *(200, 200, 200, 200),
        code=lambda objects: objects.certificate.code,
    ),
    row(
        "POST",
        "api/course/progress/update",
        *(401, 404, 404, 404),
        case="(another course's topic)",
        body={**LEARNER, "topicId": lambda objects: str(objects.quiz_topic.pk), "watchedDuration": 5},
    ),
    row(
        "GET",
        "api/course/progress/<str:key>",
        *(401, 404, 404, 404),
        case="(draft)",
        key=lambda objects: objects.draft_course.pk,
    ),
    row("GET", "api/course/notes/<str:topic_id>", *(401, 200, 403, 403), **OWN_TOPIC),
    row(
        "GET",
        "api/course/notes/<str:topic_id>",
        *(401, 200, 200, 200),
        case="(free preview)",
        topic_id=lambda objects: objects.preview_topic.pk,
    ),
    row("POST", "api/course/notes/<str:topic_id>", *(401, 201, 403, 403), body=NOTE, **OWN_TOPIC),
    row(
        "POST",
        "api/course/notes/<str:topic_id>",
        *(401, 201, 403, 403),
        case="(of the member)",
        body={**NOTE, "userId": lambda objects: str(objects.member.user.pk)},
        topic_id=lambda objects: objects.preview_topic.pk,
    ),
    row(
        "PUT",
        "api/course/notes/<str:topic_id>/<str:note_id>",
        *(401, 200, 404, 404),
        body=NOTE,
        **OWN_NOTE,
    ),
    row(
        "DELETE",
        "api/course/notes/<str:topic_id>/<str:note_id>",
        *(401, 200, 404, 404),
        **OWN_NOTE,
    ),
    row("GET", "api/course/questions/<str:topic_id>", *(401, 200, 403, 403), **OWN_TOPIC),
    row(
        "POST",
        "api/course/questions/<str:topic_id>",
        *(401, 201, 403, 403),
        body={"_id": NOTE["_id"], "text": "Why?"},
        **OWN_TOPIC,
    ),
    row("GET", "api/support/requests", 401, 200, 200, 200),
    row("GET", "api/support/requests/<str:number>", *(401, 200, 404, 404), **OWN_TICKET),
    row(
        "POST",
        "api/support/requests/<str:number>/replies",
        *(401, 201, 404, 404),
        body={"text": "Any news?"},
        **OWN_TICKET,
    ),
    # Whoever has the link may read and reply; who guesses may not.
    row("GET", "api/support/linked-request", 400, 400, 400, 400),
    row("POST", "api/support/linked-request/replies", *(404, 404, 404, 404), body={"key": "x", "text": "Hi"}),
    row("GET", "api/course/wish-list", 401, 200, 200, 200),
    row("GET", "api/course/wish-list/<str:key>", *(401, 200, 200, 200), key=lambda _objects: "none"),
    row("PUT", "api/course/wish-list/<str:key>", *(401, 404, 404, 404), key=lambda _objects: "none"),
    row("DELETE", "api/course/wish-list/<str:key>", *(401, 200, 200, 200), key=lambda _objects: "none"),
    # site
    row("GET", "api/dashboard", 401, 200, 200, 200),
    row("GET", "api/search", 400, 400, 400, 400, case="(no words)"),
    row("GET", "api/confirmed", 401, 400, 400, 400),
    # live
    row("GET", "api/learning/webinarV1", 200, 200, 200, 200),
    row(
        "GET",
        "api/learning/webwebinarV1/<str:key>",
        200,
        200,
        200,
        200,
        key=lambda objects: objects.webinar.pk,
    ),
    row(
        "GET",
        "api/learning/webwebinarV1/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda objects: objects.draft_webinar.pk,
    ),
    row("GET", "api/mentorship", 200, 200, 200, 200),
    row(
        "GET", "api/mentorship/users/<str:key>", 200, 200, 200, 200, key=lambda objects: objects.mentorship.pk
    ),
    row(
        "GET",
        "api/mentorship/users/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda objects: objects.draft_mentorship.pk,
    ),
    row("GET", "api/learning/web/liveotp", 200, 200, 200, 200),
    row(
        "GET",
        "api/learning/user/liveotp/web/<str:key>",
        200,
        200,
        200,
        200,
        key=lambda objects: objects.program.pk,
    ),
    row(
        "GET",
        "api/learning/user/liveotp/web/<str:key>",
        *(404, 404, 404, 404),
        case="(draft)",
        key=lambda objects: objects.draft_program.pk,
    ),
    row("GET", "api/learning/plan", 200, 200, 200, 200),
    row(
        "POST",
        "api/learning/bookfreewebinarV1",
        *(401, 200, 200, 200),
        body={"id": lambda objects: str(objects.webinar.pk)},
    ),
    row("GET", "api/learning/booked-times", 401, 200, 200, 200),
    row("GET", "api/learning/bookedwebinarV1", 401, 200, 200, 200),
    row("GET", "api/mentorship/booked/mentorshipV1", 401, 200, 200, 200),
    row("GET", "api/learning/session-user", 401, 200, 200, 200),
    row("GET", "api/learning/canceled/session-user", 401, 200, 200, 200),
    # The session has not begun, so its owner is too early; others have not booked it.
    row(
        "POST",
        "api/learning/rooms/<str:meeting_id>/join",
        *(401, 403, 403, 403),
        meeting_id=lambda objects: objects.booking.session_id,
    ),
    row(
        "POST",
        "api/learning/recordings/<str:meeting_id>/open",
        *(401, 403, 403, 403),
        meeting_id=lambda objects: objects.booking.session_id,
    ),
    row(
        "POST",
        "api/learning/recordings/<str:meeting_id>/progress",
        *(401, 403, 403, 403),
        meeting_id=lambda objects: objects.booking.session_id,
        body={"position": lambda _objects: 1},
    ),
    row(
        "GET",
        "api/learning/session-user/<str:booking_id>/calendar.ics",
        *(401, 200, 404, 404),
        booking_id=lambda objects: objects.booking.pk,
    ),
    row(
        "GET",
        "api/live/<str:kind>/<str:key>/calendar.ics",
        *(200, 200, 200, 200),
        kind=lambda _world: "webinar",
        key=lambda objects: objects.webinar.pk,
    ),
    row(
        "GET",
        "api/live/<str:kind>/<str:key>/calendar.ics",
        *(404, 404, 404, 404),
        case="(draft)",
        kind=lambda _world: "mentorship",
        key=lambda objects: objects.draft_mentorship.pk,
    ),
    row("GET", "api/learning/sessions/timeframe", 401, 200, 200, 200),
    row("GET", "api/user/new-order/session", 401, 200, 200, 200),
    row(
        "POST",
        "api/learning/sessions/reshedule/swap",
        *(401, 200, 404, 404),
        body={"bookingId": BOOKED, "sessionId": OPEN},
    ),
    row("GET", "api/learning/waitlist", 401, 200, 200, 200),
    row(
        "POST",
        "api/learning/waitlist",
        *(401, 409, 409, 409),
        case="(not full)",
        body={"kind": "liveTrading", "id": OPEN},
    ),
    row(
        "DELETE",
        "api/learning/waitlist",
        *(401, 200, 200, 200),
        body={"kind": "liveTrading", "id": OPEN},
    ),
    row(
        "POST",
        "api/learning/giveup",
        *(401, 409, 404, 404),
        case="(paid)",
        body={"bookingId": BOOKED},
    ),
    row(
        "POST",
        "api/learning/sessions/reshedule/cancel",
        *(401, 200, 404, 404),
        body={"bookingId": BOOKED},
    ),
    row(
        "POST",
        "api/learning/sessions/reshedule/assign",
        *(401, 409, 404, 404),
        case="(not cancelled)",
        body={"bookingId": BOOKED, "sessionId": OPEN},
    ),
    *(
        row("POST", f"api/{path}", *(401, 404, 404, 404), body=body)
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
    row("GET", "api/learnprosection/web", 200, 200, 200, 200),
    row("GET", "api/learnprosection/offer", 200, 200, 200, 200),
    row("GET", "api/learnprosection/booked/V1/pro", 401, 200, 200, 200),
    row("GET", "api/learnprosection/user/subscriptions/pro", 401, 200, 200, 200),
    row("POST", "api/learnprosection/pro/cart", *(401, 200, 200, 200), body=PLAN),
    row(
        "POST",
        "api/learnprosection/pro/enroll",
        *(401, 404, 404, 404),
        case="(a course's cart)",
        body={"id": lambda objects: str(objects.cart.pk)},
    ),
    row("POST", "api/learnprosection/pro/confirm", *(401, 404, 404, 404), body=SIGNED),
    # commerce
    row("GET", "api/coupon/new", 200, 200, 200, 200),
    row(
        "POST",
        "api/coupon/apply-coupon",
        *(401, 200, 404, 404),
        body={"couponcode": "all", "cartId": lambda objects: str(objects.cart.pk)},
    ),
    row(
        "POST",
        "api/coupon/remove-coupon",
        *(401, 200, 404, 404),
        body={"couponcode": "all", "cartId": lambda objects: str(objects.cart.pk)},
    ),
    row(
        "POST",
        "api/course/cartCourseV1",
        *(401, 200, 200, 200),
        body={"id": lambda objects: str(objects.course.pk)},
    ),
    # No provider runs in this test, so a permitted enroll gets 502.
    row(
        "POST",
        "api/course/enrollCourseV1",
        *(401, 502, 404, 404),
        body={"id": lambda objects: str(objects.cart.pk)},
    ),
    row(
        "POST",
        "api/course/confirm/courseV1",
        *(401, 404, 404, 404),
        body=SIGNED,
    ),
    row("GET", "api/orders", 401, 200, 200, 200),
    row(
        "GET",
        "api/orders/<str:order_id>/calendar.ics",
        *(401, 404, 404, 404),
        case="(of a course)",
        order_id=lambda objects: objects.order.pk,
    ),
    row("GET", "api/orders/<str:order_id>", *(401, 200, 404, 404), order_id=lambda objects: objects.order.pk),
    row(
        "GET",
        "api/orders/<str:order_id>/invoice.pdf",
        *(401, 200, 404, 404),
        order_id=lambda objects: objects.order.pk,
    ),
    row(
        "GET",
        "api/orders/<str:order_id>/credit-notes/<str:refund_id>.pdf",
        *(401, 200, 404, 404),
        order_id=lambda objects: objects.order.pk,
        refund_id=lambda objects: objects.refund.pk,
    ),
    row(
        "POST",
        "api/orders/lines/<str:line_id>/refund",
        *(401, 201, 404, 404),
        case="(refunded before)",
        line_id=lambda objects: objects.order.lines.all()[0].pk,
    ),
    row("POST", "api/payments/webhook/razorpay", *(400, 400, 400, 400), body={"event": "unsigned"}),
    # the OpenAPI schema
    row("GET", "api/schema", 200, 200, 200, 200),
    row("GET", "api/docs", 200, 200, 200, 200),
]
