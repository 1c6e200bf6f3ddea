from dataclasses import dataclass
from datetime import datetime

from apps.sandbox import ids
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Order, Payment
from apps.sandbox.selectors import orders, payments
from apps.sandbox.services import events, refunds
from apps.sandbox.states import OrderStatus, PaymentStatus
from apps.sandbox.transactions import serial_transaction


@dataclass(frozen=True)
class Money:
    """An amount that differs from the order's, for tests."""

    amount_paise: int
    currency: str


@serial_transaction()
def succeed(*, order_id: str, at: datetime, charged: Money | None = None) -> Payment:
    """
    Authorise and capture. A second success of the same order is refunded.

    :raises ProviderError: if the order does not exist
    """
    order = orders.get(order_id=order_id)
    payment = _new_payment(order=order, status=PaymentStatus.AUTHORIZED, at=at, charged=charged)
    return _capture(payment, at=at, is_new=True)


@serial_transaction()
def fail(*, order_id: str, at: datetime) -> Payment:
    """
    Record a failed payment.

    :raises ProviderError: if the order does not exist
    """
    payment = _new_payment(order=orders.get(order_id=order_id), status=PaymentStatus.FAILED, at=at)
    _save(payment, is_new=True)
    events.enqueue(events.payment_event("payment.failed", payment=payment, at=at))
    return payment


@serial_transaction()
def authorize(*, order_id: str, at: datetime) -> Payment:
    """
    Authorise without capture.

    :raises ProviderError: if the order does not exist
    """
    payment = _new_payment(order=orders.get(order_id=order_id), status=PaymentStatus.AUTHORIZED, at=at)
    _save(payment, is_new=True)
    events.enqueue(events.payment_event("payment.authorized", payment=payment, at=at))
    return payment


@serial_transaction()
def refund_uncaptured(*, order_id: str, at: datetime) -> Payment:
    """
    Authorise, then refund without capture; the order stays unpaid.

    :raises ProviderError: if the order does not exist
    """
    payment = _new_payment(order=orders.get(order_id=order_id), status=PaymentStatus.AUTHORIZED, at=at)
    _save(payment, is_new=True)
    refunds.refund_in_full(payment=payment, at=at)
    return payment


@serial_transaction()
def capture(*, payment_id: str, amount_paise: int, currency: str, at: datetime) -> Payment:
    """
    Capture an authorised payment at the merchant's request.

    :raises ProviderError: if it cannot be captured
    """
    payment = payments.get(payment_id=payment_id)
    if payment.is_captured:
        raise ProviderError("This payment has already been captured")
    if payment.status != PaymentStatus.AUTHORIZED:
        raise ProviderError("Only payments which have been authorized and not yet captured can be captured")
    if (amount_paise, currency) != (payment.amount_paise, payment.currency):
        raise ProviderError("Capture amount must be equal to the amount authorized", field="amount")
    return _capture(payment, at=at)


@serial_transaction()
def capture_late(*, payment_id: str, at: datetime) -> Payment:
    """
    Capture an authorised payment, or one that had failed.

    :raises ProviderError: if the payment does not exist or is captured already
    """
    payment = payments.get(payment_id=payment_id)
    if payment.status not in (PaymentStatus.AUTHORIZED, PaymentStatus.FAILED):
        raise ProviderError("This payment has already been captured")
    return _capture(payment, at=at)


def _new_payment(
    *, order: Order, status: PaymentStatus, at: datetime, charged: Money | None = None
) -> Payment:
    """An unsaved payment. No race on `attempts`: one transaction runs at a time."""
    order.attempts += 1
    if order.status == OrderStatus.CREATED:
        order.status = OrderStatus.ATTEMPTED
    return Payment(
        id=ids.new_id("pay"),
        order=order,
        amount_paise=charged.amount_paise if charged else order.amount_paise,
        currency=charged.currency if charged else order.currency,
        status=status,
        created_at=at,
    )


def _save(payment: Payment, *, is_new: bool) -> None:
    payment.order.save(update_fields=["attempts", "status", "amount_paid_paise"])
    payment.save(force_insert=is_new)


def _capture(payment: Payment, *, at: datetime, is_new: bool = False) -> Payment:
    order = payment.order
    matches_order = (payment.amount_paise, payment.currency) == (order.amount_paise, order.currency)
    if matches_order and order.status == OrderStatus.PAID:
        _save(payment, is_new=is_new)
        refunds.refund_in_full(payment=payment, at=at)
        return payment
    payment.status = PaymentStatus.CAPTURED
    payment.is_captured = True
    queued = [events.payment_event("payment.captured", payment=payment, at=at)]
    if matches_order:
        order.status = OrderStatus.PAID
        order.amount_paid_paise = order.amount_paise
        queued.append(events.order_event("order.paid", payment=payment, order=order, at=at))
    _save(payment, is_new=is_new)
    events.enqueue(*queued)
    return payment
