"""The pages of webinars, mentorships and programs in each of their states, as the server draws them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.accounts.models import Entitlement
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.site.tests.test_learnings_pages import answers

pytestmark = pytest.mark.django_db

SOON = {"starts_at": NOW + timedelta(days=2)}
ON = {"starts_at": NOW - timedelta(minutes=30)}
OVER = {"starts_at": NOW - timedelta(days=2)}


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def book(person: Person, **thing: object) -> None:
    Booking.objects.create(
        person=person.user, status=BookingStatus.BOOKED, booked_by=BookedBy.FREE, made_at=NOW, **thing
    )


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode().split('<main id="main"')[1].split("</main>")[0]


@pytest.mark.parametrize(
    ("facts", "seen", "unseen"),
    [
        (SOON, ["Book for free", "Free</span>", "Add to calendar"], ["GST", "LIVE", "left"]),
        (
            {**SOON, "price_paise": 499_00, "markup_price_paise": 999_00, "capacity": 9, "seats_taken": 4},
            [
                "Book for ₹499",
                "₹999.00",
                "₹588.82 incl. 18% GST (₹499 + ₹89.82 GST)",
                "5 seats left",
                "Pro members book free.",
            ],
            ["for free"],
        ),
        ({**SOON, "capacity": 9, "seats_taken": 3}, ["Book for free"], ["seats left"]),
        ({**SOON, "capacity": 9, "seats_taken": 8}, ["1 seat left"], []),
        (
            {**SOON, "capacity": 9, "seats_taken": 9},
            ["All seats are taken", "See what&#x27;s coming up"],
            ["Book for"],
        ),
        (ON, ["LIVE", "Book for free"], []),
        (
            OVER,
            ["This webinar has ended", "See what&#x27;s coming up"],
            ["Book for", "Add to calendar", "LIVE"],
        ),
        (
            {**SOON, "cancelled_at": NOW, "cancellation_reason": "The host is ill."},
            ["Cancelled by us: The host is ill."],
            ["Book for", "Add to calendar"],
        ),
    ],
)
def test_a_webinar_to_a_visitor(
    client: Client, facts: dict[str, Any], seen: list[str], unseen: list[str]
) -> None:
    WebinarFactory(weburlname="one", title="One evening", agenda=["Depth"], **facts)
    html = page(client, "/live-webinars/one")
    assert "One evening</h1>" in html
    for words in seen:
        assert words in html
    for words in [*unseen, SECRET]:
        assert words not in html


@pytest.mark.parametrize(
    ("facts", "seen", "is_open"),
    [
        (SOON, "The join link opens here at 2:45 PM IST, 15 minutes before the start.", False),
        ({"starts_at": NOW + timedelta(minutes=14)}, "Join now", True),
        (ON, "Join now", True),
        ({**ON, "join_url": ""}, "The join link will appear here once it is ready.", False),
        ({**OVER, "market_data_date": None}, "The recording will appear here once it is ready.", False),
        ({**OVER, "market_data_date": NOW.date() - timedelta(days=60)}, "Watch recording", True),
    ],
)
def test_a_webinar_to_who_has_booked_it(
    member: Person, facts: dict[str, Any], seen: str, is_open: bool
) -> None:
    book(member, webinar=WebinarFactory(weburlname="one", **facts))
    html = page(member.api, "/live-webinars/one")
    assert seen in html
    assert ("You&#x27;re booked" in html) != ("You booked this" in html)
    assert (SECRET in html) == is_open
    assert "Book for free" not in html


def test_pro_opens_webinars_and_a_trial_does_not(member: Person, other_member: Person) -> None:
    WebinarFactory(weburlname="one", price_paise=499_00, **SOON)
    for person, source in ((member, "paid"), (other_member, "trial")):
        Entitlement.objects.create(
            person=person.user, scope="pro", source=source, label="x", starts_at=NOW - timedelta(days=1)
        )
    assert "Book with your Pro" in page(member.api, "/live-webinars/one")
    assert "Book for ₹499" in page(other_member.api, "/live-webinars/one")


def test_a_mentorship_says_its_weeks_hours_and_schedule(client: Client) -> None:
    MentorshipFactory(
        weburlname="weeks",
        starts_at=NOW + timedelta(days=1),
        ends_at=NOW + timedelta(days=29, hours=1),
        schedule=["Week 1: Trend"],
        price_paise=4_999_00,
    )
    html = page(client, "/live-mentorships/weeks")
    assert "Sun, 22 Nov 2026 – Sun, 20 Dec 2026" in html
    assert "at 3:00 PM – 4:00 PM" in html
    assert "Week 1: Trend" in html
    assert "Book for ₹4,999" in html
    assert "Pro members book free." not in html


def test_a_program_names_the_next_sessions_and_leads_to_the_calendar(client: Client, member: Person) -> None:
    program = LiveTradingFactory(weburlname="desk")
    PlanFactory(program=program, num_of_sessions=5)
    sessions = [
        SessionFactory(program=program, name=f"Number {day}", starts_at=NOW + timedelta(days=day))
        for day in range(-1, 9)
    ]
    book(member, session=sessions[2])
    calls = ["user/liveotp/web/desk", "plan?liveTradingId=desk"]
    for caller in (client, member.api):
        brought = [answer for _, answer in answers(caller.get("/live-trading/desk").content.decode())]
        assert brought == [caller.get(f"/api/learning/{call}").json() for call in calls]
    html = page(client, "/live-trading/desk")
    assert 'href="/select-sessions/desk"' in html
    assert "From <strong>₹399</strong> a session" in html
    assert [f"Number {day}</span>" in html for day in range(-1, 9)] == [False] * 2 + [True] * 6 + [False] * 2
    assert "And 2 more sessions on the calendar." in html
    assert "Sun, 22 Nov 2026 onwards" in html
    assert "Booked</span>" not in html
    assert "Booked</span>" in page(member.api, "/live-trading/desk")


@pytest.mark.parametrize(
    ("facts", "words"),
    [({"capacity": 1, "seats_taken": 1}, "All seats are taken"), (OVER, "No sessions scheduled yet")],
)
def test_a_program_without_anything_to_pick(client: Client, facts: dict[str, Any], words: str) -> None:
    SessionFactory(program=LiveTradingFactory(weburlname="desk"), **{**SOON, **facts})
    html = page(client, "/live-trading/desk")
    assert words in html
    assert "From <strong>" not in html


@pytest.mark.parametrize("count", [1, 50])
@pytest.mark.parametrize(
    ("path", "make"),
    [("/live-webinars", WebinarFactory), ("/live-mentorships", MentorshipFactory), ("/live-trading", None)],
)
def test_lists_and_program_pages_take_few_queries(
    client: Client, django_assert_max_num_queries, path: str, make: Any, count: int
) -> None:
    for number in range(count):
        values = {"starts_at": NOW + timedelta(days=1 + number)}
        make(**values) if make else SessionFactory(**values)
    client.get("/live-webinars/none")  # what every page asks of the site
    with django_assert_max_num_queries(3):
        html = page(client, path)
    assert html.count("EventCard__root") == count


def test_a_programs_page_of_five_hundred_sessions_takes_few_queries(
    client: Client, django_assert_max_num_queries
) -> None:
    program = LiveTradingFactory(weburlname="desk")
    rows = [
        SessionFactory.build(program=program, starts_at=NOW + timedelta(days=1, hours=12 * number))
        for number in range(500)
    ]
    type(rows[0])._default_manager.bulk_create(rows)
    client.get("/live-webinars/none")
    with django_assert_max_num_queries(6):
        html = page(client, "/live-trading/desk")
    assert html.count("ProgramPage__session") - html.count("ProgramPage__sessions") == 6
