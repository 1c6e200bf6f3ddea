"""Every booking is confirmed, on the phone and by email, with what, which day and what time."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts import message_texts as registered
from apps.accounts.models import MessageTemplate
from apps.accounts.services import templates
from apps.accounts.states import Reach
from apps.core.testing.fixtures import Lines, Person
from apps.live import message_params
from apps.live.models import Booking, LiveTrading, Mentorship
from apps.live.services import attendee_messages, cancellation, changes, meetings, notices
from apps.live.services.bookings import book_free_webinar
from apps.live.states import BookingStatus
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

pytestmark = [
    pytest.mark.usefixtures("clock", "later"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory(title="Opening range")
    return program


def swept(sent: Lines) -> dict[str, dict[str, Any]]:
    """The messages sent so far, one by each channel."""
    for _ in range(2):
        outbox.sweep(now=timezone.now())
    lines = sent()
    assert set(Counter(line["channel"] for line in lines).values()) <= {1}
    return {line["channel"]: line for line in lines}


def test_a_free_webinar(member: Person, sent: Lines) -> None:
    webinar = WebinarFactory(starts_at=NOW + timedelta(hours=30), title="Gap and range", price_paise=0)
    for _ in range(2):
        book_free_webinar(person=member.user, key=str(webinar.pk), at=NOW)
    lines = swept(sent)
    assert lines["sms"]["body"].startswith(
        "Rally: your place in 'Gap and range' is confirmed, Sun 22 Nov 2026, 9:00 PM. Details: http"
    )
    assert "Gap and range\nSun 22 Nov 2026, 9:00 PM (Indian time)" in lines["mail"]["body"]
    assert "from 15 minutes before the start" in lines["mail"]["body"]


def in_weeks(*weeks: int) -> list[tuple[datetime, datetime]]:
    starts = [NOW + timedelta(weeks=week, hours=4) for week in weeks]
    return [(at, at + timedelta(hours=1)) for at in starts]


def test_a_mentorship_that_runs_is_named_with_its_next_meeting(member: Person, sent: Lines) -> None:
    """The first is over, and the second was cancelled."""
    mentorship = MentorshipFactory(title="Risk rules", meetings=in_weeks(-1, 1, 2, 3))
    meetings.cancel(meeting_id=mentorship.meetings.all()[1].pk, reason="Ill", at=NOW)
    with transaction.atomic():
        notices.notify_booked(bookings=[book(member.user, mentorship)])
    lines = swept(sent)
    assert lines["sms"]["body"].startswith(
        "Rally: your place in 'Risk rules' is confirmed, Sat 5 Dec 2026, 7:00 PM."
    )
    assert lines["mail"]["params"]["when"] == "Sat 5 Dec 2026, 7:00 PM"


def test_a_mentorship_that_is_over_is_named_with_its_first_meeting(member: Person, sent: Lines) -> None:
    mentorship = MentorshipFactory(meetings=in_weeks(-2, -1))
    with transaction.atomic():
        notices.notify_seat_given(booking=book(member.user, mentorship))
    assert swept(sent)["sms"]["params"]["when"] == "Sat 7 Nov 2026, 7:00 PM"


def test_the_cancellation_of_a_mentorship_that_runs_names_what_was_cancelled(
    member: Person, sent: Lines
) -> None:
    """The one cancelled before has had its own notice."""
    mentorship = MentorshipFactory(title="Risk rules", meetings=in_weeks(-1, 1, 2, 3))
    meetings.cancel(meeting_id=mentorship.meetings.all()[1].pk, reason="Ill", at=NOW)
    book(member.user, mentorship)
    later = NOW + timedelta(hours=1)
    cancellation.cancel_for_everyone(of=Mentorship, item_id=mentorship.pk, reason="Still ill", at=later)
    lines = swept(sent)
    assert lines["sms"]["body"].startswith(
        "Rally: we have cancelled 'Risk rules' on Sat 5 Dec 2026, 7:00 PM. Get your refund:"
    )


def test_six_sessions_of_an_order_are_one_message(member: Person, program: LiveTrading, sent: Lines) -> None:
    rows = [book(member.user, session(program, hours=30 + day * 24, name=f"Day {day}")) for day in range(6)]
    with transaction.atomic():
        notices.notify_booked(bookings=rows)
    lines = swept(sent)
    assert lines["sms"]["body"].startswith(
        "Rally: your 6 sessions are confirmed. The first is 'Opening range: Day 0', "
        "Sun 22 Nov 2026, 9:00 PM. All: http"
    )
    assert "The last is on Fri 27 Nov 2026, 9:00 PM" in lines["mail"]["body"]


def test_a_credit_that_is_used(member: Person, program: LiveTrading, sent: Lines) -> None:
    credit = book(member.user, session(program, hours=30))
    changes.cancel(person=member.user, booking_id=credit.pk, at=NOW)
    Message.objects.all().delete()
    target = session(program, hours=54, name="Gaps")
    changes.assign(person=member.user, booking_id=credit.pk, session_id=target.pk, at=NOW)
    lines = swept(sent)
    assert lines["sms"]["template"] == lines["mail"]["template"] == "booking_confirmed"
    assert lines["sms"]["params"]["short_title"] == "Opening range: Gaps"


def test_a_swap_names_the_old_session_and_the_new(member: Person, program: LiveTrading, sent: Lines) -> None:
    booking = book(member.user, session(program, hours=30, name="Gaps"))
    target = session(program, hours=54, name="Ranges")
    changes.swap(person=member.user, booking_id=booking.pk, session_id=target.pk, at=NOW)
    lines = swept(sent)
    assert lines["sms"]["body"].startswith(
        "Rally: your session is now 'Opening range: Ranges', Mon 23 Nov 2026, 9:00 PM, "
        "instead of Sun 22 Nov 2026, 9:00 PM."
    )
    assert "Instead of: Opening range: Gaps, Sun 22 Nov 2026, 9:00 PM" in lines["mail"]["body"]


def test_of_swaps_there_and_back_the_last_is_named(member: Person, program: LiveTrading, sent: Lines) -> None:
    """Sent late, the first one would name the same session as the new and as the old."""
    first, second = session(program, hours=30, name="Gaps"), session(program, hours=54, name="Ranges")
    booking = book(member.user, first)
    for target in (second, first):
        changes.swap(person=member.user, booking_id=booking.pk, session_id=target.pk, at=NOW)
    lines = swept(sent)
    assert lines["mail"]["params"]["title"] == "Opening range: Gaps"
    assert lines["mail"]["params"]["old_title"] == "Opening range: Ranges"


def test_what_was_cancelled_before_it_was_confirmed_is_left_out(
    member: Person, program: LiveTrading, sent: Lines
) -> None:
    first, second = (book(member.user, session(program, hours=hours)) for hours in (30, 54))
    with transaction.atomic():
        notices.notify_booked(bookings=[first, second])
    Booking.objects.filter(pk=first.pk).update(status=BookingStatus.RETURNED)
    lines = swept(sent)
    assert lines["sms"]["params"]["when"] == "Mon 23 Nov 2026, 9:00 PM"


def test_a_handler_that_runs_twice_sends_once(member: Person, program: LiveTrading, sent: Lines) -> None:
    """Its process died after it had queued the messages, and before that was recorded."""
    with transaction.atomic():
        notices.notify_booked(bookings=[book(member.user, session(program, hours=30))])
    notice = Message.objects.get()
    outbox.sweep(now=timezone.now())
    Message.objects.filter(pk=notice.pk).update(status="waiting", sent_at=None)
    assert set(swept(sent)) == {"sms", "mail"}


@pytest.mark.parametrize("count", [1, 50])
def test_the_number_of_queries_does_not_depend_on_the_number_of_seats(
    member: Person, program: LiveTrading, count: int
) -> None:
    rows = [book(member.user, session(program, hours=30 + minute / 60)) for minute in range(count)]
    with transaction.atomic():
        notices.notify_booked(bookings=rows)
    with CaptureQueriesContext(connection) as queries:
        outbox.sweep(now=timezone.now(), limit=1)
    assert len(queries) == 23


@pytest.mark.parametrize(
    "text",
    [
        text
        for key, message in registered.read("live").items()
        if key not in (attendee_messages.NOTE, attendee_messages.NEWS)
        for text in message.texts(key)
    ],
    ids=lambda text: f"{text.key}-{text.channel}",
)
def test_each_text_names_what_it_is_about_with_day_and_time(
    program: LiveTrading, member: Person, text: Any
) -> None:
    booking = book(member.user, session(program, hours=30, name="Gaps"))
    offered = message_params.booking_params(booking, now=NOW) | {
        "reason": "The mentor is ill.",
        "old_title": "Opening range: Old",
        "old_when": "Sat 21 Nov 2026, 3:00 PM",
        "count": "6",
        "last": "Fri 27 Nov 2026, 9:00 PM",
    }
    MessageTemplate.objects.get(key=text.key, channel=text.channel).full_clean()
    rendered = templates.render_matching(key=text.key, channel=text.channel, params=offered)
    shown = rendered.subject + rendered.body
    assert "Opening range: Gaps" in shown
    assert "9:00 PM" in shown
    assert offered["link"] in shown
    assert ("9:00 PM on 22 Nov 2026" if text.key == "reminder_soon" else "Sun 22 Nov 2026") in shown


def test_a_long_title_is_cut_in_an_sms(member: Person) -> None:
    program = LiveTradingFactory(title="Opening range and gap trading for beginners")
    named = session(program, hours=30, name="Gaps")
    assert message_params.short_title(named) == "Gaps"
    webinar = WebinarFactory(title="Opening range and gap trading for beginners")
    assert message_params.short_title(webinar) == "Opening range and gap trading…"


def test_what_is_urgent_and_what_confirms_goes_both_ways() -> None:
    both = {key for key in registered.template_keys() if registered.reach_of(key) == Reach.PHONE_AND_EMAIL}
    assert both >= {
        "booking_confirmed",
        "bookings_confirmed",
        "session_moved",
        "event_rescheduled",
        "session_called_off",
        "event_called_off",
        "free_event_called_off",
        "reminder_day",
        "reminder_soon",
    }
    assert not both & {"receipt", "refund_made", "refund_done", "late_payment", "session_canceled", "otp"}
