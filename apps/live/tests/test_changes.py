"""Free seats, and what their owners can do with booked sessions."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from apps.accounts.models import Entitlement, User
from apps.core.testing.clients import logged_in
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, refusal, session, taken
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db

FREE = "/api/learning/bookfreewebinarV1"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def program() -> LiveTrading:
    made: LiveTrading = LiveTradingFactory()
    return made


def give_pro(person: User, source: str) -> None:
    Entitlement.objects.create(
        person=person, scope="pro", source=source, label="1 year", starts_at=NOW - timedelta(days=1)
    )


# --- free webinars ----------------------------------------------------------------------------------


def test_a_free_webinar_is_booked_once_however_often_it_is_asked_for(member: Person) -> None:
    webinar = WebinarFactory(capacity=2)
    for _ in range(2):
        answer = member.api.post(FREE, {"id": webinar.weburlname})
        assert answer.status_code == 200
    data = answer.json()["data"]
    assert (data["isBooked"], data["seatsLeft"], data["joinUrl"]) == (True, 1, None)
    assert_described(answer.json(), path="learning/bookfreewebinarV1", method="post")
    booked = member.api.get("/api/learning/bookedwebinarV1?status=upcoming").json()
    assert ([row["_id"] for row in booked["data"]], booked["totalCount"]) == ([str(webinar.pk)], 1)


def test_a_paid_webinar_is_free_for_paid_pro_alone(member: Person, other_member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    give_pro(other_member.user, "trial")
    assert refusal(other_member.api.post(FREE, {"id": str(webinar.pk)})) == (409, "payment_required")
    give_pro(member.user, "paid")
    assert member.api.post(FREE, {"id": str(webinar.pk)}).status_code == 200


def test_a_full_and_an_ended_webinar(member: Person, other_member: Person) -> None:
    full = WebinarFactory(capacity=1)
    assert other_member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert refusal(member.api.post(FREE, {"id": str(full.pk)})) == (409, "sold_out")
    over = WebinarFactory(starts_at=NOW - timedelta(hours=2), ends_at=NOW)
    assert refusal(member.api.post(FREE, {"id": str(over.pk)})) == (409, "ended")
    assert refusal(member.api.post(FREE, {"id": "none"})) == (404, "webinar_unknown")


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [(-16, (None, None)), (-15, (SECRET, None)), (59, (SECRET, None)), (60, (None, SECRET))],
)
def test_the_room_opens_a_quarter_of_an_hour_before(
    member: Person, other_member: Person, minutes: int, shown: tuple[str | None, str | None]
) -> None:
    webinar = WebinarFactory(starts_at=NOW + timedelta(hours=1))
    member.api.post(FREE, {"id": str(webinar.pk)})
    with time_machine.travel(webinar.starts_at + timedelta(minutes=minutes), tick=False):
        mine = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
        theirs = other_member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    assert (mine["joinUrl"], mine["recordingUrl"]) == shown
    assert (theirs["joinUrl"], theirs["recordingUrl"], theirs["isBooked"]) == (None, None, False)


# --- swap, cancel, assign ---------------------------------------------------------------------------


def test_a_swap_moves_seat_and_booking_and_keeps_the_id(member: Person, program: LiveTrading) -> None:
    one, other = session(program, hours=24, capacity=3), session(program, hours=48, capacity=3)
    booking = book(member.user, one)
    answer = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})
    assert answer.status_code == 200
    data = answer.json()["data"]
    assert (data["_id"], data["session"]["_id"], data["status"]) == (
        str(booking.pk),
        str(other.pk),
        "upcoming",
    )
    assert (data["canChange"], data["changeBefore"]) == (True, "2026-11-23T05:30:00Z")
    assert (taken(one), taken(other)) == (0, 1)
    assert_described(answer.json(), path="learning/sessions/reshedule/swap", method="post")


def test_a_cancelled_session_is_a_credit_that_is_used_once(member: Person, program: LiveTrading) -> None:
    one, other = session(program, hours=24, capacity=3), session(program, hours=48, capacity=3)
    booking = book(member.user, one)
    early = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})
    assert refusal(early) == (409, "not_canceled")
    canceled = member.api.post(CANCEL, {"bookingId": str(booking.pk)}).json()["data"]
    assert (canceled["_id"], canceled["status"], canceled["canChange"]) == (
        str(booking.pk),
        "canceled",
        False,
    )
    assert taken(one) == 0
    assert member.api.get("/api/learning/session-user").json() == {"data": [], "totalCount": 0}

    body = {"bookingId": str(booking.pk), "sessionId": str(other.pk)}
    made = member.api.post(ASSIGN, body).json()["data"]
    assert (made["status"], made["session"]["_id"]) == ("upcoming", str(other.pk))
    (credit,) = member.api.get("/api/learning/canceled/session-user").json()["data"]
    assert (credit["assignedTo"], credit["creditEndsAt"]) == (made["_id"], "2027-02-19T09:30:00Z")
    assert refusal(member.api.post(ASSIGN, body)) == (409, "no_credit")
    assert refusal(member.api.post(CANCEL, {"bookingId": str(booking.pk)})) == (409, "booking_fixed")


def test_a_credit_ends_after_ninety_days(member: Person, program: LiveTrading) -> None:
    booking = book(member.user, session(program, hours=24))
    far = session(program, hours=24 * 100)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    with time_machine.travel(NOW + timedelta(days=90), tick=False):
        body = {"bookingId": str(booking.pk), "sessionId": str(far.pk)}
        assert refusal(logged_in(member.user).post(ASSIGN, body)) == (409, "no_credit")
    assert taken(far) == 0


@pytest.mark.parametrize(("hours", "status"), [(4, 200), (3.99, 409)])
def test_changes_are_made_until_four_hours_before(
    member: Person, program: LiveTrading, hours: float, status: int
) -> None:
    booking = book(member.user, session(program, hours=hours))
    other = session(program, hours=48)
    body = {"bookingId": str(booking.pk), "sessionId": str(other.pk)}
    answer = member.api.post(SWAP, body)
    assert answer.status_code == status
    if status == 409:
        assert refusal(answer) == refusal(member.api.post(CANCEL, body)) == (409, "too_late")
        assert taken(other) == 0


def test_what_a_session_cannot_be_moved_into(
    member: Person, other_member: Person, program: LiveTrading
) -> None:
    booking = book(member.user, session(program, hours=24))
    mine, full, begun = (
        session(program, hours=30),
        session(program, hours=31, capacity=1),
        session(program, hours=-1),
    )
    book(member.user, mine)
    book(other_member.user, full)
    elsewhere = SessionFactory()
    cases = {
        booking.session_id: "already_booked",
        mine.pk: "already_booked",
        full.pk: "sold_out",
        begun.pk: "ended",
        elsewhere.pk: "other_program",
    }
    for target, code in cases.items():
        answer = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target)})
        assert refusal(answer) == (409, code)
    unknown = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": "none"})
    assert unknown.status_code == 404
    theirs = other_member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(mine.pk)})
    assert refusal(theirs) == (404, "booking_unknown")
    assert Booking.objects.get(pk=booking.pk).session_id == booking.session_id


# --- lists ------------------------------------------------------------------------------------------


def test_the_calendar_shows_what_is_booked_and_what_is_open_in_the_same_programs(
    member: Person, other_member: Person, program: LiveTrading
) -> None:
    booked, past = session(program, hours=24), session(program, hours=-30)
    free, full = session(program, hours=48), session(program, hours=72, capacity=1)
    SessionFactory()
    bookings = {row.pk: book(member.user, row).pk for row in (booked, past)}
    book(other_member.user, full)
    answer = member.api.get("/api/learning/sessions/timeframe").json()
    assert [(row["session"]["_id"], row["bookingId"]) for row in answer["data"]] == [
        (str(past.pk), str(bookings[past.pk])),
        (str(booked.pk), str(bookings[booked.pk])),
        (str(free.pk), None),
    ]
    assert_described(answer, path="learning/sessions/timeframe")
    one_day = member.api.get("/api/learning/sessions/timeframe?start=2026-11-22&end=2026-11-22").json()[
        "data"
    ]
    assert [row["session"]["_id"] for row in one_day] == [str(booked.pk)]
    assert (
        len(member.api.get("/api/learning/sessions/timeframe?start=0001-01-01&end=9999-12-31").json()["data"])
        == 3
    )
    wrong_days = (
        "start=x",
        "end=2026-13-01",
        "start=20261122",
        "start=2026-1-2",
        "start=२०२६-११-२२",
        "start=",
    )
    for wrong in ("start=2026-11-23&end=2026-11-22", *wrong_days):
        assert member.api.get(f"/api/learning/sessions/timeframe?{wrong}").status_code == 400


@pytest.mark.parametrize(("status", "hours"), [("upcoming", 24), ("live", -0.5), ("completed", -30)])
def test_booked_sessions_by_where_they_stand(
    member: Person, program: LiveTrading, status: str, hours: float
) -> None:
    rows = {at: book(member.user, session(program, hours=at)) for at in (24, -0.5, -30)}
    answer = member.api.get(f"/api/learning/session-user?status={status}").json()
    assert ([row["_id"] for row in answer["data"]], answer["totalCount"]) == ([str(rows[hours].pk)], 1)
    assert answer["data"][0]["status"] == status
    assert member.api.get("/api/learning/session-user?status=canceled").status_code == 400


@pytest.mark.parametrize("count", [1, 5])
def test_lists_of_bookings_take_the_same_queries(
    member: Person, program: LiveTrading, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        book(member.user, session(program, hours=24 + number))
    member.api.get("/api/user")
    with django_assert_num_queries(2):
        member.api.get("/api/learning/session-user")


def test_without_a_status_what_is_over_comes_last(member: Person, program: LiveTrading) -> None:
    for hours in (-30, 48, -60, 24, -0.5):
        book(member.user, session(program, hours=hours))
    rows = member.api.get("/api/learning/session-user").json()["data"]
    dates = [(datetime.fromisoformat(row["session"]["date"]) - NOW).total_seconds() / 3600 for row in rows]
    assert dates == [-0.5, 24, 48, -30, -60]


def test_a_credit_opens_the_calendar_of_its_program_and_says_what_it_became(
    member: Person, program: LiveTrading
) -> None:
    booking, other = book(member.user, session(program, hours=24)), session(program, hours=48)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    open_ones = member.api.get("/api/learning/sessions/timeframe").json()["data"]
    assert [row["bookingId"] for row in open_ones] == [None, None]

    member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})

    answer = member.api.get("/api/learning/canceled/session-user").json()
    assert answer["data"][0]["assignedSession"]["_id"] == str(other.pk)
    assert answer["data"][0]["assignedSession"]["booked"] is True
    assert_described(answer, path="learning/canceled/session-user")


def test_a_credit_that_has_ended_opens_no_calendar(member: Person, program: LiveTrading) -> None:
    booking = book(member.user, session(program, hours=24))
    session(program, hours=24 * 100)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    with time_machine.travel(NOW + timedelta(days=90), tick=False):
        assert logged_in(member.user).get("/api/learning/sessions/timeframe").json()["data"] == []


@pytest.mark.parametrize("count", [1, 50])
def test_lists_of_credits_take_the_same_queries(
    member: Person, program: LiveTrading, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        booking = book(member.user, session(program, hours=24 + number))
        other = session(program, hours=500 + number)
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
        member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})
    with django_assert_num_queries(2):
        member.api.get("/api/learning/canceled/session-user?limit=100")


def test_plans_come_by_falling_number(api: Any, program: LiveTrading) -> None:
    for count in (1, 20, 5):
        PlanFactory(program=program, num_of_sessions=count)
    PlanFactory(program__is_published=False)
    other = PlanFactory(num_of_sessions=10)
    answer = api.get(f"/api/learning/plan?liveTradingId={program.weburlname}").json()
    assert [plan["numOfSessions"] for plan in answer["data"]] == [20, 5, 1]
    assert answer["data"][0]["discountPercentage"] == 20
    assert_described(answer, path="learning/plan")
    everything = api.get("/api/learning/plan").json()["data"]
    assert [plan["numOfSessions"] for plan in everything] == [20, 10, 5, 1]
    assert str(other.program_id) in {plan["liveTradingId"] for plan in everything}
    for unknown in ("none", "", "%00", "9" * 1500):
        assert api.get(f"/api/learning/plan?liveTradingId={unknown}").status_code == 404


def test_erasing_an_account_gives_its_seats_back(member: Person, program: LiveTrading) -> None:
    ahead, past = session(program, hours=24), session(program, hours=-30)
    for row in (ahead, past):
        book(member.user, row)
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    assert (taken(ahead), taken(past)) == (0, 1)
