"""A cart as its owner sees it."""

from collections.abc import Mapping
from typing import Any, TypedDict
from uuid import UUID

from apps.commerce import pricing, quotes
from apps.commerce.models import Cart, Coupon
from apps.commerce.pricing import TaxLine, Totals
from apps.core import indian_states, indian_time, supplier
from apps.core.errors import NotFound
from apps.core.money import Money


class UnknownCart(NotFound):
    code = "cart_unknown"
    message = "We could not find that cart. Please start again."


class PlanShown(TypedDict):
    actualPrice: int | float | None
    discountedPrice: int | float
    priceName: str | None


class TaxLineShown(TypedDict):
    name: str
    rate: int
    amount: int | float


class AppliedCoupon(TypedDict):
    CouponCode: str
    Coupondiscount: int | float
    igst: int | float
    cgst: int | float
    billTotal: int | float
    taxLines: list[TaxLineShown]


def own(*, cart_id: UUID, person_id: UUID) -> Cart:
    """:raises UnknownCart: if it is nobody's, or somebody else's"""
    cart = Cart.objects.filter(pk=cart_id, person_id=person_id).select_related("coupon").first()
    if cart is None:
        raise UnknownCart()
    return cart


def totals(cart: Cart) -> Totals:
    return pricing.totals(price_paise=cart.price_paise, discount_paise=cart.discount_paise)


def tax_lines(bill: Totals, *, billing: Mapping[str, str]) -> tuple[TaxLine, ...]:
    """The lawful split of a bill's tax."""
    return pricing.tax_lines(
        bill.igst_paise + bill.cgst_paise,
        buyer_state=state_of(billing),
        supplier_state=supplier.current().state,
    )


def state_of(billing: Mapping[str, str]) -> str:
    """The buyer's state, else that of the GSTIN; the supplier's own where neither is known."""
    registered = indian_states.BY_CODE.get(billing.get("gstNo", "")[:2])
    return indian_states.named(billing.get("state", "")) or registered or supplier.current().state


def shown(cart: Cart) -> dict[str, Any]:
    quote = quotes.thawed(cart.quote)
    bill = totals(cart)
    return {
        "_id": str(cart.pk),
        "kind": cart.kind,
        "itemId": str(cart.item_id),
        "title": quote.title,
        "image": quote.image,
        "creator": quote.creator,
        "plan": plan_shown(quote.list_paise, quote.price_paise, quote.price_name),
        "coupon": _coupon_shown(cart.coupon, bill),
        **_amounts(bill, cart),
        "accessValidityInDays": quote.access_days,
        "savings": rupees(quote.savings_paise or 0),
        "expiresAt": indian_time.on_wire(cart.expires_at),
        **quote.details,
    }


def applied_shown(cart: Cart) -> AppliedCoupon:
    bill = totals(cart)
    return {
        "CouponCode": cart.coupon.code if cart.coupon else "",
        "Coupondiscount": rupees(bill.discount_paise),
        **_amounts(bill, cart),  # type: ignore[typeddict-item]
    }


def plan_shown(list_paise: int | None, price_paise: int, price_name: str | None) -> PlanShown:
    return {
        "actualPrice": None if list_paise is None else rupees(list_paise),
        "discountedPrice": rupees(price_paise),
        "priceName": price_name,
    }


def tax_lines_shown(lines: list[dict[str, Any]]) -> list[TaxLineShown]:
    return [{"name": line["name"], "rate": line["rate"], "amount": rupees(line["paise"])} for line in lines]


def rupees(paise: int) -> int | float:
    return Money(paise).on_wire()


def _amounts(bill: Totals, cart: Cart) -> dict[str, Any]:
    lines = [
        {"name": line.name, "rate": line.rate, "paise": line.paise}
        for line in tax_lines(bill, billing=cart.billing)
    ]
    return {
        "igst": rupees(bill.igst_paise),
        "cgst": rupees(bill.cgst_paise),
        "billTotal": rupees(bill.bill_paise),
        "taxLines": tax_lines_shown(lines),
    }


def _coupon_shown(coupon: Coupon | None, bill: Totals) -> dict[str, Any] | None:
    if coupon is None:
        return None
    return {
        "CouponCode": coupon.code,
        "Coupondiscount": rupees(bill.discount_paise),
        "shortDescription": coupon.short_description,
    }
