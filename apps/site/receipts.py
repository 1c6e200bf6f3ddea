"""
A member's order as a receipt, for server-rendered pages.

Mirrored by features/orders/components/Receipt.tsx and shared/lib/bill.ts in frontend/src.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.core.formatting import clock_time, day, indian_number, rupees
from apps.site import own_orders

Order = Mapping[str, Any]
"""As the endpoint returns it."""


@dataclass(frozen=True, slots=True)
class Amount:
    label: str
    sum: str
    before: str | None = None
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Refunded:
    line: str
    reason: str
    credit_note: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Receipt:
    order: Order
    tone: str
    label: str
    placed_or_paid_at: str
    days: str | None
    is_under_way: bool
    amounts: list[Amount]
    total: Amount
    refunds: list[Refunded]
    item_link: str


def receipt(order: Order) -> Receipt:
    row = own_orders.row(order)
    at, days = order["paidAt"] or order["createdAt"], order["accessValidityInDays"]
    return Receipt(
        order=order,
        tone=row.tone,
        label=row.label,
        placed_or_paid_at=f"{day(at)}, {clock_time(at)}",
        days=None if days is None else f"{indian_number(days)} {'day' if days == 1 else 'days'}",
        is_under_way=order["status"] in ("awaiting", "checking"),
        amounts=list(_amounts(order)),
        total=Amount("Total", rupees(order["billTotal"])),
        refunds=[
            Refunded(line, refund["reason"], refund["creditNote"])
            for line, refund in zip(row.refunds, order["refunds"], strict=True)
        ],
        item_link=own_orders.ITEM_LINKS.get(order["kind"], "View item"),
    )


def _amounts(order: Order) -> Iterator[Amount]:
    plan, coupon = order["plan"], order["coupon"]
    before = None if plan["actualPrice"] is None else rupees(plan["actualPrice"])
    yield Amount("Price", rupees(plan["discountedPrice"]), before=before)
    if coupon:
        yield Amount(f"Coupon {coupon['CouponCode']}", f"-{rupees(coupon['Coupondiscount'])}", is_off=True)
    for line in order["taxLines"]:
        yield Amount(f"{line['name']} {line['rate']}%", rupees(line["amount"]))
