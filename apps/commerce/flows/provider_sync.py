"""Asking the provider what became of an order."""

from dataclasses import replace
from datetime import datetime

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderRefund
from apps.commerce.models import Order
from apps.commerce.services import orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import UNPAID


def at_order(*, order: Order, at: datetime) -> Order | None:
    """
    Settle an order by all that the provider knows of it.

    None where the provider does not tell.
    """
    if order.provider_order_id is None and not _find(order):
        return None
    if order.provider_order_id is None:
        return order
    asked = razorpay.payments_of(order_id=order.provider_order_id)
    if not isinstance(asked, Done):
        return None
    facts = with_refunds(Facts(payments=asked.value))
    return settlement.settle(order_id=order.pk, facts=facts, at=at)


def around(*, order: Order, facts: Facts) -> Facts | None:
    """
    The facts, and of an unpaid order whose payment went back all of its payments.

    It may have been a second success: the provider gives that one back, and the first is what fulfils.
    None where the provider does not tell.
    """
    went_back = any(payment.status == "refunded" for payment in facts.payments)
    if went_back and order.status in UNPAID and order.provider_order_id is not None:
        asked = razorpay.payments_of(order_id=order.provider_order_id)
        if not isinstance(asked, Done):
            return None
        facts = replace(facts, payments=asked.value)
    return facts if facts.refunds else with_refunds(facts)


def with_refunds(facts: Facts) -> Facts:
    """The same facts and the refunds of these payments, as far as the provider tells them now."""
    found: list[ProviderRefund] = list(facts.refunds)
    for payment in facts.payments:
        if payment.refunded_paise:
            asked = razorpay.refunds_of(payment_id=payment.id)
            found += asked.value if isinstance(asked, Done) else []
    return replace(facts, refunds=found)


def _find(order: Order) -> bool:
    """Learn the provider's number of an order whose enrolment was cut short; whether the provider told."""
    found = razorpay.find_order(receipt=order.receipt)
    if not isinstance(found, Done):
        return False
    if found.value is not None:
        orders.note_provider_order(order=order, provider_order_id=found.value.id)
    return True
