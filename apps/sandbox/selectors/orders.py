from datetime import datetime

from apps.sandbox import ids
from apps.sandbox.models import Order
from apps.sandbox.models.orders import OrderQuerySet


def get(*, order_id: str) -> Order:
    """
    Return the order.

    :raises ProviderError: with 400, if it does not exist
    """
    order = Order.objects.filter(pk=ids.check(order_id, "order")).first()
    if order is None:
        raise ids.unknown()
    return order


def filter_by(*, receipt: str | None, begins: datetime | None, ends: datetime | None) -> OrderQuerySet:
    """Orders, newest first. Like the provider, matches receipts that contain the text."""
    orders = Order.objects.newest_first()
    if receipt:
        orders = orders.filter(receipt__contains=receipt)
    if begins:
        orders = orders.filter(created_at__gte=begins)
    return orders.filter(created_at__lt=ends) if ends else orders
