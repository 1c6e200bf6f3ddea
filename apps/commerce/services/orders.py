"""Placing orders from carts, and expiring unpaid ones."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import people
from apps.commerce import coupon_rules, deadlines, pricing, quotes
from apps.commerce.coupon_rules import CouponRefused
from apps.commerce.gateways import registry
from apps.commerce.models import Cart, Order, OrderLine, Payment
from apps.commerce.pricing import Totals
from apps.commerce.selectors import carts, gst_rates, orders
from apps.commerce.services import billing, fulfilment, holds
from apps.commerce.services import carts as cart_service
from apps.commerce.states import OPEN, OrderStatus
from apps.core import sellables
from apps.core.errors import Conflict
from apps.core.sellables import AlreadyOwned, Quote
from apps.core.transactions import retry_on_deadlock, time_under_lock

_NUMBER_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class PriceChanged(Conflict):
    code = "price_changed"
    message = "The price has changed since you filled your cart. Please review your cart."

    def __init__(self, cart: Cart) -> None:
        super().__init__()
        self.data = carts.serialize(cart)


class AmountTooLarge(Conflict):
    code = "amount_too_large"
    message = (
        "The total is more than can be paid online at once. You have not been charged. Please choose less, "
        "or contact us."
    )


class ScheduleChanged(PriceChanged):
    """Its time has changed since the cart was filled; its price may be the same."""

    message = "The time of an item in your cart has changed. Please review your cart."


class CouponLost(Conflict):
    """The coupon became invalid between applying it and paying."""

    code = "coupon_used_up"
    message = "Your coupon can no longer be used. It has been removed from your cart."

    def __init__(self, cart: Cart) -> None:
        super().__init__()
        self.data = carts.serialize(cart)


def place(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order:
    """
    The order of a cart: the existing one while it has its holds and matches the cart, else a new one.

    :raises NotLoggedIn: if the account has been erased
    :raises UnknownCart, CartExpired: if the cart does not exist or has expired
    :raises PriceChanged, CouponLost: with the updated cart, if it no longer matches what the buyer saw
    :raises NotSellable: if it cannot be sold to the person any more
    :raises AmountTooLarge: if the bill is more than the provider takes
    """
    try:
        placed = _place(person=person, kind=kind, cart_id=cart_id, at=at)
    except CouponRefused:
        raise CouponLost(_remove_coupon(person=person, cart_id=cart_id)) from None
    if isinstance(placed, PriceChanged):
        raise placed
    return placed


def lock(*, order_id: UUID) -> Order | None:
    """
    Lock the order, with its lines and payments, until the caller's transaction ends.

    Its buyer and its cart are locked first, as in `place`, so that paying, enrolling again and erasing the
    account cannot deadlock; an order never changes either. While it is locked, `person.erased_at` stays true.
    """
    its = Order.objects.filter(pk=order_id).order_by()
    buyer = User.objects.locked().filter(pk__in=its.values("person")).first()
    list(Cart.objects.locked().filter(pk__in=its.values("cart")).order_by().values_list("pk"))
    order = Order.objects.locked().filter(pk=order_id).first()
    if order is None or buyer is None:
        return None
    order.person = buyer
    # What `prefetch_related` does, which costs more than the two queries that it makes.
    lines, payments = OrderLine.objects.filter(order=order), Payment.objects.filter(order=order)
    for line in lines:
        line.order = order
    for payment in payments:
        payment.order = order
    order._prefetched_objects_cache = {"lines": lines, "payments": payments}  # type: ignore[attr-defined]
    return order


@transaction.atomic(durable=True)
def record_provider_order(*, order: Order, provider_order_id: str) -> None:
    """Store the provider's order id, or load the one that a concurrent request stored."""
    if Order.objects.filter(pk=order.pk).set_provider_order(provider_order_id=provider_order_id):
        order.provider_order_id = provider_order_id
    else:
        order.refresh_from_db(fields=["provider_order_id", "status"])


@retry_on_deadlock
@transaction.atomic(durable=True)
def expire(*, order_id: UUID, at: datetime) -> bool:
    """
    Expire an overdue order; whether it had anything to release.

    One whose payment is being checked releases its seats and keeps its status until that is known.
    """
    order = Order.objects.locked().overdue(at=at).filter(pk=order_id).prefetch_related("lines").first()
    return order is not None and _expire(order, at=time_under_lock(at))


@retry_on_deadlock
@transaction.atomic(durable=True)
def expire_refused(*, order_id: UUID, at: datetime) -> None:
    """Expire an order that the provider refuses to create: nobody can pay it."""
    unknown_there = Order.objects.locked().filter(
        pk=order_id, provider_order_id__isnull=True, status__in=OPEN
    )
    order = unknown_there.prefetch_related("lines").first()
    if order is not None:
        _expire(order, at=time_under_lock(at))


def _expire(order: Order, *, at: datetime) -> bool:
    if not holds.release(order=order, at=at):
        return False
    if order.status != OrderStatus.CHECKING:
        order.transition(OrderStatus.EXPIRED)
    return True


@retry_on_deadlock
@transaction.atomic(durable=True)
def _place(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order | PriceChanged:
    people.lock(person=person)
    try:
        cart = Cart.objects.locked().get(pk=cart_id, person=person, kind=kind)
    except Cart.DoesNotExist:
        raise carts.UnknownCart() from None
    at = time_under_lock(at)
    cart.person = person
    if cart.closed_at is not None:
        return _paid_free_order(cart)
    if cart.has_expired(at=at):
        raise cart_service.CartExpired()
    quote = sellables.of_kind(kind).quote(request=cart.request, buyer_id=person.pk, at=at)
    cart_service.require_price(quote)
    _refresh_billing(cart, person)
    earlier = _unpaid_orders_with_holds(cart)
    for order in earlier:
        if order.held_until > at and _matches_cart(order, cart, quote):
            return order
    if not _is_unchanged(cart, quote, at=at):
        refusal = (
            ScheduleChanged if quotes.has_new_time(quotes.from_json(cart.quote), quote) else PriceChanged
        )
        cart_service.requote(cart, quote=quote, at=at)
        cart.save()
        return refusal(cart)
    for order in earlier:
        holds.release(order=order, at=at)
    return _create_order(cart, quote=quote, at=at)


def _refresh_billing(cart: Cart, person: User) -> None:
    """What the cart leaves to the profile is read again: its buyer may have changed it since."""
    if cart.billing_given is None:
        return
    fresh = billing.completed(person=person, given=cart.billing_given)
    if fresh != cart.billing:
        cart.billing = fresh
        cart.save(update_fields=["billing"])


def _unpaid_orders_with_holds(cart: Cart) -> list[Order]:
    """Unpaid orders of the cart that keep seats or a coupon use, the newest first."""
    held = Order.objects.locked().filter(cart=cart, status__in=OPEN, released_at__isnull=True)
    # Most carts have none: their keys are cheaper to ask for than all their columns.
    keys = list(held.order_by().values_list("pk", flat=True))
    return list(Order.objects.filter(pk__in=keys).order_by("-placed_at", "-pk")) if keys else []


def _paid_free_order(cart: Cart) -> Order:
    """A bill of zero was settled when enrolling: a repeat returns the same order."""
    paid = orders.paid_of_cart(cart=cart)
    if paid is None or paid.bill_paise > 0:
        raise AlreadyOwned()
    return paid


def _matches_cart(order: Order, cart: Cart, quote: Quote) -> bool:
    return bool(
        order.coupon_id == cart.coupon_id
        and order.discount_paise == carts.totals(cart).discount_paise
        and order.billing == cart.billing
        and pricing.gst_bp_of(order.tax_lines) == carts.gst_bp_of(cart)
        and quotes.is_same_bill(quotes.from_json(order.quote), quote)
    )


def _is_unchanged(cart: Cart, quote: Quote, *, at: datetime) -> bool:
    """
    Whether price, discount and tax are still those of the cart.

    :raises CouponRefused: if the coupon is no longer valid
    """
    if not quotes.is_same_bill(quotes.from_json(cart.quote), quote):
        return False
    if carts.gst_bp_of(cart) != gst_rates.rate_at(at):
        return False
    if cart.coupon is None:
        return True
    # Its limits are enforced by the hold.
    coupon_rules.require_valid(
        coupon=cart.coupon, kind=cart.kind, item_id=cart.item_id, price_paise=cart.price_paise, at=at
    )
    fresh = coupon_rules.discount(coupon=cart.coupon, price_paise=cart.price_paise)
    return bool(fresh == cart.discount_paise)


def _create_order(cart: Cart, *, quote: Quote, at: datetime) -> Order:
    gateway, bill = registry.of_new_orders(), carts.totals(cart)
    if bill.bill_paise > gateway.maximum_paise:
        raise AmountTooLarge()
    order = Order(
        number=f"RA-{''.join(secrets.choice(_NUMBER_ALPHABET) for _ in range(10))}",
        provider=gateway.name,
        coupon=cart.coupon,
        coupon_code=cart.coupon.code if cart.coupon else "",
        held_until=at + deadlines.HOLD_DURATION,
        next_poll_at=at + deadlines.HOLD_DURATION,
    )
    order.is_new = True
    record(order, cart=cart, quote=quote, bill=bill, at=at)
    holds.take(order=order, at=at)
    if order.bill_paise == 0:
        fulfilment.fulfil(order=order, payment=None, at=at)
    elif cart.expires_at < order.held_until:
        cart.expires_at = order.held_until
        cart.save(update_fields=["expires_at"])
    return order


def record(order: Order, *, cart: Cart, quote: Quote, bill: Totals, at: datetime) -> None:
    """Save the order and its lines. Joins the caller's transaction."""
    order.person, order.cart, order.kind, order.item_id = cart.person, cart, cart.kind, quote.item_id
    order.request, order.quote, order.billing = cart.request, quotes.to_json(quote), cart.billing
    order.price_paise, order.discount_paise = bill.price_paise, bill.discount_paise
    order.igst_paise, order.cgst_paise = bill.igst_paise, bill.cgst_paise
    order.bill_paise, order.placed_at = bill.bill_paise, at
    split = carts.tax_lines(bill, cart=cart)
    order.tax_lines = [{"name": line.name, "rate": line.rate, "paise": line.paise} for line in split]
    order.save(force_insert=True)
    # Prefilled, so that they are not queried again.
    order._prefetched_objects_cache = {"lines": _lines(order, quote, bill)}  # type: ignore[attr-defined]


def cache_no_refunds(order: Order) -> None:
    """An order whose first payment has just fulfilled it has no refunds: saves a query."""
    order._prefetched_objects_cache["refunds"] = []  # type: ignore[attr-defined]


def _lines(order: Order, quote: Quote, bill: Totals) -> list[OrderLine]:
    shares = pricing.split_between_lines(bill, prices=[line.price_paise for line in quote.lines])
    return OrderLine.objects.bulk_create(
        [
            OrderLine(
                order=order,
                position=position,
                item_id=line.item_id,
                title=line.title[:200],
                sac=quote.sac,
                price_paise=line.price_paise,
                discount_paise=share.discount_paise,
                tax_paise=share.tax_paise,
            )
            for position, (line, share) in enumerate(zip(quote.lines, shares, strict=True))
        ]
    )


@transaction.atomic(durable=True)
def _remove_coupon(*, person: User, cart_id: UUID) -> Cart:
    cart = Cart.objects.locked().filter(pk=cart_id, person=person).first()
    if cart is None:
        raise carts.UnknownCart()
    cart_service.drop_coupon(cart)
    cart.save(update_fields=["coupon", "discount_paise"])
    return cart
