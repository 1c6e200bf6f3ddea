"""A struck price is shown until the end of its last Indian day, and nowhere after it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.catalog.models import Course
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

pytestmark = pytest.mark.django_db

LAST_DAY = date(2026, 11, 30)
MIDNIGHT = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
"""In India, after the last day."""
BEFORE, AFTER = MIDNIGHT - timedelta(seconds=1), MIDNIGHT


def at(moment: datetime) -> Any:
    return time_machine.travel(moment, tick=False)


def struck(**values: Any) -> Course:
    values = {
        "offer_price_paise": 199_900,
        "markup_price_paise": 299_900,
        "markup_last_day": LAST_DAY,
        **values,
    }
    return CourseFactory(**values)


def cards(api: ApiClient, **filters: Any) -> list[Any]:
    found: list[Any] = api.post("/api/course/mobile", filters).json()["courses"]
    return found


def detail(api: ApiClient, course: Course) -> Any:
    return api.get(f"/api/course/users/{course.weburlname}").json()["data"]


def cart(member: Person, course: Course) -> Any:
    return member.api.post("/api/course/cartCourseV1", {"id": str(course.pk)}).json()["data"]


def test_on_the_last_day_it_is_shown_everywhere(
    api: ApiClient, member: Person, client: Client, committed: Any
) -> None:
    with committed():
        course, other = struck(title="Candles"), struck(title="Funds")
    with at(BEFORE):
        assert [card["markup_price"] for card in cards(api)] == [2999, 2999]
        assert [card["markup_price"] for card in cards(api, search="candles")] == [2999]
        found = detail(api, course)
        assert found["markup_price"] == 2999
        assert [(card["_id"], card["markup_price"]) for card in found["related"]] == [(str(other.pk), 2999)]
        assert cart(member, course)["plan"]["actualPrice"] == 2999
        assert "33% off" in get_page(client, f"/courses/{course.weburlname}").text


def test_from_midnight_on_it_is_shown_nowhere_also_not_from_the_cache(
    api: ApiClient, member: Person, client: Client, committed: Any
) -> None:
    with committed():
        course, _ = struck(title="Candles"), struck(title="Funds")
    url = f"/courses/{course.weburlname}"
    with at(BEFORE):
        cards(api)
        detail(api, course)
        get_page(client, url)
    with at(AFTER):
        assert [card["markup_price"] for card in cards(api)] == [None, None]
        assert [card["markup_price"] for card in cards(api, search="candles")] == [None]
        found = detail(api, course)
        assert (found["offer_price"], found["markup_price"]) == (1999, None)
        assert [card["markup_price"] for card in found["related"]] == [None]
        help_found = api.get("/api/course/search/help", {"search": "candels"}).json()["data"]
        assert [card["markup_price"] for card in help_found["courses"]] == [None, None]
        quoted = cart(member, course)
        assert quoted["plan"]["actualPrice"] is None
        assert quoted["plan"]["discountedPrice"] == 1999
        page = get_page(client, url)
        assert "off" not in page.main.one("aside").text.split("Duration")[0]
        assert page.structured[0]["offers"]["price"] == 2358.82


def test_without_a_last_day_it_stays(api: ApiClient) -> None:
    course = struck(markup_last_day=None)
    with at(AFTER + timedelta(days=365)):
        assert detail(api, course)["markup_price"] == 2999


def test_lists_take_as_many_queries_for_one_and_for_fifty(api: ApiClient) -> None:
    category = CategoryFactory()

    def count() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            cards(api, limit=50, skip=0, level=["Beginner"])
        return len(queries)

    struck(category=category)
    first = count()
    for number in range(49):
        struck(category=category, title=f"Course about {number}")
    with at(AFTER):
        assert count() == first


def test_a_struck_price_needs_its_last_day() -> None:
    course = struck(markup_last_day=None)
    with pytest.raises(ValidationError) as refusal:
        course.full_clean()
    assert refusal.value.message_dict == {
        "markup_last_day": ["Enter the last day on which this offer is valid."]
    }
    struck(markup_price_paise=None, markup_last_day=None).full_clean()
