"""From a cart to an order that can be paid: intent, call, outcome."""

from datetime import datetime, timedelta
from uuid import UUID

from apps.accounts.models import User
from apps.commerce.flows import provider_sync
from apps.commerce.gateways import order_notes, razorpay
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Order
from apps.commerce.services import orders
from apps.core.errors import GatewayFailed

_COMES_BACK = timedelta(seconds=20)
"""A double click is quicker than that, and nobody pays as quickly."""


class ProviderFailed(GatewayFailed):
    code = "payment_provider_failed"
    message = "The payment provider does not answer. Nothing was charged. Please try again."


def enroll(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order:
    """
    The order of a cart, known to the provider unless its bill is zero.

    What the provider may have made before its answer was lost is looked up by the next try.

    :raises ProviderFailed: if the provider does not answer or refuses
    """
    order = orders.place(person=person, kind=kind, cart_id=cart_id, at=at)
    if order.is_paid:
        return order
    if order.provider_order_id is not None:
        return _looked_at(order, at=at)
    made = razorpay.create_order(
        receipt=order.receipt,
        amount_paise=order.bill_paise,
        notes=order_notes.notes(order),
        is_repeat=order.placed_at != at,
    )
    if not isinstance(made, Done):
        raise ProviderFailed()
    orders.note_provider_order(order=order, provider_order_id=made.value.id)
    return order


def _looked_at(order: Order, *, at: datetime) -> Order:
    """Somebody who comes back may have paid before their tab died: nobody is asked to pay twice."""
    if at - order.placed_at < _COMES_BACK:
        return order
    found = provider_sync.at_order(order=order, at=at)
    return found if found is not None and found.is_paid else order
