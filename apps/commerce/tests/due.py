"""What the provider must be asked about: orders, events and refunds whose time has come."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from apps.commerce.models import GatewayEvent, Order, RefundAttempt
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person


def soon(**span: float) -> Any:
    return timezone.now() + timedelta(**span)


def event(name: str, **values: Any) -> GatewayEvent:
    return GatewayEvent.objects.create(
        **{
            "provider": "razorpay",
            "event_id": name,
            "kind": "payment.captured",
            "payload": {"payload": {}},
            "received_at": soon(minutes=-5),
            **values,
        }
    )


def all_due(shop: Shop, member: Person, *, orders: int = 1) -> None:
    """An order, an event and a refund that the provider must be asked about."""
    shop.bought(member.api, course_at(100_00))
    refunds.refund_as_staff(
        order_id=Order.objects.get().pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=soon(),
    )
    RefundAttempt.objects.update(next_poll_at=soon(minutes=-1))
    for _ in range(orders):
        shop.enrolled(member.api, course_at(100_00))
    RefundAttempt.objects.update(next_poll_at=soon(minutes=-1))
    Order.objects.filter(paid_at=None).update(next_poll_at=soon(minutes=-1))
    event("cut-short")
