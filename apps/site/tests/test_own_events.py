"""Live bookings in My Learnings and on the dashboard, as the server renders them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from apps.catalog.models import TopicProgress
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.factories import CategoryFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SECRET, MentorshipFactory, SessionFactory, WebinarFactory

ROOM = "/rooms?key="
"""Our own address of a room, which opens in its window."""

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def book(member: Person, *, status: BookingStatus = BookingStatus.BOOKED, **values: Any) -> Booking:
    return Booking.objects.create(
        person=member.user, status=status, booked_by=BookedBy.PAYMENT, made_at=NOW, **values
    )


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


def test_all_bookings_are_there_with_the_endpoints_responses(member: Person) -> None:
    everything(member)
    page = get_page(member.api, "/my-learnings")
    for words in ("Tape reading", "Given up", "Budget night", "Charts", "Swap", "Reassign", "LIVE"):
        assert words in page.main.text
    assert page.shown.index("Live now") < page.shown.index('id="sessions"') < page.shown.index('id="courses"')
    for name, url in {
        "bookings": "learning/session-user",
        "bookedWebinars": "learning/bookedwebinarV1",
        "bookedMentorships": "mentorship/booked/mentorshipV1",
    }.items():
        response = member.api.get(f"/api/{url}?limit=5").json()
        assert page.answer("live", name, {"skip": 0, "limit": 5}) == response
    response = member.api.get("/api/learning/canceled/session-user?limit=20").json()
    assert page.answer("live", "credits", {"skip": 0, "limit": 20}) == response


def test_one_kind_has_its_own_list_alone(member: Person) -> None:
    everything(member)
    page = get_page(member.api, "/my-learnings?kind=webinars&status=live")
    assert [key[:2] for key, _ in page.answers] == [
        ["dashboard"],
        ["live", "waitlist"],
        ["pro", "booked"],
        ["pro", "subscriptions"],
        ["live", "bookedWebinars"],
    ]
    assert page.answers[4][0][2] == {"skip": 0, "limit": 10, "status": "live"}
    assert page.main.all(id="sessions") == []
    assert "/my-learnings?kind=webinars&status=upcoming" in page.main.urls


@pytest.mark.parametrize("query", ["?kind=lost", "?kind=", "?kind=%00", "?kind=sessions'%3E&status=x"])
def test_an_unknown_kind_shows_everything(member: Person, query: str) -> None:
    everything(member)
    words = get_page(member.api, f"/my-learnings{query}").main.text
    assert "Tape reading" in words
    assert "Budget night" in words


@pytest.mark.parametrize("path", ["/my-learnings", "/dashboard"])
def test_the_join_url_is_on_no_page_before_its_time(member: Person, path: str) -> None:
    with time_machine.travel(NOW, tick=False):
        book(member, session=SessionFactory(starts_at=NOW + timedelta(minutes=15, seconds=1)))
        assert ROOM not in get_page(member.api, path).html
    with time_machine.travel(NOW + timedelta(seconds=1), tick=False):
        page = get_page(member.api, path)
    assert ROOM in page.shown
    assert SECRET not in page.html


def test_a_session_cancelled_by_staff_offers_its_choices(member: Person) -> None:
    now = timezone.now()
    session = SessionFactory(
        starts_at=now - HOUR, name="Tape", cancelled_at=now, cancellation_reason="The mentor is ill."
    )
    book(member, session=session, bought_by=uuid4())
    main = get_page(member.api, "/my-learnings").main
    waiting = main.one("section", aria_labelledby="decisions").text
    for words in ("The mentor is ill.", "Choose another session", "Take a credit", "Get a refund"):
        assert words in waiting
    [row] = [row.text for row in main.all("article")]
    assert "Cancelled by us" in row
    for words in ("LIVE", "Swap", "Add to calendar", "Join"):
        assert words not in row


def test_the_dashboard_has_a_calendar_with_clashes(member: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        for minutes, title in ((-30, "Budget night"), (-10, "Across")):
            starts_at = NOW + timedelta(minutes=minutes)
            book(member, webinar=WebinarFactory(title=title, starts_at=starts_at, ends_at=starts_at + HOUR))
        page = get_page(member.api, "/dashboard")
        response = member.api.get("/api/dashboard").json()
    assert page.responses == [response, {"data": [], "totalCount": 0}]
    words = page.main.text
    assert words.index("Live now") < words.index("Continue learning") < words.index("Your calendar")
    assert words.count("Clashes with Across") == 1


@pytest.mark.parametrize(("minutes", "day"), [(-1, "25"), (0, "26")])
def test_a_day_of_the_calendar_is_one_of_india(member: Person, minutes: int, day: str) -> None:
    midnight = datetime(2026, 11, 25, 18, 30, tzinfo=UTC)
    with time_machine.travel(NOW, tick=False):
        book(member, webinar=WebinarFactory(starts_at=midnight + timedelta(minutes=minutes)))
        calendar = get_page(member.api, "/dashboard").main.one("table")
    [chosen] = calendar.all("button", aria_pressed="true")
    assert chosen.text.split()[0] == day


def test_without_bookings_the_dashboard_has_no_calendar(member: Person) -> None:
    assert "Your calendar" not in get_page(member.api, "/dashboard").main.text


@pytest.mark.parametrize("count", [1, 50])
def test_my_learnings_takes_the_same_queries_whatever_is_booked(
    member: Person, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        at = timezone.now() + (24 + number) * HOUR
        book(member, session=SessionFactory(starts_at=at))
        subject = CategoryFactory()
        book(member, webinar=WebinarFactory(starts_at=at, ends_at=at + HOUR, category=subject))
        book(member, mentorship=MentorshipFactory(starts_at=at, ends_at=at + 50 * HOUR, category=subject))
        course, topics = create_course(600)
        give_course(member.user, course)
        TopicProgress.objects.create(
            person=member.user, course=course, topic=topics[0], watched_seconds=60, updated_at=timezone.now()
        )
    # The rest of the courses is cached, the entitlements with the person.
    member.api.get("/my-learnings")
    with django_assert_num_queries(8):
        member.api.get("/my-learnings")


def test_without_live_bookings_it_is_said_once(member: Person) -> None:
    main = get_page(member.api, "/my-learnings").main
    assert main.text.count("No live bookings yet.") == 1
    assert main.all(aria_label="Filter live bookings by status") == []
    assert main.all(id="sessions") == []
    sessions = get_page(member.api, "/my-learnings?kind=sessions").main.text
    assert "You haven't booked any sessions." in sessions
    assert (
        "No webinars live now." in get_page(member.api, "/my-learnings?kind=webinars&status=live").main.text
    )
