"""What staff move while it sits in somebody's cart is not sold to them unseen."""

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
from tests.live.test_sales import SESSIONS, WEBINAR, picked, refusal

__all__ = ["provider", "shop"]

pytestmark = pytest.mark.django_db(transaction=True)
MOVED = "What is in your cart now takes place at another time. Please look at it again."


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def cart_of(member: Person, session: ProgramSession) -> dict[str, Any]:
    return dict(member.api.post(SESSIONS[0], picked(session)).json()["data"])


def move(thing: ProgramSession | Webinar, *, by: timedelta) -> None:
    starts_at, ends_at = thing.starts_at + by, thing.ends_at + by
    type(thing)._default_manager.filter(pk=thing.pk).update(starts_at=starts_at, ends_at=ends_at)


def test_a_session_moved_in_the_cart_is_shown_again_before_it_is_paid(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = cart_of(member, session)
    move(session, by=timedelta(hours=3))

    answer = member.api.post(SESSIONS[1], {"id": cart["_id"]})

    assert refusal(answer) == (409, "price_changed")
    assert answer.json()["message"] == MOVED
    assert (answer.json()["data"]["_id"], answer.json()["data"]["billTotal"]) == (
        cart["_id"],
        cart["billTotal"],
    )
    assert answer.json()["data"]["sessions"][0]["date"] == "2026-11-23T12:30:00Z"
    assert Order.objects.count() == 0
    again = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert again.status_code == 200


def test_a_webinar_moved_in_the_cart_is_shown_again_too(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    cart = member.api.post(WEBINAR[0], {"id": str(webinar.pk)}).json()["data"]
    move(webinar, by=timedelta(days=1))
    answer = member.api.post(WEBINAR[1], {"id": cart["_id"]})
    assert (refusal(answer), answer.json()["message"]) == ((409, "price_changed"), MOVED)


def test_a_session_moved_into_the_past_is_refused(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = cart_of(member, session)
    move(session, by=-timedelta(days=2))
    assert refusal(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "ended")
    assert Order.objects.count() == 0


def test_a_price_that_changed_says_so_in_its_own_words(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2))
    cart = cart_of(member, session)
    ProgramSession.objects.filter(pk=session.pk).update(base_price_paise=59_900)
    answer = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert refusal(answer) == (409, "price_changed")
    assert answer.json()["message"].startswith("The price has changed")


def test_a_session_that_was_moved_after_enrolling_is_shown_again(shop: Shop, member: Person) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2), capacity=1)
    cart = cart_of(member, session)
    first = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    move(session, by=timedelta(hours=3))
    assert refusal(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "price_changed")
    second = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    assert second["orderId"] != first["orderId"]
    assert ProgramSession.objects.get().taken == 1
