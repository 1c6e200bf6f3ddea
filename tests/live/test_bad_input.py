"""Invalid requests to endpoints that change bookings and fill carts: refused without any change."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest

from apps.commerce.models import Cart
from apps.commerce.tests.shop import Shop
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.states import BookingStatus
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, session, status_and_code
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory
from tests.live.test_sales import EMPTY, SESSIONS, buy, picked

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

NOT_TEXT = (None, 7, True, [], {}, "", "x" * 201)
NOT_AN_ID = ("none", "0", "../../user", "' or 1=1", "०१", "\u0000", "1" * 36)


@pytest.fixture
def program() -> LiveTrading:
    created: LiveTrading = LiveTradingFactory()
    return created


def database_state() -> list[Any]:
    bookings = Booking.objects.order_by("pk").values_list("pk", "session", "status", "changes")
    return [
        *bookings,
        *ProgramSession.objects.order_by("pk").values_list("pk", "seats_taken"),
        Cart.objects.count(),
    ]


@pytest.fixture
def booking(member: Person, program: LiveTrading) -> Booking:
    return book(member.user, session(program, hours=24))


@pytest.mark.parametrize("path", [SWAP, ASSIGN, CANCEL])
def test_malformed_ids_are_refused(member: Person, program: LiveTrading, booking: Booking, path: str) -> None:
    target, before = str(session(program, hours=48).pk), database_state()
    for wrong in NOT_TEXT:
        bodies = [{"bookingId": wrong, "sessionId": target}]
        if path != CANCEL:
            bodies.append({"bookingId": str(booking.pk), "sessionId": wrong})
        for body in bodies:
            assert member.api.post(path, body).status_code in (400, 404), body
    for wrong in (*NOT_AN_ID, str(new_id())):
        response = member.api.post(path, {"bookingId": wrong, "sessionId": target})
        assert response.status_code in (400, 404), wrong
    for body in ({}, [], None, "x"):
        assert member.api.post(path, body).status_code == 400
    assert database_state()[: len(before)] == before


def test_forbidden_changes_are_refused(
    member: Person, other_member: Person, program: LiveTrading, booking: Booking
) -> None:
    started, full, free = (
        session(program, hours=0),
        session(program, hours=48, capacity=1),
        session(program, hours=72),
    )
    book(other_member.user, full)
    soon = book(member.user, session(program, hours=3.9))
    used = book(member.user, session(program, hours=96))
    over = book(member.user, session(program, hours=120))
    Booking.objects.filter(pk__in=[used.pk, over.pk]).update(
        status=BookingStatus.CANCELED, canceled_at=NOW, credit_ends_at=NOW + timedelta(days=90)
    )
    Booking.objects.filter(pk=over.pk).update(credit_ends_at=NOW)
    before = database_state()
    cases = [
        (SWAP, member, booking, booking.session, "already_booked"),
        (SWAP, member, booking, started, "ended"),
        (SWAP, member, booking, full, "sold_out"),
        (SWAP, member, booking, SessionFactory(), "other_program"),
        (SWAP, member, soon, free, "too_late"),
        (SWAP, member, used, free, "booking_fixed"),
        (SWAP, other_member, booking, free, "booking_unknown"),
        (CANCEL, member, soon, free, "too_late"),
        (CANCEL, member, used, free, "booking_fixed"),
        (CANCEL, other_member, booking, free, "booking_unknown"),
        (ASSIGN, member, booking, free, "not_canceled"),
        (ASSIGN, member, over, free, "no_credit"),
        (ASSIGN, member, used, started, "ended"),
        (ASSIGN, member, used, full, "sold_out"),
        (ASSIGN, member, used, booking.session, "already_booked"),
        (ASSIGN, member, used, SessionFactory(), "other_program"),
        (ASSIGN, other_member, used, free, "booking_unknown"),
    ]
    for path, person, which, target, code in cases:
        body = {"bookingId": str(which.pk), "sessionId": str(target.pk)}
        response = person.api.post(path, body)
        assert status_and_code(response) == (404 if code == "booking_unknown" else 409, code), (path, code)
        assert response.json()["message"]
    assert [row for row in database_state() if row in before] == before


def test_invalid_selections_are_refused(member: Person, other_member: Person, program: LiveTrading) -> None:
    ahead, started, full = (
        session(program, hours=24),
        session(program, hours=0),
        session(program, hours=48, capacity=1),
    )
    hidden = SessionFactory(program__is_published=False, starts_at=NOW + timedelta(days=1))
    book(other_member.user, full)
    cases: list[tuple[object, int, str]] = [
        ([], 400, "invalid"),
        (None, 400, "invalid"),
        ("all", 400, "invalid"),
        ([None], 400, "invalid"),
        ([str(ahead.pk), 7], 400, "invalid"),
        ([str(ahead.pk)] * 501, 400, "invalid"),
        ([str(ahead.pk), str(SessionFactory(starts_at=NOW + timedelta(days=1)).pk)], 400, "invalid"),
        ([str(ahead.pk), "none"], 404, "session_unknown"),
        ([str(ahead.pk), str(new_id())], 404, "session_unknown"),
        ([str(hidden.pk)], 404, "session_unknown"),
        ([str(ahead.pk), str(started.pk)], 409, "ended"),
        ([str(ahead.pk), str(full.pk)], 409, "sold_out"),
    ]
    for ids, status, code in cases:
        response = member.api.post(SESSIONS[0], {"sessionIds": ids, "billingDetails": EMPTY})
        assert status_and_code(response) == (status, code), ids
    assert not Cart.objects.exists()


def test_a_repeated_session_counts_once(member: Person, program: LiveTrading) -> None:
    ahead = session(program, hours=24)
    cart = member.api.post(SESSIONS[0], {"sessionIds": [str(ahead.pk)] * 500, "billingDetails": EMPTY})
    assert [row["_id"] for row in cart.json()["data"]["sessions"]] == [str(ahead.pk)]


def test_five_hundred_sessions_can_be_bought_in_one_order(
    shop: Shop, member: Person, program: LiveTrading
) -> None:
    rows = ProgramSession.objects.bulk_create(
        SessionFactory.build(program=program, starts_at=NOW + timedelta(days=1, hours=3 * number))
        for number in range(500)
    )
    data = buy(shop, SESSIONS, member, picked(*rows))
    assert len(data["receipt"]["lines"]) == 500
    assert Booking.objects.booked().filter(person=member.user).count() == 500
    assert set(ProgramSession.objects.values_list("seats_taken", flat=True)) == {1}


@pytest.mark.parametrize(
    "query",
    [
        "start=2026-12-02&end=2026-12-01",
        "start=soon",
        "end=2026-02-30",
        "start=2026-12-01T10:00:00",
        "start=",
    ],
)
def test_invalid_time_ranges_are_refused(member: Person, query: str) -> None:
    assert member.api.get(f"/api/learning/sessions/timeframe?{query}").status_code == 400


def test_very_long_time_ranges_are_accepted(member: Person, booking: Booking) -> None:
    for query in ("start=1026-01-01&end=3026-01-01", "start=0001-01-01&end=9999-12-31"):
        response = member.api.get(f"/api/learning/sessions/timeframe?{query}")
        assert [row["bookingId"] for row in response.json()["data"]] == [str(booking.pk)]


@pytest.mark.parametrize("identity", NOT_AN_ID)
def test_calendar_files_of_malformed_ids_are_404(member: Person, identity: str) -> None:
    name = quote(identity, safe="")
    for path in (
        f"/api/learning/session-user/{name}/calendar.ics",
        f"/api/live/webinar/{name}/calendar.ics",
        f"/api/live/{name}/x/calendar.ics",
    ):
        assert member.api.get(path).status_code == 404, path
    assert member.api.post(f"/api/orders/lines/{name}/refund").status_code == 404
