"""When the provider is asked about an order that is open: often at first, a last time after a week."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from apps.commerce.models import Order
from apps.commerce.services import orders
from apps.commerce.states import UNPAID, OrderStatus
from apps.core import backoff

logger = logging.getLogger(__name__)

LAST = timedelta(days=7)
"""A bank can still authorise up to three days later."""

_EARLY = (timedelta(seconds=20), timedelta(minutes=1), timedelta(minutes=3), timedelta(minutes=10))


def take(*, order: Order, at: datetime) -> bool:
    """Have the look to oneself: of several at once the one that moves the next look on."""
    due = Order.objects.filter(pk=order.pk, look_at=order.look_at, status__in=UNPAID)
    return due.update(look_at=_next(order, at=at), looks=order.looks + 1) == 1


def finish(*, order: Order, is_known: bool, at: datetime) -> None:
    """Close what had its last look; one whose provider never told is somebody's to look into."""
    if at < order.placed_at + LAST:
        return
    if not is_known:
        logger.error("order never known", extra={"facts": {"order": str(order.pk)}})
    # First: nobody looks for the seats of what is closed.
    orders.expire(order_id=order.pk, at=at)
    _close(order, is_known=is_known, at=at)


@transaction.atomic(durable=True)
def _close(order: Order, *, is_known: bool, at: datetime) -> None:
    last = Order.objects.filter(pk=order.pk, status__in=UNPAID)
    last.update(status=OrderStatus.EXPIRED, look_at=None if is_known else at + timedelta(days=1))


def _next(order: Order, *, at: datetime) -> datetime:
    if order.status == OrderStatus.CHECKING:
        delay = backoff.listed(attempt=order.looks + 1, delays=_EARLY)
        if delay is not None:
            return at + delay
    age = at - order.placed_at
    if age < timedelta(hours=6):
        return at + timedelta(hours=1)
    if age < timedelta(days=5):
        return at + timedelta(hours=6)
    return max(order.placed_at + LAST, at + timedelta(hours=6))
