"""Rebuilding an order that was paid and that our database has lost."""

from copy import copy
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.commerce import pricing, quotes
from apps.commerce.gateways.order_notes import OrderNotes
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import gst_rates
from apps.commerce.services import orders
from apps.commerce.states import OrderStatus
from apps.core import sellables
from apps.core.errors import DomainError
from apps.core.sellables import Quote, QuotedLine


@transaction.atomic(durable=True)
def rebuild(notes: OrderNotes, *, provider: str, provider_order_id: str, at: datetime) -> Order | None:
    """
    Create the order again with its price and numbers, unpaid and without holds.

    Also if its item cannot be sold to the person any more, so that the payment can be refunded. None if the
    account does not exist: then staff have to look into it.
    """
    person = User.objects.filter(pk=notes.person_id).first()
    if person is None:
        return None
    own = _original_cart(notes, person)
    if notes.request is None and own is not None and own.price_paise == notes.price_paise:
        notes = replace(notes, request=own.request)
    quote = _quote(notes, at=at)
    # The notes do not name the coupon, and a discount needs one: the price is reduced instead.
    price = notes.price_paise - notes.discount_paise
    adjusted = _at_price(quote or _quote_from_notes(notes), price)
    order = Order(
        id=notes.order_id,
        number=notes.number,
        status=OrderStatus.EXPIRED,
        provider=provider,
        provider_order_id=provider_order_id,
        released_at=at,
        held_until=at,
        next_poll_at=at,
    )
    cart = _cart(notes, person, adjusted, own=own, is_sold=quote is not None, at=at)
    cart.gst_bp = gst_rates.rate_at(at) if notes.gst_bp is None else notes.gst_bp
    bill = pricing.totals(price_paise=price, gst_bp=cart.gst_bp)
    orders.record(order, cart=cart, quote=adjusted, bill=bill, at=at)
    return order


def _original_cart(notes: OrderNotes, person: User) -> Cart | None:
    if notes.cart_id is None:
        return None
    return Cart.objects.filter(pk=notes.cart_id, person=person, kind=notes.kind).first()


def _quote(notes: OrderNotes, *, at: datetime) -> Quote | None:
    if notes.request is None:
        return None
    try:
        return sellables.of_kind(notes.kind).quote(request=notes.request, buyer_id=notes.person_id, at=at)
    except (LookupError, DomainError):
        return None


def _quote_from_notes(notes: OrderNotes) -> Quote:
    line = QuotedLine(notes.item_id, notes.title, notes.price_paise)
    return Quote(notes.item_id, notes.title, notes.price_paise, lines=(line,))


def _at_price(quote: Quote, price_paise: int) -> Quote:
    """The quote at the price of the lost order."""
    parts = pricing.split_proportionally(price_paise, by=[line.price_paise or 1 for line in quote.lines])
    lines = tuple(replace(line, price_paise=part) for line, part in zip(quote.lines, parts, strict=True))
    return replace(quote, price_paise=price_paise, lines=lines)


def _cart(
    notes: OrderNotes, person: User, quote: Quote, *, own: Cart | None, is_sold: bool, at: datetime
) -> Cart:
    """
    The order's own cart, or a replacement, which is closed if the item cannot be sold any more.

    Selection and billing are those of the order: another cart for the same item may have different ones.
    """
    if own is not None and (is_sold or own.closed_at is not None):
        cart = copy(own)
    else:
        cart = _replacement_cart(notes, person, quote, is_sold=is_sold, at=at)
    cart.request = dict(notes.request or {})
    cart.billing = dict(own.billing) if own else _billing(notes, person)
    return cart


def _billing(notes: OrderNotes, person: User) -> dict[str, str]:
    """From the notes, completed from the profile."""
    profile = {"gstNo": "", "company": "", "name": person.name, "address": person.address}
    return {**profile, "mobile": person.mobile, "email": person.email, **notes.billing}


def _replacement_cart(notes: OrderNotes, person: User, quote: Quote, *, is_sold: bool, at: datetime) -> Cart:
    cart, _ = Cart.objects.get_or_create(
        person=person,
        kind=notes.kind,
        item_id=quote.item_id,
        closed_at=None if is_sold else at,
        defaults={
            "request": dict(notes.request or {}),
            "quote": quotes.to_json(quote),
            "price_paise": quote.price_paise,
            "gst_bp": notes.gst_bp,
            "billing": _billing(notes, person),
            "created_at": at,
            "expires_at": at,
        },
    )
    return cart
