"""What is booked, in My Learnings as the server writes it."""

import json
import re
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory, SessionFactory, WebinarFactory
from apps.site import own_events

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def book(member: Person, *, status: BookingStatus = BookingStatus.BOOKED, **values: Any) -> Booking:
    return Booking.objects.create(
        person=member.user, status=status, booked_by=BookedBy.PAYMENT, made_at=NOW, **values
    )


def booking(starts: str, *, can_change: bool = True, **facts: Any) -> dict[str, Any]:
    starts_at = datetime.fromisoformat(starts)
    return {
        "_id": "b1",
        "session": {
            "sessionName": "Tape",
            "date": starts,
            "endDate": (starts_at + timedelta(minutes=90)).isoformat(),
        },
        "program": {"title": "Order flow", "weburlname": "order-flow", "mentor_details": {"name": "Arjun"}},
        "joinUrl": None,
        "recordingUrl": None,
        "canChange": can_change,
        "changeBefore": (starts_at - timedelta(hours=4)).isoformat(),
        **facts,
    }


def said(booked: dict[str, Any], now: str) -> list[str]:
    row = own_events.row("sessions", booked, now=datetime.fromisoformat(now))
    return [note.words for note in row.notes]


# The browser writes the same words: features/my-learnings/lib/bookings.test.ts has the same table.
@pytest.mark.parametrize(
    ("starts", "now", "join", "until"),
    [
        ("2026-11-24T18:30:00Z", "2026-11-22T06:00:00Z", "Tue 24 Nov, 11:45 PM", "Tue 24 Nov, 8:00 PM"),
        ("2026-11-24T18:29:00Z", "2026-11-22T06:00:00Z", "11:44 PM", "Tue 24 Nov, 7:59 PM"),
        ("2026-11-24T18:45:00Z", "2026-11-22T06:00:00Z", "12:00 AM", "Tue 24 Nov, 8:15 PM"),
        ("2026-11-30T22:30:00Z", "2026-11-22T06:00:00Z", "3:45 AM", "Tue 1 Dec, 12:00 AM"),
        ("2026-11-30T22:29:00Z", "2026-11-22T06:00:00Z", "3:44 AM", "Mon 30 Nov, 11:59 PM"),
        ("2026-12-31T19:00:00Z", "2026-12-30T06:00:00Z", "12:15 AM", "Thu 31 Dec, 8:30 PM"),
        ("2028-02-28T21:00:00Z", "2028-02-20T06:00:00Z", "2:15 AM", "Mon 28 Feb, 10:30 PM"),
    ],
)
def test_a_session_says_until_when_it_can_be_changed(starts: str, now: str, join: str, until: str) -> None:
    assert said(booking(starts), now) == [f"Join from {join}", f"Swap or cancel until {until}"]


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-11-24T06:00:00Z", ["Join from 2:45 PM", "Changes closed on Tue 24 Nov, 11:00 AM"]),
        (
            "2026-11-24T09:15:00Z",
            ["The join link is not available yet", "Changes closed on Tue 24 Nov, 11:00 AM"],
        ),
        ("2026-11-24T09:30:00Z", ["The join link is not available yet"]),
        ("2026-11-24T11:00:00Z", ["The recording is not available yet."]),
    ],
)
def test_what_its_owner_should_know_as_time_goes_by(now: str, words: list[str]) -> None:
    assert said(booking("2026-11-24T09:30:00Z", can_change=False), now) == words


@pytest.mark.parametrize(
    ("now", "words", "is_usable"),
    [
        ("2026-11-30T18:29:59Z", "One session, use it by Tue, 1 Dec 2026", True),
        ("2026-11-30T18:30:00Z", "Expired on Tue, 1 Dec 2026", False),
    ],
)
def test_a_credit_says_what_it_is_worth(now: str, words: str, is_usable: bool) -> None:
    credit = booking(
        "2026-11-24T09:30:00Z", creditEndsAt="2026-11-30T18:30:00Z", assignedTo=None, assignedSession=None
    )
    row = own_events.credit_row(credit, now=datetime.fromisoformat(now))
    assert (row.name, row.words, row.is_usable) == ("Tape, Tue 24 Nov", words, is_usable)


def page_of(member: Person, query: str = "") -> tuple[str, list[Any]]:
    html = member.api.get(f"/my-learnings{query}").content.decode()
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', html)
    assert found
    return html.split('id="page-data"')[0], json.loads(found[1])["answers"]


def everything(member: Person) -> None:
    now = timezone.now()
    session = SessionFactory(starts_at=now + 30 * HOUR, name="Tape reading", capacity=3, seats_taken=1)
    book(member, session=session)
    book(
        member,
        session=SessionFactory(program=session.program, starts_at=now + 40 * HOUR, name="Given up"),
        status=BookingStatus.CANCELED,
        canceled_at=now,
        credit_ends_at=now + timedelta(days=90),
    )
    book(member, webinar=WebinarFactory(title="Budget night", starts_at=now - HOUR / 2, ends_at=now + HOUR))
    weeks = MentorshipFactory(title="Charts", starts_at=now + 50 * HOUR, ends_at=now + 500 * HOUR)
    book(member, mentorship=weeks)


def test_all_that_is_booked_is_in_the_first_picture_and_brought_along(member: Person) -> None:
    everything(member)
    html, answers = page_of(member)
    for words in ("Tape reading", "Given up", "Budget night", "Charts", ">Swap<", ">Reassign<", ">LIVE<"):
        assert words in html
    assert html.index("Live now") < html.index('id="sessions"') < html.index('id="courses"')
    keys = {json.dumps(key): answer for key, answer in answers}
    for name, call in {
        "bookings": "learning/session-user",
        "bookedWebinars": "learning/bookedwebinarV1",
        "bookedMentorships": "mentorship/booked/mentorshipV1",
    }.items():
        key = json.dumps(["live", name, {"skip": 0, "limit": 5}])
        assert keys[key] == member.api.get(f"/api/{call}?limit=5").json()
    key = json.dumps(["live", "credits", {"skip": 0, "limit": 20}])
    assert keys[key] == member.api.get("/api/learning/canceled/session-user?limit=20").json()


def test_one_kind_brings_its_own_list_alone(member: Person) -> None:
    everything(member)
    html, answers = page_of(member, "?kind=webinars&status=live")
    assert [key[:2] for key, _ in answers] == [
        ["dashboard"],
        ["pro", "booked"],
        ["pro", "subscriptions"],
        ["live", "bookedWebinars"],
    ]
    assert answers[3][0][2] == {"skip": 0, "limit": 10, "status": "live"}
    assert "Tape reading" not in html.split("Filter learnings by type")[1]
    assert 'href="/my-learnings?kind=webinars&amp;status=upcoming"' in html


@pytest.mark.parametrize("query", ["?kind=lost", "?kind=", "?kind=%00", "?kind=sessions'%3E&status=x"])
def test_a_kind_that_nobody_knows_shows_all(member: Person, query: str) -> None:
    everything(member)
    html, _ = page_of(member, query)
    assert "Tape reading" in html
    assert "Budget night" in html


def test_the_address_of_a_room_is_in_no_page_before_its_time(member: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        book(member, session=SessionFactory(starts_at=NOW + timedelta(minutes=15, seconds=1)))
        html = member.api.get("/my-learnings").content.decode()
        dashboard = member.api.get("/dashboard").content.decode()
    assert SECRET not in html
    assert SECRET not in dashboard
    with time_machine.travel(NOW + timedelta(seconds=1), tick=False):
        assert SECRET in member.api.get("/my-learnings").content.decode()


def test_what_was_called_off_offers_what_can_become_of_it(member: Person) -> None:
    now = timezone.now()
    session = SessionFactory(
        starts_at=now - HOUR, name="Tape", cancelled_at=now, cancellation_reason="The mentor is ill."
    )
    book(member, session=session, bought_by=uuid4())
    html, _ = page_of(member)
    row = html.split("<article")[1].split("</article")[0]
    for words in (
        "Cancelled by us",
        "The mentor is ill.",
        "Choose another session",
        "Take a credit",
        "Get a refund",
    ):
        assert words in row
    for words in ("LIVE", "Swap", "Add to calendar", "Join"):
        assert words not in row


@pytest.mark.parametrize("count", [1, 50])
def test_my_learnings_takes_the_same_queries_whatever_is_booked(
    member: Person, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        at = timezone.now() + (24 + number) * HOUR
        book(member, session=SessionFactory(starts_at=at))
        book(member, webinar=WebinarFactory(starts_at=at, ends_at=at + HOUR))
        book(member, mentorship=MentorshipFactory(starts_at=at, ends_at=at + 50 * HOUR))
    member.api.get("/my-learnings")
    with django_assert_num_queries(14):
        member.api.get("/my-learnings")


def test_who_has_booked_nothing_live_is_told_once(member: Person) -> None:
    html, _ = page_of(member)
    assert html.count("No live bookings yet.") == 1
    assert "Filter live bookings by status" not in html
    assert 'id="sessions"' not in html
    assert "You haven&#x27;t booked any sessions." in page_of(member, "?kind=sessions")[0]
    assert "No webinars live now." in page_of(member, "?kind=webinars&status=live")[0]
