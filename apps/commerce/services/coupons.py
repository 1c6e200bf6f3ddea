"""Holding, redeeming and releasing coupon uses. Each function joins its caller's transaction."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.commerce import coupon_rules
from apps.commerce.coupon_rules import CouponHeldByOrder, CouponUsed, CouponUsedUp
from apps.commerce.models import Coupon, CouponTally, CouponUse, Order


def hold(*, order: Order, coupon: Coupon, at: datetime) -> None:
    """
    Hold one use for the order until it is paid or expires.

    :raises CouponUsedUp, CouponUsed: if a limit is reached
    :raises CouponFirstPurchase: if the coupon is for first purchases, and this is not one
    """
    _count_use(coupon=coupon, order=order)
    use = CouponUse(order=order, coupon=coupon, held_at=at)
    if coupon.is_first_purchase:
        use.first_purchase_of = order.person
    _save_use(use)


def hold_again(*, order: Order, at: datetime) -> None:
    """
    Hold the use again that an order released before its payment came.

    :raises CouponUsedUp, CouponUsed: if others have taken the last one in the meantime
    :raises CouponFirstPurchase: if the buyer has made their first purchase in the meantime
    """
    uses = CouponUse.objects.filter(order=order, released_at__isnull=False).select_related("coupon")
    for use in uses:
        _count_use(coupon=use.coupon, order=order)
        use.held_at, use.released_at = at, None
        _save_use(use)


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
    erased = coupon_rules.erased_tallies(order.person).filter(coupon=coupon)
    before = erased.values_list("uses", flat=True).first() or 0
    tally_at_first_use = CouponTally(
        coupon=coupon, person_id=order.person_id, uses=before, erased_uses=before
    )
    CouponTally.objects.bulk_create([tally_at_first_use], ignore_conflicts=True)
    tally = CouponTally.objects.filter(coupon=coupon, person_id=order.person_id)
    if not tally.take_use(limit=coupon.person_limit):
        raise CouponUsed()
    if not Coupon.objects.filter(pk=coupon.pk).take_use():
        raise CouponUsedUp()


def _save_use(use: CouponUse) -> None:
    """
    The constraint on `first_purchase_of` decides between two orders of one person, whatever their coupons.

    An insert waits for the other transaction, so the orders that the rule then reads are up to date.
    """
    if use.first_purchase_of is None:
        use.save()
        return
    try:
        with transaction.atomic():
            use.save()
    except IntegrityError:
        raise CouponHeldByOrder() from None
    refusal = coupon_rules.first_purchase_refusal(person=use.first_purchase_of, cart_id=use.order.cart_id)
    if refusal is not None:
        raise refusal


def _uncount_use(*, coupon_id: UUID, person_id: UUID) -> None:
    Coupon.objects.filter(pk=coupon_id).release_use()
    CouponTally.objects.filter(coupon=coupon_id, person=person_id).release_use()
