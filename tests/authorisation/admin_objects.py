"""A row for each admin page that needs one."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.certificate_codes import new_code
from apps.catalog.models import Certificate
from apps.catalog.tests.factories import TopicFactory
from apps.commerce.models import CouponBatch, GatewayEvent, RefundRequest
from apps.content.models import AdvertFinding, Page, ProposedChange, Testimonial
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import SessionSeries
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.media.tests.factories import AssetFactory
from apps.pro.tests.factories import ProSectionFactory
from apps.support.models import ContactMessage, Ticket
from tests.authorisation.objects import create_order, create_refund
from tests.staff.admin_rows import FORMS


def create_rows(member: Person) -> dict[str, Any]:
    topic, order, mentorship = TopicFactory(), create_order(member), MentorshipFactory()
    refund = create_refund(order)
    now, colleague = timezone.now(), User.objects.create_user(mobile="9855555555", is_staff=True)
    return {
        "upload": new_id(),
        "asset": AssetFactory(),
        "staff": colleague,
        "ticket": Ticket.objects.create(
            number="T-1", name="Meera", subject="Why?", message="Why?", received_at=now, due_date=now.date()
        ),
        "message": ContactMessage.objects.create(
            name="Meera", email="meera@example.in", subject="Why?", message="Why?", received_at=now
        ),
        "course": topic.chapter.course,
        "testimonial": Testimonial.objects.create(username="Asha", location="Pune", rating=5),
        "finding": AdvertFinding.objects.create(
            object_type="content.faqarticle",
            object_id=str(new_id()),
            object_text="Is it safe?",
            found=["Promise of return"],
            found_at=now,
        ),
        "certificate": Certificate.objects.create(
            person=member.user,
            course=topic.chapter.course,
            code=new_code(),
            learner_name="Meera",
            course_title="Charts",
            issued_at=now,
        ),
        "batch": CouponBatch.objects.create(prefix="TEN", size=1, short_description="Ten", percent=10),
        "file": "sales",
        "wording": "verified-badge",
        "learner": member.user,
        "topic": topic,
        "meeting": mentorship.meetings.get(),
        "webinar": WebinarFactory(),
        "mentorship": mentorship,
        "program": LiveTradingFactory(),
        "session": SessionFactory(),
        "series": FORMS[SessionSeries].make(),
        "section": ProSectionFactory(),
        "event": GatewayEvent.objects.create(
            provider="razorpay", event_id="e", kind="k", payload={}, received_at=now, status="handled"
        ),
        "invoice": order.invoice,
        "creditnote": refund.credit_note,
        "order": order,
        "refund": refund,
        "page": Page.objects.first(),
        "change": ProposedChange.objects.create(
            kind="page",
            object_type="content.page",
            object_id=new_id(),
            object_text="Terms",
            old={"version": 1, "title": "Terms", "lead": "", "text": "One"},
            new={"title": "Terms", "lead": "", "text": "Two"},
            proposed_by=colleague,
            proposed_at=now,
        ),
        "request": RefundRequest.objects.create(
            order=order,
            line_ids=[],
            amount_paise=100,
            reason="Bought by mistake",
            requested_by=colleague,
            requested_at=now,
        ),
    }
