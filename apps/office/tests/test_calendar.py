"""The calendar of the office: what is in it, what it marks, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts.models import User
from apps.content.tests.factories import InstructorFactory
from apps.core.indian_time import INDIA
from apps.live.models import ExchangeHoliday
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db

VIEW = ("live.view_programsession", "live.view_webinar", "live.view_meeting")
ADDRESS = "/admin/calendar/"


@pytest.fixture(autouse=True)
def now() -> Iterator[datetime]:
    with time_machine.travel(datetime(2026, 11, 18, 12, tzinfo=INDIA), tick=False):
        yield datetime(2026, 11, 18, 12, tzinfo=INDIA)


def at(day: int, hour: int, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=INDIA)


def webinar(title: str, starts_at: datetime, hours: int = 1, **values: Any) -> Any:
    return WebinarFactory(
        title=title, starts_at=starts_at, ends_at=starts_at + timedelta(hours=hours), **values
    )


def entries(response: Any) -> dict[date, list[tuple[str, list[str]]]]:
    """By day: the title of each and those it clashes with."""
    return {
        day.date: [(item.shown.entry.title, [one.title for one in item.shown.clashes]) for item in items]
        for week in response.context["weeks"]
        for day, items in week
        if items
    }


def test_a_month_has_whole_weeks_with_all_kinds(clerk: Callable[..., Client]) -> None:
    webinar("Late in October", at(26, 9, month=10))
    webinar("Too early", at(25, 23, month=10))
    webinar("In the last week", at(6, 23, month=12))
    webinar("Too late", at(7, 0, month=12))
    SessionFactory(name="Gap", starts_at=at(18, 9), ends_at=at(18, 10), program=LiveTradingFactory(title="P"))
    MentorshipFactory(title="Desk", meetings=[(at(19, 9), at(19, 10)), (at(20, 9), at(20, 10))])
    response = clerk(*VIEW).get(ADDRESS)
    assert entries(response) == {
        date(2026, 10, 26): [("Late in October", [])],
        date(2026, 11, 18): [("Gap", [])],
        date(2026, 11, 19): [("Meeting 1", [])],
        date(2026, 11, 20): [("Meeting 2", [])],
        date(2026, 12, 6): [("In the last week", [])],
    }
    page = response.content.decode()
    assert 'href="/admin/calendar/"' in page
    assert page.count('aria-current="date"') == 1


def test_a_week(clerk: Callable[..., Client]) -> None:
    webinar("Monday", at(16, 0))
    webinar("Sunday", at(22, 23))
    webinar("Next", at(23, 0))
    response = clerk(*VIEW).get(ADDRESS, {"view": "week", "day": "2026-11-18"})
    assert entries(response) == {date(2026, 11, 16): [("Monday", [])], date(2026, 11, 22): [("Sunday", [])]}
    assert response.context["name"] == "16 Nov 2026 to 22 Nov 2026"
    assert "day=2026-11-15" in response.context["before"]
    assert "day=2026-11-23" in response.context["after"]


def test_clashes_of_a_host(clerk: Callable[..., Client]) -> None:
    host, other = InstructorFactory(), InstructorFactory()
    webinar("Long", at(18, 9), 4, host=host)
    webinar("Inside", at(18, 10), host=host)
    webinar("Also inside", at(18, 11), host=host)
    webinar("After", at(18, 13), host=host)
    webinar("Another host", at(18, 9), host=other)
    webinar("Cancelled", at(18, 9), host=host, cancelled_at=at(1, 9))
    # Began the evening before the first week that is shown.
    webinar("Night", at(25, 23, month=10), 3, host=host)
    webinar("Morning", at(26, 1, month=10), host=host)
    response = clerk(*VIEW).get(ADDRESS)
    found = dict(one for of_day in entries(response).values() for one in of_day)
    assert found == {
        "Long": ["Inside", "Also inside"],
        "Inside": ["Long"],
        "Also inside": ["Long"],
        "After": [],
        "Another host": [],
        "Cancelled": [],
        "Morning": ["Night"],
    }
    assert response.content.decode().count(">Clash: ") == 5


def test_holidays_are_marked(clerk: Callable[..., Client]) -> None:
    ExchangeHoliday.objects.update_or_create(date=date(2026, 11, 17), defaults={"name": "Day of rest"})
    assert "Exchange closed: Day of rest" in clerk(*VIEW).get(ADDRESS).content.decode()


def test_each_entry_leads_to_what_may_be_done(clerk: Callable[..., Client]) -> None:
    ahead, over = webinar("Ahead", at(20, 9)), webinar("Over", at(2, 9))
    cancelled = webinar("Cancelled", at(21, 9), cancelled_at=at(1, 9))

    def urls(one: Any) -> set[str]:
        pages = ("change", "reschedule", "cancel")
        own = {page: reverse(f"admin:live_webinar_{page}", args=[one.pk]) for page in pages}
        own["attendees"] = reverse("office:attendees", args=[one.pk, "webinar"])
        return {page for page, url in own.items() if f'"{url}"' in html}

    html = clerk("live.view_webinar").get(ADDRESS).content.decode()
    assert [urls(one) for one in (ahead, over, cancelled)] == [{"change"}] * 3
    User.objects.filter(is_staff=True).delete()
    html = (
        clerk("live.view_webinar", "live.change_webinar", "live.view_attendance")
        .get(ADDRESS)
        .content.decode()
    )
    assert urls(ahead) == {"change", "reschedule", "cancel", "attendees"}
    assert urls(over) == urls(cancelled) == {"change", "attendees"}


def test_only_kinds_that_one_may_view(clerk: Callable[..., Client]) -> None:
    webinar("A webinar", at(18, 9))
    SessionFactory(name="A session", starts_at=at(18, 9), ends_at=at(18, 10))
    assert entries(clerk("live.view_webinar").get(ADDRESS)) == {date(2026, 11, 18): [("A webinar", [])]}


def test_others_may_not_open_it(clerk: Callable[..., Client]) -> None:
    assert clerk("commerce.view_order").get(ADDRESS).status_code == 403


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"day": "9999-12-31"}, "Enter a day from 2000 to 2099."),
        ({"day": "0001-01-01"}, "Enter a day from 2000 to 2099."),
        ({"day": "\x00"}, "Enter a valid date."),
        ({"day": "9" * 1500}, "Enter a valid date."),
        ({"view": "year"}, "Select a valid choice."),
    ],
)
def test_nonsense_gets_a_message(clerk: Callable[..., Client], query: dict[str, str], message: str) -> None:
    response = clerk(*VIEW).get(ADDRESS, query)
    assert (response.status_code, response.context["name"]) == (200, "November 2026")
    assert message in response.content.decode()


@pytest.mark.parametrize("day", ["2000-01-01", "2099-12-31"])
def test_the_first_and_the_last_day(clerk: Callable[..., Client], day: str) -> None:
    client = clerk(*VIEW)
    pages = [client.get(ADDRESS, {"view": view, "day": day}).status_code for view in ("month", "week")]
    assert pages == [200, 200]


def test_the_number_of_queries_is_the_same_for_many(clerk: Callable[..., Client]) -> None:
    client, counts = clerk(*VIEW), []
    client.get(ADDRESS)
    for hours in (range(1), range(1, 8)):
        for hour in hours:
            webinar(f"W{hour}", at(18, 9 + hour), 3)
            SessionFactory(starts_at=at(18, 9 + hour), ends_at=at(18, 12 + hour))
            MentorshipFactory(meetings=[(at(18, 9 + hour), at(18, 12 + hour))])
        with CaptureQueriesContext(connection) as context:
            client.get(ADDRESS)
        counts.append(len(context))
    assert counts[0] == counts[1] <= 6
