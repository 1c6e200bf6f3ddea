"""Reads of coupons. Their rules are in `apps/commerce/coupon_rules.py`."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.commerce import coupon_rules
from apps.commerce.coupon_rules import CouponRefused, CouponUnknown
from apps.commerce.models import Cart, Coupon
from apps.commerce.selectors import carts, orders
from apps.core import sellables
from apps.core.api.pagination import Slice
from apps.core.json_types import Help
from apps.core.sellables import Found


class CouponItem(TypedDict):
    _id: str
    couponCode: str
    shortDescription: str
    saves: Annotated[
        int | float | None,
        Help("What it takes off the price of that item or cart. Null: not known without a cart."),
    ]


def get_by_code(code: str) -> Coupon:
    """:raises CouponUnknown: if it does not exist or is inactive"""
    coupon = Coupon.objects.filter(code=code.strip().upper(), is_active=True).first()
    if coupon is None:
        raise CouponUnknown()
    return coupon


def list_public(
    *, page: Slice, product_key: str | None, person: User | None, at: datetime
) -> tuple[list[CouponItem], int]:
    """
    Public coupons that are usable now; with a product, those that are valid for it, the best first.

    Visitors see the coupons for first purchases, too.
    """
    rows = _public(at)
    if person is not None:
        rows = _without_first_purchase(rows, person=person)
    if product_key is None:
        items = [_serialize(coupon, price_paise=None) for coupon in rows]
    else:
        items = _for_product(rows, product_key)
    return items[page.skip : page.end], len(items)


def list_for_cart(*, page: Slice, cart_id: UUID, person: User, at: datetime) -> tuple[list[CouponItem], int]:
    """
    Public coupons that the cart's owner can apply to it now, the best first.

    :raises UnknownCart: if it does not exist or is somebody else's
    """
    cart = carts.get_own(cart_id=cart_id, person=person)
    rows = _without_first_purchase(_public(at), person=person, cart_id=cart_id)
    items = [
        _serialize(coupon, price_paise=cart.price_paise)
        for coupon in rows
        if _is_usable(coupon, cart=cart, at=at)
    ]
    return _best_first(items)[page.skip : page.end], len(items)


def _public(at: datetime) -> list[Coupon]:
    return list(Coupon.objects.usable_at(at).filter(is_listed=True).order_by("code"))


def _without_first_purchase(rows: list[Coupon], *, person: User, cart_id: UUID | None = None) -> list[Coupon]:
    """Without the coupons for first purchases, unless the person's next purchase is their first."""
    if not any(coupon.is_first_purchase for coupon in rows):
        return rows
    if coupon_rules.first_purchase_refusal(person=person, cart_id=cart_id) is None:
        return rows
    return [coupon for coupon in rows if not coupon.is_first_purchase]


def _is_usable(coupon: Coupon, *, cart: Cart, at: datetime) -> bool:
    try:
        coupon_rules.require_usable(
            coupon=coupon,
            cart=cart,
            own_hold=orders.holds_coupon(cart_id=cart.pk, coupon=coupon),
            at=at,
        )
    except CouponRefused:
        return False
    return True


def _for_product(rows: Iterable[Coupon], product_key: str) -> list[CouponItem]:
    for sellable in sellables.all_kinds():
        found = sellable.find(key=product_key)
        if found is not None:
            valid = [coupon for coupon in rows if _is_valid_for(coupon, sellable.kind, found)]
            return _best_first([_serialize(coupon, price_paise=found.price_paise) for coupon in valid])
    return []


def _best_first(items: list[CouponItem]) -> list[CouponItem]:
    """By what they save, and then by code."""
    return sorted(items, key=lambda item: -(item["saves"] or 0))


def _is_valid_for(coupon: Coupon, kind: str, found: Found) -> bool:
    reaches = found.price_paise is None or found.price_paise >= coupon.minimum_paise
    return reaches and coupon.is_valid_for(kind=kind, item_id=found.item_id)


def _serialize(coupon: Coupon, *, price_paise: int | None) -> CouponItem:
    saves = None if price_paise is None else coupon_rules.discount(coupon=coupon, price_paise=price_paise)
    return {
        "_id": str(coupon.pk),
        "couponCode": coupon.code,
        "shortDescription": coupon.short_description,
        "saves": None if saves is None else carts.rupees(saves),
    }
