"""Letting go of orders whose time ran out."""

from datetime import datetime

from apps.commerce.models import Order
from apps.commerce.services import orders

AT_ONCE = 500


def run(*, at: datetime, is_trial: bool = False) -> int:
    """How many orders gave their seats and coupon uses back; a trial only counts them."""
    overdue = Order.objects.overdue(at=at).filter(released_at__isnull=True).order_by("held_until", "pk")
    ids = list(overdue.values_list("pk", flat=True)[:AT_ONCE])
    if is_trial:
        return len(ids)
    return sum(orders.expire(order_id=order_id, at=at) for order_id in ids)
