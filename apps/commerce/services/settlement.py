"""The one way in which what the provider says becomes a result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.commerce.gateways.payloads import ProviderPayment, ProviderRefund
from apps.commerce.gateways.razorpay import CURRENCY
from apps.commerce.models import Order, Payment
from apps.commerce.selectors.coupons import CouponRefused
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import fulfilment, holds, orders, payments, refund_attempts, refunds
from apps.commerce.services.fulfilment import FulfilledBefore
from apps.commerce.states import UNPAID, OrderStatus, RefundCause
from apps.core.sellables import NotSellable
from apps.core.transactions import retry_on_deadlock

PAYABLE = timedelta(days=7)
"""How long an order's bill may be paid: the provider takes money for it for ever, at the price of then."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the provider says of an order; any part of it may be old, or told before."""

    payments: Sequence[ProviderPayment] = field(default=())
    refunds: Sequence[ProviderRefund] = field(default=())
    refused: Mapping[UUID, str] = field(default_factory=dict)
    """Attempts at a refund that the provider will not make, and why."""


@retry_on_deadlock
@transaction.atomic(durable=True)
def settle(*, order_id: UUID, facts: Facts, at: datetime) -> Order:
    """
    Apply what the provider says of an order, once, whoever brings the news.

    Confirm, webhook, reconciliation and staff all end here, in any order and any number of times. Nothing
    here leaves the machine.

    :raises UnknownOrder: if the order is not ours
    """
    order = orders.lock(order_id=order_id)
    if order is None:
        raise UnknownOrder()
    known = {payment.provider_payment_id: payment for payment in order.payments.all()}
    is_first = not known
    moved: dict[UUID, Payment] = {}
    for fact in sorted(facts.payments, key=_may_fulfil_first):
        payment, has_come_in = payments.record(order=order, known=known.get(fact.id), fact=fact, at=at)
        known[fact.id] = payment
        if has_come_in:
            _apply(order, payment, made_at=fact.created_at, at=at)
            if payment.pk != order.paid_by_id:
                moved[payment.pk] = payment
    returned = [refund_attempts.record(order=order, said=said, at=at) for said in facts.refunds]
    returned += [
        refund_attempts.refuse(order=order, attempt_id=attempt_id, why=why)
        for attempt_id, why in facts.refused.items()
    ]
    moved |= {payment.pk: payment for payment in returned if payment is not None}
    for payment in moved.values():
        refunds.balance(order=order, payment=payment, at=at)
    if is_first and not moved:
        orders.know_no_refunds(order)
    return order


def _may_fulfil_first(fact: ProviderPayment) -> tuple[bool, datetime]:
    """The oldest does; what went back only where nothing else came."""
    return fact.status == "refunded", fact.created_at


def _apply(order: Order, payment: Payment, *, made_at: datetime, at: datetime) -> None:
    """A payment's money is here: it fulfils the order, or goes back in full."""
    if order.status not in UNPAID:
        refunds.owe_surplus(order=order, payment=payment, cause=RefundCause.TWICE, at=at)
    elif (payment.amount_paise, payment.currency) != (order.bill_paise, CURRENCY):
        refunds.owe_surplus(order=order, payment=payment, cause=RefundCause.MISMATCH, at=at)
    elif order.person.erased_at is not None or made_at > order.placed_at + PAYABLE:
        _send_back(order, payment, cause=RefundCause.LATE, at=at)
    else:
        _fulfil(order, payment, at=at)


def _fulfil(order: Order, payment: Payment, *, at: datetime) -> None:
    try:
        if order.released_at is not None:
            with transaction.atomic():
                holds.take_again(order=order, at=at)
                fulfilment.fulfil(order=order, payment=payment, at=at)
        elif len(order.lines.all()) > 1:
            # One of several may be refused: then none is handed over.
            with transaction.atomic():
                fulfilment.fulfil(order=order, payment=payment, at=at)
        else:
            fulfilment.fulfil(order=order, payment=payment, at=at)
    except FulfilledBefore:
        _send_back(order, payment, cause=RefundCause.TWICE, at=at)
    except (NotSellable, CouponRefused):
        _send_back(order, payment, cause=RefundCause.LATE, at=at)


def _send_back(order: Order, payment: Payment, *, cause: RefundCause, at: datetime) -> None:
    holds.give_back(order=order, at=at)
    refund = refunds.owe_surplus(order=order, payment=payment, cause=cause, at=at)
    order.move(OrderStatus.REFUNDED, refunded_at=at, look_at=None, notice=refund.reason)
