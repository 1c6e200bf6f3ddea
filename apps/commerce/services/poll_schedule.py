"""When open orders are polled: often at first, for the last time after a week."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from apps.commerce.models import Order
from apps.commerce.services import orders
from apps.commerce.states import UNPAID, OrderStatus
from apps.core import backoff

logger = logging.getLogger(__name__)

POLLED_FOR = timedelta(days=7)
"""A bank can still authorise up to three days later."""

_EARLY_DELAYS = (timedelta(seconds=20), timedelta(minutes=1), timedelta(minutes=3), timedelta(minutes=10))


def claim(*, order: Order, at: datetime) -> bool:
    """Claim this poll by scheduling the next one; False if another process was faster."""
    due = Order.objects.filter(pk=order.pk, next_poll_at=order.next_poll_at, status__in=UNPAID)
    return due.update(next_poll_at=_next_poll_at(order, at=at), poll_count=order.poll_count + 1) == 1


def close_if_last_poll(*, order: Order, is_known: bool, at: datetime) -> None:
    """Expire the order after its last poll; log an error if its status was never known."""
    if at < order.placed_at + POLLED_FOR:
        return
    if not is_known:
        logger.error("order never known", extra={"facts": {"order": str(order.pk)}})
    # First: the holds of closed orders are not searched for.
    orders.expire(order_id=order.pk, at=at)
    _close(order, is_known=is_known, at=at)


@transaction.atomic(durable=True)
def _close(order: Order, *, is_known: bool, at: datetime) -> None:
    last = Order.objects.filter(pk=order.pk, status__in=UNPAID)
    last.update(status=OrderStatus.EXPIRED, next_poll_at=None if is_known else at + timedelta(days=1))


def _next_poll_at(order: Order, *, at: datetime) -> datetime:
    if order.status == OrderStatus.CHECKING:
        delay = backoff.listed(attempt=order.poll_count + 1, delays=_EARLY_DELAYS)
        if delay is not None:
            return at + delay
    age = at - order.placed_at
    if age < timedelta(hours=6):
        return at + timedelta(hours=1)
    if age < timedelta(days=5):
        return at + timedelta(hours=6)
    return max(order.placed_at + POLLED_FOR, at + timedelta(hours=6))
