"""What coupons brought in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, Sum

from apps.commerce.models import Cart, Coupon, CouponUse, Order
from apps.commerce.states import OrderStatus


@dataclass(frozen=True, slots=True)
class Figures:
    """Of the orders that were paid with a coupon; the refunded ones are among them."""

    orders: int = 0
    refunded: int = 0
    discount_paise: int = 0
    bills_paise: int = 0


def brought_in(*, coupon_ids: Collection[UUID]) -> Mapping[UUID, Figures]:
    """For each of the coupons with which anything was paid, in one query."""
    paid = Order.objects.filter(coupon__in=coupon_ids, paid_at__isnull=False)
    rows = (
        paid.order_by()
        .values_list("coupon")
        .annotate(
            orders=Count("pk"),
            refunded=Count("pk", filter=Q(status=OrderStatus.REFUNDED)),
            discount=Sum("discount_paise"),
            bills=Sum("bill_paise"),
        )
    )
    return {coupon_id: Figures(*figures) for coupon_id, *figures in rows}


def was_used(*, coupon: Coupon) -> bool:
    """Whether an order held it, or a cart that may become one has it on."""
    return (
        CouponUse.objects.filter(coupon=coupon).exists()
        or Order.objects.filter(coupon=coupon).exists()
        or Cart.objects.filter(coupon=coupon).exists()
    )
