"""Seats and coupon uses that an order holds for its buyer and releases exactly once."""

from datetime import datetime

from apps.commerce.models import Order
from apps.commerce.selectors import lines
from apps.commerce.services import coupons
from apps.core import sellables
from apps.core.sellables import Line


def take(*, order: Order, at: datetime) -> None:
    """
    Hold everything for a new order. Joins the caller's transaction.

    :raises NotSellable, CouponRefused: if a seat or the coupon is no longer available
    """
    sellables.reserve(kind=order.kind, lines=_in_lock_order(order), until=order.held_until, at=at)
    if order.coupon is not None:
        coupons.hold(order=order, coupon=order.coupon, at=at)


def retake(*, order: Order, at: datetime) -> None:
    """
    Hold again for a payment that came after the hold ended.

    :raises NotSellable, CouponRefused: if others have taken a seat or the coupon in the meantime
    """
    sellables.reserve(kind=order.kind, lines=_in_lock_order(order), until=at, at=at)
    coupons.hold_again(order=order, at=at)


def release(*, order: Order, at: datetime) -> bool:
    """Release everything; False if that was done before. Joins the caller's transaction."""
    if not Order.objects.filter(pk=order.pk, released_at__isnull=True, paid_at__isnull=True).update(
        released_at=at
    ):
        return False
    order.released_at = at
    sellables.release(kind=order.kind, lines=_in_lock_order(order), at=at)
    coupons.release(order=order, at=at)
    return True


def _in_lock_order(order: Order) -> list[Line]:
    """One lock order for everybody, so that two buyers of the same seats cannot deadlock."""
    return sorted(lines.order_lines(order), key=lambda line: line.item_id)
