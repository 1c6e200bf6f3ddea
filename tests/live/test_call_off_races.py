"""
Staff call something off while people move in, out and ask for their money: nobody is left untold or unpaid.

The controls, without the guards, need two inside a transaction and are PostgreSQL's alone.
"""

import random
import time
from collections.abc import Callable, Collection, Iterable
from uuid import UUID

import pytest
from django.db.models import F
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import Cart, Refund
from apps.commerce.selectors import books
from apps.commerce.services import carts, refunds
from apps.commerce.tests.crowd import (
    Buyer,
    at_once,
    goes_wrong,
    of_kind,
    paid,
    unforeseen,
)
from apps.commerce.tests.provider import provider
from apps.core.errors import Conflict
from apps.live.models import Booking, ProgramSession
from apps.live.services import calling_off, notices, seats
from apps.live.services.seats import CalledOff, Thing
from apps.live.states import BookingStatus
from apps.outbox.models import Message
from tests.live.racing import booked, cancel, is_conserved, people, sessions, swap

__all__ = ["provider"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]


def race_of_a_call_off() -> tuple[ProgramSession, list[object]]:
    """Some swap into a session, some out of it, while staff call it off."""
    off, other = sessions(2)
    inside = [booked(person, off) for person in people(3)]
    outside = [booked(person, other) for person in people(4)]
    acts: list[Callable[[], object]] = [
        *(lambda booking=booking: swap(booking, other) for booking in inside),
        *(lambda booking=booking: swap(booking, off) for booking in outside),
        lambda: calling_off.call_off(
            of=ProgramSession, thing_id=off.pk, reason="The mentor is ill", at=timezone.now()
        ),
    ]
    random.shuffle(acts)
    return off, at_once(lambda number: acts[number](), times=len(acts))


def untold(off: ProgramSession) -> int:
    """How many have a seat in what was called off, and nobody told them."""
    told = Message.objects.filter(kind="live notice", payload__template="session_called_off")
    known = {row.payload["booking_id"] for row in told}
    return sum(str(pk) not in known for pk in off.bookings.booked().values_list("pk", flat=True))


def test_whoever_is_in_what_is_called_off_is_told() -> None:
    for _ in range(6):
        off, outcomes = race_of_a_call_off()
        assert unforeseen(outcomes, CalledOff) == []
        assert of_kind(outcomes, calling_off.Concerned) == 1
        assert untold(off) == 0
        assert is_conserved()


@pytest.mark.postgresql
def test_control_a_swap_that_only_looks_gets_in_untold(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_without_asking(*, of: type[Thing], ids: Collection[UUID]) -> None:
        time.sleep(0.02)
        of.objects.filter(pk__in=ids).update(taken=F("taken") + 1)

    monkeypatch.setattr(seats, "take_all", take_without_asking)
    assert goes_wrong(lambda: untold(race_of_a_call_off()[0]) > 0)


def race_of_a_payment(provider: FakeProvider) -> ProgramSession:
    """Some confirm what they paid at the moment at which staff call it off."""
    (off,) = sessions(1)
    ready = []
    for person in people(4):
        buyer = Buyer(person, kind="liveTrading")
        order = buyer.enroll(a_cart(person, off))
        ready.append((buyer, paid(provider, order)))
    acts: list[Callable[[], object]] = [
        *(lambda buyer=buyer, payment=payment: buyer.confirm(provider, payment) for buyer, payment in ready),
        lambda: calling_off.call_off(
            of=ProgramSession, thing_id=off.pk, reason="The mentor is ill", at=timezone.now()
        ),
    ]
    random.shuffle(acts)
    outcomes = at_once(lambda number: acts[number](), times=len(acts))
    assert unforeseen(outcomes) == []
    assert off.bookings.booked().count() == 4
    return off


def test_whoever_pays_while_it_is_called_off_is_told(provider: FakeProvider) -> None:
    for _ in range(6):
        assert untold(race_of_a_payment(provider)) == 0


@pytest.mark.postgresql
def test_control_handing_over_without_keeping_it_still_leaves_somebody_untold(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*, bookings: Iterable[Booking]) -> None:
        time.sleep(0.05)
        told(bookings=bookings)

    told = notices.tell_called_off
    monkeypatch.setattr(seats, "keep_still", lambda *, of, ids: None)
    monkeypatch.setattr(notices, "tell_called_off", slowly)
    assert goes_wrong(lambda: untold(race_of_a_payment(provider)) > 0)


def a_cart(person: User, session: ProgramSession) -> Cart:
    return carts.fill(
        person=person,
        kind="liveTrading",
        request={"sessionIds": [str(session.pk)]},
        billing_details={},
        at=timezone.now(),
    )


def race_for_the_money(provider: FakeProvider) -> tuple[Booking, list[object]]:
    """The owner of what was called off takes the money in two tabs, a credit in one and a swap in one."""
    off, target = sessions(2)
    (person,) = people(1)
    buyer = Buyer(person, kind="liveTrading")
    order = buyer.enroll(a_cart(person, off))
    buyer.confirm(provider, paid(provider, order))
    booking = Booking.objects.select_related("person").get(person=person)
    calling_off.call_off(of=ProgramSession, thing_id=off.pk, reason="Ill", at=timezone.now())
    line_id = booking.bought_by
    assert line_id is not None
    acts: list[Callable[[], object]] = [
        lambda: refunds.by_buyer(person=person, line_id=line_id, at=timezone.now()),
        lambda: swap(booking, target),
        lambda: refunds.by_buyer(person=person, line_id=line_id, at=timezone.now()),
        lambda: cancel(booking),
    ]
    outcomes = at_once(lambda number: acts[number](), times=len(acts))
    booking.refresh_from_db()
    return booking, outcomes


def test_what_was_called_off_is_answered_once(provider: FakeProvider) -> None:
    for _ in range(4):
        booking, outcomes = race_for_the_money(provider)
        assert unforeseen(outcomes, Conflict) == []
        count = Refund.objects.filter(order__person=booking.person).count()
        assert count == (booking.status == BookingStatus.RETURNED)
        assert is_conserved()
    assert list(books.differences()) == []
