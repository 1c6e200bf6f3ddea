"""Filling carts, and applying coupons to them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.commerce import coupon_rules, deadlines, quotes
from apps.commerce.coupon_rules import CouponRefused
from apps.commerce.models import Cart, Coupon
from apps.commerce.selectors import carts, coupons, gst_rates, orders
from apps.commerce.services import billing
from apps.core import sellables
from apps.core.errors import Expired
from apps.core.sellables import AlreadyOwned, NotSellable, Quote
from apps.core.transactions import time_under_lock


class CartExpired(Expired):
    code = "cart_expired"
    message = "Your cart has expired. Please start again."


def fill(
    *, person: User, kind: str, request: Mapping[str, Any], billing_details: Mapping[str, str], at: datetime
) -> Cart:
    """
    Replace what the person's cart for that item contains.

    :raises NotSellable, NotFound: if it cannot be sold to the person, or does not exist
    :raises Invalid: if the billing details are not valid
    """
    quote = sellables.of_kind(kind).quote(request=request, buyer_id=person.pk, at=at)
    require_price(quote)
    given = billing.checked(person=person, given=billing_details)
    try:
        return _fill(person=person, kind=kind, request=request, quote=quote, given=given, at=at)
    except IntegrityError:
        # A concurrent request has created the cart: this selection replaces its contents.
        return _fill(person=person, kind=kind, request=request, quote=quote, given=given, at=at)


def require_price(quote: Quote) -> None:
    if quote.price_paise <= 0:
        raise NotSellable("This is free: no payment is needed.")


@transaction.atomic(durable=True)
def _fill(
    *,
    person: User,
    kind: str,
    request: Mapping[str, Any],
    quote: Quote,
    given: Mapping[str, str],
    at: datetime,
) -> Cart:
    cart = Cart.objects.locked().open().filter(person=person, kind=kind, item_id=quote.item_id).first()
    at = time_under_lock(at)
    if cart is None:
        cart = Cart(kind=kind, item_id=quote.item_id, created_at=at, expires_at=at)
    cart.person = person
    cart.request, cart.billing_given = dict(request), dict(given)
    cart.billing = billing.completed(person=person, given=given)
    cart.expires_at = max(at + deadlines.CART_LIFETIME, cart.expires_at)
    requote(cart, quote=quote, at=at)
    cart.save()
    return cart


def requote(cart: Cart, *, quote: Quote, at: datetime) -> None:
    """Apply a fresh quote; a coupon that is no longer valid is removed. The caller saves."""
    cart.quote, cart.price_paise = quotes.to_json(quote), quote.price_paise
    cart.gst_bp = gst_rates.rate_at(at)
    if cart.coupon is not None:
        try:
            _apply_coupon(cart, cart.coupon, at=at)
        except CouponRefused:
            drop_coupon(cart)
    else:
        cart.discount_paise = 0


def drop_coupon(cart: Cart) -> None:
    cart.coupon, cart.discount_paise = None, 0


@transaction.atomic(durable=True)
def apply_coupon(*, person: User, cart_id: UUID, code: str, at: datetime) -> Cart:
    """
    Apply a coupon to a cart, replacing any other; a refused code changes nothing.

    :raises UnknownCart, CartExpired: if the cart does not exist or has expired
    :raises CouponRefused: if the coupon is not valid here; its code says why
    """
    cart = _locked_open_cart(person=person, cart_id=cart_id, at=at)
    at = time_under_lock(at)
    cart_coupon = coupons.get_by_code(code)
    _apply_coupon(cart, cart_coupon, at=at)
    cart.coupon = cart_coupon
    cart.save(update_fields=["coupon", "discount_paise"])
    return cart


@transaction.atomic(durable=True)
def remove_coupon(*, person: User, cart_id: UUID, code: str, at: datetime) -> Cart:
    """
    Remove the coupon; removing one that is not applied changes nothing.

    :raises UnknownCart, CartExpired: if the cart does not exist or has expired
    """
    cart = _locked_open_cart(person=person, cart_id=cart_id, at=at)
    if cart.coupon is not None and cart.coupon.code == code.strip().upper():
        drop_coupon(cart)
        cart.save(update_fields=["coupon", "discount_paise"])
    return cart


def _locked_open_cart(*, person: User, cart_id: UUID, at: datetime) -> Cart:
    cart = Cart.objects.locked().filter(pk=cart_id, person=person).first()
    if cart is None:
        raise carts.UnknownCart()
    cart.person = person
    if cart.closed_at is not None:
        raise AlreadyOwned()
    if cart.has_expired(at=time_under_lock(at)):
        raise CartExpired()
    return cart


def _apply_coupon(cart: Cart, coupon: Coupon, *, at: datetime) -> None:
    coupon_rules.require_usable(
        coupon=coupon,
        cart=cart,
        own_hold=orders.holds_coupon(cart_id=cart.pk, coupon=coupon),
        at=at,
    )
    coupon_rules.require_first_purchase(coupon=coupon, person=cart.person, cart_id=cart.pk)
    cart.discount_paise = coupon_rules.discount(coupon=coupon, price_paise=cart.price_paise)
