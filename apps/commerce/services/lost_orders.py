"""Rebuilding an order that was paid and that our database has lost."""

from copy import copy
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import erasure, trials
from apps.commerce import document_numbers, pricing, quotes
from apps.commerce.gateways.order_notes import OrderNotes
from apps.commerce.models import Cart, Order
from apps.commerce.models.cart import NEVER_OPEN
from apps.commerce.selectors import gst_rates
from apps.commerce.services import notices, numbers, orders
from apps.commerce.states import OrderStatus
from apps.core import sellables
from apps.core.errors import DomainError
from apps.core.ids import new_id
from apps.core.sellables import Quote, QuotedLine
from apps.core.transactions import retry_on_deadlock, time_under_lock


@retry_on_deadlock
@transaction.atomic(durable=True)
def rebuild(notes: OrderNotes, *, provider: str, provider_order_id: str, at: datetime) -> Order:
    """
    Create the order again with its price and numbers, unpaid and without holds, or return the existing one.

    Also if its item cannot be sold to the person any more, or if no account is left, so that the payment can
    be refunded: the order then belongs to an account row that nobody can enter.
    """
    person = _lock_buyer(notes, at=at)
    at = time_under_lock(at)
    known = Order.objects.filter(pk=notes.order_id).first()
    if known is not None:
        return known
    found = None if notes.cart_id is None else Cart.objects.filter(pk=notes.cart_id).first()
    own = found if found is not None and (found.person_id, found.kind) == (person.pk, notes.kind) else None
    if notes.request is None and own is not None and own.price_paise == notes.price_paise:
        notes = replace(notes, request=own.request)
    quote = _quote(notes, person, at=at)
    # The notes do not name the coupon, and a discount needs one: the price is reduced instead.
    price = notes.price_paise - notes.discount_paise
    adjusted = _at_price(quote or _quote_from_notes(notes), price)
    if own is not None and (quote is not None or own.closed_at is not None):
        cart = copy(own)
    else:
        cart_id = notes.cart_id if found is None and notes.cart_id is not None else new_id()
        cart = _closed_cart(cart_id, notes, person, adjusted, is_sold=quote is not None, at=at)
    # Selection and billing are those of the order: its cart may have changed since.
    cart.request = dict(notes.request or {})
    cart.billing = dict(own.billing) if own else _billing(notes, person)
    cart.gst_bp = gst_rates.rate_at(at) if notes.gst_bp is None else notes.gst_bp
    bill = pricing.totals(price_paise=price, gst_bp=cart.gst_bp)
    invoice = document_numbers.noted(notes.invoice)
    order = Order(
        id=notes.order_id,
        number=notes.number,
        status=OrderStatus.EXPIRED,
        provider=provider,
        provider_order_id=provider_order_id,
        released_at=at,
        held_until=at,
        next_poll_at=at,
        noted_invoice=str(invoice) if invoice is not None and numbers.claim_lost(invoice, at=at) else "",
    )
    orders.record(order, cart=cart, quote=adjusted, bill=bill, at=at)
    if person.erased_at is not None:
        notices.enqueue_lost_buyer_notice(order=order)
    return order


def _lock_buyer(notes: OrderNotes, *, at: datetime) -> User:
    """The buyer, by the number if they registered again; a closed account if there is none."""
    person = User.objects.locked().filter(pk=notes.person_id).first()
    if person is None and (found := _registered_again(notes)) is not None:
        person = User.objects.locked().get(pk=found)
    if person is None:
        erasure.create_closed(person_id=notes.person_id, at=at)
        person = User.objects.locked().get(pk=notes.person_id)
    return person


def _registered_again(notes: OrderNotes) -> UUID | None:
    """Ids sort by time, so only accounts that are newer than the lost one are compared."""
    newer = User.objects.filter(pk__gt=notes.person_id, erased_at__isnull=True).order_by("pk")
    rows = newer.values_list("pk", "mobile").iterator() if notes.mobile_digest else ()
    return next((pk for pk, mobile in rows if trials.digest_of(mobile) == notes.mobile_digest), None)


def _quote(notes: OrderNotes, person: User, *, at: datetime) -> Quote | None:
    if notes.request is None:
        return None
    try:
        return sellables.of_kind(notes.kind).quote(request=notes.request, buyer_id=person.pk, at=at)
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


def _closed_cart(
    cart_id: UUID, notes: OrderNotes, person: User, quote: Quote, *, is_sold: bool, at: datetime
) -> Cart:
    """A cart of the order's own; the person's open one for the same item stays open."""
    return Cart.objects.create(
        id=cart_id,
        person=person,
        kind=notes.kind,
        item_id=quote.item_id,
        request=dict(notes.request or {}),
        quote=quotes.to_json(quote),
        price_paise=quote.price_paise,
        gst_bp=notes.gst_bp,
        billing=_billing(notes, person),
        created_at=at,
        expires_at=at,
        closed_at=NEVER_OPEN if is_sold else at,
    )


def _billing(notes: OrderNotes, person: User) -> dict[str, str]:
    """From the notes, completed from the profile. A closed account has no more than the state."""
    given = notes.billing if person.erased_at is None else {"state": notes.billing["state"]}
    profile = {"gstNo": "", "company": "", "name": person.name, "address": person.address}
    return {**profile, "mobile": person.mobile, "email": person.email, **given}
