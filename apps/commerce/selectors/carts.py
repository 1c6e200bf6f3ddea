"""Reading and serialising carts."""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.commerce import pricing, quotes
from apps.commerce.models import Cart, Coupon, Order
from apps.commerce.pricing import TaxLine, Totals
from apps.commerce.selectors import gst_rates
from apps.commerce.states import OPEN
from apps.core import indian_states, indian_time, supplier
from apps.core.errors import NotFound
from apps.core.json_types import Choices, DateTime, Help, component
from apps.core.money import Money


class UnknownCart(NotFound):
    code = "cart_unknown"
    message = "We could not find that cart. Please start again."


@component("PlanPriceOut")
class CartPlan(TypedDict):
    actualPrice: int | float | None
    discountedPrice: int | float
    priceName: str | None


@component("TaxLineOut")
class CartTaxLine(TypedDict):
    name: Annotated[str, Choices(["CGST", "SGST", "IGST"])]
    rate: int | float
    amount: int | float


class BillAmounts(TypedDict):
    igst: int | float
    cgst: int | float
    billTotal: int | float
    taxLines: list[CartTaxLine]


@component("TaxSplitsOut")
class TaxSplits(TypedDict):
    """The same tax as it is split for a buyer of the supplier's state and for one of another state."""

    supplierState: str
    sameState: list[CartTaxLine]
    otherState: list[CartTaxLine]


class CartAmounts(BillAmounts):
    taxSplits: TaxSplits


class AppliedCoupon(CartAmounts):
    CouponCode: str
    Coupondiscount: int | float


class CartCoupon(TypedDict):
    CouponCode: str
    Coupondiscount: int | float
    shortDescription: str


class CartSession(TypedDict):
    _id: str
    sessionName: str
    date: DateTime
    endDate: DateTime
    booked: bool
    full: bool
    seatsLeft: int | None
    basePricePerSession: Annotated[int, Help("Whole rupees.")]


@component("CartOut")
class CartContents(CartAmounts):
    _id: str
    kind: str
    itemId: str
    title: str
    image: str | None
    creator: str | None
    plan: CartPlan
    coupon: CartCoupon | None
    savings: int | float
    accessValidityInDays: int | None
    expiresAt: DateTime
    seats: Annotated[int, Help("How many seats it is for; 0 for what has none.")]
    heldUntil: Annotated[DateTime | None, Help("Until when an order of it that is not paid holds them.")]
    sessions: NotRequired[Annotated[list[CartSession], Help("Only for live trading.")]]
    date: NotRequired[Annotated[DateTime, Help("The start of a webinar or mentorship.")]]
    endDate: NotRequired[DateTime]


def get_own(*, cart_id: UUID, person: User) -> Cart:
    """:raises UnknownCart: if it does not exist or is somebody else's"""
    cart = Cart.objects.filter(pk=cart_id, person=person).select_related("coupon").first()
    if cart is None:
        raise UnknownCart()
    cart.person = person
    return cart


def totals(cart: Cart) -> Totals:
    return pricing.totals(
        price_paise=cart.price_paise, discount_paise=cart.discount_paise, gst_bp=gst_bp_of(cart)
    )


def gst_bp_of(cart: Cart) -> int:
    """The rate that its buyer was shown; a cart from before it was stored has that of its day."""
    return gst_rates.rate_at(cart.created_at) if cart.gst_bp is None else cart.gst_bp


def tax_lines(bill: Totals, *, cart: Cart) -> tuple[TaxLine, ...]:
    """The tax of a cart's bill, split as the law requires."""
    return _tax_lines(bill, cart=cart, buyer_state=state_of(cart.billing))


def _tax_lines(bill: Totals, *, cart: Cart, buyer_state: str) -> tuple[TaxLine, ...]:
    return pricing.tax_lines(
        bill.igst_paise + bill.cgst_paise,
        gst_bp=gst_bp_of(cart),
        buyer_state=buyer_state,
        supplier_state=supplier.current().state,
    )


def state_of(billing: Mapping[str, str]) -> str:
    """The buyer's state, else the GSTIN's, else the supplier's."""
    registered = indian_states.BY_CODE.get(billing.get("gstNo", "")[:2])
    return indian_states.by_name(billing.get("state", "")) or registered or supplier.current().state


def serialize(cart: Cart) -> CartContents:
    quote = quotes.from_json(cart.quote)
    bill, seats = totals(cart), quotes.seats(quote)
    return {
        "_id": str(cart.pk),
        "kind": cart.kind,
        "itemId": str(cart.item_id),
        "title": quote.title,
        "image": quote.image,
        "creator": quote.creator,
        "plan": serialize_plan(quote.list_paise, quote.price_paise, quote.price_name),
        "coupon": _serialize_coupon(cart.coupon, bill),
        **_amounts(bill, cart),
        "accessValidityInDays": quote.access_days,
        "savings": rupees(quote.savings_paise or 0),
        "expiresAt": indian_time.iso_utc(cart.expires_at),
        "seats": seats,
        "heldUntil": _held_until(cart) if seats else None,
        **quote.details,  # type: ignore[typeddict-item]
    }


def _held_until(cart: Cart) -> str | None:
    held = Order.objects.filter(cart=cart, status__in=OPEN, released_at__isnull=True)
    until = held.order_by("-held_until").values_list("held_until", flat=True).first()
    return None if until is None else indian_time.iso_utc(until)


def serialize_applied_coupon(cart: Cart) -> AppliedCoupon:
    bill = totals(cart)
    return {
        "CouponCode": cart.coupon.code if cart.coupon else "",
        "Coupondiscount": rupees(bill.discount_paise),
        **_amounts(bill, cart),
    }


def serialize_plan(list_paise: int | None, price_paise: int, price_name: str | None) -> CartPlan:
    return {
        "actualPrice": None if list_paise is None else rupees(list_paise),
        "discountedPrice": rupees(price_paise),
        "priceName": price_name,
    }


def serialize_tax_lines(lines: list[dict[str, Any]]) -> list[CartTaxLine]:
    return [{"name": line["name"], "rate": line["rate"], "amount": rupees(line["paise"])} for line in lines]


def rupees(paise: int) -> int | float:
    return Money(paise).to_rupees()


def _amounts(bill: Totals, cart: Cart) -> CartAmounts:
    home = supplier.current().state
    same_state = _split(bill, cart, buyer_state=home)
    other_state = _split(bill, cart, buyer_state="")
    return {
        "igst": rupees(bill.igst_paise),
        "cgst": rupees(bill.cgst_paise),
        "billTotal": rupees(bill.bill_paise),
        "taxLines": same_state if state_of(cart.billing) == home else other_state,
        "taxSplits": {"supplierState": home, "sameState": same_state, "otherState": other_state},
    }


def _split(bill: Totals, cart: Cart, *, buyer_state: str) -> list[CartTaxLine]:
    lines = _tax_lines(bill, cart=cart, buyer_state=buyer_state)
    return [{"name": line.name, "rate": line.rate, "amount": rupees(line.paise)} for line in lines]


def _serialize_coupon(coupon: Coupon | None, bill: Totals) -> CartCoupon | None:
    if coupon is None:
        return None
    return {
        "CouponCode": coupon.code,
        "Coupondiscount": rupees(bill.discount_paise),
        "shortDescription": coupon.short_description,
    }
