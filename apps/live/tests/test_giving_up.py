"""Giving up a seat that cost nothing."""

from datetime import timedelta

import pytest

from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book, seats_taken, session, status_and_code
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

GIVE_UP = "/api/learning/giveup"


@pytest.mark.parametrize("by", [BookedBy.FREE, BookedBy.PRO, BookedBy.GIFT])
def test_a_free_seat_can_be_given_up(member: Person, by: BookedBy) -> None:
    webinar = WebinarFactory(capacity=1)
    booking = book(member.user, webinar, by)
    [row] = member.api.get("/api/learning/bookedwebinarV1").json()["data"]
    assert (row["bookingId"], row["canGiveUp"]) == (str(booking.pk), True)
    for _ in range(2):
        answer = member.api.post(GIVE_UP, {"bookingId": str(booking.pk)})
        assert answer.json() == {"data": {"bookingId": str(booking.pk)}, "message": "Your seat is given up."}
        assert_matches_schema(answer.json(), path="learning/giveup", method="post")
        assert seats_taken(webinar) == 0
    booking.refresh_from_db()
    assert (booking.status, booking.changes) == (BookingStatus.GIVEN_UP, 1)
    assert member.api.get("/api/learning/bookedwebinarV1").json()["totalCount"] == 0


def test_the_seat_can_be_booked_again(member: Person) -> None:
    webinar = WebinarFactory(capacity=1)
    free = {"id": str(webinar.pk)}
    member.api.post("/api/learning/bookfreewebinarV1", free)
    member.api.post(GIVE_UP, {"bookingId": str(webinar.pk)})
    assert member.api.post("/api/learning/bookfreewebinarV1", free).status_code == 200
    assert member.api.post(GIVE_UP, {"bookingId": str(webinar.pk)}).status_code == 200
    assert (Booking.objects.booked().count(), seats_taken(webinar)) == (0, 0)


@pytest.mark.parametrize("by", [BookedBy.PAYMENT, BookedBy.CREDIT])
def test_a_paid_seat_cannot_be_given_up(member: Person, by: BookedBy) -> None:
    paid = book(member.user, session(LiveTradingFactory(), hours=24), by)
    answer = member.api.post(GIVE_UP, {"bookingId": str(paid.pk)})
    assert status_and_code(answer) == (409, "paid_seat")
    assert "cancel it for a credit" in answer.json()["message"]
    group = book(member.user, MentorshipFactory(), by)
    answer = member.api.post(GIVE_UP, {"bookingId": str(group.pk)})
    assert status_and_code(answer) == (409, "paid_seat")
    assert "refund" in answer.json()["message"]
    assert Booking.objects.booked().count() == 2


def test_a_seat_cannot_be_given_up_after_the_start(member: Person) -> None:
    live = book(member.user, WebinarFactory(starts_at=NOW), BookedBy.FREE)
    assert status_and_code(member.api.post(GIVE_UP, {"bookingId": str(live.pk)})) == (409, "ended")
    assert Booking.objects.booked().count() == 1


def test_somebody_elses_seat_cannot_be_given_up(member: Person, other_member: Person) -> None:
    theirs = book(other_member.user, WebinarFactory(starts_at=NOW + timedelta(days=1)), BookedBy.FREE)
    for key in (str(theirs.pk), str(theirs.webinar_id), "none", "\u0000"):
        answer = member.api.post(GIVE_UP, {"bookingId": key})
        assert status_and_code(answer) == (404, "booking_unknown")
    for wrong in (None, 7, True, [], {}):
        assert member.api.post(GIVE_UP, {"bookingId": wrong}).status_code == 400
    assert Booking.objects.booked().count() == 1


def test_a_gift_cancelled_by_us_ends(member: Person) -> None:
    ended = book(member.user, WebinarFactory(), BookedBy.GIFT)
    Booking.objects.transition(to=BookingStatus.CANCELLED_BY_US)
    answer = logged_in(member.user).post(GIVE_UP, {"bookingId": str(ended.pk)})
    assert status_and_code(answer) == (409, "not_booked")
