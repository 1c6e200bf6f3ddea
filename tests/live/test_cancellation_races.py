"""
Staff cancel an event while users book, move and request refunds: everybody is notified, and refunded once.

The controls, without the guards, need two concurrent transactions, so they run on PostgreSQL only.
"""

import random
import time
from collections.abc import Callable, Collection, Iterable
from uuid import UUID

import pytest
from django.db.models import F
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.models import Cart, Refund
from apps.commerce.selectors import books
from apps.commerce.services import carts, refunds
from apps.commerce.tests.concurrency import (
    Buyer,
    any_try_fails,
    count_instances,
    paid,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core.errors import Conflict
from apps.live.models import Booking, ProgramSession
from apps.live.services import cancellation, notices, seats
from apps.live.services.seats import BookableItem, ItemCancelled
from apps.live.states import BookingStatus
from apps.outbox.models import Message
from tests.live.race_helpers import book, cancel, create_users, seats_are_consistent, sessions, swap

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]


def race_swaps_with_cancellation() -> tuple[ProgramSession, list[object]]:
    """Swap into and out of a session while staff cancel it."""
    off, other = sessions(2)
    inside = [book(person, off) for person in create_users(3)]
    outside = [book(person, other) for person in create_users(4)]
    jobs: list[Callable[[], object]] = [
        *(lambda booking=booking: swap(booking, other) for booking in inside),
        *(lambda booking=booking: swap(booking, off) for booking in outside),
        lambda: cancellation.cancel_for_everyone(
            of=ProgramSession, item_id=off.pk, reason="The mentor is ill", at=timezone.now()
        ),
    ]
    random.shuffle(jobs)
    return off, run_concurrently(lambda number: jobs[number](), times=len(jobs))


def count_not_notified(off: ProgramSession) -> int:
    """Count bookings of the cancelled session whose owners were not notified."""
    notices_sent = Message.objects.filter(kind="live notice", payload__template="session_called_off")
    known = {row.payload["booking_id"] for row in notices_sent}
    return sum(str(pk) not in known for pk in off.bookings.booked().values_list("pk", flat=True))


def test_all_participants_of_a_cancelled_session_are_notified(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(6):
        off, outcomes = race_swaps_with_cancellation()
        assert unexpected_errors(outcomes, ItemCancelled) == []
        assert count_instances(outcomes, cancellation.Affected) == 1
        assert count_not_notified(off) == 0
        assert seats_are_consistent()
    assert "transaction retried" not in caplog.text, "all lock bookings first, then both sessions in order"


@pytest.mark.postgresql
def test_control_without_the_guards_a_swap_is_not_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_unguarded(*, of: type[BookableItem], ids: Collection[UUID], **_who: object) -> None:
        time.sleep(0.02)
        of.objects.filter(pk__in=ids).update(seats_taken=F("seats_taken") + 1)

    # With the sessions locked, the swap would read that one was cancelled.
    monkeypatch.setattr(seats, "lock_items", lambda *, of, ids: None)
    monkeypatch.setattr(seats, "take_all", take_unguarded)
    assert any_try_fails(lambda: count_not_notified(race_swaps_with_cancellation()[0]) > 0)


def race_payments_with_cancellation(provider: FakeProvider) -> ProgramSession:
    """Confirm payments while staff cancel the session."""
    (off,) = sessions(1)
    ready = []
    for person in create_users(4):
        buyer = Buyer(person, kind="liveTrading")
        order = buyer.enroll(fill_cart(person, off))
        ready.append((buyer, paid(provider, order)))
    jobs: list[Callable[[], object]] = [
        *(lambda buyer=buyer, payment=payment: buyer.confirm(provider, payment) for buyer, payment in ready),
        lambda: cancellation.cancel_for_everyone(
            of=ProgramSession, item_id=off.pk, reason="The mentor is ill", at=timezone.now()
        ),
    ]
    random.shuffle(jobs)
    outcomes = run_concurrently(lambda number: jobs[number](), times=len(jobs))
    assert unexpected_errors(outcomes) == []
    assert off.bookings.booked().count() == 4
    return off


def test_buyers_who_pay_during_a_cancellation_are_notified(provider: FakeProvider) -> None:
    for _ in range(6):
        assert count_not_notified(race_payments_with_cancellation(provider)) == 0


@pytest.mark.postgresql
def test_control_without_the_lock_somebody_is_not_notified(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*, bookings: Iterable[Booking]) -> None:
        time.sleep(0.05)
        notify(bookings=bookings)

    notify = notices.notify_cancelled_by_us
    monkeypatch.setattr(seats, "lock_items", lambda *, of, ids: None)
    monkeypatch.setattr(notices, "notify_cancelled_by_us", slowly)
    assert any_try_fails(lambda: count_not_notified(race_payments_with_cancellation(provider)) > 0)


def fill_cart(person: User, session: ProgramSession) -> Cart:
    return carts.fill(
        person=person,
        kind="liveTrading",
        request={"sessionIds": [str(session.pk)]},
        billing_details={},
        at=timezone.now(),
    )


def race_for_the_refund(provider: FakeProvider) -> tuple[Booking, list[object]]:
    """The owner of a cancelled booking requests a refund twice, a credit and a swap."""
    off, target = sessions(2)
    (person,) = create_users(1)
    buyer = Buyer(person, kind="liveTrading")
    order = buyer.enroll(fill_cart(person, off))
    buyer.confirm(provider, paid(provider, order))
    booking = Booking.objects.select_related("person").get(person=person)
    cancellation.cancel_for_everyone(of=ProgramSession, item_id=off.pk, reason="Ill", at=timezone.now())
    line_id = booking.bought_by
    assert line_id is not None
    jobs: list[Callable[[], object]] = [
        lambda: refunds.refund_as_buyer(person=person, line_id=line_id, at=timezone.now()),
        lambda: swap(booking, target),
        lambda: refunds.refund_as_buyer(person=person, line_id=line_id, at=timezone.now()),
        lambda: cancel(booking),
    ]
    outcomes = run_concurrently(lambda number: jobs[number](), times=len(jobs))
    booking.refresh_from_db()
    return booking, outcomes


def test_a_cancelled_booking_has_one_outcome(provider: FakeProvider) -> None:
    for _ in range(4):
        booking, outcomes = race_for_the_refund(provider)
        assert unexpected_errors(outcomes, Conflict) == []
        count = Refund.objects.filter(order__person=booking.person).count()
        assert count == (booking.status == BookingStatus.RETURNED)
        assert seats_are_consistent()
    assert list(books.differences()) == []
