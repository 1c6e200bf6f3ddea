"""Every card shows what its checkout asks for: the tax of one function, to the paisa."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine

from apps.catalog.tests.factories import CourseFactory
from apps.commerce.models import GstRate
from apps.core.testing.clients import ApiClient
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
MIDNIGHT = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
TAX = json.loads((Path(__file__).parent / "vectors" / "tax.json").read_text())
PRICES = {
    vector["price"]: vector["billTotal"]
    for vector in TAX
    if vector.get("percent", 18) == 18 and vector["discount"] == 0 and 0 < vector["price"] <= 1_000_000
}

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def cards(api: ApiClient) -> dict[str, dict[str, Any]]:
    """The one card of each list."""
    [course] = api.post("/api/course/mobile", {}).json()["courses"]
    [webinar] = api.get("/api/learning/webinarV1").json()["data"]
    [mentorship] = api.get("/api/mentorship").json()["data"]
    return {"course": course, "webinar": webinar, "mentorship": mentorship}


def test_there_are_prices_whose_tax_is_rounded() -> None:
    assert {50, 100, 49_900} <= PRICES.keys()
    assert PRICES[50] == 0, "a bill below a rupee is waived"


@pytest.mark.parametrize("paise", sorted(PRICES))
def test_a_card_has_the_price_and_the_struck_price_with_gst(api: ApiClient, paise: int) -> None:
    ends = {"markup_price_paise": 2 * paise, "markup_last_day": date(2026, 12, 31)}
    CourseFactory(offer_price_paise=paise, **ends)
    WebinarFactory(price_paise=paise, **ends)
    MentorshipFactory(price_paise=paise, starts_at=NOW + timedelta(days=1), **ends)

    for name, card in cards(api).items():
        assert card["offer_price" if name == "course" else "price"] == paise / 100, name
        assert card["priceWithGst"] == PRICES[paise] / 100, name
        half = (2 * paise * 1800 + 10_000) // 20_000
        struck = 2 * paise + 2 * half
        assert card["markupPriceWithGst"] == (struck / 100 if struck >= 100 else 0), name


def test_what_is_free_has_no_price_with_gst(api: ApiClient) -> None:
    CourseFactory(offer_price_paise=0, markup_price_paise=149_900, markup_last_day=date(2026, 12, 31))
    WebinarFactory(price_paise=0)
    MentorshipFactory(price_paise=0, starts_at=NOW + timedelta(days=1))

    found = cards(api)

    assert [card["priceWithGst"] for card in found.values()] == [None, None, None]
    assert found["course"]["markupPriceWithGst"] == 1768.82
    assert found["webinar"]["markupPriceWithGst"] is None


def test_the_rate_is_the_one_of_the_day(api: ApiClient) -> None:
    GstRate.objects.create(percent=Decimal(12), starts_on=date(2026, 11, 22))
    CourseFactory(offer_price_paise=100_000)
    WebinarFactory(price_paise=100_000, starts_at=NOW + timedelta(days=3))
    MentorshipFactory(price_paise=100_000, starts_at=NOW + timedelta(days=3))
    program = LiveTradingFactory()
    SessionFactory(program=program, starts_at=NOW + timedelta(days=3), base_price_paise=100_000)

    def shown() -> set[float]:
        [listed] = api.get("/api/learning/web/liveotp").json()["data"]
        return {card["priceWithGst"] for card in (*cards(api).values(), listed)}

    assert shown() == {1180}
    with time_machine.travel(MIDNIGHT, tick=False):
        assert shown() == {1120}


def test_a_program_says_for_how_many_sessions_its_lowest_price_is(api: ApiClient) -> None:
    program = LiveTradingFactory(weburlname="bell")
    SessionFactory(program=program, starts_at=NOW - timedelta(days=7), ends_at=NOW - timedelta(days=6))
    for day in range(1, 4):
        SessionFactory(program=program, starts_at=NOW + timedelta(days=day), base_price_paise=49_900)
    PlanFactory(program=program, num_of_sessions=1, discounted_price_paise=49_900)
    PlanFactory(program=program, num_of_sessions=3, discounted_price_paise=29_950)
    PlanFactory(program=program, num_of_sessions=5, discounted_price_paise=19_900)

    [card] = api.get("/api/learning/web/liveotp").json()["data"]
    detail = api.get("/api/learning/user/liveotp/web/bell").json()["data"]

    for found in (card, detail):
        assert (found["fromPrice"], found["fromSessions"]) == (299.5, 3)
        assert (found["priceWithGst"], found["singlePriceWithGst"]) == (353.42, 588.82)
        assert found["nextSessionAt"] == "2026-11-22T09:30:00Z"


def test_a_program_without_a_session_to_book_has_no_price(api: ApiClient) -> None:
    program = LiveTradingFactory()
    SessionFactory(program=program, starts_at=NOW - timedelta(minutes=5))

    [card] = api.get("/api/learning/web/liveotp").json()["data"]

    names = ("fromPrice", "fromSessions", "priceWithGst", "singlePriceWithGst", "nextSessionAt")
    assert [card[name] for name in names] == [None] * 5
