"""Compares coupon uses with the orders that hold or redeemed them."""

from collections.abc import Iterator

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from apps.audit.selectors import recorded_values
from apps.commerce.models import Coupon, CouponBatch, CouponTally, CouponUse
from apps.commerce.selectors.books.iteration import batches, violations
from apps.commerce.states import OrderStatus

_AMOUNTS = ("percent", "flat_paise", "cap_paise", "minimum_paise", "starts_at", "ends_at")
"""Terms that are numbers and times; the rest of the terms is the words and items of staff."""


def differences() -> Iterator[str]:
    live = Count("order_uses", filter=Q(order_uses__released_at__isnull=True))
    coupons = Coupon.objects.order_by("code").annotate(live=live).exclude(uses=F("live"))
    for code, uses, found in batches(coupons.values_list("code", "uses", "live")):
        yield f"Coupon {code} counts {uses} uses, orders hold {found}."
    counted = _tallied() + F("erased_uses")
    tallies = CouponTally.objects.order_by("pk").annotate(counted=counted).exclude(uses=F("counted"))
    rows = tallies.values_list("coupon__code", "person", "uses", "counted", "erased_uses")
    for code, person, uses, found, erased in batches(rows):
        those = f", {erased} of them of an erased account" if erased else ""
        yield f"Coupon {code} counts {uses} uses of person {person}, whose orders hold {found}{those}."
    tally = CouponTally.objects.filter(coupon=OuterRef("coupon"), person=OuterRef("order__person"))
    alone = CouponUse.objects.filter(~Exists(tally), released_at__isnull=True)
    for number in batches(alone.order_by("pk").values_list("order__number", flat=True)):
        yield f"Order {number} has a coupon use, and none is counted for its buyer."
    yield from violations(_RULES)
    yield from _terms()


def _terms() -> Iterator[str]:
    """As staff left them; the codes of a batch have those of their batch."""
    limits = ("total_limit", "person_limit")
    yield from recorded_values.differences(Coupon, [*_AMOUNTS, *limits], only=Q(batch__isnull=True))
    yield from recorded_values.differences(CouponBatch, _AMOUNTS)
    same = Q(total_limit=1)
    for name in _AMOUNTS:
        are_empty = Q(**{f"{name}__isnull": True, f"batch__{name}__isnull": True})
        same &= Q(**{name: F(f"batch__{name}")}) | are_empty
    for code in batches(Coupon.objects.exclude(same | Q(batch__isnull=True)).values_list("code", flat=True)):
        yield f"Coupon {code} has other terms than its batch."


def _tallied() -> Coalesce:
    live = CouponUse.objects.filter(
        coupon=OuterRef("coupon"),
        order__person=OuterRef("person"),
        released_at__isnull=True,
    )
    counted = live.order_by().values("coupon").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), Value(0))


_HAS_COUPON = Q(coupon__isnull=False)
_HAS_USE = Q(coupon_use__isnull=False)
_IS_PAID = Q(paid_at__isnull=False)
_IS_HELD = Q(released_at__isnull=True)
_IS_RELEASED = Q(released_at__isnull=False)
_USE_IS_RELEASED = Q(coupon_use__released_at__isnull=False)
_RELEASED_TOGETHER = _USE_IS_RELEASED & Q(coupon_use__released_at=F("released_at"))
_USE_RELEASED_AFTER_REDEEMING = Q(coupon_use__redeemed_at__isnull=True, coupon_use__released_at__isnull=False)

_RULES: tuple[tuple[Q, str], ...] = (
    (_HAS_COUPON & Q(coupon_use__isnull=True), "has a coupon and no use of it"),
    (Q(coupon__isnull=True) & _HAS_USE, "holds the use of a coupon that it does not have"),
    (_HAS_COUPON & _HAS_USE & ~Q(coupon_use__coupon=F("coupon")), "holds the use of another coupon"),
    (
        Q(coupon_use__first_purchase_of__isnull=False) & ~Q(coupon_use__first_purchase_of=F("person")),
        "has the first-purchase discount of somebody else",
    ),
    (
        # Staff may release the use when they refund the whole order.
        _HAS_USE
        & _IS_PAID
        & ~(Q(status=OrderStatus.REFUNDED) & _USE_RELEASED_AFTER_REDEEMING)
        & (Q(coupon_use__redeemed_at__isnull=True) | ~Q(coupon_use__redeemed_at=F("paid_at"))),
        "is paid, and did not redeem its coupon then",
    ),
    (
        _HAS_USE & _IS_PAID & _USE_RELEASED_AFTER_REDEEMING & ~Q(coupon_use__released_at=F("refunded_at")),
        "gave its coupon back at another time than it was refunded",
    ),
    (
        _HAS_USE
        & Q(paid_at__isnull=True)
        & (
            Q(coupon_use__redeemed_at__isnull=False)
            | _IS_HELD & _USE_IS_RELEASED
            | _IS_RELEASED & ~_RELEASED_TOGETHER
        ),
        "is not paid, and holds its coupon otherwise than the rest",
    ),
)
