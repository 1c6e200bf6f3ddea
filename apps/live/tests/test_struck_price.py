"""The struck price of a webinar or a mentorship ends with its last day, in Indian time."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client

from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.tests.factories import MentorshipFactory, WebinarFactory

pytestmark = pytest.mark.django_db

LAST_DAY = date(2026, 11, 30)
MIDNIGHT = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
"""In India, after the last day."""
LATER = MIDNIGHT + timedelta(days=20)
KINDS = pytest.mark.parametrize(
    ("factory", "listed", "detail", "cart", "page"),
    [
        (WebinarFactory, "learning/webinarV1", "learning/webwebinarV1", "cartwebinarV1", "live-webinars"),
        (MentorshipFactory, "mentorship", "mentorship/users", "cartMentorshipV1", "live-mentorships"),
    ],
    ids=["webinar", "mentorship"],
)


def struck(factory: Any, **values: Any) -> Any:
    prices = {"price_paise": 499_00, "markup_price_paise": 799_00, "markup_last_day": LAST_DAY}
    return factory(starts_at=LATER, **{**prices, **values})


@KINDS
def test_it_ends_at_midnight_also_in_what_was_cached(
    api: ApiClient,
    member: Person,
    client: Client,
    committed: Any,
    factory: Any,
    listed: str,
    detail: str,
    cart: str,
    page: str,
) -> None:
    with committed():
        event = struck(factory)
    prefix = listed.partition("/")[0]

    def shown() -> list[Any]:
        quoted = member.api.post(f"/api/{prefix}/{cart}", {"id": str(event.pk)}).json()["data"]
        return [
            api.get(f"/api/{listed}").json()["data"][0]["markup_price"],
            api.get(f"/api/{detail}/{event.weburlname}").json()["data"]["markup_price"],
            quoted["plan"]["actualPrice"],
            "38% off" in get_page(client, f"/{page}/{event.weburlname}").text,
        ]

    with time_machine.travel(MIDNIGHT - timedelta(seconds=1), tick=False):
        assert shown() == [799, 799, 799, True]
    with time_machine.travel(MIDNIGHT, tick=False):
        assert shown() == [None, None, None, False]


@KINDS
def test_it_needs_its_last_day(factory: Any, listed: str, detail: str, cart: str, page: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        struck(factory, markup_last_day=None).full_clean()
    assert refusal.value.message_dict == {
        "markup_last_day": ["Enter the last day on which this offer is valid."]
    }
    struck(factory, markup_price_paise=None, markup_last_day=None).full_clean()
