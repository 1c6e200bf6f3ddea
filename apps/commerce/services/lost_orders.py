"""Making an order again that was paid and that our books have lost."""

from copy import copy
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.commerce import pricing, quotes
from apps.commerce.models import Cart, Order
from apps.commerce.noted import Noted
from apps.commerce.services import orders
from apps.commerce.states import OrderStatus
from apps.core import sellables
from apps.core.errors import DomainError
from apps.core.sellables import Quote, QuotedLine


@transaction.atomic(durable=True)
def make_again(noted: Noted, *, provider_order_id: str, at: datetime) -> Order | None:
    """
    The order with its price and its numbers, unpaid and holding nothing.

    One whose thing cannot be sold to the person any more is made as well, so that its money can go back.
    None where there is nobody to give it back to: then somebody has to look into it.
    """
    person = User.objects.filter(pk=noted.person_id).first()
    if person is None:
        return None
    own = _own_cart(noted, person)
    if noted.request is None and own is not None and own.price_paise == noted.price_paise:
        noted = replace(noted, request=own.request)
    quote = _quote(noted, at=at)
    # Which coupon lowered the price is not noted, and a discount without one is none.
    price = noted.price_paise - noted.discount_paise
    agreed = _at_price(quote or _named(noted), price)
    order = Order(
        id=noted.order_id,
        number=noted.number,
        status=OrderStatus.EXPIRED,
        provider_order_id=provider_order_id,
        released_at=at,
        held_until=at,
        look_at=at,
    )
    cart = _cart(noted, person, agreed, own=own, is_sold=quote is not None, at=at)
    orders.record(order, cart=cart, quote=agreed, bill=pricing.totals(price_paise=price), at=at)
    return order


def _own_cart(noted: Noted, person: User) -> Cart | None:
    if noted.cart_id is None:
        return None
    return Cart.objects.filter(pk=noted.cart_id, person=person, kind=noted.kind).first()


def _quote(noted: Noted, *, at: datetime) -> Quote | None:
    if noted.request is None:
        return None
    try:
        return sellables.of_kind(noted.kind).quote(request=noted.request, buyer_id=noted.person_id, at=at)
    except (LookupError, DomainError):
        return None


def _named(noted: Noted) -> Quote:
    line = QuotedLine(noted.item_id, noted.title, noted.price_paise)
    return Quote(noted.item_id, noted.title, noted.price_paise, lines=(line,))


def _at_price(quote: Quote, price_paise: int) -> Quote:
    """The quote at the price that was agreed to then."""
    parts = pricing.parted(price_paise, by=[line.price_paise or 1 for line in quote.lines])
    lines = tuple(replace(line, price_paise=part) for line, part in zip(quote.lines, parts, strict=True))
    return replace(quote, price_paise=price_paise, lines=lines)


def _cart(noted: Noted, person: User, quote: Quote, *, own: Cart | None, is_sold: bool, at: datetime) -> Cart:
    """
    The order's own cart, or one in its place; closed from the start where nothing can be handed over for it.

    Selection and billing are the order's in any case: another cart of the same thing may have others.
    """
    if own is not None and (is_sold or own.closed_at is not None):
        cart = copy(own)
    else:
        cart = _another_cart(noted, person, quote, is_sold=is_sold, at=at)
    cart.request = dict(noted.request or {})
    cart.billing = dict(own.billing) if own else _billing(noted, person)
    return cart


def _billing(noted: Noted, person: User) -> dict[str, str]:
    """What the notes tell, and the profile where the provider was told nothing."""
    profile = {"gstNo": "", "company": "", "name": person.name, "address": person.address}
    return {**profile, "mobile": person.mobile, "email": person.email, **noted.billing}


def _another_cart(noted: Noted, person: User, quote: Quote, *, is_sold: bool, at: datetime) -> Cart:
    made, _ = Cart.objects.get_or_create(
        person=person,
        kind=noted.kind,
        item_id=quote.item_id,
        closed_at=None if is_sold else at,
        defaults={
            "request": dict(noted.request or {}),
            "quote": quotes.frozen(quote),
            "price_paise": quote.price_paise,
            "billing": _billing(noted, person),
            "made_at": at,
            "expires_at": at,
        },
    )
    return made
