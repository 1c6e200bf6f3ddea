"""Refunds of events that staff cancelled: the buyer requests them and gets them once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from apps.commerce.models import Order, Refund
from apps.commerce.selectors import books
from apps.commerce.services import orders, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession
from apps.live.services import cancellation, meetings, rescheduling
from apps.live.services.meetings import NewMeeting
from apps.live.services.seats import BookableItem
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, seats_taken, status_and_code
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.outbox.models import Message
from tests.live.test_sales import (
    MENTORSHIP,
    SESSIONS,
    WEBINAR,
    Endpoints,
    buy,
    enroll,
    picked,
    program,
    sessions_of,
)

__all__ = ["program"]

pytestmark = pytest.mark.django_db(transaction=True)

ENROLLED, CONFIRMED = 23, 23
"""Queries, for any number of sessions."""


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def cancel_for_everyone(item: BookableItem) -> None:
    cancellation.cancel_for_everyone(
        of=type(item), item_id=item.pk, reason="The mentor is ill", at=timezone.now()
    )


def own_row(person: Person, session: ProgramSession) -> dict[str, Any]:
    rows = person.api.get("/api/learning/session-user").json()["data"]
    return next(row for row in rows if row["session"]["_id"] == str(session.pk))


def request_refund(person: Person, line_id: str) -> Any:
    return person.api.post(f"/api/orders/lines/{line_id}/refund")


def test_one_of_several_sessions_is_refunded_once(
    shop: Shop, member: Person, other_member: Person, program: LiveTrading
) -> None:
    cancelled, other = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(cancelled, other))
    cancel_for_everyone(cancelled)
    line_id = own_row(member, cancelled)["calledOff"]["refundLineId"]
    assert status_and_code(request_refund(other_member, line_id)) == (404, "order_unknown")

    responses = [request_refund(member, line_id) for _ in range(2)]

    assert [response.status_code for response in responses] == [201, 201]
    assert_matches_schema(responses[0].json(), path="orders/lines/{line_id}/refund", method="post")
    for response in responses:
        data = response.json()["data"]
        assert [refund["amount"] for refund in data["refunds"]] == [531]
        assert [line["isRefunded"] for line in data["lines"]] == [True, False]
    refund = Refund.objects.get()
    assert (refund.cause, refund.reason) == ("buyer", "Cancelled by us: The mentor is ill")
    assert (seats_taken(cancelled), seats_taken(other)) == (0, 1)
    rows = member.api.get("/api/learning/session-user").json()
    assert [row["session"]["_id"] for row in rows["data"]] == [str(other.pk)]
    assert list(books.differences()) == []


def test_a_session_booked_with_a_credit_is_refunded_by_its_original_line(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    first, second, third = sessions_of(program, 3)
    buy(shop, SESSIONS, member, picked(first))
    booking = Booking.objects.get()
    for target in (second, third):
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
        made = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
        booking = Booking.objects.get(pk=made.json()["data"]["_id"])
    cancel_for_everyone(third)
    response = request_refund(member, own_row(member, third)["calledOff"]["refundLineId"])
    assert response.status_code == 201
    assert set(Booking.objects.values_list("status", flat=True)) == {"returned"}
    assert Order.objects.get().status == "refunded"
    assert (seats_taken(first), seats_taken(second), seats_taken(third)) == (0, 0, 0)
    assert list(books.differences()) == []


def test_staff_read_that_the_seat_of_a_cancelled_session_is_cancelled(
    shop: Shop, member: Person, program: LiveTrading, admin_client: Client
) -> None:
    """In the list, on its page, on the learner's page, in the search and on the line of its order."""
    cancelled, other = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(cancelled, other))
    order, seat = Order.objects.get(), Booking.objects.get(session=cancelled)
    pages = (
        "/admin/live/booking/",
        "/admin/live/booking/?decision=open",
        f"/admin/live/booking/{seat.pk}/change/",
        f"/admin/learner/{member.user.pk}/",
        f"/admin/find/?q={member.user.mobile}",
        f"/admin/commerce/order/{order.pk}/change/",
    )

    def pages_that_say_so() -> list[str]:
        return [url for url in pages if "Cancelled, not decided" in admin_client.get(url).content.decode()]

    assert pages_that_say_so() == []
    cancel_for_everyone(cancelled)
    assert pages_that_say_so() == list(pages)
    assert "Booked</td>" not in admin_client.get(pages[1]).content.decode()
    assert admin_client.get(pages[-1]).content.decode().count("Delivered") == 1


@pytest.mark.parametrize("choice", ["none", "move", "credit"])
def test_a_booking_that_takes_place_or_was_changed_is_not_refundable(
    shop: Shop, member: Person, program: LiveTrading, choice: str
) -> None:
    cancelled, target = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(cancelled))
    booking = Booking.objects.get()
    if choice != "none":
        cancel_for_everyone(cancelled)
    if choice == "move":
        member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    if choice == "credit":
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    assert status_and_code(request_refund(member, str(booking.bought_by))) == (409, "not_refundable")
    assert not Refund.objects.exists()


@pytest.mark.parametrize("line_id", ["none", "0", "01a20000-0000-7000-8000-000000000000"])
def test_an_unknown_line_is_404(member: Person, line_id: str) -> None:
    assert status_and_code(request_refund(member, line_id)) == (404, "order_unknown")


def test_refunds_by_staff_and_by_the_buyer_count_once(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    data = buy(shop, WEBINAR, member, {"id": str(webinar.pk)})
    cancel_for_everyone(webinar)
    (row,) = member.api.get("/api/learning/bookedwebinarV1").json()["data"]
    refunds.refund_as_staff(
        order_id=data["orderId"],
        line_ids=None,
        reason="Cancelled by us",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    assert request_refund(member, row["calledOff"]["refundLineId"]).status_code == 201
    assert Refund.objects.count() == 1
    assert list(books.differences()) == []


# --- during a purchase ----------------------------------------------------------------------------


def test_a_session_cancelled_during_payment_offers_the_buyer_a_choice(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    cancelled, other = sessions_of(program, 2)
    enrolled = enroll(SESSIONS, member, picked(cancelled, other))
    cancel_for_everyone(cancelled)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert member.api.post(SESSIONS[2], shop.provider.confirmation(payment)).status_code == 200
    assert own_row(member, cancelled)["calledOff"]["choices"] == ["move", "credit", "refund"]
    assert own_row(member, other)["calledOff"] is None
    templates = [row.payload["template"] for row in Message.objects.filter(kind="live notice")]
    assert sorted(templates) == ["booking_confirmed", "session_called_off"]
    assert list(books.differences()) == []


def test_a_cancelled_session_in_the_cart_is_not_sold(member: Person, program: LiveTrading) -> None:
    cancelled, other = sessions_of(program, 2)
    cart = member.api.post(SESSIONS[0], picked(cancelled, other)).json()["data"]
    cancel_for_everyone(cancelled)
    assert status_and_code(member.api.post(SESSIONS[1], {"id": cart["_id"]})) == (409, "called_off")
    assert not Order.objects.exists()


def move(item: BookableItem, *, days: int) -> None:
    starts_at = NOW + timedelta(days=days)
    rescheduling.reschedule(
        of=type(item),
        item_id=item.pk,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=1),
        at=timezone.now(),
    )


def test_a_rescheduled_session_in_the_cart_is_quoted_again(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    moved, other = sessions_of(program, 2)
    cart = member.api.post(SESSIONS[0], picked(moved, other)).json()["data"]
    move(moved, days=20)
    response = member.api.post(SESSIONS[1], {"id": cart["_id"]})
    assert status_and_code(response) == (409, "price_changed")
    assert response.json()["message"] == (
        "The time of an item in your cart has changed. Please review your cart."
    )
    assert [row["date"] for row in response.json()["data"]["sessions"]] == [
        "2026-11-24T09:30:00Z",
        "2026-12-11T09:30:00Z",
    ]
    assert response.json()["data"]["billTotal"] == cart["billTotal"]
    assert member.api.post(SESSIONS[1], {"id": cart["_id"]}).status_code == 200


def test_a_session_rescheduled_during_payment_is_booked_and_notified(
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


EARLIER = timedelta(minutes=2)
"""The time of a request that waited for a lock, or of a server whose clock is behind."""


def test_a_buyer_whose_seat_is_held_after_the_request_of_a_cancellation_is_told_of_it(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    (cancelled,) = sessions_of(program, 1)
    enrolled = enroll(SESSIONS, member, picked(cancelled))
    cancellation.cancel_for_everyone(
        of=ProgramSession, item_id=cancelled.pk, reason="Ill", at=timezone.now() - EARLIER
    )
    assert _told_after_paying(shop, member, SESSIONS, enrolled) == ["session_called_off"]


def test_a_buyer_whose_seat_is_held_after_the_request_of_a_move_is_told_of_it(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    (moved,) = sessions_of(program, 1)
    enrolled = enroll(SESSIONS, member, picked(moved))
    starts_at = NOW + timedelta(days=20)
    rescheduling.reschedule(
        of=ProgramSession,
        item_id=moved.pk,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=1),
        at=timezone.now() - EARLIER,
    )
    assert _told_after_paying(shop, member, SESSIONS, enrolled) == ["event_rescheduled"]


@pytest.mark.parametrize("news", ["meeting_rescheduled", "meeting_cancelled", "meetings_added"])
def test_a_buyer_whose_seat_is_held_after_the_request_for_one_meeting_is_told_of_it(
    shop: Shop, member: Person, news: str
) -> None:
    mentorship = _two_meetings()
    enrolled = enroll(MENTORSHIP, member, {"id": str(mentorship.pk)})
    _revise(mentorship, news, at=timezone.now() - EARLIER)
    assert _told_after_paying(shop, member, MENTORSHIP, enrolled) == ["booking_confirmed", news]


@pytest.mark.parametrize("is_moved", [True, False])
def test_a_buyer_whose_payment_comes_after_the_hold_is_told_of_a_move_since_they_ordered(
    shop: Shop, member: Person, program: LiveTrading, is_moved: bool
) -> None:
    moved, other = sessions_of(program, 2)
    enrolled = enroll(SESSIONS, member, picked(moved, other))
    later = NOW + timedelta(minutes=20)
    with time_machine.travel(later):
        assert orders.expire(order_id=Order.objects.get().pk, at=timezone.now())
        if is_moved:
            move(moved, days=20)
    with time_machine.travel(later + timedelta(minutes=5)):
        told = _told_after_paying(shop, member, SESSIONS, enrolled)
    assert told == (["booking_confirmed", "event_rescheduled"] if is_moved else ["booking_confirmed"])


def test_a_buyer_whose_seat_is_held_by_a_server_with_a_fast_clock_is_told_of_a_move(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    (moved,) = sessions_of(program, 1)
    enrolled = enroll(SESSIONS, member, picked(moved))
    Booking.objects.filter(session=moved).update(made_at=timezone.now() + EARLIER)
    move(moved, days=20)
    assert _told_after_paying(shop, member, SESSIONS, enrolled) == ["event_rescheduled"]


@pytest.mark.parametrize("news", ["meeting_rescheduled", "meeting_cancelled", "meetings_added"])
def test_a_buyer_whose_payment_comes_after_the_hold_is_told_of_a_meeting_revised_since(
    shop: Shop, member: Person, news: str
) -> None:
    mentorship = _two_meetings()
    enrolled = enroll(MENTORSHIP, member, {"id": str(mentorship.pk)})
    with time_machine.travel(NOW + timedelta(minutes=20)):
        assert orders.expire(order_id=Order.objects.get().pk, at=timezone.now())
        _revise(mentorship, news, at=timezone.now())
    with time_machine.travel(NOW + timedelta(minutes=25)):
        assert _told_after_paying(shop, member, MENTORSHIP, enrolled) == ["booking_confirmed", news]


def _two_meetings() -> Mentorship:
    starts = [NOW + timedelta(days=day) for day in (2, 9)]
    spans = [(start, start + timedelta(hours=1)) for start in starts]
    found: Mentorship = MentorshipFactory(price_paise=4999_00, meetings=spans)
    return found


def _revise(mentorship: Mentorship, news: str, *, at: datetime) -> None:
    first = mentorship.meetings.earliest("starts_at")
    if news == "meeting_cancelled":
        meetings.cancel(meeting_id=first.pk, reason="Ill", at=at)
    elif news == "meetings_added":
        starts = [NOW + timedelta(days=day) for day in (-3, 16)]
        new = [NewMeeting("Extra", start, start + timedelta(hours=1)) for start in starts]
        meetings.add(mentorship_id=mentorship.pk, new=new, at=at)
    else:
        start, end = (time + timedelta(days=1) for time in (first.starts_at, first.ends_at))
        meetings.reschedule(meeting_id=first.pk, starts_at=start, ends_at=end, at=at)


def _told_after_paying(
    shop: Shop, person: Person, endpoints: Endpoints, enrolled: dict[str, Any]
) -> list[str]:
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert person.api.post(endpoints[2], shop.provider.confirmation(payment)).status_code == 200
    return sorted(row.payload["template"] for row in Message.objects.filter(kind="live notice"))


@pytest.mark.parametrize("count", [2, 40])
def test_many_sessions_need_as_many_queries_as_two(
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
        response = member.api.post(SESSIONS[2], shop.provider.confirmation(payment))
    assert response.status_code == 200
    assert Booking.objects.booked().filter(person=member.user).count() == count
