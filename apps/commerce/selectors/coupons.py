"""Validating coupons, and computing their discount."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from apps.commerce import pricing
from apps.commerce.models import Coupon, CouponTally
from apps.commerce.states import CouponKind
from apps.core import sellables
from apps.core.api.pagination import Slice
from apps.core.errors import Conflict
from apps.core.formatting import indian_number
from apps.core.sellables import Found


class CouponRefused(Conflict):
    """A coupon that is not valid here; each reason has its own code."""


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
    message = "This coupon is not valid for your cart."


class CouponMinimum(CouponRefused):
    code = "coupon_minimum"

    def __init__(self, minimum_paise: int) -> None:
        rupees, paise = divmod(minimum_paise, 100)
        price = f"{indian_number(rupees)}.{paise:02}" if paise else indian_number(rupees)
        super().__init__(f"This coupon needs a price of ₹{price} or more.")


class CouponItem(TypedDict):
    _id: str
    couponCode: str
    shortDescription: str


def get_by_code(code: str) -> Coupon:
    """:raises CouponUnknown: if it does not exist or is inactive"""
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
    Refuse a coupon that is not valid for this purchase; with `own_hold` the buyer already holds one use.

    :raises CouponRefused: with a code for each reason
    """
    require_valid(coupon=coupon, kind=kind, item_id=item_id, price_paise=price_paise, at=at)
    held = 1 if own_hold else 0
    if coupon.person_limit is not None and _uses_by_person(coupon, person_id) - held >= coupon.person_limit:
        raise CouponUsed()
    if coupon.total_limit is not None and coupon.uses - held >= coupon.total_limit:
        raise CouponUsedUp()


def require_valid(*, coupon: Coupon, kind: str, item_id: UUID, price_paise: int, at: datetime) -> None:
    """
    The same without its limits, which taking a use enforces.

    :raises CouponRefused: with a code for each reason
    """
    if not coupon.is_active:
        raise CouponUnknown()
    if coupon.ends_at is not None and coupon.ends_at <= at:
        raise CouponExpired()
    if coupon.starts_at is not None and coupon.starts_at > at:
        raise CouponNotYetValid()
    if not coupon.is_valid_for(kind=kind, item_id=item_id):
        raise CouponNotForItem()
    if price_paise < coupon.minimum_paise:
        raise CouponMinimum(coupon.minimum_paise)


def discount(*, coupon: Coupon, price_paise: int) -> int:
    """The discount in paise, never more than the price."""
    if coupon.kind == CouponKind.FLAT:
        return min(coupon.flat_paise or 0, price_paise)
    off = pricing.percent_of(price_paise, coupon.percent or 0)
    return off if coupon.cap_paise is None else min(off, coupon.cap_paise)


def list_public(*, page: Slice, product_key: str | None, at: datetime) -> tuple[list[CouponItem], int]:
    """Public coupons that are usable now; with a product, those that are valid for it."""
    rows = list(Coupon.objects.usable_at(at).filter(is_listed=True).order_by("code"))
    if product_key is not None:
        rows = _valid_for_product(rows, product_key)
    return [_serialize(coupon) for coupon in rows[page.skip : page.end]], len(rows)


def _valid_for_product(rows: list[Coupon], product_key: str) -> list[Coupon]:
    for sellable in sellables.all_kinds():
        found = sellable.find(key=product_key)
        if found is not None:
            return [coupon for coupon in rows if _is_valid_for(coupon, sellable.kind, found)]
    return []


def _is_valid_for(coupon: Coupon, kind: str, found: Found) -> bool:
    reaches = found.price_paise is None or found.price_paise >= coupon.minimum_paise
    return reaches and coupon.is_valid_for(kind=kind, item_id=found.item_id)


def _serialize(coupon: Coupon) -> CouponItem:
    return {"_id": str(coupon.pk), "couponCode": coupon.code, "shortDescription": coupon.short_description}


def _uses_by_person(coupon: Coupon, person_id: UUID) -> int:
    tally = CouponTally.objects.filter(coupon=coupon, person_id=person_id).values_list("uses", flat=True)
    return tally.first() or 0
