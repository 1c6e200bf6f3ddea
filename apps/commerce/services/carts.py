"""Filling a cart, and what a coupon does to it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.commerce import quotes
from apps.commerce.models import Cart, Coupon
from apps.commerce.selectors import carts, coupons, orders
from apps.commerce.selectors.coupons import CouponRefused
from apps.commerce.services import billing
from apps.core import sellables
from apps.core.errors import Expired
from apps.core.sellables import AlreadyOwned, NotSellable, Quote

LASTS = timedelta(minutes=30)


class CartExpired(Expired):
    code = "cart_expired"
    message = "Your cart has expired. Please start again."


def fill(
    *, person: User, kind: str, request: Mapping[str, Any], billing_details: Mapping[str, str], at: datetime
) -> Cart:
    """
    Put a selection into the person's cart for that thing, in place of what it held.

    :raises NotSellable, NotFound: if it cannot be sold to the person, or is not there
    :raises Invalid: if the billing details are wrong
    """
    quote = sellables.of_kind(kind).quote(request=request, buyer_id=person.pk, at=at)
    require_price(quote)
    bill_to = billing.details(person=person, given=billing_details)
    try:
        return _fill(person=person, kind=kind, request=request, quote=quote, bill_to=bill_to, at=at)
    except IntegrityError:
        # Two tabs at once: the other one's cart is there now, and this selection replaces it.
        return _fill(person=person, kind=kind, request=request, quote=quote, bill_to=bill_to, at=at)


def require_price(quote: Quote) -> None:
    if quote.price_paise <= 0:
        raise NotSellable("This costs nothing: it can be taken without paying.")


@transaction.atomic(durable=True)
def _fill(
    *,
    person: User,
    kind: str,
    request: Mapping[str, Any],
    quote: Quote,
    bill_to: Mapping[str, str],
    at: datetime,
) -> Cart:
    cart = (
        Cart.objects.locked().open().filter(person=person, kind=kind, item_id=quote.item_id).first()
    ) or Cart(person=person, kind=kind, item_id=quote.item_id, made_at=at, expires_at=at)
    cart.request, cart.billing = dict(request), dict(bill_to)
    cart.expires_at = max(at + LASTS, cart.expires_at)
    requote(cart, quote=quote, at=at)
    cart.save()
    return cart


def requote(cart: Cart, *, quote: Quote, at: datetime) -> None:
    """Take over a fresh quote; a coupon that does not fit it any more falls off. The caller saves."""
    cart.quote, cart.price_paise = quotes.frozen(quote), quote.price_paise
    if cart.coupon is not None:
        try:
            _lay_on(cart, cart.coupon, at=at)
        except CouponRefused:
            drop_coupon(cart)
    else:
        cart.discount_paise = 0


def drop_coupon(cart: Cart) -> None:
    cart.coupon, cart.discount_paise = None, 0


@transaction.atomic(durable=True)
def apply_coupon(*, person: User, cart_id: UUID, code: str, at: datetime) -> Cart:
    """
    Lay a coupon on a cart, in place of the one it has; a refused code changes nothing.

    :raises UnknownCart, CartExpired: if there is no such cart, or not any more
    :raises CouponRefused: if the coupon does not work here; the code says why
    """
    cart = _open(person=person, cart_id=cart_id, at=at)
    cart_coupon = coupons.with_code(code)
    _lay_on(cart, cart_coupon, at=at)
    cart.coupon = cart_coupon
    cart.save(update_fields=["coupon", "discount_paise"])
    return cart


@transaction.atomic(durable=True)
def remove_coupon(*, person: User, cart_id: UUID, code: str, at: datetime) -> Cart:
    """
    Take the coupon off; taking off one that is not on changes nothing.

    :raises UnknownCart, CartExpired: if there is no such cart, or not any more
    """
    cart = _open(person=person, cart_id=cart_id, at=at)
    if cart.coupon is not None and cart.coupon.code == code.strip().upper():
        drop_coupon(cart)
        cart.save(update_fields=["coupon", "discount_paise"])
    return cart


def _open(*, person: User, cart_id: UUID, at: datetime) -> Cart:
    cart = Cart.objects.locked().filter(pk=cart_id, person=person).first()
    if cart is None:
        raise carts.UnknownCart()
    if cart.closed_at is not None:
        raise AlreadyOwned()
    if cart.has_expired(at=at):
        raise CartExpired()
    return cart


def _lay_on(cart: Cart, coupon: Coupon, *, at: datetime) -> None:
    coupons.require_usable(
        coupon=coupon,
        kind=cart.kind,
        item_id=cart.item_id,
        price_paise=cart.price_paise,
        person_id=cart.person_id,
        own_hold=orders.holds_coupon(cart_id=cart.pk, coupon=coupon),
        at=at,
    )
    cart.discount_paise = coupons.discount(coupon=coupon, price_paise=cart.price_paise)
