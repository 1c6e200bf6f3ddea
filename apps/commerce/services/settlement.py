"""Settling orders: the only code that applies what the provider reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction

from apps.commerce.coupon_rules import CouponRefused
from apps.commerce.gateways.payloads import ProviderPayment, ProviderRefund
from apps.commerce.models import Order, Payment
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import fulfilment, holds, orders, payments, refund_attempts, refunds
from apps.commerce.services.fulfilment import AlreadyFulfilled
from apps.commerce.states import UNPAID, OrderStatus, RefundCause
from apps.core import metrics
from apps.core.money import CURRENCY
from apps.core.sellables import AlreadyOwned, NotSellable, SoldOut
from apps.core.transactions import retry_on_deadlock, time_under_lock

PAYABLE_FOR = timedelta(days=7)
"""How long an order can be paid; the provider itself accepts payments at the old price for ever."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the provider reports about an order. Reports can repeat and be outdated."""

    payments: Sequence[ProviderPayment] = field(default=())
    refunds: Sequence[ProviderRefund] = field(default=())
    refused: Mapping[UUID, str] = field(default_factory=dict)
    """Refund attempts that the provider refused, and why."""


@retry_on_deadlock
@transaction.atomic(durable=True)
def settle(*, order_id: UUID, facts: Facts, at: datetime) -> Order:
    """
    Apply what the provider reports about an order. Idempotent.

    Confirm, webhooks, reconciliation and staff actions all end here, in any order and any number of times.
    Makes no outside calls.

    :raises UnknownOrder: if the order is not ours
    """
    order = orders.lock(order_id=order_id)
    if order is None:
        raise UnknownOrder()
    at = time_under_lock(at)
    known = {payment.provider_payment_id: payment for payment in order.payments.all()}
    is_first = not known
    moved: dict[UUID, Payment] = {}
    for fact in sorted(facts.payments, key=_fulfilment_order):
        payment, is_new_capture = payments.record(order=order, known=known.get(fact.id), fact=fact, at=at)
        known[fact.id] = payment
        if is_new_capture:
            _apply_captured_payment(order, payment, made_at=fact.created_at, at=at)
            if payment.pk != order.paid_by_id:
                moved[payment.pk] = payment
    returned = [refund_attempts.record(order=order, reported=reported, at=at) for reported in facts.refunds]
    returned += [
        refund_attempts.record_refusal(order=order, attempt_id=attempt_id, why=why)
        for attempt_id, why in facts.refused.items()
    ]
    moved |= {payment.pk: payment for payment in returned if payment is not None}
    for payment in moved.values():
        refunds.reconcile_payment(order=order, payment=payment, at=at)
    if is_first and not moved:
        orders.cache_no_refunds(order)
    return order


def _fulfilment_order(fact: ProviderPayment) -> tuple[bool, datetime]:
    """The oldest payment fulfils the order; a refunded one only if there is no other."""
    return fact.status == "refunded", fact.created_at


def _apply_captured_payment(order: Order, payment: Payment, *, made_at: datetime, at: datetime) -> None:
    """A captured payment fulfils the order or is refunded in full."""
    if order.status not in UNPAID:
        refunds.refund_overpayment(order=order, payment=payment, cause=RefundCause.TWICE, at=at)
    elif (payment.amount_paise, payment.currency) != (order.bill_paise, CURRENCY):
        refunds.refund_overpayment(order=order, payment=payment, cause=RefundCause.MISMATCH, at=at)
    elif order.person.erased_at is not None:
        _refund_in_full(order, payment, cause=RefundCause.CLOSED, at=at)
    elif made_at > order.placed_at + PAYABLE_FOR:
        _refund_in_full(order, payment, cause=RefundCause.TOO_OLD, at=at)
    else:
        _fulfil(order, payment, at=at)
        if order.is_paid:
            seconds = max(0.0, (at - made_at).total_seconds())
            transaction.on_commit(partial(metrics.SETTLE_SECONDS.labels(order.kind).observe, seconds))


def _fulfil(order: Order, payment: Payment, *, at: datetime) -> None:
    try:
        if order.released_at is not None:
            with transaction.atomic():
                holds.retake(order=order, at=at)
                fulfilment.fulfil(order=order, payment=payment, at=at)
        elif len(order.lines.all()) > 1:
            # If one of several lines is refused, none is delivered.
            with transaction.atomic():
                fulfilment.fulfil(order=order, payment=payment, at=at)
        else:
            fulfilment.fulfil(order=order, payment=payment, at=at)
    except AlreadyFulfilled:
        _refund_in_full(order, payment, cause=RefundCause.TWICE, at=at)
    except (NotSellable, CouponRefused) as refusal:
        _refund_in_full(order, payment, cause=_cause_of(refusal), at=at)


def _cause_of(refusal: NotSellable | CouponRefused) -> RefundCause:
    match refusal:
        case AlreadyOwned():
            return RefundCause.OWNED
        case SoldOut():
            return RefundCause.LATE
        case CouponRefused():
            return RefundCause.NO_COUPON
        case _:
            return RefundCause.GONE


def _refund_in_full(order: Order, payment: Payment, *, cause: RefundCause, at: datetime) -> None:
    holds.release(order=order, at=at)
    refund = refunds.refund_overpayment(order=order, payment=payment, cause=cause, at=at)
    order.transition(OrderStatus.REFUNDED, refunded_at=at, next_poll_at=None, notice=refund.reason)
