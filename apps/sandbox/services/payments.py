from dataclasses import dataclass
from datetime import datetime

from apps.sandbox import ids
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Order, Payment
from apps.sandbox.selectors import orders, payments
from apps.sandbox.services import events, refunds
from apps.sandbox.states import OrderStatus, PaymentStatus
from apps.sandbox.transactions import writing


@dataclass(frozen=True)
class Money:
    """Another amount than the order's: a fault of the provider's, for tests."""

    amount_paise: int
    currency: str


@writing()
def succeed(*, order_id: str, at: datetime, instead: Money | None = None) -> Payment:
    """
    The bank approves and the money is captured; a second success of one order goes back at once.

    :raises ProviderError: if there is no such order
    """
    order = orders.with_id(order_id=order_id)
    payment = _begun(order=order, status=PaymentStatus.AUTHORIZED, at=at, instead=instead)
    return _capture(payment, at=at, is_new=True)


@writing()
def fail(*, order_id: str, at: datetime) -> Payment:
    """
    The bank refuses.

    :raises ProviderError: if there is no such order
    """
    payment = _begun(order=orders.with_id(order_id=order_id), status=PaymentStatus.FAILED, at=at)
    _write(payment, is_new=True)
    events.tell(events.of_payment("payment.failed", payment=payment, at=at))
    return payment


@writing()
def authorize(*, order_id: str, at: datetime) -> Payment:
    """
    The bank approves, and the capture is left to later.

    :raises ProviderError: if there is no such order
    """
    payment = _begun(order=orders.with_id(order_id=order_id), status=PaymentStatus.AUTHORIZED, at=at)
    _write(payment, is_new=True)
    events.tell(events.of_payment("payment.authorized", payment=payment, at=at))
    return payment


@writing()
def refund_uncaptured(*, order_id: str, at: datetime) -> Payment:
    """
    The bank approves, and the provider refunds it at once without a capture; the order stays unpaid.

    :raises ProviderError: if there is no such order
    """
    payment = _begun(order=orders.with_id(order_id=order_id), status=PaymentStatus.AUTHORIZED, at=at)
    _write(payment, is_new=True)
    refunds.give_all_back(payment=payment, at=at)
    return payment


@writing()
def capture(*, payment_id: str, amount_paise: int, currency: str, at: datetime) -> Payment:
    """
    Take what was authorised, as the merchant asks.

    :raises ProviderError: if it is not there to be taken
    """
    payment = payments.with_id(payment_id=payment_id)
    if payment.is_captured:
        raise ProviderError("This payment has already been captured")
    if payment.status != PaymentStatus.AUTHORIZED:
        raise ProviderError("Only payments which have been authorized and not yet captured can be captured")
    if (amount_paise, currency) != (payment.amount_paise, payment.currency):
        raise ProviderError("Capture amount must be equal to the amount authorized", field="amount")
    return _capture(payment, at=at)


@writing()
def capture_late(*, payment_id: str, at: datetime) -> Payment:
    """
    The bank approves after all, also what it had refused.

    :raises ProviderError: if there is no such payment, or it is through already
    """
    payment = payments.with_id(payment_id=payment_id)
    if payment.status not in (PaymentStatus.AUTHORIZED, PaymentStatus.FAILED):
        raise ProviderError("This payment has already been captured")
    return _capture(payment, at=at)


def _begun(*, order: Order, status: PaymentStatus, at: datetime, instead: Money | None = None) -> Payment:
    """A try that is not written down yet. Others wait: each transaction here has the whole file to itself."""
    order.attempts += 1
    if order.status == OrderStatus.CREATED:
        order.status = OrderStatus.ATTEMPTED
    return Payment(
        id=ids.new("pay"),
        order=order,
        amount_paise=instead.amount_paise if instead else order.amount_paise,
        currency=instead.currency if instead else order.currency,
        status=status,
        created_at=at,
    )


def _write(payment: Payment, *, is_new: bool) -> None:
    payment.order.save(update_fields=["attempts", "status", "amount_paid_paise"])
    payment.save(force_insert=is_new)


def _capture(payment: Payment, *, at: datetime, is_new: bool = False) -> Payment:
    order = payment.order
    is_whole = (payment.amount_paise, payment.currency) == (order.amount_paise, order.currency)
    if is_whole and order.status == OrderStatus.PAID:
        _write(payment, is_new=is_new)
        refunds.give_all_back(payment=payment, at=at)
        return payment
    payment.status = PaymentStatus.CAPTURED
    payment.is_captured = True
    told = [events.of_payment("payment.captured", payment=payment, at=at)]
    if is_whole:
        order.status = OrderStatus.PAID
        order.amount_paid_paise = order.amount_paise
        told.append(events.of_order("order.paid", payment=payment, order=order, at=at))
    _write(payment, is_new=is_new)
    events.tell(*told)
    return payment
