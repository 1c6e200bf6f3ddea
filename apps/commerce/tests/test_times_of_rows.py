"""Rows are dated under the lock: whoever waited, or read a slow list, writes after whoever came before."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from apps.commerce.flows import provider_sync
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Invoice, Order, Refund
from apps.commerce.selectors import books
from apps.commerce.services import carts, refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import RefundCause
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.concurrency import Buyer, create_buyers
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import SeatSellable, Show

pytestmark = pytest.mark.django_db(transaction=True)


def paid(provider: FakeProvider) -> Order:
    """An order of two seats."""
    (buyer,) = create_buyers(1)
    order = placed(buyer)
    provider.capture(str(order.provider_order_id))
    settled = provider_sync.poll_order(order=order, at=timezone.now())
    assert settled is not None
    return settled


def placed(buyer: Buyer) -> Order:
    show, now = Show.objects.create(capacity=5), timezone.now()
    request = {"id": str(show.pk), "seats": 2}
    cart = carts.fill(person=buyer.person, kind="seat", request=request, billing_details={}, at=now)
    return buyer.enroll(cart)


def refund_a_seat(order: Order, *, at: datetime | None = None) -> Refund:
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=[order.lines.all()[0].pk],
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=at or timezone.now(),
    )


def dashboard_refund(provider: FakeProvider, order: Order, *, paise: int) -> Facts:
    """What the provider reports of a refund that was made in its dashboard."""
    payments = provider.payments_of(order_id=str(order.provider_order_id))
    assert isinstance(payments, Done)
    (payment,) = payments.value
    return Facts(payments=[payment], refunds=[provider.refund_at_dashboard(payment.id, paise)])


def test_a_dashboard_refund_that_was_read_slowly_is_dated_after_what_came_before(
    provider: FakeProvider, seats: SeatSellable
) -> None:
    order, began = paid(provider), timezone.now()
    refund_a_seat(order)
    settlement.settle(order_id=order.pk, facts=dashboard_refund(provider, order, paise=10_00), at=began)
    found = Refund.objects.order_by("requested_at", "pk").values_list("cause", flat=True)
    assert list(found) == [RefundCause.STAFF, RefundCause.PROVIDER]
    assert list(books.differences()) == []


def test_a_refund_beside_a_machine_whose_clock_is_ahead_is_dated_after_it(
    provider: FakeProvider, seats: SeatSellable
) -> None:
    order = paid(provider)
    ahead = refund_a_seat(order, at=timezone.now() + timedelta(minutes=10))
    settlement.settle(
        order_id=order.pk, facts=dashboard_refund(provider, order, paise=10_00), at=timezone.now()
    )
    theirs = Refund.objects.get(cause=RefundCause.PROVIDER)
    assert theirs.requested_at == ahead.requested_at + timedelta(microseconds=1)
    assert list(books.differences()) == []


def test_a_run_over_the_end_of_the_year_books_into_the_new_one(
    provider: FakeProvider, seats: SeatSellable
) -> None:
    began = datetime(2027, 3, 31, 18, 20, tzinfo=UTC)
    with time_machine.travel(began):
        (buyer,) = create_buyers(1)
        order = placed(buyer)
        provider.capture(str(order.provider_order_id))
    with time_machine.travel(datetime(2027, 3, 31, 18, 40, tzinfo=UTC)):
        provider_sync.poll_order(order=order, at=began)
    assert Invoice.objects.get().number == "INV2728-0000001"
    assert list(books.differences()) == []
