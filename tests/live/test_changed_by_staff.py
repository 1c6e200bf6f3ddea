"""If staff reschedule an event that is in a cart, the buyer sees the new time before paying."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from apps.commerce.models import Order
from apps.commerce.tests.provider import provider
from apps.commerce.tests.shop import Shop, shop
from apps.core.testing.fixtures import Person
from apps.live.models import ProgramSession, Webinar
from apps.live.tests.factories import NOW, SessionFactory, WebinarFactory
from tests.live.test_sales import SESSIONS, WEBINAR, picked, status_and_code

__all__ = ["provider", "shop"]

pytestmark = pytest.mark.django_db(transaction=True)
MOVED = "The time of an item in your cart has changed. Please review your cart."


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def fill_cart(member: Person, session: ProgramSession) -> dict[str, Any]:
    return dict(member.api.post(SESSIONS[0], picked(session)).json()["data"])


def reschedule(item: ProgramSession | Webinar, *, by: timedelta) -> None:
    starts_at, ends_at = item.starts_at + by, item.ends_at + by
    type(item)._default_manager.filter(pk=item.pk).update(starts_at=starts_at, ends_at=ends_at)


def test_a_rescheduled_session_in_the_cart_is_quoted_again(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    reschedule(session, by=timedelta(hours=3))

    response = member.api.post(SESSIONS[1], {"id": cart["_id"]})

    assert status_and_code(response) == (409, "price_changed")
    assert response.json()["message"] == MOVED
    assert (response.json()["data"]["_id"], response.json()["data"]["billTotal"]) == (
        cart["_id"],
        cart["billTotal"],
    )
    assert response.json()["data"]["sessions"][0]["date"] == "2026-11-23T12:30:00Z"
    assert Order.objects.count() == 0
    again = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert again.status_code == 200


def test_a_rescheduled_webinar_in_the_cart_is_quoted_again(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    cart = member.api.post(WEBINAR[0], {"id": str(webinar.pk)}).json()["data"]
    reschedule(webinar, by=timedelta(days=1))
    response = member.api.post(WEBINAR[1], {"id": cart["_id"]})
    assert (status_and_code(response), response.json()["message"]) == ((409, "price_changed"), MOVED)


def test_a_session_rescheduled_into_the_past_is_refused(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    reschedule(session, by=-timedelta(days=2))
    assert status_and_code(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "ended")
    assert Order.objects.count() == 0


def test_a_changed_price_has_its_own_message(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = fill_cart(member, session)
    ProgramSession.objects.filter(pk=session.pk).update(base_price_paise=59_900)
    response = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert status_and_code(response) == (409, "price_changed")
    assert response.json()["message"].startswith("The price has changed")


def test_a_session_rescheduled_after_enrolling_is_quoted_again(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2), capacity=1)
    cart = fill_cart(member, session)
    first = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    reschedule(session, by=timedelta(hours=3))
    assert status_and_code(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "price_changed")
    second = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    assert second["orderId"] != first["orderId"]
    assert ProgramSession.objects.get().seats_taken == 1
