"""Making an order out of a cart, and letting go of one that nobody pays."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.commerce import pricing, quotes
from apps.commerce.models import Cart, Order, OrderLine
from apps.commerce.models.order import OrderQuerySet
from apps.commerce.pricing import Totals
from apps.commerce.selectors import carts, coupons, orders
from apps.commerce.selectors.coupons import CouponRefused
from apps.commerce.services import carts as filling
from apps.commerce.services import fulfilment, holds
from apps.commerce.states import OPEN, OrderStatus
from apps.core import sellables
from apps.core.errors import Conflict
from apps.core.sellables import AlreadyOwned, Quote
from apps.core.transactions import retry_on_deadlock

HELD = timedelta(minutes=15)
"""How long seats and coupon uses are kept for a buyer who is paying."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class PriceChanged(Conflict):
    code = "price_changed"
    message = "The price has changed since you filled your cart. Please look at it again."

    def __init__(self, cart: Cart) -> None:
        super().__init__()
        self.data = carts.shown(cart)


class Moved(PriceChanged):
    """Not when it takes place as the cart says; its price may be the same."""

    message = "What is in your cart now takes place at another time. Please look at it again."


class CouponLost(Conflict):
    """The coupon stopped working between laying it on and paying."""

    code = "coupon_used_up"
    message = "Your coupon cannot be used any more. Your cart is kept without it."

    def __init__(self, cart: Cart) -> None:
        super().__init__()
        self.data = carts.shown(cart)


def place(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order:
    """
    The order of a cart: the one it has while that keeps its seats and agrees with the cart, else a new one.

    :raises UnknownCart, CartExpired: if there is no such cart, or not any more
    :raises PriceChanged, CouponLost: with the cart as it is now, if that is not what was agreed to
    :raises NotSellable: if it cannot be sold to the person any more
    """
    try:
        placed = _place(person=person, kind=kind, cart_id=cart_id, at=at)
    except CouponRefused:
        raise CouponLost(_without_coupon(person=person, cart_id=cart_id)) from None
    if isinstance(placed, PriceChanged):
        raise placed
    return placed


def lock(*, order_id: UUID) -> Order | None:
    """
    The order as nobody else changes it until the caller's transaction ends, with its lines and payments.

    Its cart comes first, as in `place`: who pays and who enrolls again never wait for each other. An order
    never changes its cart.
    """
    its_cart = Cart.objects.locked().filter(
        pk__in=Order.objects.filter(pk=order_id).order_by().values("cart")
    )
    list(its_cart.order_by().values_list("pk"))
    return Order.objects.locked().filter(pk=order_id).order_by().prefetch_related("lines", "payments").first()


@transaction.atomic(durable=True)
def note_provider_order(*, order: Order, provider_order_id: str) -> None:
    """Keep the provider's number of the order, or learn the one that a rival has kept."""
    if Order.objects.filter(pk=order.pk).note_provider_order(provider_order_id=provider_order_id):
        order.provider_order_id = provider_order_id
    else:
        order.refresh_from_db(fields=["provider_order_id", "status"])


@retry_on_deadlock
@transaction.atomic(durable=True)
def expire(*, order_id: UUID, at: datetime) -> bool:
    """
    Let go of an order whose time ran out; whether there was anything to let go of.

    One whose payment is being checked gives its seats back and stays in its state until that is known.
    """
    order = Order.objects.locked().overdue(at=at).filter(pk=order_id).prefetch_related("lines").first()
    if order is None or not holds.give_back(order=order, at=at):
        return False
    if order.status != OrderStatus.CHECKING:
        order.move(OrderStatus.EXPIRED)
    return True


@retry_on_deadlock
@transaction.atomic(durable=True)
def _place(*, person: User, kind: str, cart_id: UUID, at: datetime) -> Order | PriceChanged:
    cart = Cart.objects.locked().filter(pk=cart_id, person=person, kind=kind).order_by().first()
    if cart is None:
        raise carts.UnknownCart()
    if cart.closed_at is not None:
        return _already_free(cart)
    if cart.has_expired(at=at):
        raise filling.CartExpired()
    quote = sellables.of_kind(kind).quote(request=cart.request, buyer_id=person.pk, at=at)
    filling.require_price(quote)
    earlier = list(_holding(cart))
    for order in earlier:
        if order.held_until > at and _agrees(order, cart, quote):
            return order
    if not _is_as_agreed(cart, quote, at=at):
        refusal = Moved if quotes.has_moved(quotes.thawed(cart.quote), quote) else PriceChanged
        filling.requote(cart, quote=quote, at=at)
        cart.save()
        return refusal(cart)
    for order in earlier:
        holds.give_back(order=order, at=at)
    return _new(cart, person=person, quote=quote, at=at)


def _holding(cart: Cart) -> OrderQuerySet:
    """Unpaid orders of the cart that keep seats or a coupon use."""
    rows = Order.objects.locked().filter(cart=cart, status__in=OPEN, released_at__isnull=True)
    return rows.order_by("-placed_at", "-pk")


def _already_free(cart: Cart) -> Order:
    """A bill of zero was settled with its enrolment: asking again gets the same answer."""
    paid = orders.paid_of_cart(cart=cart)
    if paid is None or paid.bill_paise > 0:
        raise AlreadyOwned()
    return paid


def _agrees(order: Order, cart: Cart, quote: Quote) -> bool:
    return bool(
        order.coupon_id == cart.coupon_id
        and order.discount_paise == carts.totals(cart).discount_paise
        and order.billing == cart.billing
        and quotes.is_same_bill(quotes.thawed(order.quote), quote)
    )


def _is_as_agreed(cart: Cart, quote: Quote, *, at: datetime) -> bool:
    """
    Whether price and discount are still what the cart says.

    :raises CouponRefused: if the coupon does not work any more
    """
    if not quotes.is_same_bill(quotes.thawed(cart.quote), quote):
        return False
    if cart.coupon is None:
        return True
    # Its limits are for the hold to keep.
    coupons.require_fitting(
        coupon=cart.coupon, kind=cart.kind, item_id=cart.item_id, price_paise=cart.price_paise, at=at
    )
    fresh = coupons.discount(coupon=cart.coupon, price_paise=cart.price_paise)
    return bool(fresh == cart.discount_paise)


def _new(cart: Cart, *, person: User, quote: Quote, at: datetime) -> Order:
    order = Order(
        number=f"RA-{''.join(secrets.choice(_LETTERS) for _ in range(10))}",
        coupon=cart.coupon,
        coupon_code=cart.coupon.code if cart.coupon else "",
        held_until=at + HELD,
        look_at=at + HELD,
    )
    cart.person = person
    record(order, cart=cart, quote=quote, bill=carts.totals(cart), at=at)
    holds.take(order=order, at=at)
    if order.bill_paise == 0:
        fulfilment.fulfil(order=order, payment=None, at=at)
    elif cart.expires_at < order.held_until:
        cart.expires_at = order.held_until
        cart.save(update_fields=["expires_at"])
    return order


def record(order: Order, *, cart: Cart, quote: Quote, bill: Totals, at: datetime) -> None:
    """Write down what is agreed to, with its lines; joins the caller's transaction."""
    order.person, order.cart, order.kind, order.item_id = cart.person, cart, cart.kind, quote.item_id
    order.request, order.quote, order.billing = cart.request, quotes.frozen(quote), cart.billing
    order.price_paise, order.discount_paise = bill.price_paise, bill.discount_paise
    order.igst_paise, order.cgst_paise = bill.igst_paise, bill.cgst_paise
    order.bill_paise, order.placed_at = bill.bill_paise, at
    split = carts.tax_lines(bill, billing=cart.billing)
    order.tax_lines = [{"name": line.name, "rate": line.rate, "paise": line.paise} for line in split]
    order.save(force_insert=True)
    # Known from now on, so that nobody asks for them again.
    order._prefetched_objects_cache = {"lines": _lines(order, quote, bill)}  # type: ignore[attr-defined]


def know_no_refunds(order: Order) -> None:
    """Refunds are of payments: an order whose first payment has just fulfilled it has none to query."""
    order._prefetched_objects_cache["refunds"] = []  # type: ignore[attr-defined]


def _lines(order: Order, quote: Quote, bill: Totals) -> list[OrderLine]:
    shares = pricing.shares(bill, prices=[line.price_paise for line in quote.lines])
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
def _without_coupon(*, person: User, cart_id: UUID) -> Cart:
    cart = Cart.objects.locked().filter(pk=cart_id, person=person).first()
    if cart is None:
        raise carts.UnknownCart()
    filling.drop_coupon(cart)
    cart.save(update_fields=["coupon", "discount_paise"])
    return cart
