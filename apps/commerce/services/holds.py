"""Seats and coupon uses that an order keeps for its buyer, and gives back exactly once."""

from datetime import datetime

from apps.commerce.models import Order
from apps.commerce.selectors import lines
from apps.commerce.services import coupons
from apps.core import sellables
from apps.core.sellables import Line


def take(*, order: Order, at: datetime) -> None:
    """
    Keep everything for a new order; joins the caller's transaction.

    :raises NotSellable, CouponRefused: if a seat or the coupon is gone
    """
    sellables.reserve(kind=order.kind, lines=_in_lock_order(order), until=order.held_until, at=at)
    if order.coupon is not None:
        coupons.hold(order=order, coupon=order.coupon, at=at)


def take_again(*, order: Order, at: datetime) -> None:
    """
    The same for a payment that came after the hold ran out.

    :raises NotSellable, CouponRefused: if a seat or the coupon went to others meanwhile
    """
    sellables.reserve(kind=order.kind, lines=_in_lock_order(order), until=at, at=at)
    coupons.hold_again(order=order, at=at)


def give_back(*, order: Order, at: datetime) -> bool:
    """Let go of everything unless that was done; joins the caller's transaction, which saves the rest."""
    if not Order.objects.filter(pk=order.pk, released_at__isnull=True, paid_at__isnull=True).update(
        released_at=at
    ):
        return False
    order.released_at = at
    sellables.release(kind=order.kind, lines=_in_lock_order(order))
    coupons.release(order=order, at=at)
    return True


def _in_lock_order(order: Order) -> list[Line]:
    """The same way round for everybody, so that two buyers of the same seats never wait for each other."""
    return sorted(lines.of_order(order), key=lambda line: line.item_id)
