"""Polling the provider for the status of an order."""

from dataclasses import replace
from datetime import datetime

from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderRefund
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Order, Payment
from apps.commerce.services import orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import UNPAID


def poll_order(*, order: Order, at: datetime) -> Order | None:
    """
    Settle an order with everything that the provider reports about it.

    None if the provider does not respond.
    """
    gateway = registry.of(order.provider)
    if order.provider_order_id is None and not _find_provider_order(gateway, order):
        return None
    if order.provider_order_id is None:
        return order
    result = gateway.payments_of(order_id=order.provider_order_id)
    if not isinstance(result, Done):
        return None
    facts = with_refunds(gateway, Facts(payments=result.value))
    return None if facts is None else settlement.settle(order_id=order.pk, facts=facts, at=at)


def sync_refunds(*, payment: Payment, at: datetime) -> bool:
    """Settle the payment's order with all its refunds; False if the provider does not respond."""
    result = registry.of(payment.order.provider).refunds_of(payment_id=payment.provider_payment_id)
    if not isinstance(result, Done):
        return False
    settlement.settle(order_id=payment.order_id, facts=Facts(refunds=result.value), at=at)
    return True


def complete_facts(*, order: Order, facts: Facts) -> Facts | None:
    """
    Add missing refunds, and all payments of an unpaid order of which one was refunded.

    That one may have been a second success, which the provider refunds by itself; the first one fulfils.
    None if the provider does not respond.
    """
    gateway = registry.of(order.provider)
    has_refund = any(payment.status == "refunded" for payment in facts.payments)
    if has_refund and order.status in UNPAID and order.provider_order_id is not None:
        result = gateway.payments_of(order_id=order.provider_order_id)
        if not isinstance(result, Done):
            return None
        facts = replace(facts, payments=result.value)
    return facts if facts.refunds else with_refunds(gateway, facts)


def with_refunds(gateway: PaymentGateway, facts: Facts) -> Facts | None:
    """The facts with the refunds of these payments; None if the provider does not list them."""
    found: list[ProviderRefund] = list(facts.refunds)
    for payment in facts.payments:
        if payment.refunded_paise or payment.status == "refunded":
            result = gateway.refunds_of(payment_id=payment.id)
            if not isinstance(result, Done):
                # Without them the payment would look as if all of it were still here.
                return None
            found += result.value
    return replace(facts, refunds=found)


def _find_provider_order(gateway: PaymentGateway, order: Order) -> bool:
    """Look up the provider's order of an interrupted enrolment; False if the provider does not respond."""
    found = gateway.find_order(receipt=order.receipt)
    if not isinstance(found, Done):
        return False
    if found.value is not None:
        orders.record_provider_order(order=order, provider_order_id=found.value.id)
    return True
