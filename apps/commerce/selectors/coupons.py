"""Which coupons there are, and what one takes off a price."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from apps.commerce import pricing
from apps.commerce.models import Coupon, CouponTally
from apps.commerce.states import CouponKind
from apps.core import sellables
from apps.core.api.paging import Slice
from apps.core.errors import Conflict
from apps.core.sellables import Found
from apps.core.templatetags.page import indian


class CouponRefused(Conflict):
    """A coupon that does not work here; each reason has its own code."""


class CouponUnknown(CouponRefused):
    code = "coupon_unknown"
    message = "There is no coupon with that code."


class CouponExpired(CouponRefused):
    code = "coupon_expired"
    message = "This coupon has expired."


class CouponNotYetValid(CouponRefused):
    code = "coupon_not_yet_valid"
    message = "This coupon is not valid yet."


class CouponUsedUp(CouponRefused):
    code = "coupon_used_up"
    message = "This coupon has been used up."


class CouponUsed(CouponRefused):
    code = "coupon_used"
    message = "You have used this coupon already."


class CouponNotForItem(CouponRefused):
    code = "coupon_not_for_item"
    message = "This coupon is not for what is in your cart."


class CouponMinimum(CouponRefused):
    code = "coupon_minimum"

    def __init__(self, minimum_paise: int) -> None:
        rupees, paise = divmod(minimum_paise, 100)
        price = f"{indian(rupees)}.{paise:02}" if paise else indian(rupees)
        super().__init__(f"This coupon needs a price of ₹{price} or more.")


class CouponItem(TypedDict):
    _id: str
    couponCode: str
    shortDescription: str


def with_code(code: str) -> Coupon:
    """:raises CouponUnknown: if there is none, or staff have switched it off"""
    coupon = Coupon.objects.filter(code=code.strip().upper(), is_active=True).first()
    if coupon is None:
        raise CouponUnknown()
    return coupon


def require_usable(
    *,
    coupon: Coupon,
    kind: str,
    item_id: UUID,
    price_paise: int,
    person_id: UUID,
    own_hold: bool,
    at: datetime,
) -> None:
    """
    Refuse a coupon that does not work for this purchase; `own_hold` where one of its uses is the buyer's now.

    :raises CouponRefused: with a code for each reason
    """
    require_fitting(coupon=coupon, kind=kind, item_id=item_id, price_paise=price_paise, at=at)
    held = 1 if own_hold else 0
    if coupon.person_limit is not None and _uses_of(coupon, person_id) - held >= coupon.person_limit:
        raise CouponUsed()
    if coupon.total_limit is not None and coupon.uses - held >= coupon.total_limit:
        raise CouponUsedUp()


def require_fitting(*, coupon: Coupon, kind: str, item_id: UUID, price_paise: int, at: datetime) -> None:
    """
    The same but for its limits, which whoever takes a use is held to.

    :raises CouponRefused: with a code for each reason
    """
    if not coupon.is_active:
        raise CouponUnknown()
    if coupon.ends_at is not None and coupon.ends_at <= at:
        raise CouponExpired()
    if coupon.starts_at is not None and coupon.starts_at > at:
        raise CouponNotYetValid()
    if not coupon.fits(kind=kind, item_id=item_id):
        raise CouponNotForItem()
    if price_paise < coupon.minimum_paise:
        raise CouponMinimum(coupon.minimum_paise)


def discount(*, coupon: Coupon, price_paise: int) -> int:
    """What the coupon takes off, never more than the price."""
    if coupon.kind == CouponKind.FLAT:
        return min(coupon.flat_paise or 0, price_paise)
    off = pricing.percent_of(price_paise, coupon.percent or 0)
    return off if coupon.cap_paise is None else min(off, coupon.cap_paise)


def listed(*, asked: Slice, product_key: str | None, at: datetime) -> tuple[list[CouponItem], int]:
    """Those that staff show to everybody and that can be used now; of a thing, those that fit it."""
    rows = list(Coupon.objects.usable_at(at).filter(is_listed=True).order_by("code"))
    if product_key is not None:
        rows = _fitting(rows, product_key)
    return [_shown(coupon) for coupon in rows[asked.skip : asked.end]], len(rows)


def _fitting(rows: list[Coupon], product_key: str) -> list[Coupon]:
    for sellable in sellables.everything():
        found = sellable.find(key=product_key)
        if found is not None:
            return [coupon for coupon in rows if _fits(coupon, sellable.kind, found)]
    return []


def _fits(coupon: Coupon, kind: str, found: Found) -> bool:
    reaches = found.price_paise is None or found.price_paise >= coupon.minimum_paise
    return reaches and coupon.fits(kind=kind, item_id=found.item_id)


def _shown(coupon: Coupon) -> CouponItem:
    return {"_id": str(coupon.pk), "couponCode": coupon.code, "shortDescription": coupon.short_description}


def _uses_of(coupon: Coupon, person_id: UUID) -> int:
    tally = CouponTally.objects.filter(coupon=coupon, person_id=person_id).values_list("uses", flat=True)
    return tally.first() or 0
