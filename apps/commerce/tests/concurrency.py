"""Concurrent buyers, through the flows that the endpoints use."""

import itertools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.models.user import People
from apps.commerce.flows import confirming, enrolling
from apps.commerce.flows.confirming import Signed
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import Cart, Coupon, CouponUse, Order
from apps.commerce.models.cart import CartQuerySet
from apps.commerce.models.order import OrderQuerySet
from apps.commerce.services import carts
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import Show
from apps.core.ids import new_id
from apps.core.testing import proof
from apps.core.testing.parallel import in_parallel

WRITERS = 8
"""As many as the connection pool and SQLite's timeout allow."""

_TRIES = 20
"""How many tries a control has to fail: most fail in the first, on a busy machine some need a few."""


def scaled(many: int) -> int:
    """`many` in `make proof` on PostgreSQL; else a fifth. SQLite allows one writer at a time."""
    is_whole = proof.IS_WHOLE and connection.vendor == "postgresql"
    return many if is_whole else max(1, many // 5)


def run_concurrently(job: Callable[[int], object], *, times: int) -> list[object]:
    """Run the job for each number, WRITERS at a time; return what each returned or raised."""
    connection.close()

    def share(writer: int) -> list[object]:
        return [_outcome(job, number) for number in range(writer, times, WRITERS)]

    outcomes: list[object] = []
    for part in in_parallel(share, times=min(WRITERS, times)):
        if isinstance(part, Exception):
            raise part
        assert isinstance(part, list)
        outcomes += part
    assert len(outcomes) == times
    return outcomes


def _outcome(job: Callable[[int], object], number: int) -> object:
    try:
        return job(number)
    except Exception as error:
        return error
    finally:
        # Return the connection: the pool is smaller than the number of threads.
        connection.close()


def count_instances(outcomes: Sequence[object], *kinds: type[object]) -> int:
    return sum(isinstance(outcome, kinds) for outcome in outcomes)


def unexpected_errors(outcomes: Sequence[object], *expected: type[Exception]) -> list[Exception]:
    return [found for found in outcomes if isinstance(found, Exception) and not isinstance(found, expected)]


@dataclass(frozen=True)
class Buyer:
    """A buyer's steps from cart to confirmation, for items of one kind."""

    person: User
    kind: str = "seat"

    def fill(self, item_id: UUID, *, coupon: str = "", at: datetime | None = None) -> Cart:
        moment = at or timezone.now()
        cart = carts.fill(
            person=self.person, kind=self.kind, request={"id": str(item_id)}, billing_details={}, at=moment
        )
        if coupon:
            cart = carts.apply_coupon(person=self.person, cart_id=cart.pk, code=coupon, at=moment)
        return cart

    def enroll(self, cart: Cart, *, at: datetime | None = None) -> Order:
        return enrolling.enroll(person=self.person, kind=self.kind, cart_id=cart.pk, at=at or timezone.now())

    def confirm(
        self, provider: FakeProvider, payment: ProviderPayment, *, at: datetime | None = None
    ) -> Order:
        number = payment.order_id or ""
        signed = Signed(number, payment.id, provider.signature(number, payment.id))
        return confirming.confirm(person=self.person, kind=self.kind, signed=signed, at=at or timezone.now())


class ReadValue(threading.local):
    """The value read before a write: check-then-act, as naive code does it."""

    seen = 0


def any_try_fails(race: Callable[[], bool]) -> bool:
    """Return whether a race without its guard failed in one of a few tries."""
    return any(race() for _ in range(_TRIES))


def remove_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    for rows in (People, CartQuerySet, OrderQuerySet):
        monkeypatch.setattr(rows, "locked", lambda self: self.all())


def create_coupon(**terms: Any) -> Coupon:
    code = f"RACE{Coupon.objects.count()}"
    return Coupon.objects.create(code=code, short_description="Race", percent=10, **terms)


def held_uses(coupon: Coupon) -> int:
    return CouponUse.objects.filter(coupon=coupon, released_at__isnull=True).count()


def paid(provider: FakeProvider, order: Order) -> ProviderPayment:
    return provider.capture(str(order.provider_order_id))


def enrolled(buyers: list[Buyer], show: Show, **terms: Any) -> list[Order]:
    return [buyer.enroll(buyer.fill(show.pk, **terms)) for buyer in buyers]


_mobiles = itertools.count(9_100_000_000)


def create_buyers(size: int) -> list[Buyer]:
    rows = [User(mobile=str(next(_mobiles)), name="A buyer", state="Goa") for _ in range(size)]
    return [Buyer(person) for person in User.objects.bulk_create(rows)]


def filled(buyers: list[Buyer], show: Show, **terms: Any) -> list[Cart]:
    """A cart for each buyer, copied from the first one's."""
    first = buyers[0].fill(show.pk, **terms)
    copies = []
    for buyer in buyers[1:]:
        copy = Cart.objects.get(pk=first.pk)
        copy.pk, copy.person = new_id(), buyer.person
        copies.append(copy)
    return [first, *Cart.objects.bulk_create(copies)]
