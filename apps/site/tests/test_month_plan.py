"""The calendar of everything booked, on the dashboard as the server writes it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import SECRET, WebinarFactory
from apps.site import month_plan

NOW = datetime(2036, 6, 17, 6, 30, tzinfo=UTC)


def entry(title: str, starts: str, ends: str, *clashes: str) -> Any:
    return {
        "_id": title.lower(),
        "title": title,
        "programTitle": None,
        "host": "Meera Iyer",
        "href": "/live-webinars/w1",
        "startsAt": starts,
        "endsAt": ends,
        "joinUrl": None,
        "clashesWith": list(clashes),
    }


# The browser shows the same month: app/routes/dashboard.live.test.tsx has the same events.
MONTH = [
    entry("Tape", "2036-06-18T09:30:00Z", "2036-06-18T10:30:00Z", "night"),
    entry("Night", "2036-06-18T09:30:00Z", "2036-06-18T10:30:00Z", "tape"),
    entry("Alone", "2036-06-20T04:30:00Z", "2036-06-20T05:30:00Z"),
    entry("Charts", "2036-06-29T13:30:00Z", "2036-07-14T15:00:00Z"),
]


def days(picture: month_plan.MonthPlan) -> dict[int, Any]:
    return {day.number: day for week in picture.weeks for day in week if day}


def test_the_month_opens_on_the_next_day_with_something_on_it() -> None:
    picture = month_plan.build_plan(MONTH, now=NOW)
    assert (picture.month, picture.is_first, picture.is_last) == ("Jun-2036", True, False)
    assert picture.chosen_day == "Wed, 18 Jun 2036"
    assert [(line.title, line.times, line.clash) for line in picture.lines] == [
        ("Tape", "3:00 PM – 4:00 PM", "Clashes with Night, 3:00 PM – 4:00 PM"),
        ("Night", "3:00 PM – 4:00 PM", "Clashes with Tape, 3:00 PM – 4:00 PM"),
    ]
    shown = days(picture)
    assert len(shown) == 30
    assert shown[18].label == "Tape, 3:00 PM and Night, 3:00 PM (clash)"
    assert (shown[18].note, shown[18].is_chosen) == ("Clash", True)
    assert (shown[20].note, shown[20].has_dot, shown[20].is_shut) == ("", True, False)
    assert shown[29].label == "Charts starts, 7:00 PM"
    assert (shown[17].is_today, shown[17].is_shut) == (True, True)


@pytest.mark.parametrize(("starts", "day"), [("2036-06-20T18:29:00Z", 20), ("2036-06-20T18:30:00Z", 21)])
def test_a_day_is_one_of_india(starts: str, day: int) -> None:
    picture = month_plan.build_plan([entry("Late", starts, "2036-06-20T19:30:00Z")], now=NOW)
    assert [number for number, shown in days(picture).items() if shown.label] == [day]


@pytest.mark.parametrize(
    ("now", "month"),
    [("2036-06-30T18:29:59Z", "Jun-2036"), ("2036-06-30T18:30:00Z", "Jul-2036")],
)
def test_the_month_turns_at_midnight_in_india(now: str, month: str) -> None:
    assert month_plan.build_plan(MONTH, now=datetime.fromisoformat(now)).month == month


@pytest.mark.django_db
def test_the_dashboard_shows_what_is_on_and_the_calendar(member: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        for minutes, title in ((-30, "Budget night"), (-10, "Across")):
            starts_at = NOW + timedelta(minutes=minutes)
            made = WebinarFactory(title=title, starts_at=starts_at, ends_at=starts_at + timedelta(hours=1))
            Booking.objects.create(
                person=member.user,
                webinar=made,
                status=BookingStatus.BOOKED,
                booked_by=BookedBy.FREE,
                made_at=NOW,
            )
        html = logged_in(member.user).get("/dashboard").content.decode().split('id="page-data"')[0]
    assert html.index("Live now") < html.index("Continue learning") < html.index("Your calendar")
    assert html.count(SECRET) == 3
    assert "Clashes with Across, 11:50 AM – 12:50 PM" in html
    assert "Budget night, 11:30 AM and Across, 11:50 AM (clash)" in html


@pytest.mark.django_db
def test_who_has_booked_nothing_has_no_calendar(member: Person) -> None:
    html = member.api.get("/dashboard").content.decode()
    assert "Your calendar" not in html
