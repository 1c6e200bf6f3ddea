"""The session picker as the server renders it."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Element, Page, get_page
from apps.live.models import Booking, LiveTrading
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, PlanFactory, SessionFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 15, 0, tzinfo=INDIA)


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory(title="Opening Desk", weburlname="desk")
    return made


def create_session(program: LiveTrading, *when: int, **values: object) -> object:
    """A session on this month, day, hour and minute in India."""
    month, day, hour, minute = when
    starts_at = datetime(2026 if month > 1 else 2027, month, day, hour, minute, tzinfo=INDIA)
    return SessionFactory(program=program, name="Opening", starts_at=starts_at, **values)


def get_picker(client: Client, *, now: datetime = NOW) -> Page:
    with time_machine.travel(now, tick=False):
        return get_page(client, "/select-sessions/desk")


def days(page: Page) -> dict[int, str]:
    """The texts of the calendar's days."""
    cells = [cell.text for cell in page.main.one("table").all("td") if cell.text]
    return {int(cell.split()[0]): cell.partition(" ")[2] for cell in cells}


def open_days(page: Page) -> list[int]:
    buttons = page.main.one("table").all("button", aria_pressed="false")
    return [int(button.text.split()[0]) for button in buttons]


def test_the_days_of_the_first_month(client: Client, program: LiveTrading) -> None:
    create_session(program, 11, 20, 9, 0)
    create_session(program, 11, 24, 9, 0)
    create_session(program, 11, 24, 18, 30)
    create_session(program, 11, 25, 9, 0, capacity=1, seats_taken=1)
    page = get_picker(client)
    assert "Nov-2026" in page.main.text
    assert len(days(page)) == 30
    assert open_days(page) == [24]
    assert "2 sessions" in days(page)[24]
    assert "Full" in days(page)[25]


@pytest.mark.parametrize(
    ("when", "month"),
    [((11, 30, 23, 59), "Nov-2026"), ((12, 1, 0, 0), "Dec-2026"), ((1, 31, 23, 59), "Jan-2027")],
)
def test_months_and_days_are_those_of_india(
    client: Client, program: LiveTrading, when: tuple[int, ...], month: str
) -> None:
    create_session(program, 11, 2, 9, 0)
    create_session(program, *when)
    page = get_picker(client)
    assert month in page.main.text
    assert open_days(page) == [when[1]]


def test_a_month_that_is_fully_booked_leads_to_the_next_with_seats(
    client: Client, program: LiveTrading
) -> None:
    create_session(program, 11, 25, 9, 0, capacity=1, seats_taken=1)
    create_session(program, 1, 4, 9, 0)
    page = get_picker(client)
    assert "No sessions left to pick in Nov-2026." in page.main.text
    assert [button.text for button in page.main.all("button") if "Jan-2027" in button.text] == [
        "Go to Jan-2027"
    ]


def test_midnight_in_india_ends_the_day(client: Client, program: LiveTrading) -> None:
    create_session(program, 12, 2, 9, 0)
    last_second = datetime(2026, 11, 30, 23, 59, 59, tzinfo=INDIA)
    for now, expected in ((last_second, []), (last_second + timedelta(seconds=1), ["1"])):
        cache.clear()
        page = get_picker(client, now=now)
        assert "Dec-2026" in page.main.text
        assert [day.text.split()[0] for day in today(page)] == expected


def today(page: Page) -> list[Element]:
    return page.main.one("table").all("button", aria_current="date")


def test_without_sessions_this_month_says_so(client: Client, program: LiveTrading) -> None:
    assert "No sessions in Nov-2026." in get_picker(client).main.text


def test_its_data_are_the_endpoints_responses(client: Client, member: Person, program: LiveTrading) -> None:
    PlanFactory(program=program, num_of_sessions=5)
    with time_machine.travel(NOW, tick=False):
        session = create_session(program, 11, 24, 9, 0)
        Booking.objects.create(
            person=member.user,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.FREE,
            made_at=NOW,
            session=session,
        )
        urls = ["user/liveotp/web/desk", "plan?liveTradingId=desk"]
        for caller, own_urls in ((client, urls), (member.api, [*urls, "booked-times"])):
            page = get_picker(caller)
            assert page.responses == [caller.get(f"/api/learning/{url}").json() for url in own_urls]
            assert page.heading == "Select sessions: Opening Desk"
            assert ("Booked" in days(page)[24]) == (caller is not client)
            assert "20% OFF" in page.main.text
            assert "₹399 a session" in page.main.text


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
    with django_assert_max_num_queries(6):
        page = get_picker(client)
    assert len(page.responses[0]["data"]["programSessions"]) == 500
