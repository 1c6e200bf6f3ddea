"""The session picker as the server draws it: its month, its days, and what it hands to the browser."""

import json
import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading
from apps.live.selectors import cards
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, PlanFactory, SessionFactory
from apps.site import picker_page
from apps.site.tests.test_learnings_pages import answers

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 15, 0, tzinfo=INDIA)


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory(title="Opening Desk", weburlname="desk")
    return made


def at(program: LiveTrading, *when: int, **values: object) -> object:
    """A session on this day and at this hour, in India."""
    month, day, hour, minute = when
    starts_at = datetime(2026 if month > 1 else 2027, month, day, hour, minute, tzinfo=INDIA)
    return SessionFactory(program=program, name="Opening", starts_at=starts_at, **values)


def picture(program: LiveTrading, *, now: datetime = NOW) -> picker_page.PickerContext:
    sessions = [cards.session(row) for row in program.sessions.in_order()]
    return picker_page.build_context(sessions, now=now)


def days(shown: picker_page.PickerContext) -> dict[int, picker_page.Day]:
    return {day.number: day for week in shown.weeks for day in week if day}


def test_the_days_of_the_month_it_opens_on(program: LiveTrading) -> None:
    at(program, 11, 20, 9, 0)
    at(program, 11, 21, 14, 0)
    at(program, 11, 24, 9, 0)
    at(program, 11, 24, 18, 30)
    at(program, 11, 25, 9, 0, capacity=1, seats_taken=1)
    shown = picture(program)
    assert (shown.month, shown.is_first, shown.empty_line) == ("Nov-2026", True, "")
    assert [day.number if day else None for day in shown.weeks[0]] == [*[None] * 6, 1]
    assert len(shown.weeks) == 6
    found = days(shown)
    assert len(found) == 30
    assert [number for number, day in found.items() if not day.is_shut] == [24]
    assert [number for number, day in found.items() if day.is_today] == [21]
    assert found[24].label == "2 sessions: Opening at 9:00 AM and Opening at 6:30 PM"
    assert (found[25].label, found[25].note) == ("full: Opening at 9:00 AM", "Full")
    assert found[20].label == "ended: Opening at 9:00 AM"
    assert (found[26].classes, found[19].classes) == (" Calendar__empty", "")


@pytest.mark.parametrize(
    ("when", "month", "is_first"),
    [
        ((11, 30, 23, 59), "Nov-2026", True),
        ((12, 1, 0, 0), "Dec-2026", False),
        ((1, 31, 23, 59), "Jan-2027", False),
    ],
)
def test_months_are_those_of_india(
    program: LiveTrading, when: tuple[int, ...], month: str, is_first: bool
) -> None:
    at(program, 11, 2, 9, 0)
    at(program, *when)
    shown = picture(program)
    assert (shown.month, shown.is_first) == (month, is_first)
    assert [number for number, day in days(shown).items() if not day.is_shut] == [when[1]]


def test_midnight_in_india_ends_the_day(program: LiveTrading) -> None:
    before = datetime(2026, 11, 30, 23, 59, 59, tzinfo=INDIA)
    at(program, 12, 2, 9, 0)
    assert picture(program, now=before).is_first is False
    assert picture(program, now=before + timedelta(seconds=1)).is_first is True


def test_a_month_of_which_all_is_full_leads_to_the_next(program: LiveTrading) -> None:
    at(program, 11, 25, 9, 0, capacity=1, seats_taken=1)
    at(program, 1, 4, 9, 0)
    shown = picture(program)
    assert (shown.empty_line, shown.leads_to) == ("No sessions left to pick in Nov-2026.", "Jan-2027")


def test_without_sessions_this_month_says_so(program: LiveTrading) -> None:
    shown = picture(program)
    assert (shown.month, shown.empty_line) == ("Nov-2026", "No sessions in Nov-2026.")


def test_the_page_brings_what_its_calls_answer(client: Client, member: Person, program: LiveTrading) -> None:
    PlanFactory(program=program, num_of_sessions=5)
    with time_machine.travel(NOW, tick=False):
        session = at(program, 11, 24, 9, 0)
        Booking.objects.create(
            person=member.user,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.FREE,
            made_at=NOW,
            session=session,
        )
        for caller, calls in (
            (client, ["user/liveotp/web/desk", "plan?liveTradingId=desk"]),
            (member.api, ["user/liveotp/web/desk", "plan?liveTradingId=desk", "booked-times"]),
        ):
            html = caller.get("/select-sessions/desk").content.decode()
            brought = [answer for _, answer in answers(html)]
            assert brought == [caller.get(f"/api/learning/{call}").json() for call in calls]
            assert "Select sessions: Opening Desk</h1>" in html
            assert ('Calendar__note">Booked' in html) == (caller is not client)
            assert "20% OFF" in html
            assert "₹399 a session" in html


def test_a_page_of_five_hundred_sessions_takes_few_queries(
    client: Client, program: LiveTrading, django_assert_max_num_queries
) -> None:
    PlanFactory(program=program)
    start = NOW + timedelta(days=1)
    rows = [
        SessionFactory.build(program=program, starts_at=start + timedelta(hours=12 * number))
        for number in range(500)
    ]
    type(rows[0])._default_manager.bulk_create(rows)
    client.get("/select-sessions/none")  # what every page asks of the site
    with time_machine.travel(NOW, tick=False), django_assert_max_num_queries(6):
        html = client.get("/select-sessions/desk").content.decode()
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', html)
    assert found is not None
    assert len(json.loads(found.group(1))["answers"][0][1]["data"]["programSessions"]) == 500
