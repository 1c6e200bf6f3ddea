"""Expiring orders whose hold has ended."""

from datetime import datetime

from apps.commerce.models import Order
from apps.commerce.services import orders

BATCH_SIZE = 500


def expire_overdue_orders(*, at: datetime, is_dry_run: bool = False) -> int:
    """Release seats and coupon uses of overdue orders, and return their number. A dry run only counts."""
    overdue = Order.objects.overdue(at=at).filter(released_at__isnull=True).order_by("held_until", "pk")
    ids = list(overdue.values_list("pk", flat=True)[:BATCH_SIZE])
    if is_dry_run:
        return len(ids)
    return sum(orders.expire(order_id=order_id, at=at) for order_id in ids)
