"""Reads of coupons. Their rules are in `apps/commerce/coupon_rules.py`."""

from datetime import datetime
from typing import TypedDict

from apps.commerce.coupon_rules import CouponUnknown
from apps.commerce.models import Coupon
from apps.core import sellables
from apps.core.api.pagination import Slice
from apps.core.sellables import Found


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
