"""From a cart to an order that can be paid."""

from datetime import datetime, timedelta
from uuid import UUID

from apps.accounts.models import User
from apps.commerce.flows import provider_sync
from apps.commerce.gateways import order_notes, registry
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.models import Order
from apps.commerce.services import orders
from apps.core.errors import GatewayFailed

_RETURNING_AFTER = timedelta(seconds=20)
"""Longer than a double click, and shorter than any payment."""


class ProviderFailed(GatewayFailed):
    code = "payment_provider_failed"
    message = "The payment provider is not responding. You have not been charged. Please try again."


def enroll(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order:
    """
    Place the order of a cart and create it at the provider, unless its bill is zero.

    An order that the provider created before its response was lost is found by the next attempt.

    :raises AmountTooLarge: if the bill is more than the provider takes: then nothing stays held
    :raises ProviderFailed: if the provider does not respond or refuses for another reason
    """
    order = orders.place(person=person, kind=kind, cart_id=cart_id, at=at)
    if order.is_paid:
        return order
    if order.provider_order_id is not None:
        return _poll_returning_buyer(order, at=at)
    result = registry.of(order.provider).create_order(
        receipt=order.receipt,
        amount_paise=order.bill_paise,
        notes=order_notes.build(order),
        is_repeat=not order.is_new,
    )
    if isinstance(result, Refused) and result.is_about_amount:
        orders.expire_refused(order_id=order.pk, at=at)
        raise orders.AmountTooLarge()
    if not isinstance(result, Done):
        raise ProviderFailed()
    orders.record_provider_order(order=order, provider_order_id=result.value.id)
    return order


def _poll_returning_buyer(order: Order, *, at: datetime) -> Order:
    """A returning buyer may have paid before their tab closed: poll, so that they do not pay twice."""
    if at - order.placed_at < _RETURNING_AFTER:
        return order
    found = provider_sync.poll_order(order=order, at=at)
    return found if found is not None and found.is_paid else order
