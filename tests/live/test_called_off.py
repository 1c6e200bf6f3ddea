"""Money for what was called off: asked for by who paid, given back once."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.commerce.models import Order, Refund
from apps.commerce.selectors import books
from apps.commerce.services import refunds
from apps.commerce.tests.provider import provider
from apps.commerce.tests.shop import Shop, shop
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.services import calling_off, moving
from apps.live.services.seats import Thing
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, refusal, taken
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory, WebinarFactory
from apps.outbox.models import Message
from tests.live.test_sales import SESSIONS, WEBINAR, buy, enroll, picked, program, sessions_of

__all__ = ["program", "provider", "shop"]

pytestmark = pytest.mark.django_db(transaction=True)

ENROLLED, CONFIRMED = 21, 23
"""Statements, however many sessions."""


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def call_off(thing: Thing) -> None:
    calling_off.call_off(of=type(thing), thing_id=thing.pk, reason="The mentor is ill", at=timezone.now())


def own_row(person: Person, session: ProgramSession) -> dict[str, Any]:
    rows = person.api.get("/api/learning/session-user").json()["data"]
    return next(row for row in rows if row["session"]["_id"] == str(session.pk))


def ask_for_money(person: Person, line_id: str) -> Any:
    return person.api.post(f"/api/orders/lines/{line_id}/refund")


def test_one_of_several_sessions_is_paid_back_once(
    shop: Shop, member: Person, other_member: Person, program: LiveTrading
) -> None:
    off, kept = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(off, kept))
    call_off(off)
    line_id = own_row(member, off)["calledOff"]["refundLineId"]
    assert refusal(ask_for_money(other_member, line_id)) == (404, "order_unknown")

    answers = [ask_for_money(member, line_id) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert_described(answers[0].json(), path="orders/lines/{line_id}/refund", method="post")
    for answer in answers:
        data = answer.json()["data"]
        assert [refund["amount"] for refund in data["refunds"]] == [531]
        assert [line["isRefunded"] for line in data["lines"]] == [True, False]
    refund = Refund.objects.get()
    assert (refund.cause, refund.reason) == ("buyer", "Called off: The mentor is ill")
    assert (taken(off), taken(kept)) == (0, 1)
    rows = member.api.get("/api/learning/session-user").json()
    assert [row["session"]["_id"] for row in rows["data"]] == [str(kept.pk)]
    assert list(books.differences()) == []


def test_what_a_credit_became_is_paid_back_by_the_line_behind_it(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    first, second, third = sessions_of(program, 3)
    buy(shop, SESSIONS, member, picked(first))
    booking = Booking.objects.get()
    for target in (second, third):
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
        made = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
        booking = Booking.objects.get(pk=made.json()["data"]["_id"])
    call_off(third)
    answer = ask_for_money(member, own_row(member, third)["calledOff"]["refundLineId"])
    assert answer.status_code == 200
    assert set(Booking.objects.values_list("status", flat=True)) == {"returned"}
    assert Order.objects.get().status == "refunded"
    assert (taken(first), taken(second), taken(third)) == (0, 0, 0)
    assert list(books.differences()) == []


@pytest.mark.parametrize("answer", ["none", "move", "credit"])
def test_nothing_is_owed_for_what_takes_place_or_was_answered(
    shop: Shop, member: Person, program: LiveTrading, answer: str
) -> None:
    off, target = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(off))
    booking = Booking.objects.get()
    if answer != "none":
        call_off(off)
    if answer == "move":
        member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    if answer == "credit":
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    assert refusal(ask_for_money(member, str(booking.bought_by))) == (409, "not_refundable")
    assert not Refund.objects.exists()


@pytest.mark.parametrize("line_id", ["none", "0", "01a20000-0000-7000-8000-000000000000"])
def test_a_line_that_nobody_bought(member: Person, line_id: str) -> None:
    assert refusal(ask_for_money(member, line_id)) == (404, "order_unknown")


def test_staff_and_buyer_give_back_one_refund(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    data = buy(shop, WEBINAR, member, {"id": str(webinar.pk)})
    call_off(webinar)
    (row,) = member.api.get("/api/learning/bookedwebinarV1").json()["data"]
    refunds.by_staff(
        order_id=data["orderId"],
        line_ids=None,
        reason="Called off",
        by="Staff",
        gives_coupon_back=False,
        at=timezone.now(),
    )
    assert ask_for_money(member, row["calledOff"]["refundLineId"]).status_code == 200
    assert Refund.objects.count() == 1
    assert list(books.differences()) == []


# --- while somebody buys ----------------------------------------------------------------------------


def test_what_is_called_off_while_it_is_paid_for_leaves_the_choice_to_the_buyer(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    off, kept = sessions_of(program, 2)
    enrolled = enroll(SESSIONS, member, picked(off, kept))
    call_off(off)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert member.api.post(SESSIONS[2], shop.provider.confirmation(payment)).status_code == 200
    assert own_row(member, off)["calledOff"]["choices"] == ["move", "credit", "refund"]
    assert own_row(member, kept)["calledOff"] is None
    told = [row.payload["template"] for row in Message.objects.filter(kind="live notice")]
    assert told == ["session_called_off"]
    assert list(books.differences()) == []


def test_what_is_called_off_in_a_cart_is_not_sold(member: Person, program: LiveTrading) -> None:
    off, kept = sessions_of(program, 2)
    cart = member.api.post(SESSIONS[0], picked(off, kept)).json()["data"]
    call_off(off)
    assert refusal(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "called_off")
    assert not Order.objects.exists()


def move(thing: Thing, *, days: int) -> None:
    starts_at = NOW + timedelta(days=days)
    moving.move(
        of=type(thing),
        thing_id=thing.pk,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=1),
        at=timezone.now(),
    )


def test_what_is_moved_in_a_cart_is_agreed_to_anew(shop: Shop, member: Person, program: LiveTrading) -> None:
    moved, other = sessions_of(program, 2)
    cart = member.api.post(SESSIONS[0], picked(moved, other)).json()["data"]
    move(moved, days=20)
    answer = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert refusal(answer) == (409, "price_changed")
    assert answer.json()["message"] == (
        "What is in your cart now takes place at another time. Please look at it again."
    )
    assert [row["date"] for row in answer.json()["data"]["sessions"]] == [
        "2026-11-24T09:30:00Z",
        "2026-12-11T09:30:00Z",
    ]
    assert answer.json()["data"]["billTotal"] == cart["billTotal"]
    assert member.api.post(SESSIONS[1], {"id": cart["_id"]}).status_code == 200


def test_what_is_moved_while_it_is_paid_for_is_booked_and_told(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    (moved,) = sessions_of(program, 1)
    enrolled = enroll(SESSIONS, member, picked(moved))
    move(moved, days=20)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert member.api.post(SESSIONS[2], shop.provider.confirmation(payment)).status_code == 200
    assert [row.payload["template"] for row in Message.objects.filter(kind="live notice")] == [
        "event_rescheduled"
    ]
    assert own_row(member, moved)["session"]["date"] == "2026-12-11T09:30:00Z"


@pytest.mark.parametrize("count", [2, 40])
def test_many_sessions_are_held_and_handed_over_in_as_many_statements_as_two(
    shop: Shop, member: Person, count: int, django_assert_num_queries: Any
) -> None:
    program = LiveTradingFactory()
    sessions = [
        SessionFactory(program=program, starts_at=NOW + timedelta(days=2, hours=number))
        for number in range(count)
    ]
    cart = member.api.post(SESSIONS[0], picked(*sessions)).json()["data"]
    with django_assert_num_queries(ENROLLED):
        enrolled = member.api.post(SESSIONS[1], {"id": cart["_id"]}).json()["data"]
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    with django_assert_num_queries(CONFIRMED):
        answer = member.api.post(SESSIONS[2], shop.provider.confirmation(payment))
    assert answer.status_code == 200
    assert Booking.objects.booked().filter(person=member.user).count() == count
