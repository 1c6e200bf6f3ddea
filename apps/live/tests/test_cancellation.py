"""Items that staff cancel or reschedule, as their owners see them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from apps.accounts.models import User
from apps.core.errors import DomainError, Invalid
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.models import Booking, LiveTrading, ProgramSession, Webinar
from apps.live.services import cancellation, rescheduling
from apps.live.services.cancellation import Affected, NotCancellable
from apps.live.services.rescheduling import NotReschedulable, TimeTaken
from apps.live.services.seats import BookableItem
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import ASSIGN, CANCEL, SWAP, book, seats_taken, session, status_and_code
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.outbox.models import Message

pytestmark = [pytest.mark.usefixtures("clock", "later"), pytest.mark.django_db(transaction=True)]

BOOKED = "/api/learning/session-user"


@pytest.fixture
def program() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory(weburlname="desk")
    return program


def cancel_for_everyone(item: BookableItem, *, at: datetime = NOW) -> Affected:
    return cancellation.cancel_for_everyone(of=type(item), item_id=item.pk, reason="The mentor is ill", at=at)


def notices() -> list[tuple[str, str]]:
    rows = Message.objects.filter(kind="live notice").order_by("created_at", "pk")
    return [(row.payload["template"], row.payload["booking_id"]) for row in rows]


def test_owners_of_paid_seats_can_choose_what_they_get(
    member: Person, other_member: Person, program: LiveTrading
) -> None:
    off, line = session(program, hours=2, capacity=2), new_id()
    mine = book(member.user, off, bought_by=line)
    theirs = book(other_member.user, off, BookedBy.CREDIT, paid_line=new_id())

    assert cancel_for_everyone(off) == Affected(paid=2, free=0)

    assert sorted(notices()) == sorted(("session_called_off", str(row.pk)) for row in (mine, theirs))
    answer = member.api.get(BOOKED).json()
    assert_matches_schema(answer, path="learning/session-user")
    (row,) = answer["data"]
    assert row["calledOff"] == {
        "reason": "The mentor is ill",
        "choices": ["move", "credit", "refund"],
        "refundLineId": str(line),
    }
    assert (row["status"], row["joinUrl"], row["recordingUrl"], row["canChange"]) == (
        "upcoming",
        None,
        None,
        True,
    )
    (other,) = other_member.api.get(BOOKED).json()["data"]
    assert other["calledOff"]["refundLineId"] == str(theirs.paid_line)
    assert seats_taken(off) == 2


def test_a_cancelled_session_is_listed_as_upcoming_until_its_owner_has_chosen(
    member: Person, program: LiveTrading
) -> None:
    off = session(program, hours=2)
    book(member.user, off)
    cancel_for_everyone(off)
    with time_machine.travel(NOW + timedelta(days=6), tick=False):
        for status, count in (("upcoming", 1), ("live", 0), ("completed", 0)):
            assert member.api.get(f"{BOOKED}?status={status}").json()["totalCount"] == count
        (entry,) = member.api.get("/api/learning/sessions/timeframe").json()["data"]
    assert (entry["session"]["_id"], entry["calledOff"]) == (str(off.pk), True)


@pytest.mark.parametrize("hours_later", [0, 48])
def test_it_can_be_swapped_without_a_deadline(member: Person, program: LiveTrading, hours_later: int) -> None:
    off, target = session(program, hours=2), session(program, hours=72)
    booking = book(member.user, off)
    cancel_for_everyone(off)
    with time_machine.travel(NOW + timedelta(hours=hours_later), tick=False):
        answer = member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    assert answer.status_code == 200
    assert (answer.json()["data"]["calledOff"], answer.json()["data"]["session"]["_id"]) == (
        None,
        str(target.pk),
    )
    assert (seats_taken(off), seats_taken(target)) == (0, 1)


def test_it_can_become_a_credit_without_a_deadline(member: Person, program: LiveTrading) -> None:
    off, target = session(program, hours=2), session(program, hours=72)
    booking = book(member.user, off)
    cancel_for_everyone(off)
    late = NOW + timedelta(days=1)
    with time_machine.travel(late, tick=False):
        answer = member.api.post(CANCEL, {"bookingId": str(booking.pk)}).json()["data"]
        assert (answer["status"], answer["calledOff"]) == ("canceled", None)
        made = member.api.post(ASSIGN, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    assert made.status_code == 200
    booking.refresh_from_db()
    assert booking.credit_ends_at == late + timedelta(days=90)
    assert (seats_taken(off), seats_taken(target)) == (0, 1)


def test_it_can_no_longer_be_booked(
    api: ApiClient, member: Person, other_member: Person, program: LiveTrading
) -> None:
    off, mine = session(program, hours=48), session(program, hours=72)
    booking = book(member.user, mine)
    credit = book(other_member.user, session(program, hours=96))
    other_member.api.post(CANCEL, {"bookingId": str(credit.pk)})
    cancel_for_everyone(off)
    body = {"sessionId": str(off.pk)}
    assert status_and_code(member.api.post(SWAP, {"bookingId": str(booking.pk), **body})) == (
        409,
        "called_off",
    )
    assert status_and_code(other_member.api.post(ASSIGN, {"bookingId": str(credit.pk), **body})) == (
        409,
        "called_off",
    )
    cart = {"sessionIds": [str(off.pk)], "billingDetails": {}}
    assert status_and_code(member.api.post("/api/learning/sessions/cart", cart)) == (409, "called_off")
    shown = api.get("/api/learning/user/liveotp/web/desk").json()["data"]["programSessions"]
    assert str(off.pk) not in [row["_id"] for row in shown]
    assert seats_taken(off) == 0


def test_free_and_pro_seats_end_and_owners_of_paid_ones_can_choose(
    api: ApiClient, member: Person, other_member: Person
) -> None:
    webinar = WebinarFactory(capacity=5, price_paise=499_00)
    third = User.objects.create_user(mobile="9833333311")
    book(member.user, webinar, BookedBy.FREE)
    book(other_member.user, webinar, BookedBy.PRO)
    line = new_id()
    book(third, webinar, bought_by=line)

    assert cancel_for_everyone(webinar) == Affected(paid=1, free=2)

    assert sorted(template for template, _ in notices()) == [
        "event_called_off",
        "free_event_called_off",
        "free_event_called_off",
    ]
    assert seats_taken(webinar) == 1
    assert member.api.get("/api/learning/bookedwebinarV1").json() == {"data": [], "totalCount": 0}
    (row,) = logged_in(third).get("/api/learning/bookedwebinarV1").json()["data"]
    assert (row["calledOff"]["choices"], row["calledOff"]["refundLineId"]) == (["refund"], str(line))
    detail = api.get(f"/api/learning/webwebinarV1/{webinar.pk}").json()
    assert detail["data"]["calledOff"] == {"reason": "The mentor is ill"}
    assert_matches_schema(detail, path="learning/webwebinarV1/{key}")
    assert api.get("/api/learning/webinarV1").json()["totalCount"] == 0
    free = member.api.post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
    assert status_and_code(free) == (409, "called_off")


def test_there_is_no_join_link(member: Person) -> None:
    mentorship = MentorshipFactory(starts_at=NOW + timedelta(minutes=5), price_paise=499_00)
    book(member.user, mentorship, bought_by=new_id())
    path = f"/api/mentorship/users/{mentorship.pk}"
    assert member.api.get(path).json()["data"]["joinUrl"] is not None
    cancel_for_everyone(mentorship)
    data = member.api.get(path).json()["data"]
    assert (data["joinUrl"], data["calledOff"]) == (None, {"reason": "The mentor is ill"})


def test_it_is_cancelled_once_and_only_before_it_ends(program: LiveTrading) -> None:
    off, over = session(program, hours=2), session(program, hours=-2)
    cancel_for_everyone(off)
    for item in (off, over):
        with pytest.raises(NotCancellable):
            cancel_for_everyone(item)
    assert ProgramSession.objects.get(pk=off.pk).revision == 1
    assert ProgramSession.objects.get(pk=over.pk).cancelled_at is None


def test_an_outdated_notice_is_not_sent(member: Person, program: LiveTrading) -> None:
    from apps.live.services import notice_messages
    from apps.outbox.handlers import NotNeeded

    off, target = session(program, hours=2), session(program, hours=72)
    booking = book(member.user, off)
    cancel_for_everyone(off)
    payload = {"template": "session_called_off", "booking_id": str(booking.pk)}
    notice_messages.handle(payload)
    by_phone, by_mail = (row.payload for row in Message.objects.filter(kind="message").order_by("pk"))
    assert (by_phone["channels"], by_phone["to"]) == (["sms"], member.user.mobile)
    assert (by_mail["channels"], by_mail["to"]) == (["mail"], member.user.email)
    sent = by_phone
    assert sent["template"] == by_mail["template"] == "session_called_off"
    assert (sent["params"]["day"], sent["params"]["time"], sent["params"]["reason"]) == (
        "21 Nov 2026",
        "5:00 PM",
        "The mentor is ill",
    )
    member.api.post(SWAP, {"bookingId": str(booking.pk), "sessionId": str(target.pk)})
    with pytest.raises(NotNeeded):
        notice_messages.handle(payload)


# --- rescheduled by staff ---------------------------------------------------------------------------


def reschedule(item: BookableItem, *, hours: float, length: float = 1) -> int:
    starts_at = NOW + timedelta(hours=hours)
    return rescheduling.reschedule(
        of=type(item),
        item_id=item.pk,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=length),
        at=NOW,
    )


def test_attendees_keep_their_seats_and_are_notified(member: Person, program: LiveTrading) -> None:
    moved = session(program, hours=24)
    booking = book(member.user, moved)
    assert reschedule(moved, hours=100) == 1
    assert notices() == [("event_rescheduled", str(booking.pk))]
    (row,) = member.api.get(BOOKED).json()["data"]
    assert (row["session"]["date"], row["status"]) == ("2026-11-25T13:30:00Z", "upcoming")
    assert reschedule(moved, hours=100) == 0
    assert ProgramSession.objects.get(pk=moved.pk).revision == 1


def test_what_cannot_be_rescheduled(program: LiveTrading) -> None:
    ahead, other, begun = (session(program, hours=hours) for hours in (24, 48, -0.5))
    off = session(program, hours=72)
    cancel_for_everyone(off)
    cases: list[tuple[ProgramSession, dict[str, Any], type[DomainError]]] = [
        (ahead, {"hours": 48}, TimeTaken),
        (ahead, {"hours": -1}, Invalid),
        (ahead, {"hours": 30, "length": -2}, Invalid),
        (ahead, {"hours": 30, "length": 0}, Invalid),
        (begun, {"hours": 30}, NotReschedulable),
        (off, {"hours": 30}, NotReschedulable),
    ]
    for item, times, error in cases:
        with pytest.raises(error):
            reschedule(item, **times)
    starts = {row.pk: row.starts_at for row in ProgramSession.objects.all()}
    assert starts == {row.pk: row.starts_at for row in (ahead, other, begun, off)}


def test_owners_of_free_seats_are_notified_too(member: Person) -> None:
    webinar = WebinarFactory(starts_at=NOW + timedelta(hours=24))
    booking = book(member.user, webinar, BookedBy.FREE)
    assert reschedule(webinar, hours=60) == 1
    assert notices() == [("event_rescheduled", str(booking.pk))]
    assert Webinar.objects.get().starts_at == NOW + timedelta(hours=60)
    assert Booking.objects.get().status == BookingStatus.BOOKED
