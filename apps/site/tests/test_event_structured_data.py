"""What the pages of webinars, mentorships and programs say to search engines."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.core.testing.pages import get_page
from apps.live.models import Webinar
from apps.live.services import cancellation, meetings, rescheduling
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

SOON = {"starts_at": NOW + timedelta(days=2)}


URL = "https://rally.example/live-mentorships/weeks"
EVENT = "https://schema.org/Event"


def structured(client: Client, path: str) -> Any:
    cache.clear()
    [found] = get_page(client, path).structured
    return found


def test_a_mentorship_lists_its_meetings_for_search_engines(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://rally.example"
    starts = [NOW + timedelta(days=1 + 7 * week) for week in range(3)]
    mentorship = MentorshipFactory(
        weburlname="weeks",
        title="Weeks",
        meetings=[(start, start + timedelta(hours=1)) for start in starts],
        price_paise=4_999_00,
        capacity=4,
    )
    first, second, third = mentorship.meetings.all()
    later = starts[1] + timedelta(days=1)
    meetings.reschedule(meeting_id=second.pk, starts_at=later, ends_at=later + timedelta(hours=1), at=NOW)
    meetings.cancel(meeting_id=third.pk, reason="A holiday", at=NOW)

    found = structured(client, "/live-mentorships/weeks")

    assert found["url"] == URL
    assert found["location"] == {"@type": "VirtualLocation", "url": URL}
    assert found["eventStatus"] == f"{EVENT}Scheduled"
    assert found["offers"] == {
        "@id": f"{URL}#offer",
        "@type": "Offer",
        "price": 5898.82,
        "priceCurrency": "INR",
        "priceSpecification": {
            "@type": "PriceSpecification",
            "price": 5898.82,
            "priceCurrency": "INR",
            "valueAddedTaxIncluded": True,
        },
        "url": URL,
        "availability": "https://schema.org/InStock",
    }
    shared = {
        "@type": "EducationEvent",
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "location": {"@type": "VirtualLocation", "url": URL},
        "organizer": found["organizer"],
        "offers": {"@id": f"{URL}#offer"},
    }
    assert found["subEvent"] == [
        shared
        | {
            "name": f"Weeks: {first.title}",
            "startDate": "2026-11-22T09:30:00Z",
            "endDate": "2026-11-22T10:30:00Z",
            "eventStatus": f"{EVENT}Scheduled",
        },
        shared
        | {
            "name": f"Weeks: {second.title}",
            "startDate": "2026-11-30T09:30:00Z",
            "endDate": "2026-11-30T10:30:00Z",
            "eventStatus": f"{EVENT}Rescheduled",
            "previousStartDate": "2026-11-29T09:30:00Z",
        },
        shared
        | {
            "name": f"Weeks: {third.title}",
            "startDate": "2026-12-06T09:30:00Z",
            "endDate": "2026-12-06T10:30:00Z",
            "eventStatus": f"{EVENT}Cancelled",
        },
    ]


def test_a_webinar_is_its_only_meeting_and_says_what_became_of_it(client: Client) -> None:
    webinar = WebinarFactory(weburlname="one", **SOON, capacity=1, seats_taken=1)
    plan = structured(client, "/live-webinars/one")
    assert (plan["eventStatus"], "previousStartDate" in plan) == (f"{EVENT}Scheduled", False)
    assert plan["offers"]["availability"] == "https://schema.org/SoldOut"
    assert "subEvent" not in plan

    def move(*, days: int, hours: int) -> Any:
        start = NOW + timedelta(days=days)
        rescheduling.reschedule(
            of=Webinar, item_id=webinar.pk, starts_at=start, ends_at=start + timedelta(hours=hours), at=NOW
        )
        return structured(client, "/live-webinars/one")

    for found in (move(days=3, hours=1), move(days=3, hours=2)):  # the second move keeps the start
        assert found["eventStatus"] == f"{EVENT}Rescheduled"
        assert (found["startDate"], found["previousStartDate"]) == (
            "2026-11-24T09:30:00Z",
            "2026-11-23T09:30:00Z",
        )

    cancellation.cancel_for_everyone(of=Webinar, item_id=webinar.pk, reason="", at=NOW)
    off = structured(client, "/live-webinars/one")
    assert (off["eventStatus"], "previousStartDate" in off) == (f"{EVENT}Cancelled", False)


def test_what_only_got_longer_was_not_rescheduled(client: Client) -> None:
    webinar = WebinarFactory(weburlname="one", **SOON)
    rescheduling.reschedule(
        of=Webinar,
        item_id=webinar.pk,
        starts_at=webinar.starts_at,
        ends_at=webinar.ends_at + timedelta(hours=1),
        at=NOW,
    )
    assert structured(client, "/live-webinars/one")["eventStatus"] == f"{EVENT}Scheduled"


def test_a_programs_price_is_the_same_in_its_data_for_search_engines(client: Client, settings: Any) -> None:
    program = LiveTradingFactory(weburlname="desk")
    SessionFactory(program=program, starts_at=NOW + timedelta(days=1), base_price_paise=600_00)
    SessionFactory(program=program, starts_at=NOW + timedelta(days=2), base_price_paise=500_00)
    page = get_page(client, "/live-trading/desk")
    url = f"{settings.SITE_URL}/live-trading/desk"
    assert page.structured[0]["offers"] == {
        "@id": f"{url}#offer",
        "@type": "AggregateOffer",
        "lowPrice": 708,
        "priceCurrency": "INR",
        "priceSpecification": {
            "@type": "PriceSpecification",
            "minPrice": 708,
            "priceCurrency": "INR",
            "valueAddedTaxIncluded": True,
        },
        "url": url,
        "availability": "https://schema.org/InStock",
    }
    assert page.responses[0]["data"]["fromPrice"] == 600
    assert "From ₹708 a session incl. 18% GST" in page.main.text
