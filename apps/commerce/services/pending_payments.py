"""Orders whose payment nobody can tell yet."""

from datetime import datetime, timedelta

from django.db import transaction

from apps.commerce.models import Order
from apps.commerce.states import UNPAID, OrderStatus

SOON = timedelta(seconds=20)


@transaction.atomic(durable=True)
def begin(*, order: Order, at: datetime) -> Order:
    """Have the provider asked again soon; an order that is known by now stays as it is."""
    Order.objects.filter(pk=order.pk, status__in=UNPAID).update(
        status=OrderStatus.CHECKING, looks=0, look_at=at + SOON
    )
    order.refresh_from_db(fields=["status", "looks", "look_at"])
    return order
