"""Making an order again that was paid and that our books have lost."""

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
    quote = _quote(noted, at=at)
    agreed = _at_price(quote or _named(noted), noted.price_paise)
    order = Order(
        id=noted.order_id,
        number=noted.number,
        status=OrderStatus.EXPIRED,
        provider_order_id=provider_order_id,
        released_at=at,
        held_until=at,
        look_at=at,
    )
    cart = _cart(noted, person, agreed, is_sold=quote is not None, at=at)
    bill = pricing.totals(price_paise=noted.price_paise, discount_paise=noted.discount_paise)
    orders.record(order, cart=cart, quote=agreed, bill=bill, at=at)
    return order


def _quote(noted: Noted, *, at: datetime) -> Quote | None:
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


def _cart(noted: Noted, person: User, quote: Quote, *, is_sold: bool, at: datetime) -> Cart:
    """A cart of the order's own; closed from the start where nothing can be handed over for it."""
    bill_to = {"gstNo": "", "company": "", "name": person.name, "address": person.address}
    made, _ = Cart.objects.get_or_create(
        person=person,
        kind=noted.kind,
        item_id=quote.item_id,
        closed_at=None if is_sold else at,
        defaults={
            "request": dict(noted.request),
            "quote": quotes.frozen(quote),
            "price_paise": quote.price_paise,
            "discount_paise": min(noted.discount_paise, quote.price_paise),
            "billing": {**bill_to, "mobile": person.mobile, "email": person.email, **noted.billing},
            "made_at": at,
            "expires_at": at,
        },
    )
    return made
