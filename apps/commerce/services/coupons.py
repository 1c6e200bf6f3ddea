"""Holding, redeeming and releasing coupon uses. Each function joins its caller's transaction."""

from datetime import datetime
from uuid import UUID

from apps.commerce.coupon_rules import CouponUsed, CouponUsedUp
from apps.commerce.models import Coupon, CouponTally, CouponUse, Order


def hold(*, order: Order, coupon: Coupon, at: datetime) -> None:
    """
    Hold one use for the order until it is paid or expires.

    :raises CouponUsedUp, CouponUsed: if a limit is reached
    """
    _count_use(coupon=coupon, order=order)
    CouponUse.objects.create(order=order, coupon=coupon, held_at=at)


def hold_again(*, order: Order, at: datetime) -> None:
    """
    Hold the use again that an order released before its payment came.

    :raises CouponUsedUp, CouponUsed: if others have taken the last one in the meantime
    """
    uses = CouponUse.objects.filter(order=order, released_at__isnull=False).select_related("coupon")
    for use in uses:
        _count_use(coupon=use.coupon, order=order)
        CouponUse.objects.filter(pk=use.pk).update(held_at=at, released_at=None)


def release(*, order: Order, at: datetime) -> None:
    """Release the use once, unless the order redeemed it."""
    if order.coupon_id is not None and CouponUse.objects.filter(order=order).release(at=at):
        _uncount_use(coupon_id=order.coupon_id, person_id=order.person_id)


def redeem(*, order: Order, at: datetime) -> None:
    if order.coupon_id is not None:
        CouponUse.objects.filter(order=order).update(redeemed_at=at)


def release_redeemed(*, order: Order, at: datetime) -> None:
    """After a refund: the use becomes available again."""
    redeemed = CouponUse.objects.filter(order=order, redeemed_at__isnull=False)
    if order.coupon_id is not None and redeemed.update(redeemed_at=None, released_at=at):
        _uncount_use(coupon_id=order.coupon_id, person_id=order.person_id)


def _count_use(*, coupon: Coupon, order: Order) -> None:
    # Also without a limit per person: a limit that is set later then counts earlier uses.
    CouponTally.objects.bulk_create(
        [CouponTally(coupon=coupon, person_id=order.person_id)], ignore_conflicts=True
    )
    tally = CouponTally.objects.filter(coupon=coupon, person_id=order.person_id)
    if not tally.take_use(limit=coupon.person_limit):
        raise CouponUsed()
    if not Coupon.objects.filter(pk=coupon.pk).take_use():
        raise CouponUsedUp()


def _uncount_use(*, coupon_id: UUID, person_id: UUID) -> None:
    Coupon.objects.filter(pk=coupon_id).release_use()
    CouponTally.objects.filter(coupon=coupon_id, person=person_id).release_use()
