"""Selling seats in webinars, mentorships and trading sessions through the common cart."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.audit.services import trail
from apps.commerce.flows import rebuilding
from apps.commerce.gateways import order_notes as provider_notes
from apps.commerce.models import Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop
from apps.commerce.tests.test_reconciling import _lose_the_books as lose_the_books
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking, LiveTrading, ProgramSession, Webinar
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)

WEBINAR = ("/api/learning/cartwebinarV1", "/api/learning/enrollwebinarV1", "/api/learning/confirm/webinarV1")
MENTORSHIP = (
    "/api/mentorship/cartMentorshipV1",
    "/api/mentorship/enroll",
    "/api/mentorship/confirm/mentorshipV1",
)
SESSIONS = ("/api/learning/sessions/cart", "/api/learning/sessions/enroll", "/api/payments/confirm/learn")
EMPTY = dict.fromkeys(("gstNo", "name", "company", "address", "state", "mobile"), "")

Endpoints = tuple[str, str, str]


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def enroll(endpoints: Endpoints, person: Person, body: dict[str, Any]) -> dict[str, Any]:
    cart = person.api.post(endpoints[0], body)
    assert cart.status_code == 200, cart.json()
    response = person.api.post(endpoints[1], {"id": cart.json()["data"]["_id"]})
    assert response.status_code == 200, response.json()
    return dict(response.json()["data"])


def buy(shop: Shop, endpoints: Endpoints, person: Person, body: dict[str, Any]) -> dict[str, Any]:
    enrolled = enroll(endpoints, person, body)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    response = person.api.post(endpoints[2], shop.provider.confirmation(payment))
    assert response.status_code == 200, response.json()
    return dict(response.json()["data"])


def picked(*sessions: ProgramSession) -> dict[str, Any]:
    return {"sessionIds": [str(session.pk) for session in sessions], "billingDetails": EMPTY}


def status_and_code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory()
    for count, rupees in ((5, 400), (2, 450), (1, 499)):
        PlanFactory(program=made, num_of_sessions=count, discounted_price_paise=rupees * 100)
    return made


def sessions_of(program: LiveTrading, count: int, **values: Any) -> list[ProgramSession]:
    return [
        SessionFactory(program=program, starts_at=NOW + timedelta(days=2 + day), **values)
        for day in range(count)
    ]


def test_a_seat_in_a_webinar_is_bought(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00, markup_price_paise=999_00, capacity=2)
    data = buy(shop, WEBINAR, member, {"id": webinar.weburlname})
    assert (data["kind"], data["courseId"], data["amount"]) == ("webinar", None, 588_82)
    assert data["receipt"]["href"] == f"/live-webinars/{webinar.weburlname}"
    detail = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    assert (detail["isBooked"], detail["seatsLeft"]) == (True, 1)
    assert status_and_code(member.api.post(WEBINAR[0], {"id": str(webinar.pk)})) == (409, "already_owned")
    assert list(books.differences()) == []


def test_a_seat_in_a_mentorship_is_bought(shop: Shop, member: Person) -> None:
    mentorship = MentorshipFactory(price_paise=4_999_00)
    assert buy(shop, MENTORSHIP, member, {"id": str(mentorship.pk)})["kind"] == "mentorship"
    booked = member.api.get("/api/mentorship/booked/mentorshipV1").json()["data"]
    assert [row["_id"] for row in booked] == [str(mentorship.pk)]


def test_sessions_are_priced_by_the_matching_plan(shop: Shop, member: Person, program: LiveTrading) -> None:
    sessions = sessions_of(program, 6)
    costs = {}
    for count in (1, 2, 3, 5, 6):
        answer = member.api.post(SESSIONS[0], picked(*sessions[:count])).json()
        assert_matches_schema(answer, path="learning/sessions/cart", method="post")
        cart = answer["data"]
        costs[count] = (cart["plan"]["discountedPrice"], cart["plan"]["priceName"], cart["savings"])
        assert cart["accessValidityInDays"] == 90
    assert costs == {
        1: (499, "1 sessions", 0),
        2: (900, "2 sessions", 98),
        3: (1350, "2 sessions", 147),
        5: (2000, "5 sessions", 495),
        6: (2400, "5 sessions", 594),
    }
    assert [row["_id"] for row in cart["sessions"]] == [str(session.pk) for session in sessions]
    assert cart["_id"] == member.api.post(SESSIONS[0], picked(sessions[0])).json()["data"]["_id"]


def test_bought_sessions_are_on_the_calendar(shop: Shop, member: Person, program: LiveTrading) -> None:
    one, two, three = sessions_of(program, 3, capacity=3)
    data = buy(shop, SESSIONS, member, picked(one, two, one))
    assert [line["price"] for line in data["receipt"]["lines"]] == [450, 450]
    rows = member.api.get("/api/learning/session-user").json()
    assert [row["session"]["_id"] for row in rows["data"]] == [str(one.pk), str(two.pk)]
    found = member.api.get("/api/user/new-order/session?type=sessions&status=paid").json()
    assert ([row["_id"] for row in found["orders"]], found["totalCount"]) == ([data["orderId"]], 1)
    assert status_and_code(member.api.post(SESSIONS[0], picked(two, three))) == (409, "already_owned")
    listed = member.api.get(f"/api/learning/user/liveotp/web/{program.pk}").json()["data"]["programSessions"]
    assert [(row["booked"], row["seatsLeft"]) for row in listed] == [(True, 2), (True, 2), (False, 3)]
    assert list(books.differences()) == []


def test_selections_that_make_no_sense(member: Person, program: LiveTrading) -> None:
    (coming,) = sessions_of(program, 1)
    started = SessionFactory(program=program, starts_at=NOW - timedelta(minutes=1))
    assert status_and_code(member.api.post(SESSIONS[0], picked(started))) == (409, "ended")
    assert status_and_code(member.api.post(SESSIONS[0], picked(coming, SessionFactory()))) == (400, "invalid")
    assert status_and_code(member.api.post(SESSIONS[0], {"sessionIds": ["none"]})) == (404, "session_unknown")
    for wrong in ([], None, "x", [1], [str(coming.pk)] * 501):
        assert status_and_code(member.api.post(SESSIONS[0], {"sessionIds": wrong})) == (400, "invalid")


def test_the_last_seat_is_held_during_payment(shop: Shop, member: Person, other_member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00, capacity=1)
    enrolled = enroll(WEBINAR, member, {"id": str(webinar.pk)})
    assert enroll(WEBINAR, member, {"id": str(webinar.pk)}) == enrolled
    assert status_and_code(other_member.api.post(WEBINAR[0], {"id": str(webinar.pk)})) == (409, "sold_out")
    assert expiry.expire_overdue_orders(at=timezone.now() + timedelta(minutes=16)) == 1
    assert buy(shop, WEBINAR, other_member, {"id": str(webinar.pk)})["kind"] == "webinar"
    late = shop.provider.capture(enrolled["razorPayOrderId"])
    response = member.api.post(WEBINAR[2], shop.provider.confirmation(late))
    assert response.status_code == 202
    order = Order.objects.get(pk=enrolled["orderId"])
    assert (order.status, order.refunds.get().status) == ("refunded", "processed")
    assert Webinar.objects.get().seats_taken == 1
    assert list(books.differences()) == []


def test_a_refund_releases_a_seat_that_was_moved(shop: Shop, member: Person, program: LiveTrading) -> None:
    one, two, three = sessions_of(program, 3)
    data = buy(shop, SESSIONS, member, picked(one, two))
    first, second = Booking.objects.order_by("session__starts_at")
    body = {"bookingId": str(first.pk)}
    member.api.post("/api/learning/sessions/reshedule/cancel", body)
    member.api.post("/api/learning/sessions/reshedule/assign", {**body, "sessionId": str(three.pk)})
    refunds.refund_as_staff(
        order_id=data["orderId"],
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    assert set(Booking.objects.values_list("status", flat=True)) == {"returned"}
    assert set(ProgramSession.objects.values_list("seats_taken", flat=True)) == {0}
    assert second.session_id == two.pk
    assert list(books.differences()) == []


def test_a_buyer_who_booked_with_pro_during_payment_is_refunded(shop: Shop, member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00, capacity=5)
    enrolled = enroll(WEBINAR, member, {"id": str(webinar.pk)})
    given = Entitlement.objects.create(
        person=member.user, scope="pro", source="staff", label="1 year", starts_at=NOW - timedelta(days=1)
    )
    trail.record_applied(person_id=member.user.pk, row=given, note="Granted", at=NOW)
    free = member.api.post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
    assert free.status_code == 200
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert member.api.post(WEBINAR[2], shop.provider.confirmation(payment)).status_code == 202
    order = Order.objects.get()
    assert (order.status, order.refunds.get().amount_paise) == ("refunded", 588_82)
    assert Webinar.objects.get().seats_taken == 1
    assert list(books.differences()) == []


def test_a_buyers_own_held_seat_counts_as_free_for_them(
    shop: Shop, member: Person, other_member: Person
) -> None:
    session = SessionFactory(starts_at=NOW + timedelta(days=2), capacity=1)
    webinar = WebinarFactory(price_paise=499_00, capacity=1)
    enroll(SESSIONS, member, picked(session))
    enroll(WEBINAR, member, {"id": str(webinar.pk)})
    availability = {}
    for person in (member, other_member):
        path = f"/api/learning/user/liveotp/web/{session.program_id}"
        (listed,) = person.api.get(path).json()["data"]["programSessions"]
        detail = person.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
        availability[person.user.pk] = (
            listed["booked"],
            listed["full"],
            listed["seatsLeft"],
            detail["seatsLeft"],
        )
    assert availability == {member.user.pk: (False, False, 1, 1), other_member.user.pk: (False, True, 0, 0)}


def test_order_notes_can_rebuild_an_order_of_many_sessions(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    body = picked(*sessions_of(program, 45))
    data = buy(shop, SESSIONS, member, body)
    (provider_order,) = shop.provider.orders.values()
    notes = provider_notes.parse(provider_order.notes)
    assert notes is not None
    assert notes.request == {"sessionIds": body["sessionIds"]}
    assert str(notes.order_id) == data["orderId"]


def test_a_rebuilt_order_leaves_the_buyers_other_cart_of_the_program_open(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    first, other = sessions_of(program, 2)
    buy(shop, SESSIONS, member, picked(first))
    lose_the_books()
    Booking.objects.all().delete()
    ProgramSession.objects.update(seats_taken=0)
    cart = member.api.post(SESSIONS[0], picked(other)).json()["data"]["_id"]

    assert rebuilding.rebuild_lost_orders(at=timezone.now()).rebuilt == 1

    assert Order.objects.get().status == "paid"
    assert member.api.post(SESSIONS[1], {"id": cart}).status_code == 200
    assert list(books.differences()) == []
