"""Expiring orders whose hold has ended, and deleting what is kept no longer."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Q

from apps.commerce.models import Cart, Coupon, ErasedTally, Order
from apps.commerce.services import orders
from apps.core import retention
from apps.core.row_processing import process_rows

BATCH_SIZE = 500


def expire_overdue_orders(*, at: datetime, is_dry_run: bool = False) -> int:
    """Release seats and coupon uses of overdue orders, and return their number. A dry run only counts."""
    overdue = Order.objects.overdue(at=at).filter(released_at__isnull=True).order_by("held_until", "pk")
    if is_dry_run:
        return overdue.count()
    # Without a limit: those that fail come first in each run, and would keep the others from their turn.
    return process_rows(
        overdue.values_list("pk", flat=True), lambda pk: orders.expire(order_id=pk, at=at), name="order"
    )


def delete_expired_carts(*, at: datetime, is_dry_run: bool = False) -> int:
    """Delete carts that expired long ago without an order, and return their number. Runs may overlap."""
    if is_dry_run:
        return Cart.objects.abandoned(before=at - retention.CART_RETENTION).count()
    deleted = 0
    while count := _delete_batch_of_carts(before=at - retention.CART_RETENTION):
        deleted += count
    return deleted


def forget_erased_buyers(*, at: datetime) -> int:
    """
    Delete what erased accounts used of coupons that ended a year ago, and return the number of rows.

    That they bought something is forgotten when this is true of every coupon for first purchases.
    """
    ended = Coupon.objects.ended_before(at - retention.COUPON_MEMORY)
    is_needed = Exists(Coupon.objects.filter(is_first_purchase=True).exclude(pk__in=ended))
    forgotten = Q(coupon__in=ended) | Q(~is_needed, coupon__isnull=True)
    return ErasedTally.objects.filter(forgotten).delete()[0]


@transaction.atomic(durable=True)
def _delete_batch_of_carts(*, before: datetime) -> int:
    # A cart that is being filled again at this moment is skipped.
    carts = Cart.objects.abandoned(before=before).select_for_update(of=("self",), skip_locked=True)
    ids = list(carts.order_by("expires_at", "pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return Cart.objects.filter(pk__in=ids).delete()[0]
