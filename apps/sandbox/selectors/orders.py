import re

from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Order
from apps.sandbox.models.orders import OrderQuerySet

ORDER_ID = re.compile(r"order_[A-Za-z0-9]{14}")


def with_id(*, order_id: str) -> Order:
    """
    The order with that id.

    :raises ProviderError: as the provider does, with 400, if there is none
    """
    if not ORDER_ID.fullmatch(order_id):
        raise ProviderError(f"{order_id} is not a valid id")
    order = Order.objects.filter(pk=order_id).first()
    if order is None:
        raise ProviderError("The id provided does not exist")
    return order


def matching(*, receipt: str | None) -> OrderQuerySet:
    """All orders, newest first, or those whose receipt contains the text: the provider matches parts too."""
    orders = Order.objects.newest_first()
    return orders.filter(receipt__contains=receipt) if receipt else orders
