"""
Concurrent requests around waiting lists, with real commits: no seat is oversold, lost or given twice.

Each guard has a control: the same race without it must fail. Controls run on PostgreSQL only.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.tests.concurrency import (
    any_try_fails,
    count_instances,
    run_concurrently,
    unexpected_errors,
)
from apps.core.errors import Conflict
from apps.core.sellables import SoldOut
from apps.live.models import Booking, WaitlistEntry, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.models.waitlist import WaitlistQuerySet
from apps.live.selectors import books
from apps.live.services import cancellation, giving_up, seat_offers, waitlist
from apps.live.services.bookings import book_free_webinar
from apps.live.states import BookedBy, BookingStatus, WaitKind, WaitStatus
from apps.live.tests.bookings import book
from apps.live.tests.factories import WebinarFactory
from tests.live.race_helpers import create_users

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]

ROUNDS = 4


def full_webinar(owners: int, waiting: int) -> tuple[Webinar, list[Booking], list[User]]:
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=owners)
    users = create_users(owners + waiting)
    bookings = [book(person, webinar, BookedBy.FREE) for person in users[:owners]]
    for person in users[owners:]:
        join(person, webinar)
    return webinar, bookings, users[owners:]


def join(person: User, webinar: Webinar) -> object:
    return waitlist.join(person=person, kind=WaitKind.WEBINAR, key=str(webinar.pk), at=timezone.now())


def give_up(booking: Booking) -> Booking:
    return giving_up.give_up(person=booking.person, key=str(booking.pk), at=timezone.now())


def take(person: User, webinar: Webinar) -> Webinar:
    return book_free_webinar(person=person, key=str(webinar.pk), at=timezone.now())


def cancel(webinar: Webinar) -> object:
    return cancellation.cancel_for_everyone(of=Webinar, item_id=webinar.pk, reason="Ill", at=timezone.now())


def race(*jobs: Callable[[], object]) -> list[object]:
    return run_concurrently(lambda number: jobs[number](), times=len(jobs))


def counts(webinar: Webinar) -> tuple[int, int, int]:
    """Seats taken, booked, and offered."""
    webinar.refresh_from_db()
    return (
        webinar.seats_taken,
        webinar.bookings.booked().count(),
        WaitlistEntry.objects.offered().filter(webinar=webinar).count(),
    )


def is_consistent(webinar: Webinar) -> bool:
    taken, booked, offered = counts(webinar)
    capacity = webinar.capacity
    return taken == booked + offered and (capacity is None or taken <= capacity)


def offer_without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads who is first without the item's lock, after a short delay."""

    def unlocked(*, of: Any, ids: Any) -> None:
        time.sleep(0.02)

    monkeypatch.setattr(seat_offers, "lock_items", unlocked)


def slow_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decides, waits, and then writes what it decided, whatever has happened meanwhile."""
    update = QuerySet.update

    def slowly(self: Any, **values: Any) -> Any:
        if isinstance(self, WaitlistQuerySet) and "status" in values:
            found = list(self.values_list("pk", flat=True))
            time.sleep(0.03)
            return update(WaitlistEntry.objects.filter(pk__in=found), **values)
        return update(self, **values)

    monkeypatch.setattr(QuerySet, "update", slowly)


# --- two seats free at once, and three wait -----------------------------------------------------------


def race_two_seats() -> Webinar:
    webinar, bookings, _ = full_webinar(2, 3)
    outcomes = race(*(lambda booking=booking: give_up(booking) for booking in bookings))
    assert unexpected_errors(outcomes) == []
    return webinar


def test_two_seats_that_free_at_once_go_to_the_first_two() -> None:
    for _ in range(ROUNDS):
        webinar = race_two_seats()
        assert counts(webinar) == (2, 0, 2)
        statuses = webinar.waitlist.order_by("number").values_list("status", flat=True)
        assert list(statuses) == ["offered", "offered", "waiting"]


@pytest.mark.postgresql
def test_control_a_seat_that_is_read_before_it_is_free_is_not_passed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Offering before the seat is released, so without holding the item's row."""
    release = giving_up.seats.release_to_take_again

    def offer_first(item: Any, *, at: Any) -> None:
        seat_offers.offer_free_seats(of=type(item), ids=[item.pk], at=at)
        release(of=type(item), ids=[item.pk])

    monkeypatch.setattr(giving_up.seats, "release", offer_first)
    assert any_try_fails(lambda: counts(race_two_seats()) != (2, 0, 2))


# --- joining while the last owner gives up ---------------------------------------------------------------


def race_join_with_release() -> Webinar:
    webinar, (booking,), _ = full_webinar(1, 0)
    (person,) = create_users(1)
    outcomes = race(lambda: join(person, webinar), lambda: give_up(booking))
    assert unexpected_errors(outcomes, waitlist.NotFull) == []
    return webinar


def waits_for_a_free_seat(webinar: Webinar) -> bool:
    return counts(webinar)[0] == 0 and webinar.waitlist.waiting().exists()


def test_nobody_waits_for_a_seat_that_is_free() -> None:
    for _ in range(ROUNDS):
        assert not waits_for_a_free_seat(race_join_with_release())


@pytest.mark.postgresql
def test_control_without_the_lock_somebody_waits_for_a_free_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    create = WaitlistEntry.objects.create

    def slowly(**values: Any) -> WaitlistEntry:
        time.sleep(0.1)
        return create(**values)

    monkeypatch.setattr(seat_offers, "lock_items", lambda *, of, ids: None)
    monkeypatch.setattr(WaitlistEntry.objects, "create", slowly)
    assert any_try_fails(lambda: waits_for_a_free_seat(race_join_with_release()))


def test_concurrent_joins_get_different_places() -> None:
    webinar, _, _ = full_webinar(1, 0)
    people = create_users(8)
    outcomes = race(*(lambda person=person: join(person, webinar) for person in people for _ in range(2)))
    assert unexpected_errors(outcomes) == []
    assert sorted(webinar.waitlist.values_list("number", flat=True)) == list(range(1, 9))
    assert {outcome.place for outcome in outcomes} == set(range(1, 9))  # type: ignore[attr-defined]


# --- an offer that runs out while it is accepted ----------------------------------------------------


def race_accept_with_expiry() -> tuple[Webinar, list[object]]:
    webinar, (booking,), (first, _second) = full_webinar(1, 2)
    give_up(booking)
    until = timezone.now() + timedelta(seconds=1)
    WaitlistEntry.objects.offered().filter(webinar=webinar).update(offered_until=until)
    outcomes = race(
        lambda: take(first, webinar),
        lambda: waitlist.sweep(at=until),
        lambda: waitlist.sweep(at=until),
    )
    return webinar, outcomes


def test_an_offer_is_accepted_or_passed_on_never_both() -> None:
    for _ in range(ROUNDS):
        webinar, outcomes = race_accept_with_expiry()
        assert unexpected_errors(outcomes, SoldOut) == []
        assert is_consistent(webinar)
        accepted = count_instances(outcomes, Webinar)
        assert counts(webinar) == (1, accepted, 1 - accepted)


@pytest.mark.postgresql
def test_control_without_the_guard_a_seat_is_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_without_lock(monkeypatch)
    slow_offers(monkeypatch)
    assert any_try_fails(lambda: not is_consistent(race_accept_with_expiry()[0]))


# --- giving up twice, and while staff cancel ----------------------------------------------------------


def race_give_up_twice() -> Webinar:
    webinar, bookings, _ = full_webinar(3, 1)
    race(*(lambda: give_up(bookings[0]) for _ in range(4)))
    return webinar


def unlocked(self: BookingQuerySet) -> BookingQuerySet:
    time.sleep(0.02)
    return self.all()


def test_giving_up_twice_frees_one_seat() -> None:
    for _ in range(ROUNDS):
        assert counts(race_give_up_twice()) == (3, 2, 1)


@pytest.mark.postgresql
def test_control_without_the_lock_two_seats_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BookingQuerySet, "locked", unlocked)
    assert any_try_fails(lambda: not is_consistent(race_give_up_twice()))


def race_give_up_with_cancellation() -> tuple[Webinar, list[object]]:
    webinar, bookings, _ = full_webinar(3, 2)
    outcomes = race(
        *(lambda booking=booking: give_up(booking) for booking in bookings), lambda: cancel(webinar)
    )
    return webinar, outcomes


def count_ended(outcomes: list[object]) -> int:
    """How many seats the owners gave up, and how many the cancellation ended."""
    free = sum(outcome.free for outcome in outcomes if isinstance(outcome, cancellation.Affected))
    return free + count_instances(outcomes, Booking)


def test_giving_up_while_staff_cancel_ends_each_booking_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(ROUNDS):
        webinar, outcomes = race_give_up_with_cancellation()
        assert unexpected_errors(outcomes, giving_up.NotBooked) == []
        assert (counts(webinar), count_ended(outcomes)) == ((0, 0, 0), 3)
        assert not webinar.waitlist.in_line().exists()
        ended = {BookingStatus.GIVEN_UP, BookingStatus.CANCELLED_BY_US}
        assert set(webinar.bookings.values_list("status", flat=True)) <= ended
    assert "transaction retried" not in caplog.text, "both lock bookings before the item"


@pytest.mark.postgresql
def test_control_without_the_lock_a_booking_ends_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_unlocked(_person: User, key: str) -> Booking:
        booking = Booking.objects.with_items().get(pk=key)
        time.sleep(0.1)
        return booking

    monkeypatch.setattr(giving_up, "_locked_booking", read_unlocked)
    assert any_try_fails(lambda: count_ended(race_give_up_with_cancellation()[1]) > 3)


# --- more seats while somebody buys ---------------------------------------------------------------------


def raise_capacity(webinar: Webinar) -> int:
    """As the admin does on saving: first the row, then the offers."""
    from django.db import transaction

    with transaction.atomic():
        Webinar.objects.filter(pk=webinar.pk).update(capacity=2)
        return seat_offers.offer_free_seats(of=Webinar, ids=[webinar.pk], at=timezone.now())


def race_capacity_with_buyers() -> tuple[Webinar, list[object]]:
    webinar, _, _ = full_webinar(1, 1)
    strangers = create_users(4)
    outcomes = race(
        lambda: raise_capacity(webinar),
        *(lambda person=person: take(person, webinar) for person in strangers),
    )
    return webinar, outcomes


def test_a_new_seat_goes_to_who_waits_not_to_who_buys_at_that_moment() -> None:
    for _ in range(ROUNDS):
        webinar, outcomes = race_capacity_with_buyers()
        assert unexpected_errors(outcomes, SoldOut) == []
        assert counts(webinar) == (2, 1, 1)


@pytest.mark.postgresql
def test_control_offered_after_the_commit_somebody_else_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_two_steps(webinar: Webinar) -> int:
        Webinar.objects.filter(pk=webinar.pk).update(capacity=2)
        time.sleep(0.03)
        return 0

    monkeypatch.setitem(globals(), "raise_capacity", in_two_steps)
    assert any_try_fails(lambda: counts(race_capacity_with_buyers()[0]) != (2, 1, 1))


# --- everything at once -----------------------------------------------------------------------------


def test_a_full_webinar_stays_consistent_while_people_come_and_go() -> None:
    webinar, bookings, waiting_people = full_webinar(3, 4)
    people = [*(row.person for row in bookings), *waiting_people]

    def act(number: int) -> object:
        person = people[number % len(people)]
        match number % 4:
            case 0:
                return giving_up.give_up(person=person, key=str(webinar.pk), at=timezone.now())
            case 1:
                return take(person, webinar)
            case 2:
                return join(person, webinar)
            case _:
                return waitlist.leave(
                    person=person, kind=WaitKind.WEBINAR, key=str(webinar.pk), at=timezone.now()
                )

    outcomes = run_concurrently(act, times=80)
    assert unexpected_errors(outcomes, Conflict, giving_up.UnknownBooking) == []
    assert is_consistent(webinar)
    assert not any("seats taken" in line for line in books.differences(Webinar))
    assert not (webinar.waitlist.filter(status=WaitStatus.WAITING).exists() and counts(webinar)[0] < 3)
