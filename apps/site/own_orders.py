"""
What a member's order says of itself in a page that is made here.

The twins live in frontend/src/features/orders/lib/standing.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.core.templatetags.page import day, rupees


@dataclass(frozen=True, slots=True)
class Row:
    order: Mapping[str, Any]
    tone: str
    label: str
    refunds: list[str]
    to: str


def row(order: Mapping[str, Any]) -> Row:
    tone, label = _standing(order)
    return Row(
        order=order,
        tone=tone,
        label=label,
        refunds=[_refund(refund) for refund in order["refunds"]],
        to=f"/orders?order={order['_id']}",
    )


def _standing(order: Mapping[str, Any]) -> tuple[str, str]:
    if order["status"] == "refunded":
        return "neutral", "Refunded"
    if order["status"] == "expired":
        return "neutral", "Not paid"
    if order["status"] != "paid":
        return "warning", "Being checked"
    return ("neutral", "Partly refunded") if order["refunds"] else ("success", "Paid")


def _refund(refund: Mapping[str, Any]) -> str:
    amount = rupees(refund["amount"])
    if refund["status"] == "processed":
        return f"{amount} went back on {day(refund['processedAt'])}"
    if refund["status"] == "failed":
        return f"{amount} could not be sent back yet. We are looking after it."
    return f"{amount} is on its way back to you, by {day(refund['promisedBy'] + 'T00:00:00Z')}"
