"""Confirming a payment: the browser brings the signed ids, and the provider is asked for its status."""

from dataclasses import dataclass
from datetime import datetime

from apps.accounts.models import User
from apps.commerce.flows import provider_sync, rebuilding
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Order
from apps.commerce.selectors import orders
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import pending_payments, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import OrderStatus
from apps.core.errors import GatewayFailed, Invalid
from apps.core.money import CURRENCY


class NotConfirmed(Invalid):
    code = "payment_not_confirmed"
    message = "Something went wrong. Please try again."


class OrderNotFoundYet(GatewayFailed):
    code = "payment_checking"
    message = "We are checking your payment. You will find the order in your receipts."


@dataclass(frozen=True, slots=True)
class Signed:
    """The ids and the signature from the provider's payment window."""

    order_id: str
    payment_id: str
    signature: str


def confirm(*, person: User, kind: str, signed: Signed, at: datetime) -> Order:
    """
    Settle the order with what the provider reports about the payment. Idempotent.

    The returned order is paid, refunded, or still open while the payment is being checked.

    :raises UnknownOrder: if the person has no such order of that kind
    :raises NotConfirmed: if signature, payment, amount or currency do not match the order
    :raises OrderNotFoundYet: if our database has lost the order and the provider does not return it
    """
    order = _find_order(person=person, kind=kind, signed=signed, at=at)
    gateway = registry.of(order.provider)
    if not _is_signature_valid(gateway, signed):
        raise NotConfirmed()
    if order.paid_by is not None and order.paid_by.provider_payment_id == signed.payment_id:
        return orders.get_own(order_id=order.pk, person=person)
    result = gateway.fetch_payment(payment_id=signed.payment_id)
    if not isinstance(result, Done):
        # Also where the provider does not find it: it has signed the payment, so it has it.
        return pending_payments.start_polling(order=order, at=at)
    if result.value.order_id != order.provider_order_id:
        raise NotConfirmed()
    facts = provider_sync.complete_facts(order=order, facts=Facts(payments=[result.value]))
    if facts is None:
        return pending_payments.start_polling(order=order, at=at)
    settled = settlement.settle(order_id=order.pk, facts=facts, at=at)
    if not _has_billed_amount(order, result.value):
        # The payment is being refunded by now.
        raise NotConfirmed()
    if settled.status in (OrderStatus.PAID, OrderStatus.REFUNDED):
        return settled
    return pending_payments.start_polling(order=settled, at=at)


def _find_order(*, person: User, kind: str, signed: Signed, at: datetime) -> Order:
    """The order of these ids; a paid order that our database has lost is rebuilt."""
    try:
        return orders.get_for_confirmation(provider_order_id=signed.order_id, kind=kind, person=person)
    except UnknownOrder:
        signers = [gateway for gateway in registry.all_gateways() if _is_signature_valid(gateway, signed)]
        if not signers:
            raise
    if not rebuilding.rebuild_order(gateway=signers[0], provider_order_id=signed.order_id, at=at):
        raise OrderNotFoundYet()
    return orders.get_for_confirmation(provider_order_id=signed.order_id, kind=kind, person=person)


def _is_signature_valid(gateway: PaymentGateway, signed: Signed) -> bool:
    return gateway.is_payment_signature_valid(
        order_id=signed.order_id, payment_id=signed.payment_id, signature=signed.signature
    )


def _has_billed_amount(order: Order, payment: ProviderPayment) -> bool:
    return (payment.amount_paise, payment.currency) == (order.bill_paise, CURRENCY)
