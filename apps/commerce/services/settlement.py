"""The one way in which what the provider says becomes a result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.commerce.gateways.facts import ProviderPayment, ProviderRefund
from apps.commerce.gateways.razorpay import CURRENCY
from apps.commerce.models import Order, Payment, Refund
from apps.commerce.selectors.coupons import CouponRefused
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import fulfilment, holds, payments, refunds
from apps.commerce.services.fulfilment import FulfilledBefore
from apps.commerce.states import UNPAID, OrderStatus, RefundCause
from apps.core.sellables import NotSellable
from apps.core.transactions import begun_again


@dataclass(frozen=True, slots=True)
class Facts:
    """What the provider says of an order; any part of it may be old, or told before."""

    payments: Sequence[ProviderPayment] = field(default=())
    refunds: Sequence[ProviderRefund] = field(default=())


@begun_again
@transaction.atomic(durable=True)
def settle(*, order_id: UUID, facts: Facts, at: datetime) -> Order:
    """
    Apply what the provider says of an order, once, whoever brings the news.

    Confirm, webhook, reconciliation and staff all end here, in any order and any number of times. Nothing
    here leaves the machine.

    :raises UnknownOrder: if the order is not ours
    """
    order = (
        Order.objects.locked()
        .filter(pk=order_id)
        .select_related("person", "coupon", "paid_by", "invoice")
        .prefetch_related("lines")
        .first()
    )
    if order is None:
        raise UnknownOrder()
    for fact in sorted(facts.payments, key=_may_fulfil_first):
        payment, has_come_in = payments.record(order=order, fact=fact, at=at)
        if has_come_in:
            _apply(order, payment, at=at)
    for refunded in facts.refunds:
        _apply_refund(order, refunded, at=at)
    return order


def _may_fulfil_first(fact: ProviderPayment) -> tuple[bool, datetime]:
    """The oldest does; what went back only where nothing else came."""
    return fact.status == "refunded", fact.created_at


def _apply(order: Order, payment: Payment, *, at: datetime) -> None:
    """A payment's money is here: it fulfils the order, or goes back in full."""
    if order.status not in UNPAID:
        refunds.owe_surplus(order=order, payment=payment, cause=RefundCause.TWICE, at=at)
    elif (payment.amount_paise, payment.currency) != (order.bill_paise, CURRENCY):
        refunds.owe_surplus(order=order, payment=payment, cause=RefundCause.MISMATCH, at=at)
    elif order.person.erased_at is not None:
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
    order.move(
        OrderStatus.REFUNDED, refunded_at=at, look_at=None, notice=refund.reason if refund else order.notice
    )


def _apply_refund(order: Order, said: ProviderRefund, *, at: datetime) -> None:
    ours = _ours(order, said)
    if ours is not None:
        refunds.note_in_transaction(refund_id=ours.pk, said=said, at=at)
    elif said.status == "processed":
        _apply_foreign_refund(order, said, at=at)


def _ours(order: Order, said: ProviderRefund) -> Refund | None:
    known = list(order.refunds.select_related("payment"))
    named = said.notes.get("refund")
    if named is not None:
        return next((refund for refund in known if str(refund.pk) == named), None)
    # Without our note it was made past us: the provider gives a second success back by itself.
    return next(
        (refund for refund in known if refund.provider_refund_id == said.id),
        next(
            (refund for refund in known if refund.provider_refund_id is None and _is_of(refund, said)), None
        ),
    )


def _is_of(refund: Refund, said: ProviderRefund) -> bool:
    payment = refund.payment
    return (
        payment is not None
        and payment.provider_payment_id == said.payment_id
        and refund.amount_paise == said.amount_paise
    )


def _apply_foreign_refund(order: Order, said: ProviderRefund, *, at: datetime) -> None:
    """Money that was given back at the provider, past us: what it paid for ends as well."""
    payment = order.paid_by
    rows = [row for row in order.lines.all() if row.refund_id is None]
    is_whole = sum(row.total_paise for row in rows) == said.amount_paise
    if payment is None or payment.provider_payment_id != said.payment_id or not rows or not is_whole:
        refunds.note_foreign(order=order, said=said, at=at)
        return
    refunds.take_back(
        order=order,
        rows=rows,
        cause=RefundCause.PROVIDER,
        reason="Given back through the payment provider.",
        made=said,
        at=at,
    )
