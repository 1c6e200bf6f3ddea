"""
A member's orders, for server-rendered pages.

Mirrored by frontend/src/features/orders/lib/orderStatus.ts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.core.formatting import day, rupees

ITEM_LINKS = {
    "course": "Go to course",
    "webinar": "Go to webinar",
    "mentorship": "Go to mentorship",
    "liveTrading": "Go to your sessions",
    "pro": "Go to Pro",
}
"""Labels of the links to what was bought."""


@dataclass(frozen=True, slots=True)
class Row:
    order: Mapping[str, Any]
    tone: str
    label: str
    refunds: list[str]
    to: str


def row(order: Mapping[str, Any]) -> Row:
    tone, label = _status(order)
    return Row(
        order=order,
        tone=tone,
        label=label,
        refunds=[_refund(refund) for refund in order["refunds"]],
        to=f"/orders?order={order['_id']}",
    )


def _status(order: Mapping[str, Any]) -> tuple[str, str]:
    if order["status"] == "refunded":
        return "neutral", "Refunded"
    if order["status"] == "expired":
        return "neutral", "Not paid"
    if order["status"] != "paid":
        return "warning", "Checking payment"
    return ("neutral", "Partly refunded") if order["refunds"] else ("success", "Paid")


def _refund(refund: Mapping[str, Any]) -> str:
    amount = rupees(refund["amount"])
    if refund["status"] == "processed":
        return f"{amount} refunded on {day(refund['processedAt'])}"
    if refund["status"] == "failed":
        return f"{amount} could not be refunded yet. We are working on it."
    return f"{amount} will be refunded by {day(refund['promisedBy'] + 'T00:00:00Z')}"
