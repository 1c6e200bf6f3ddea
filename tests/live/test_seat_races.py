"""
Many people at the same moment, with real commits: no seat is sold twice, and none is lost.

Beside each guard stands a control: the same race without the guard must go wrong, else it proves nothing.
SQLite lets one writer in at a time, so a control that needs two inside a transaction is PostgreSQL's alone.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import Order
from apps.commerce.services import carts, orders
from apps.commerce.tests.crowd import (
    WRITERS,
    Buyer,
    Glance,
    a_crowd,
    at_once,
    filled,
    goes_wrong,
    of_kind,
    scaled,
    unforeseen,
)
from apps.commerce.tests.provider import provider
from apps.core.errors import Conflict
from apps.core.sellables import SoldOut
from apps.core.testing.clients import logged_in
from apps.live.models import Booking, LiveTrading, ProgramSession, Webinar
from apps.live.services import changes, seats
from apps.live.services.bookings import book_free_webinar
from apps.live.services.seats import Thing
from apps.live.states import SEATED, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, WebinarFactory
from tests.live.racing import assign, booked, cancel, is_conserved, people, sessions, swap, unlocked

__all__ = ["provider"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]


def look_before_taking(monkeypatch: pytest.MonkeyPatch, glance: Glance) -> None:
    """Check-then-act, as naive code does it."""

    def take_what_was_seen(*, of: type[Thing], ids: Collection[UUID]) -> None:
        for thing in of.objects.filter(pk__in=ids):
            if thing.capacity is not None and glance.seen >= thing.capacity:
                raise SoldOut()
            # The table itself would refuse to count more than there are.
            of.objects.filter(pk=thing.pk).update(taken=glance.seen + 1)

    monkeypatch.setattr(seats, "take_all", take_what_was_seen)


# --- the last seats ---------------------------------------------------------------------------------


def rush(capacity: int, *, crowd: int, glance: Glance | None = None) -> tuple[Webinar, list[object]]:
    webinar = WebinarFactory(
        starts_at=timezone.now() + timedelta(days=2), capacity=capacity, price_paise=499_00
    )
    buyers = [Buyer(buyer.person, kind="webinar") for buyer in a_crowd(crowd)]
    ready = filled(buyers, webinar)

    def buy(number: int) -> Order:
        if glance is not None:
            glance.seen = Webinar.objects.get(pk=webinar.pk).taken
        return buyers[number].enroll(ready[number])

    outcomes = at_once(buy, times=crowd)
    webinar.refresh_from_db()
    return webinar, outcomes


@pytest.mark.parametrize("capacity", [1, 50])
def test_no_seat_is_sold_twice(provider: FakeProvider, capacity: int) -> None:
    capacity, crowd = scaled(capacity), scaled(200)
    webinar, outcomes = rush(capacity, crowd=crowd)
    assert of_kind(outcomes, Order) == webinar.taken == webinar.bookings.count() == capacity
    assert of_kind(outcomes, SoldOut) == crowd - capacity


@pytest.mark.postgresql
def test_control_looking_before_taking_sells_seats_twice(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    glance = Glance()
    look_before_taking(monkeypatch, glance)

    def oversells() -> bool:
        webinar, _ = rush(1, crowd=24, glance=glance)
        return bool(webinar.bookings.filter(status__in=SEATED).count() > 1)

    assert goes_wrong(oversells)


def test_free_seats_are_given_once() -> None:
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=5)
    crowd = people(scaled(100))
    outcomes = at_once(
        lambda number: book_free_webinar(person=crowd[number], key=str(webinar.pk), at=timezone.now()),
        times=len(crowd),
    )
    assert of_kind(outcomes, Webinar) == Webinar.objects.get().taken == Booking.objects.booked().count() == 5
    assert of_kind(outcomes, SoldOut) == len(crowd) - 5


def test_two_people_swap_into_the_last_seat() -> None:
    for _ in range(4):
        left, last = sessions(2)
        ProgramSession.objects.filter(pk=last.pk).update(capacity=1)
        owned = [booked(person, left) for person in people(WRITERS)]
        outcomes = at_once(lambda number, owned=owned, last=last: swap(owned[number], last), times=WRITERS)
        assert of_kind(outcomes, Booking) == 1
        assert of_kind(outcomes, SoldOut) == WRITERS - 1
        assert is_conserved()


# --- one booking, two hands -------------------------------------------------------------------------


def race_of_hands() -> tuple[Booking, list[object]]:
    """The owner swaps in one tab and cancels in another, over and over."""
    left, target = sessions(2)
    (person,) = people(1)
    booking = booked(person, left)
    acts: list[Callable[[], Booking]] = [lambda: swap(booking, target), lambda: cancel(booking)]
    outcomes = at_once(lambda number: acts[number % 2](), times=WRITERS)
    booking.refresh_from_db()
    return booking, outcomes


def test_a_swap_and_a_cancellation_of_one_booking_at_once() -> None:
    for _ in range(4):
        booking, outcomes = race_of_hands()
        assert unforeseen(outcomes, Conflict) == []
        assert booking.status == BookingStatus.CANCELED
        assert of_kind(outcomes, Booking) in (1, 2)
        assert is_conserved()


@pytest.mark.postgresql
def test_control_without_the_lock_a_seat_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    unlocked(monkeypatch)

    def loses_a_seat() -> bool:
        race_of_hands()
        return not is_conserved()

    assert goes_wrong(loses_a_seat)


def race_of_a_credit() -> list[object]:
    left, *targets = sessions(1 + WRITERS)
    (person,) = people(1)
    credit = cancel(booked(person, left))
    return at_once(lambda number: assign(credit, targets[number]), times=WRITERS)


def test_one_credit_is_used_once() -> None:
    for _ in range(4):
        outcomes = race_of_a_credit()
        assert of_kind(outcomes, Booking) == 1
        assert unforeseen(outcomes, changes.NotACredit) == []
        assert is_conserved()


@pytest.mark.postgresql
def test_control_without_the_lock_a_credit_is_used_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    unlocked(monkeypatch)
    assert goes_wrong(lambda: of_kind(race_of_a_credit(), Booking) > 1)


# --- everything at once -----------------------------------------------------------------------------


def test_seats_are_conserved_under_two_hundred_random_changes() -> None:
    """Nobody loses a booking: each is booked somewhere, or a credit, or what a credit became."""
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    program: LiveTrading = LiveTradingFactory()
    calendar = sessions(6, program, capacity=6)
    crowd = people(20)
    owned = [booked(person, calendar[number % 5]) for number, person in enumerate(crowd)]
    plan = [(chance.choice(owned), chance.choice(calendar), chance.random()) for _ in range(200)]

    def act(number: int) -> Booking:
        booking, target, luck = plan[number]
        mine = Booking.objects.filter(person=booking.person).order_by("-pk").select_related("person")[0]
        if luck < 0.5:
            return swap(mine, target)
        return cancel(mine) if luck < 0.7 else assign(mine, target)

    outcomes = at_once(act, times=len(plan))

    assert unforeseen(outcomes, Conflict) == [], seed
    assert of_kind(outcomes, Booking) > 20, seed
    assert is_conserved(), seed
    ends = Booking.objects.filter(assigned_to__isnull=True)
    assert ends.count() == len(crowd), seed
    assert set(ends.values_list("status", flat=True)) <= {"booked", "canceled"}, seed
    credits = Booking.objects.filter(status="canceled", assigned_to__isnull=True).count()
    taken = sum(ProgramSession.objects.values_list("taken", flat=True))
    assert taken + credits == len(crowd), seed


def test_one_person_in_two_tabs_gets_one_seat(provider: FakeProvider) -> None:
    """One swaps into the session that the other pays for."""
    for _ in range(4):
        left, target = sessions(2)
        (person,) = people(1)
        booking = booked(person, left)
        cart = carts.fill(
            person=person,
            kind="liveTrading",
            request={"sessionIds": [str(target.pk)]},
            billing_details={},
            at=timezone.now(),
        )
        acts: list[Callable[[], object]] = [
            lambda booking=booking, target=target: swap(booking, target),
            lambda cart=cart, person=person: orders.place(
                person=person, kind="liveTrading", cart_id=cart.pk, at=timezone.now()
            ),
        ]
        outcomes = at_once(lambda number, acts=acts: acts[number](), times=2)
        assert unforeseen(outcomes, Conflict) == []
        assert target.bookings.filter(status__in=SEATED).count() == 1
        assert is_conserved()


def test_a_rush_over_the_calls_is_answered_without_a_failure() -> None:
    """`python -m bench rush` is the same with 200 people, over HTTP."""
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=10)
    clients = [logged_in(person) for person in people(40)]

    def press(number: int) -> tuple[int, str]:
        answer = clients[number].post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
        return answer.status_code, answer.json().get("code", "")

    outcomes = Counter(at_once(press, times=len(clients)))
    assert outcomes == {(200, ""): 10, (409, "sold_out"): 30}
    assert Webinar.objects.get().taken == Booking.objects.booked().count() == 10
