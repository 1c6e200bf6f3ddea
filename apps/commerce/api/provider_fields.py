"""
The fields of the API that carry a provider's ids.

The contract names them after the first provider; they carry the ids and the signature of every provider.
"""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from rest_framework import serializers

from apps.accounts.models import User
from apps.commerce import quotes
from apps.commerce.gateways import registry
from apps.commerce.models import Order
from apps.commerce.selectors import orders
from apps.core import indian_time
from apps.core.api.fields import IdField
from apps.core.json_types import DateTime, Help, component
from apps.core.money import CURRENCY


class ConfirmIn(serializers.Serializer):
    # The values are the fields of `confirming.Signed`.
    razorPayOrderId = IdField(source="order_id")
    razorPayPaymentId = IdField(source="payment_id")
    razorPaySignature = IdField(source="signature")


class Prefill(TypedDict):
    name: str
    email: str
    contact: str


@component("EnrolledOut")
class Enrolment(TypedDict):
    """With a bill of zero, `paid` is true and the fields of the confirm endpoint are included."""

    orderId: str
    orderNumber: NotRequired[Annotated[str, Help("As on the receipt.")]]
    heldUntil: NotRequired[Annotated[DateTime, Help("Until when it holds its seats and its coupon.")]]
    seats: NotRequired[Annotated[int, Help("How many seats it holds.")]]
    razorPayOrderId: Annotated[str | None, Help("The id of the order at its provider.")]
    amountToBePaid: Annotated[int, Help("Paise.")]
    currency: NotRequired[str]
    provider: NotRequired[Annotated[str, Help("The payment provider whose window takes the payment.")]]
    keyId: NotRequired[str]
    checkoutScript: NotRequired[Annotated[str, Help("URL of the provider's checkout script.")]]
    prefill: NotRequired[Prefill]
    paid: NotRequired[bool]
    amount: NotRequired[Annotated[int, Help("Paise.")]]
    kind: NotRequired[str]
    userId: NotRequired[orders.Buyer]
    courseId: NotRequired[orders.BoughtCourse | None]
    receipt: NotRequired[orders.OrderContents]


def serialize_enrolment(order: Order, *, buyer: User) -> Mapping[str, object]:
    """As `Enrolment` describes it."""
    if order.is_paid:
        return {
            "razorPayOrderId": None,
            "amountToBePaid": 0,
            **orders.serialize_confirmation(order, buyer=buyer),
            "paid": True,
        }
    checkout = registry.of(order.provider).browser_checkout()
    payable: Enrolment = {
        "orderId": str(order.pk),
        "orderNumber": order.number,
        "heldUntil": indian_time.iso_utc(order.held_until),
        "seats": quotes.seats(quotes.from_json(order.quote)),
        "razorPayOrderId": order.provider_order_id,
        "amountToBePaid": order.bill_paise,
        "currency": CURRENCY,
        "provider": order.provider,
        "keyId": checkout.key,
        "checkoutScript": checkout.script,
        "prefill": {"name": buyer.name, "email": buyer.email, "contact": f"+91{buyer.mobile}"},
    }
    return payable
