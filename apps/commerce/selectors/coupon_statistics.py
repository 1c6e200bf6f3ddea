"""Revenue figures of coupons."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, Sum

from apps.commerce.models import Cart, Coupon, CouponUse, Order
from apps.commerce.states import OrderStatus


@dataclass(frozen=True, slots=True)
class CouponStatistics:
    """Counts and sums of the paid orders with a coupon, including refunded ones."""

    orders: int = 0
    refunded: int = 0
    discount_paise: int = 0
    bills_paise: int = 0


def statistics_by_coupon(*, coupon_ids: Collection[UUID]) -> Mapping[UUID, CouponStatistics]:
    """The figures of each coupon with paid orders, in one query."""
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
    return {coupon_id: CouponStatistics(*figures) for coupon_id, *figures in rows}


def was_used(*, coupon: Coupon) -> bool:
    """Whether any order or cart has it."""
    return (
        CouponUse.objects.filter(coupon=coupon).exists()
        or Order.objects.filter(coupon=coupon).exists()
        or Cart.objects.filter(coupon=coupon).exists()
    )
