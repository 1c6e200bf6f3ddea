"""Free seats, and what owners can do with booked sessions."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine

from apps.accounts.models import Entitlement, User
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking, LiveTrading
from apps.live.states import BookingStatus
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, seats_taken, session, status_and_code
from apps.live.tests.factories import (
    NOW,
    SECRET,
    LiveTradingFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

FREE = "/api/learning/bookfreewebinarV1"


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory()
    return program


def grant_pro(person: User, source: str) -> None:
    Entitlement.objects.create(
        person=person, scope="pro", source=source, label="1 year", starts_at=NOW - timedelta(days=1)
    )


# --- free webinars ----------------------------------------------------------------------------------


def test_booking_a_free_webinar_is_idempotent(member: Person) -> None:
    webinar = WebinarFactory(capacity=2)
    for _ in range(2):
        answer = member.api.post(FREE, {"id": webinar.weburlname})
        assert answer.status_code == 200
    data = answer.json()["data"]
    assert (data["isBooked"], data["seatsLeft"], data["joinUrl"]) == (True, 1, None)
    assert_matches_schema(answer.json(), path="learning/bookfreewebinarV1", method="post")
    booked = member.api.get("/api/learning/bookedwebinarV1?status=upcoming").json()
    assert ([row["_id"] for row in booked["data"]], booked["totalCount"]) == ([str(webinar.pk)], 1)


def test_a_paid_webinar_is_free_only_with_paid_pro(member: Person, other_member: Person) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    grant_pro(other_member.user, "trial")
    assert status_and_code(other_member.api.post(FREE, {"id": str(webinar.pk)})) == (409, "payment_required")
    grant_pro(member.user, "paid")
    assert member.api.post(FREE, {"id": str(webinar.pk)}).status_code == 200


def test_a_full_or_ended_webinar_cannot_be_booked(member: Person, other_member: Person) -> None:
    full = WebinarFactory(capacity=1)
    assert other_member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert status_and_code(member.api.post(FREE, {"id": str(full.pk)})) == (409, "sold_out")
    over = WebinarFactory(starts_at=NOW - timedelta(hours=2), ends_at=NOW)
    assert status_and_code(member.api.post(FREE, {"id": str(over.pk)})) == (409, "ended")
    assert status_and_code(member.api.post(FREE, {"id": "none"})) == (404, "webinar_unknown")


@pytest.mark.parametrize(
    ("minutes", "links"),
    [(-16, (None, None)), (-15, ("rooms", None)), (59, ("rooms", None)), (60, (None, "recordings"))],
)
def test_the_join_link_is_shown_from_15_minutes_before_the_start(
    member: Person, other_member: Person, minutes: int, links: tuple[str | None, str | None]
) -> None:
    webinar = WebinarFactory(starts_at=NOW + timedelta(hours=1))
    member.api.post(FREE, {"id": str(webinar.pk)})
    with time_machine.travel(webinar.starts_at + timedelta(minutes=minutes), tick=False):
        mine = member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
        theirs = other_member.api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()["data"]
    ours = [mine[name] and urlsplit(mine[name]).path.split("/")[1] for name in ("joinUrl", "recordingUrl")]
    assert tuple(ours) == links
    assert SECRET not in str(mine)
    assert (theirs["joinUrl"], theirs["recordingUrl"], theirs["isBooked"]) == (None, None, False)


# --- swap, cancel, assign ---------------------------------------------------------------------------


def test_a_swap_moves_the_seat_and_keeps_the_booking_id(member: Person, program: LiveTrading) -> None:
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
    assert (seats_taken(one), seats_taken(other)) == (0, 1)
    assert_matches_schema(answer.json(), path="learning/sessions/reshedule/swap", method="post")


def test_a_cancelled_session_is_a_credit_that_can_be_used_once(member: Person, program: LiveTrading) -> None:
    one, other = session(program, hours=24, capacity=3), session(program, hours=48, capacity=3)
    booking = book(member.user, one)
    early = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})
    assert status_and_code(early) == (409, "not_canceled")
    canceled = member.api.post(CANCEL, {"bookingId": str(booking.pk)}).json()["data"]
    assert (canceled["_id"], canceled["status"], canceled["canChange"]) == (
        str(booking.pk),
        "canceled",
        False,
    )
    assert seats_taken(one) == 0
    assert member.api.get("/api/learning/session-user").json() == {"data": [], "totalCount": 0}

    body = {"bookingId": str(booking.pk), "sessionId": str(other.pk)}
    made = member.api.post(ASSIGN, body).json()["data"]
    assert (made["status"], made["session"]["_id"]) == ("upcoming", str(other.pk))
    (credit,) = member.api.get("/api/learning/canceled/session-user").json()["data"]
    assert (credit["assignedTo"], credit["creditEndsAt"]) == (made["_id"], "2027-02-19T09:30:00Z")
    assert status_and_code(member.api.post(ASSIGN, body)) == (409, "no_credit")
    assert status_and_code(member.api.post(CANCEL, {"bookingId": str(booking.pk)})) == (409, "booking_fixed")


def test_a_credit_expires_after_90_days(member: Person, program: LiveTrading) -> None:
    booking = book(member.user, session(program, hours=24))
    far = session(program, hours=24 * 100)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    with time_machine.travel(NOW + timedelta(days=90), tick=False):
        body = {"bookingId": str(booking.pk), "sessionId": str(far.pk)}
        assert status_and_code(logged_in(member.user).post(ASSIGN, body)) == (409, "no_credit")
    assert seats_taken(far) == 0


@pytest.mark.parametrize(("hours", "status"), [(4, 200), (3.99, 409)])
def test_changes_are_possible_until_4_hours_before_the_start(
    member: Person, program: LiveTrading, hours: float, status: int
) -> None:
    booking = book(member.user, session(program, hours=hours))
    other = session(program, hours=48)
    body = {"bookingId": str(booking.pk), "sessionId": str(other.pk)}
    answer = member.api.post(SWAP, body)
    assert answer.status_code == status
    if status == 409:
        assert status_and_code(answer) == status_and_code(member.api.post(CANCEL, body)) == (409, "too_late")
        assert seats_taken(other) == 0


def test_what_a_session_cannot_be_swapped_for(
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
    other_program = SessionFactory()
    cases = {
        booking.session_id: "already_booked",
        mine.pk: "already_booked",
        full.pk: "sold_out",
        begun.pk: "ended",
        other_program.pk: "other_program",
    }
    for target, code in cases.items():
        answer = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target)})
        assert status_and_code(answer) == (409, code)
    unknown = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": "none"})
    assert unknown.status_code == 404
    theirs = other_member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(mine.pk)})
    assert status_and_code(theirs) == (404, "booking_unknown")
    assert Booking.objects.get(pk=booking.pk).session_id == booking.session_id


@pytest.mark.parametrize("capacity", [None, 1])
@pytest.mark.parametrize("path", [SWAP, ASSIGN])
def test_a_session_that_waits_for_payment_is_not_called_booked(
    member: Person, program: LiveTrading, path: str, capacity: int | None
) -> None:
    unpaid = session(program, hours=30, capacity=capacity)
    booking = book(member.user, session(program, hours=24))
    if path == ASSIGN:
        assert member.api.post(CANCEL, {"bookingId": str(booking.pk)}).status_code == 200
    held = book(member.user, unpaid)
    Booking.objects.filter(pk=held.pk).update(status=BookingStatus.HELD)
    answer = member.api.post(path, {"bookingId": str(booking.pk), "sessionId": str(unpaid.pk)})
    assert status_and_code(answer) == (409, "held_by_order")
    assert answer.json()["message"] == (
        "An order of yours holds a seat in that session. Pay for it, or try again once it has expired."
    )
    assert seats_taken(unpaid) == 1


# --- lists ------------------------------------------------------------------------------------------


def test_the_timeframe_has_booked_sessions_and_open_ones_of_the_same_programs(
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
    assert_matches_schema(answer, path="learning/sessions/timeframe")
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
def test_booked_sessions_are_filtered_by_status(
    member: Person, program: LiveTrading, status: str, hours: float
) -> None:
    rows = {at: book(member.user, session(program, hours=at)) for at in (24, -0.5, -30)}
    answer = member.api.get(f"/api/learning/session-user?status={status}").json()
    assert ([row["_id"] for row in answer["data"]], answer["totalCount"]) == ([str(rows[hours].pk)], 1)
    assert answer["data"][0]["status"] == status
    assert member.api.get("/api/learning/session-user?status=canceled").status_code == 400


@pytest.mark.parametrize("count", [1, 5])
def test_the_number_of_queries_does_not_depend_on_the_number_of_bookings(
    member: Person, program: LiveTrading, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        book(member.user, session(program, hours=24 + number))
    member.api.get("/api/user")
    with django_assert_num_queries(2):
        member.api.get("/api/learning/session-user")


def test_without_a_status_completed_sessions_come_last(member: Person, program: LiveTrading) -> None:
    for hours in (-30, 48, -60, 24, -0.5):
        book(member.user, session(program, hours=hours))
    rows = member.api.get("/api/learning/session-user").json()["data"]
    dates = [(datetime.fromisoformat(row["session"]["date"]) - NOW).total_seconds() / 3600 for row in rows]
    assert dates == [-0.5, 24, 48, -30, -60]


def test_a_credit_adds_its_program_to_the_timeframe_and_has_the_session_it_was_used_for(
    member: Person, program: LiveTrading
) -> None:
    booking, other = book(member.user, session(program, hours=24)), session(program, hours=48)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    open_sessions = member.api.get("/api/learning/sessions/timeframe").json()["data"]
    assert [row["bookingId"] for row in open_sessions] == [None, None]

    member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})

    answer = member.api.get("/api/learning/canceled/session-user").json()
    assert answer["data"][0]["assignedSession"]["_id"] == str(other.pk)
    assert answer["data"][0]["assignedSession"]["booked"] is True
    assert_matches_schema(answer, path="learning/canceled/session-user")


def test_usable_credits_come_first_the_first_to_end_before_the_others(
    member: Person, program: LiveTrading
) -> None:
    """My Learnings shows the first of them: used ones must not push a usable one off the page."""
    days = {"used": -1, "later": -2, "sooner": -3, "expired": -91, "used before": -92}
    rows = {name: book(member.user, session(program, hours=day)) for day, name in enumerate(days, 1)}
    for name, day in days.items():
        canceled_at = NOW + timedelta(days=day)
        credit = {"canceled_at": canceled_at, "credit_ends_at": canceled_at + timedelta(days=90)}
        used_for = book(member.user, session(program, hours=300 + day)) if "used" in name else None
        own = Booking.objects.filter(pk=rows[name].pk)
        own.update(status=BookingStatus.CANCELED, assigned_to=used_for, **credit)
    answer = member.api.get("/api/learning/canceled/session-user?limit=4").json()
    expected = ["sooner", "later", "used", "expired"]
    assert [row["_id"] for row in answer["data"]] == [str(rows[name].pk) for name in expected]
    assert answer["totalCount"] == 5


def test_an_expired_credit_adds_nothing_to_the_timeframe(member: Person, program: LiveTrading) -> None:
    booking = book(member.user, session(program, hours=24))
    session(program, hours=24 * 100)
    member.api.post(CANCEL, {"bookingId": str(booking.pk)})
    with time_machine.travel(NOW + timedelta(days=90), tick=False):
        assert logged_in(member.user).get("/api/learning/sessions/timeframe").json()["data"] == []


@pytest.mark.parametrize("count", [1, 50])
def test_the_number_of_queries_does_not_depend_on_the_number_of_credits(
    member: Person, program: LiveTrading, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        booking = book(member.user, session(program, hours=24 + number))
        other = session(program, hours=500 + number)
        member.api.post(CANCEL, {"bookingId": str(booking.pk)})
        member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(other.pk)})
    with django_assert_num_queries(2):
        member.api.get("/api/learning/canceled/session-user?limit=100")


def test_plans_are_ordered_by_descending_number_of_sessions(api: Any, program: LiveTrading) -> None:
    for count in (1, 20, 5):
        PlanFactory(program=program, num_of_sessions=count)
    PlanFactory(program__is_published=False)
    other = PlanFactory(num_of_sessions=10)
    answer = api.get(f"/api/learning/plan?liveTradingId={program.weburlname}").json()
    assert [plan["numOfSessions"] for plan in answer["data"]] == [20, 5, 1]
    assert answer["data"][0]["discountPercentage"] == 20
    assert_matches_schema(answer, path="learning/plan")
    everything = api.get("/api/learning/plan").json()["data"]
    assert [plan["numOfSessions"] for plan in everything] == [20, 10, 5, 1]
    assert str(other.program_id) in {plan["liveTradingId"] for plan in everything}
    for unknown in ("none", "", "%00", "9" * 1500):
        assert api.get(f"/api/learning/plan?liveTradingId={unknown}").status_code == 404


def test_erasing_an_account_releases_its_upcoming_seats(member: Person, program: LiveTrading) -> None:
    ahead, past = session(program, hours=24), session(program, hours=-30)
    for row in (ahead, past):
        book(member.user, row)
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    assert (seats_taken(ahead), seats_taken(past)) == (0, 1)
