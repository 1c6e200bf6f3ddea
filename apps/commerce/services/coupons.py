"""Holding, redeeming and giving back uses of coupons; each step joins its caller's transaction."""

from datetime import datetime
from uuid import UUID

from apps.commerce.models import Coupon, CouponTally, CouponUse, Order
from apps.commerce.selectors.coupons import CouponUsed, CouponUsedUp


def hold(*, order: Order, coupon: Coupon, at: datetime) -> None:
    """
    Take one use for the order until it is paid or dies.

    :raises CouponUsedUp, CouponUsed: if a limit leaves none
    """
    _count(coupon=coupon, order=order)
    CouponUse.objects.create(order=order, coupon=coupon, held_at=at)


def hold_again(*, order: Order, at: datetime) -> None:
    """
    Take back the use that an order gave back before its payment came.

    :raises CouponUsedUp, CouponUsed: if others have taken the last one meanwhile
    """
    uses = CouponUse.objects.filter(order=order, released_at__isnull=False).select_related("coupon")
    for use in uses:
        _count(coupon=use.coupon, order=order)
        CouponUse.objects.filter(pk=use.pk).update(held_at=at, released_at=None)


def release(*, order: Order, at: datetime) -> None:
    """Give the use back, once, unless the order redeemed it."""
    if order.coupon_id is not None and CouponUse.objects.filter(order=order).release(at=at):
        _uncount(coupon_id=order.coupon_id, person_id=order.person_id)


def redeem(*, order: Order, at: datetime) -> None:
    if order.coupon_id is not None:
        CouponUse.objects.filter(order=order).update(redeemed_at=at)


def give_back_redeemed(*, order: Order, at: datetime) -> None:
    """After a refund: let the buyer, or somebody else, use the coupon once more."""
    redeemed = CouponUse.objects.filter(order=order, redeemed_at__isnull=False)
    if order.coupon_id is not None and redeemed.update(redeemed_at=None, released_at=at):
        _uncount(coupon_id=order.coupon_id, person_id=order.person_id)


def _count(*, coupon: Coupon, order: Order) -> None:
    # Without a limit for one person, too: one that is set later knows who used the coupon before.
    CouponTally.objects.bulk_create(
        [CouponTally(coupon=coupon, person_id=order.person_id)], ignore_conflicts=True
    )
    tally = CouponTally.objects.filter(coupon=coupon, person_id=order.person_id)
    if not tally.take_use(limit=coupon.person_limit):
        raise CouponUsed()
    if not Coupon.objects.filter(pk=coupon.pk).take_use():
        raise CouponUsedUp()


def _uncount(*, coupon_id: UUID, person_id: UUID) -> None:
    Coupon.objects.filter(pk=coupon_id).give_back()
    CouponTally.objects.filter(coupon=coupon_id, person=person_id).give_back()
