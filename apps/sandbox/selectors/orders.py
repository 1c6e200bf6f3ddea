from datetime import datetime

from apps.sandbox import ids
from apps.sandbox.models import Order
from apps.sandbox.models.orders import OrderQuerySet


def with_id(*, order_id: str) -> Order:
    """
    The order with that id.

    :raises ProviderError: as the provider does, with 400, if there is none
    """
    order = Order.objects.filter(pk=ids.check(order_id, "order")).first()
    if order is None:
        raise ids.unknown()
    return order


def matching(*, receipt: str | None, begins: datetime | None, ends: datetime | None) -> OrderQuerySet:
    """Orders of a span, newest first; the provider finds also receipts that only contain the text."""
    orders = Order.objects.newest_first()
    if receipt:
        orders = orders.filter(receipt__contains=receipt)
    if begins:
        orders = orders.filter(created_at__gte=begins)
    return orders.filter(created_at__lt=ends) if ends else orders
