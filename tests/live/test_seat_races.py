"""
Concurrent bookings with real commits: no seat is oversold, and none is lost.

Each guard has a control: the same race without the guard must fail, otherwise the test proves nothing. SQLite
allows one writer at a time, so controls that need two concurrent transactions run on PostgreSQL only.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from apps.commerce.models import Order
from apps.commerce.services import carts, orders
from apps.commerce.tests.concurrency import (
    WRITERS,
    Buyer,
    ReadValue,
    any_try_fails,
    count_instances,
    create_buyers,
    filled,
    run_concurrently,
    scaled,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.core.sellables import Line, SoldOut
from apps.core.testing.clients import logged_in
from apps.live.models import Booking, LiveTrading, ProgramSession, Webinar
from apps.live.services import changes, paid_seats, seats
from apps.live.services.bookings import book_free_webinar
from apps.live.services.seats import BookableItem
from apps.live.states import SEATED, BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, WebinarFactory
from tests.live.race_helpers import (
    assign,
    book,
    cancel,
    create_users,
    remove_locks,
    seats_are_consistent,
    sessions,
    swap,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]


def check_then_act(monkeypatch: pytest.MonkeyPatch, read: ReadValue) -> None:
    """Check-then-act, as naive code does it."""

    def take_unguarded(*, of: type[BookableItem], ids: Collection[UUID], **_who: object) -> None:
        for item in of.objects.filter(pk__in=ids):
            if item.capacity is not None and read.seen >= item.capacity:
                raise SoldOut()
            # A constraint would refuse more than the capacity.
            of.objects.filter(pk=item.pk).update(seats_taken=read.seen + 1)

    monkeypatch.setattr(seats, "take_all", take_unguarded)


# --- the last seats ---------------------------------------------------------------------------------


def race_for_seats(
    capacity: int, *, buyer_count: int, read: ReadValue | None = None
) -> tuple[Webinar, list[object]]:
    webinar = WebinarFactory(
        starts_at=timezone.now() + timedelta(days=2), capacity=capacity, price_paise=499_00
    )
    buyers = [Buyer(buyer.person, kind="webinar") for buyer in create_buyers(buyer_count)]
    ready = filled(buyers, webinar)

    def buy(number: int) -> Order:
        if read is not None:
            read.seen = Webinar.objects.get(pk=webinar.pk).seats_taken
        return buyers[number].enroll(ready[number])

    outcomes = run_concurrently(buy, times=buyer_count)
    webinar.refresh_from_db()
    return webinar, outcomes


@pytest.mark.parametrize("capacity", [1, 50])
def test_no_seat_is_oversold(provider: FakeProvider, capacity: int) -> None:
    capacity, buyer_count = scaled(capacity), scaled(200)
    webinar, outcomes = race_for_seats(capacity, buyer_count=buyer_count)
    assert count_instances(outcomes, Order) == webinar.seats_taken == webinar.bookings.count() == capacity
    assert count_instances(outcomes, SoldOut) == buyer_count - capacity


@pytest.mark.postgresql
def test_control_check_then_act_oversells(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    read = ReadValue()
    check_then_act(monkeypatch, read)

    def oversells() -> bool:
        webinar, _ = race_for_seats(1, buyer_count=24, read=read)
        return bool(webinar.bookings.filter(status__in=SEATED).count() > 1)

    assert any_try_fails(oversells)


def test_free_seats_are_not_overbooked() -> None:
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=5)
    users = create_users(scaled(100))
    outcomes = run_concurrently(
        lambda number: book_free_webinar(person=users[number], key=str(webinar.pk), at=timezone.now()),
        times=len(users),
    )
    assert (
        count_instances(outcomes, Webinar)
        == Webinar.objects.get().seats_taken
        == Booking.objects.booked().count()
        == 5
    )
    assert count_instances(outcomes, SoldOut) == len(users) - 5


def test_one_of_many_swaps_gets_the_last_seat() -> None:
    for _ in range(4):
        left, last = sessions(2)
        ProgramSession.objects.filter(pk=last.pk).update(capacity=1)
        owned = [book(person, left) for person in create_users(WRITERS)]
        outcomes = run_concurrently(
            lambda number, owned=owned, last=last: swap(owned[number], last), times=WRITERS
        )
        assert count_instances(outcomes, Booking) == 1
        assert count_instances(outcomes, SoldOut) == WRITERS - 1
        assert seats_are_consistent()


# --- two changes of one booking -------------------------------------------------------------------------


def race_swap_with_cancel() -> tuple[Booking, list[object]]:
    """The owner repeatedly swaps in one tab and cancels in another."""
    left, target = sessions(2)
    (person,) = create_users(1)
    booking = book(person, left)
    jobs: list[Callable[[], Booking]] = [lambda: swap(booking, target), lambda: cancel(booking)]
    outcomes = run_concurrently(lambda number: jobs[number % 2](), times=WRITERS)
    booking.refresh_from_db()
    return booking, outcomes


def test_a_concurrent_swap_and_cancellation_of_one_booking() -> None:
    for _ in range(4):
        booking, outcomes = race_swap_with_cancel()
        assert unexpected_errors(outcomes, Conflict) == []
        assert booking.status == BookingStatus.CANCELED
        assert count_instances(outcomes, Booking) in (1, 2)
        assert seats_are_consistent()


def swap_while_a_cancellation_waits(monkeypatch: pytest.MonkeyPatch, *, seconds: float) -> list[object]:
    """The cancellation has read the booking. It goes on once the swap has ended, or after these seconds."""
    left, target = sessions(2)
    (person,) = create_users(1)
    booking = book(person, left)
    has_read, has_swapped = threading.Event(), threading.Event()
    require = changes._require_changeable

    def require_slowly(booking: Booking, **values: Any) -> None:
        require(booking, **values)
        if not has_read.is_set():
            has_read.set()
            has_swapped.wait(seconds)

    def swap_then() -> Booking:
        assert has_read.wait(30)
        try:
            return swap(booking, target)
        finally:
            has_swapped.set()

    monkeypatch.setattr(changes, "_require_changeable", require_slowly)
    jobs: list[Callable[[], Booking]] = [lambda: cancel(booking), swap_then]
    return run_concurrently(lambda number: jobs[number](), times=2)


@pytest.mark.postgresql
def test_a_swap_waits_for_a_cancellation_of_its_booking(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = swap_while_a_cancellation_waits(monkeypatch, seconds=0.3)
    assert [type(outcome) for outcome in outcomes] == [Booking, changes.NotChangeable]
    assert seats_are_consistent()


@pytest.mark.postgresql
def test_control_without_the_lock_a_seat_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_locks(monkeypatch)
    outcomes = swap_while_a_cancellation_waits(monkeypatch, seconds=30)
    assert [type(outcome) for outcome in outcomes] == [Booking, Booking]
    assert not seats_are_consistent()


def race_for_a_credit() -> list[object]:
    left, *targets = sessions(1 + WRITERS)
    (person,) = create_users(1)
    credit = cancel(book(person, left))
    return run_concurrently(lambda number: assign(credit, targets[number]), times=WRITERS)


def test_one_credit_is_used_once() -> None:
    for _ in range(4):
        outcomes = race_for_a_credit()
        assert count_instances(outcomes, Booking) == 1
        assert unexpected_errors(outcomes, changes.NotACredit) == []
        assert seats_are_consistent()


@pytest.mark.postgresql
def test_control_without_the_lock_a_credit_is_used_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_locks(monkeypatch)
    assert any_try_fails(lambda: count_instances(race_for_a_credit(), Booking) > 1)


# --- random changes -----------------------------------------------------------------------------


def test_seats_stay_consistent_under_many_random_changes() -> None:
    """Nobody loses a booking: each is a booking, a credit, or was replaced by a booking."""
    seed = random.randrange(10**6)
    rng = random.Random(seed)
    program: LiveTrading = LiveTradingFactory()
    calendar = sessions(6, program, capacity=6)
    users = create_users(20)
    owned = [book(person, calendar[number % 5]) for number, person in enumerate(users)]
    plan = [(rng.choice(owned), rng.choice(calendar), rng.random()) for _ in range(scaled(200))]

    def act(number: int) -> Booking:
        booking, target, luck = plan[number]
        mine = Booking.objects.filter(person=booking.person).order_by("-pk").select_related("person")[0]
        if luck < 0.5:
            return swap(mine, target)
        return cancel(mine) if luck < 0.7 else assign(mine, target)

    outcomes = run_concurrently(act, times=len(plan))

    assert unexpected_errors(outcomes, Conflict) == [], seed
    assert count_instances(outcomes, Booking) > len(plan) // 10, seed
    assert seats_are_consistent(), seed
    ends = Booking.objects.filter(assigned_to__isnull=True)
    assert ends.count() == len(users), seed
    assert set(ends.values_list("status", flat=True)) <= {"booked", "canceled"}, seed
    credits = Booking.objects.filter(status="canceled", assigned_to__isnull=True).count()
    taken = sum(ProgramSession.objects.values_list("seats_taken", flat=True))
    assert taken + credits == len(users), seed


def test_one_buyer_in_two_tabs_gets_one_seat(provider: FakeProvider) -> None:
    """One tab swaps into the session that the other pays for."""
    for _ in range(4):
        left, target = sessions(2)
        (person,) = create_users(1)
        booking = book(person, left)
        cart = carts.fill(
            person=person,
            kind="liveTrading",
            request={"sessionIds": [str(target.pk)]},
            billing_details={},
            at=timezone.now(),
        )
        jobs: list[Callable[[], object]] = [
            lambda booking=booking, target=target: swap(booking, target),
            lambda cart=cart, person=person: orders.place(
                person=person, kind="liveTrading", cart_id=cart.pk, at=timezone.now()
            ),
        ]
        outcomes = run_concurrently(lambda number, jobs=jobs: jobs[number](), times=2)
        assert unexpected_errors(outcomes, Conflict) == []
        assert target.bookings.filter(status__in=SEATED).count() == 1
        assert seats_are_consistent()


def test_concurrent_requests_get_no_server_error() -> None:
    """`python -m bench seat_race` is the same with 200 users, over HTTP."""
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=10)
    clients = [logged_in(person) for person in create_users(40)]

    def book_seat(number: int) -> tuple[int, str]:
        response = clients[number].post("/api/learning/bookfreewebinarV1", {"id": str(webinar.pk)})
        return response.status_code, response.json().get("code", "")

    outcomes = Counter(run_concurrently(book_seat, times=len(clients)))
    assert outcomes == {(200, ""): 10, (409, "sold_out"): 30}
    assert Webinar.objects.get().seats_taken == Booking.objects.booked().count() == 10


# --- booking free in one tab, and paying for the same seat in another ---------------------------------


@pytest.mark.postgresql
@pytest.mark.parametrize("step", ["hold", "deliver"])
def test_who_books_free_while_they_pay_for_the_seat_has_one(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The price fell to nothing meanwhile. The purchase has locked the webinar and commits a moment later."""
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2), capacity=2)
    (person,) = create_users(1)
    lines = [Line(new_id(), new_id(), person.pk, webinar.pk, "Seat", {}, None)]
    purchase: dict[str, Callable[[], None]] = {
        "hold": lambda: paid_seats.hold(lines=lines, of=Webinar, at=timezone.now()),
        "deliver": lambda: paid_seats.deliver(lines=lines, of=Webinar),
    }
    if step == "deliver":
        with transaction.atomic():
            purchase["hold"]()
    has_locked = threading.Event()
    locks = "take_all" if step == "hold" else "lock_items"
    lock = getattr(seats, locks)

    def slow_lock(**items: Any) -> None:
        lock(**items)
        if not has_locked.is_set():
            has_locked.set()
            time.sleep(0.3)

    @transaction.atomic(durable=True)
    def buy() -> None:
        purchase[step]()

    def book_free() -> Webinar:
        assert has_locked.wait(30)
        return book_free_webinar(person=person, key=str(webinar.pk), at=timezone.now())

    monkeypatch.setattr(seats, locks, slow_lock)
    jobs: list[Callable[[], object]] = [book_free, buy]
    assert run_concurrently(lambda number: jobs[number](), times=2) == [webinar, None]
    rows = Booking.objects.order_by("booked_by").values_list("booked_by", "status")
    assert (
        list(rows)
        == {
            "hold": [(BookedBy.FREE, BookingStatus.BOOKED), (BookedBy.PAYMENT, BookingStatus.RELEASED)],
            "deliver": [(BookedBy.PAYMENT, BookingStatus.BOOKED)],
        }[step]
    )
    assert Webinar.objects.get().seats_taken == 1
