"""Waiting lists: a place in line, and the offer of a seat that frees."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.core.indian_time import iso_utc
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live import deadlines
from apps.live.models import Booking, WaitlistEntry, Webinar
from apps.live.selectors import books
from apps.live.services import (
    cancellation,
    rescheduling,
    seat_offers,
    waitlist,
)
from apps.live.services.seats import BookableItem
from apps.live.states import BookedBy
from apps.live.tests.bookings import book, seats_taken, session, status_and_code
from apps.live.tests.factories import NOW, LiveTradingFactory, MentorshipFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

WAITLIST, GIVE_UP, FREE = "/api/learning/waitlist", "/api/learning/giveup", "/api/learning/bookfreewebinarV1"
UNTIL = NOW + deadlines.SEAT_OFFER


@pytest.fixture
def owner() -> User:
    return User.objects.create_user(mobile="9844444444", name="Owner")


@pytest.fixture
def full(owner: User) -> Webinar:
    webinar: Webinar = WebinarFactory(capacity=1)
    book(owner, webinar, BookedBy.FREE)
    return webinar


def body(item: BookableItem) -> dict[str, str]:
    kind = "liveTrading" if item.booking_field == "session" else item.booking_field
    return {"kind": kind, "id": str(item.pk)}


def join(person: Person, item: BookableItem) -> Any:
    return person.api.post(WAITLIST, body(item))


def own_list(person: Person) -> list[tuple[str, int | None, str | None]]:
    rows = person.api.get(WAITLIST).json()["data"]
    return [(row["id"], row["place"], row["offeredUntil"]) for row in rows]


def statuses(item: BookableItem) -> list[str]:
    return list(item.waitlist.order_by("number").values_list("status", flat=True))


def is_consistent(item: BookableItem) -> bool:
    return not any("seats taken" in line for line in books.differences(type(item)))


def test_joining_twice_keeps_the_place(member: Person, other_member: Person, full: Webinar) -> None:
    for person, place in ((member, 1), (other_member, 2), (member, 1)):
        answer = join(person, full)
        assert answer.status_code == 201
        fields = {"place": place, "offeredUntil": None}
        assert answer.json()["data"] == fields
        assert answer.json().items() >= fields.items()
        assert_matches_schema(answer.json(), path="learning/waitlist", method="post")
    assert join(other_member, full).json()["message"] == "You are 2nd in line."
    assert statuses(full) == ["waiting", "waiting"]


@pytest.mark.parametrize("kind", ["webinar", "mentorship", "liveTrading", "session"])
def test_every_kind_has_a_waiting_list(member: Person, owner: User, kind: str) -> None:
    items = {
        "webinar": lambda: WebinarFactory(capacity=1),
        "mentorship": lambda: MentorshipFactory(capacity=1, price_paise=100),
        "liveTrading": lambda: session(LiveTradingFactory(), hours=24, capacity=1),
    }
    item = items["liveTrading" if kind == "session" else kind]()
    book(owner, item)
    assert member.api.post(WAITLIST, {"kind": kind, "id": str(item.pk)}).status_code == 201
    answer = member.api.get(WAITLIST)
    assert_matches_schema(answer.json(), path="learning/waitlist")
    [row] = answer.json()["data"]
    assert (row["kind"], row["id"], row["place"]) == (body(item)["kind"], str(item.pk), 1)


def test_what_is_not_full_or_not_ahead_has_no_waiting_list(
    member: Person, owner: User, full: Webinar
) -> None:
    free = WebinarFactory(capacity=1)
    assert status_and_code(join(member, free)) == (409, "not_full")
    assert status_and_code(join(member, WebinarFactory())) == (409, "not_full")
    started = WebinarFactory(capacity=1, starts_at=NOW)
    book(owner, started)
    assert status_and_code(join(member, started)) == (409, "ended")
    off = WebinarFactory(capacity=1, cancelled_at=NOW)
    book(owner, off)
    assert status_and_code(join(member, off)) == (409, "called_off")
    owner_api = logged_in(owner)
    assert status_and_code(owner_api.post(WAITLIST, body(full))) == (409, "already_booked")
    assert WaitlistEntry.objects.count() == 0


@pytest.mark.parametrize("kind", [None, 7, True, "", "course", [], {}])
def test_a_wrong_kind_is_refused(member: Person, full: Webinar, kind: object) -> None:
    for method in (member.api.post, member.api.delete):
        assert method(WAITLIST, {"kind": kind, "id": str(full.pk)}).status_code == 400
    assert WaitlistEntry.objects.count() == 0


@pytest.mark.parametrize("key", [None, 7, True, [], {}])
def test_an_id_of_another_type_is_refused(member: Person, key: object) -> None:
    assert member.api.post(WAITLIST, {"kind": "webinar", "id": key}).status_code == 400


@pytest.mark.parametrize("kind", ["webinar", "mentorship", "liveTrading"])
def test_an_unknown_item_has_no_waiting_list(member: Person, kind: str) -> None:
    for key in ("none", "\u0000", "0" * 36):
        for method in (member.api.post, member.api.delete):
            assert method(WAITLIST, {"kind": kind, "id": key}).status_code == 404


def test_the_first_in_line_is_offered_the_seat(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    assert logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)}).status_code == 200

    assert own_list(member) == [(str(full.pk), None, "2026-11-21T10:00:00Z")]
    assert own_list(other_member) == [(str(full.pk), 1, None)]
    assert seats_taken(full) == 1
    assert is_consistent(full)
    assert status_and_code(other_member.api.post(FREE, {"id": str(full.pk)})) == (409, "sold_out")
    visitor = logged_in(owner).get(f"/api/learning/webwebinarV1/{full.pk}").json()["data"]
    assert (visitor["seatsLeft"], visitor["offer"]) == (0, "soldOut")
    assert visitor["waitlist"] == {"canJoin": True, "place": None, "offeredUntil": None}
    offered = member.api.get(f"/api/learning/webwebinarV1/{full.pk}").json()["data"]
    assert (offered["seatsLeft"], offered["offer"]) == (1, "bookFree")
    assert offered["nextChangeAt"] == offered["waitlist"]["offeredUntil"] == "2026-11-21T10:00:00Z"
    waits = other_member.api.get(f"/api/learning/webwebinarV1/{full.pk}").json()["data"]
    assert waits["waitlist"] == {"canJoin": False, "place": 1, "offeredUntil": None}

    assert member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert (statuses(full), seats_taken(full)) == (["seated", "waiting"], 1)
    assert own_list(member) == []
    assert Booking.objects.booked().get().person == member.user
    assert is_consistent(full)


def test_an_offer_that_runs_out_goes_to_the_next(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    assert waitlist.sweep(at=UNTIL - timedelta(seconds=1)) == waitlist.Swept(expired=0, offered=0)
    assert waitlist.sweep(at=UNTIL) == waitlist.Swept(expired=1, offered=0)
    assert waitlist.sweep(at=UNTIL) == waitlist.Swept(expired=0, offered=0)
    assert statuses(full) == ["expired", "offered"]
    with time_machine.travel(UNTIL, tick=False):
        assert status_and_code(member.api.post(FREE, {"id": str(full.pk)})) == (409, "offer_ended")
        assert own_list(member) == []
        assert other_member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert waitlist.sweep(at=UNTIL + deadlines.SEAT_OFFER) == waitlist.Swept(expired=0, offered=0)
    assert (statuses(full), seats_taken(full)) == (["expired", "seated"], 1)
    assert is_consistent(full)


def test_one_item_that_raises_keeps_no_other_line_waiting(
    member: Person, owner: User, full: Webinar, monkeypatch: pytest.MonkeyPatch
) -> None:
    other: Webinar = WebinarFactory(capacity=1)
    book(owner, other, BookedBy.FREE)
    for item in (full, other):
        join(member, item)
        logged_in(owner).post(GIVE_UP, {"bookingId": str(item.pk)})
    poisoned, good = sorted((full, other), key=lambda item: item.pk)
    expire = seat_offers.expire

    def fails(*, ids: list[Any], **given: Any) -> int:
        if ids == [poisoned.pk]:
            raise RuntimeError("nobody foresaw this")
        return expire(ids=ids, **given)

    monkeypatch.setattr(seat_offers, "expire", fails)
    assert waitlist.sweep(at=UNTIL) == waitlist.Swept(expired=1, offered=0)
    assert (statuses(poisoned), statuses(good)) == (["offered"], ["expired"])


def test_a_late_offer_is_still_good_while_nobody_else_waits(
    member: Person, owner: User, full: Webinar
) -> None:
    """The sweep has not run yet."""
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    with time_machine.travel(UNTIL + timedelta(seconds=1), tick=False):
        assert member.api.post(FREE, {"id": str(full.pk)}).status_code == 200
    assert (statuses(full), seats_taken(full)) == (["expired"], 1)
    assert is_consistent(full)


def test_if_nobody_waits_the_seat_is_free_for_all(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    waitlist.sweep(at=UNTIL)
    assert seats_taken(full) == 0
    assert other_member.api.post(FREE, {"id": str(full.pk)}).status_code == 200


def test_leaving_passes_the_offer_on(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    for _ in range(2):
        answer = member.api.delete(WAITLIST, body(full))
        assert answer.status_code == 200
        assert_matches_schema(answer.json(), path="learning/waitlist", method="delete")
    assert (statuses(full), seats_taken(full)) == (["left", "offered"], 1)
    other_member.api.delete(WAITLIST, body(full))
    assert (statuses(full), seats_taken(full)) == (["left", "left"], 0)
    assert is_consistent(full)


def test_an_offer_never_lasts_past_the_start(member: Person, owner: User) -> None:
    soon = WebinarFactory(capacity=1, starts_at=NOW + timedelta(minutes=20))
    book(owner, soon, BookedBy.FREE)
    join(member, soon)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(soon.pk)})
    assert WaitlistEntry.objects.get().offered_until == soon.starts_at


def test_a_move_to_an_earlier_start_shortens_the_offer(member: Person, owner: User, full: Webinar) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    start = NOW + timedelta(minutes=10)
    rescheduling.reschedule(
        of=Webinar, item_id=full.pk, starts_at=start, ends_at=start + timedelta(hours=1), at=NOW
    )
    assert WaitlistEntry.objects.get().offered_until == start


def test_an_offer_that_is_held_for_payment_is_shortened_as_well(
    member: Person, owner: User, full: Webinar
) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    with transaction.atomic():
        assert seat_offers.claim(of=Webinar, ids=[full.pk], person_id=member.user.pk, at=NOW) == {full.pk}
    start = NOW + timedelta(minutes=10)
    rescheduling.reschedule(
        of=Webinar, item_id=full.pk, starts_at=start, ends_at=start + timedelta(hours=1), at=NOW
    )
    hold = Booking(person=member.user, webinar=full)
    assert seat_offers.restore(of=Webinar, released=[hold], at=NOW) == {full.pk}
    assert (statuses(full), own_list(member)) == (["offered"], [(str(full.pk), None, iso_utc(start))])


def test_a_cancellation_ends_the_waiting_list(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    cancellation.cancel_for_everyone(of=Webinar, item_id=full.pk, reason="The mentor is ill", at=NOW)
    assert (statuses(full), seats_taken(full)) == (["closed", "closed"], 0)
    assert status_and_code(member.api.post(FREE, {"id": str(full.pk)})) == (409, "called_off")
    assert is_consistent(full)


def test_an_offer_is_not_restored_after_a_cancellation(member: Person, owner: User, full: Webinar) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    with transaction.atomic():
        assert seat_offers.claim(of=Webinar, ids=[full.pk], person_id=member.user.pk, at=NOW) == {full.pk}
    cancellation.cancel_for_everyone(of=Webinar, item_id=full.pk, reason="The mentor is ill", at=NOW)
    hold = Booking(person=member.user, webinar=full)
    assert seat_offers.restore(of=Webinar, released=[hold], at=NOW) == set()
    assert statuses(full) == ["seated"]


def test_the_waiting_list_ends_with_the_start(member: Person, full: Webinar) -> None:
    join(member, full)
    waitlist.sweep(at=full.starts_at)
    assert statuses(full) == ["closed"]


def test_the_line_of_an_archived_event_can_be_left(
    member: Person, other_member: Person, owner: User, full: Webinar
) -> None:
    """My Learnings still lists it, with the button for leaving."""
    join(member, full), join(other_member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    Webinar.objects.filter(pk=full.pk).update(is_published=False)
    for _ in range(2):
        assert member.api.delete(WAITLIST, body(full)).status_code == 200
    assert statuses(full) == ["left", "waiting"]
    assert seats_taken(full) == 0
    stranger = logged_in(owner).delete(WAITLIST, body(full))
    assert status_and_code(stranger) == (404, "webinar_unknown")


def test_an_erased_person_leaves_the_line(member: Person, owner: User, full: Webinar) -> None:
    join(member, full)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    assert personal_data.export(person=member.user)["waitingLists"] == [
        {
            "_id": str(WaitlistEntry.objects.get().pk),
            "what": full.title,
            "startsAt": full.starts_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "status": "offered",
            "joinedAt": "2026-11-21T09:30:00Z",
        }
    ]
    personal_data.erase(person=member.user, at=NOW)
    assert (WaitlistEntry.objects.count(), seats_taken(full)) == (0, 0)


def test_a_raised_capacity_is_offered_by_the_sweep_too(
    member: Person, other_member: Person, full: Webinar
) -> None:
    join(member, full), join(other_member, full)
    Webinar.objects.update(capacity=2)
    assert waitlist.sweep(at=NOW, dry_run=True) == waitlist.Swept(expired=0, offered=0)
    assert waitlist.sweep(at=NOW) == waitlist.Swept(expired=0, offered=1)
    assert (statuses(full), seats_taken(full)) == (["offered", "waiting"], 2)


def test_what_was_archived_is_not_offered(member: Person, owner: User, full: Webinar) -> None:
    join(member, full)
    Webinar.objects.update(is_published=False)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(full.pk)})
    assert (statuses(full), seats_taken(full)) == (["waiting"], 0)


def test_a_session_is_offered_to_a_swap_too(member: Person, other_member: Person, owner: User) -> None:
    program = LiveTradingFactory()
    held, wanted = session(program, hours=24), session(program, hours=48, capacity=1)
    booking = book(member.user, held)
    given = book(owner, wanted, BookedBy.GIFT)
    join(member, wanted), join(other_member, wanted)
    logged_in(owner).post(GIVE_UP, {"bookingId": str(given.pk)})
    detail = member.api.get(f"/api/learning/user/liveotp/web/{program.pk}").json()["data"]
    row = next(row for row in detail["programSessions"] if row["_id"] == str(wanted.pk))
    assert (row["full"], row["seatsLeft"], row["waitingPlace"]) == (False, 1, None)
    assert row["offeredUntil"] == "2026-11-21T10:00:00Z"
    change = {"bookingId": str(booking.pk), "sessionId": str(wanted.pk)}
    assert member.api.post("/api/learning/sessions/reshedule/swap", change).status_code == 200
    assert (statuses(wanted), seats_taken(wanted), seats_taken(held)) == (["seated", "waiting"], 1, 0)
    assert is_consistent(wanted)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_one_query(
    member: Person, owner: User, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        item = WebinarFactory(capacity=1)
        book(owner, item)
        join(member, item)
    with django_assert_num_queries(1):
        answer = member.api.get(f"{WAITLIST}?limit=2").json()
    assert (len(answer["data"]), answer["totalCount"]) == (min(count, 2), count)
