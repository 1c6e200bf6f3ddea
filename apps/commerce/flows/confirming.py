"""The browser brings what the provider signed; the provider itself is asked what became of it."""

from dataclasses import dataclass
from datetime import datetime

from apps.accounts.models import User
from apps.commerce.flows import provider_sync, rebuilding
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import Order
from apps.commerce.selectors import orders
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import pending_payments, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import OrderStatus
from apps.core.errors import GatewayFailed, Invalid

_NO_SUCH_PAYMENT = (400, 404)
"""Any other refusal says something of us, such as of our key, and nothing of the payment."""


class NotConfirmed(Invalid):
    code = "payment_not_confirmed"
    message = "Something went wrong. Please try again."


class OrderSought(GatewayFailed):
    code = "payment_checking"
    message = "Your payment is being checked. You will find the order in your receipts."


@dataclass(frozen=True, slots=True)
class Signed:
    """The three ids that the provider's window hands over."""

    order_id: str
    payment_id: str
    signature: str


def confirm(*, person: User, kind: str, signed: Signed, at: datetime) -> Order:
    """
    Settle the order by what the provider says of the payment; a repeat gives the same order.

    The answer's status tells: paid or refunded, or still open, and then it is being checked.

    :raises UnknownOrder: if there is no such order of the person's of that kind
    :raises NotConfirmed: if signature, payment, amount or currency are not the order's
    :raises OrderSought: if our books have lost the order, and the provider does not answer
    """
    order = _order(person=person, kind=kind, signed=signed, at=at)
    if not _holds(signed):
        raise NotConfirmed()
    if order.paid_by is not None and order.paid_by.provider_payment_id == signed.payment_id:
        return orders.own(order_id=order.pk, person=person)
    asked = razorpay.fetch_payment(payment_id=signed.payment_id)
    if isinstance(asked, Refused) and asked.status in _NO_SUCH_PAYMENT:
        raise NotConfirmed()
    if not isinstance(asked, Done):
        return pending_payments.begin(order=order, at=at)
    if asked.value.order_id != order.provider_order_id:
        raise NotConfirmed()
    facts = provider_sync.around(order=order, facts=Facts(payments=[asked.value]))
    if facts is None:
        return pending_payments.begin(order=order, at=at)
    settled = settlement.settle(order_id=order.pk, facts=facts, at=at)
    if not _is_as_agreed(order, asked.value):
        # Its money is on its way back by now.
        raise NotConfirmed()
    if settled.status in (OrderStatus.PAID, OrderStatus.REFUNDED):
        return settled
    return pending_payments.begin(order=settled, at=at)


def _order(*, person: User, kind: str, signed: Signed, at: datetime) -> Order:
    """The order of these ids; one that was paid and that our books have lost is rebuilt."""
    try:
        return orders.to_confirm(provider_order_id=signed.order_id, kind=kind, person=person)
    except UnknownOrder:
        if not _holds(signed):
            raise
    if not rebuilding.recover(provider_order_id=signed.order_id, at=at):
        raise OrderSought()
    return orders.to_confirm(provider_order_id=signed.order_id, kind=kind, person=person)


def _holds(signed: Signed) -> bool:
    return razorpay.payment_signature_holds(
        order_id=signed.order_id, payment_id=signed.payment_id, signature=signed.signature
    )


def _is_as_agreed(order: Order, payment: ProviderPayment) -> bool:
    return (payment.amount_paise, payment.currency) == (order.bill_paise, razorpay.CURRENCY)
