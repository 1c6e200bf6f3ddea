"""Orders whose payment status is not known yet."""

from datetime import datetime, timedelta

from django.db import transaction

from apps.commerce.models import Order
from apps.commerce.states import UNPAID, OrderStatus

FIRST_POLL_DELAY = timedelta(seconds=20)


@transaction.atomic(durable=True)
def start_polling(*, order: Order, at: datetime) -> Order:
    """Poll the provider soon, unless the order is settled by now."""
    Order.objects.filter(pk=order.pk, status__in=UNPAID).update(
        status=OrderStatus.CHECKING, poll_count=0, next_poll_at=at + FIRST_POLL_DELAY
    )
    order.refresh_from_db(fields=["status", "poll_count", "next_poll_at"])
    return order
