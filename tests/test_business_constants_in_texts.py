"""A figure that changes in its home changes in every text that states it."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from apps.accounts.models import MessageTemplate
from apps.accounts.services import templates
from apps.catalog.tests.course_helpers import create_course
from apps.commerce import deadlines
from apps.content.page_seeds import SLUGS
from apps.content.selectors import pages, public
from apps.content.services import demo_faq
from apps.core import business_constants, retention
from apps.core.formatting import time_span
from apps.core.html import plain_text
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.models import Booking
from apps.live.services.changes import TooLate
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.site import routes
from apps.support.models import ReplyTemplate, Ticket

pytestmark = [pytest.mark.django_db, pytest.mark.once]

STATED = [
    ("change_deadline", "{} before", timedelta(hours=5)),
    ("credit_validity", "{}", timedelta(days=83)),
    ("join_opens_before", "{} before", timedelta(minutes=17)),
    ("cart_lifetime", "{}", timedelta(minutes=37)),
    ("hold_duration", "for {}", timedelta(minutes=19)),
    ("otp_validity", "valid for {}", timedelta(minutes=6)),
    ("trial_length", "{} of Pro courses, free", timedelta(days=9)),
    ("trial_length", "For {} you can open", timedelta(days=9)),
    ("grievance_reply", "{}", timedelta(days=23)),
    ("contact_reply", "We reply within {}", timedelta(days=2)),
    ("contact_reply", "{} 2 Grievance officer", timedelta(days=2)),
    ("refund_promise", "expected date within {}", timedelta(days=11)),
    ("login_lifetime", "{} at most", timedelta(days=13)),
    ("login_idle_limit", "{} if you do not come back", timedelta(days=5)),
]
"""How texts state each figure, and another value."""

PAGES = [
    *("/", "/pro", "/courses/candles", "/live-webinars", "/live-webinars/booked", "/live-webinars/open"),
    *("/live-mentorships/small-group", "/live-trading/desk", "/select-sessions/desk", "/grievance-redressal"),
    *("/my-learnings", "/settings", "/dashboard", "/webinar-confirmation", "/liveTrading-confirmation"),
    *(f"/{slug}" for slug in SLUGS if routes.match(f"/{slug}").route.name != routes.NOT_FOUND),
]


@pytest.fixture
def texts(client: Client, member: Person) -> Callable[[], str]:
    """All texts of a site on which there is one of each thing, for a visitor and for who has booked."""
    demo_faq.seed(NOW)
    create_course(600, title="Candles", weburlname="candles")
    program = LiveTradingFactory(weburlname="desk")
    PlanFactory(program=program)
    sessions = [SessionFactory(program=program, starts_at=NOW + timedelta(days=day)) for day in (3, 4)]
    booked = [{"webinar": WebinarFactory(weburlname="booked")}, *({"session": row} for row in sessions)]
    for number, thing in enumerate(booked):
        Booking.objects.create(
            person=member.user,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.FREE,
            made_at=NOW - timedelta(minutes=number),
            **thing,
        )
    WebinarFactory(weburlname="open", price_paise=499_00)
    MentorshipFactory(weburlname="small-group", price_paise=4999_00)
    calendar = f"/api/learning/session-user/{Booking.objects.get(session=sessions[0]).pk}/calendar.ics"

    def collect() -> str:
        parts = [get_page(caller, path).text for caller in (client, member.api) for path in PAGES]
        parts += [plain_text(pages.page(slug)["html"]) for slug in SLUGS]
        parts.append(json.dumps(public.faq()))
        parts += [templates.preview(template).body for template in MessageTemplate.objects.all()]
        # A line of a calendar file goes on after a break and a space.
        parts.append(member.api.get(calendar).content.decode().replace("\r\n ", ""))
        parts.append(TooLate().message)
        return " ".join(" ".join(parts).split())

    return collect


def test_a_changed_figure_leaves_no_text_with_the_old_one(texts: Callable[[], str]) -> None:
    """All of them change at once, to lengths that nothing else has: reading all texts takes a second."""
    names = {name for name, _, _ in STATED}
    lengths = business_constants.durations()
    with time_machine.travel(NOW, tick=False), pytest.MonkeyPatch.context() as patch:
        # The privacy policy would state the same length for something else.
        for name, length in lengths.items():
            if business_constants._modules[name] is retention and name not in names:
                patch.setattr(retention, name.upper(), length + timedelta(days=1))
        before = texts()
        for name, _, changed in STATED:
            patch.setattr(business_constants._modules[name], name.upper(), changed)
        after = texts()
    for name, stated, changed in STATED:
        old, new = stated.format(time_span(lengths[name])), stated.format(time_span(changed))
        assert (new in before, old in after) == (False, False), name
        assert after.count(new) == before.count(old) >= 1, name


def test_the_days_that_banks_take_have_one_home(client: Client, staff: Person, monkeypatch: Any) -> None:
    ticket = Ticket.objects.create(
        number="GR-261121-AAAAAA", name="Asha", email="asha@example.in", received_at=NOW, due_date=NOW.date()
    )
    ReplyTemplate.objects.create(title="Refund", text="Banks take {bank_refund_time}, {name}.")
    url = reverse("admin:support_ticket_change", args=[ticket.pk])

    def stated() -> list[bool]:
        time = deadlines.bank_refund_time()
        return [
            f"Banks then take {time}; we give" in pages.page("refund-policy")["html"],
            f'"refundTime":"{time}"' in client.get("/").content.decode(),
            f"Banks take {time}, Asha." in staff.api.get(url).content.decode(),
        ]

    assert (deadlines.bank_refund_time(), stated()) == ("5 to 7 working days", [True] * 3)
    monkeypatch.setattr(deadlines, "BANK_REFUND_DAYS", (4, 6))
    assert (deadlines.bank_refund_time(), stated()) == ("4 to 6 working days", [True] * 3)
