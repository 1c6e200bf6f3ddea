"""What happened to an order, told from its rows."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.deadlines import HOLD_DURATION
from apps.commerce.flows import provider_sync
from apps.commerce.models import Order
from apps.commerce.selectors import timeline
from apps.commerce.services import expiry, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.outbox.services import messages

pytestmark = pytest.mark.django_db(transaction=True)


def told(order_id: str) -> list[tuple[str, str]]:
    order = Order.objects.get(pk=order_id)
    return [(step.title, step.details) for step in timeline.order_timeline(order)]


def date_text(at: datetime) -> str:
    local = at.astimezone(INDIA)
    return f"{local.day} {local:%b %Y}, {local.hour % 12 or 12}{local::%M:%S %p}"


def refunded(order: Order) -> Any:
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Bought by mistake.",
        by=colleague("Asha"),
        release_coupon=True,
        at=timezone.now(),
    )


def test_a_purchase_with_coupon_and_refund_is_told_from_its_rows(shop: Shop, member: Person) -> None:
    shop.coupon("TEN")
    cart = shop.cart(member.api, course_at(1000_00, title="Candles"))
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "TEN", "cartId": cart["_id"]})
    enrolled = shop.enroll(member.api, cart)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    shop.webhook("payment.captured", payment_id=payment.id)
    order = Order.objects.get(pk=enrolled["orderId"])
    messages.sweep(now=timezone.now())
    refund = refunded(order)
    refund.refresh_from_db()

    steps = told(order.pk)
    assert [(what, "Done" if details.startswith("Done ") else details) for what, details in steps] == [
        ("Order placed", f"Bill ₹1,062.00. Held until {date_text(order.held_until)}."),
        ("Order created at Razorpay", order.provider_order_id),
        ("Coupon use held", "TEN"),
        ("Webhook event payment.captured", "Handled"),
        ("Payment captured", f"₹1,062.00, {payment.id}"),
        ("Order paid and fulfilled", ""),
        (
            "Sale booked",
            "Provider balance ₹1,062.00; Sales −₹900.00; IGST payable −₹162.00",
        ),
        ("Invoice issued", order.invoice.number),
        ("Notification to buyer: receipt", "Done"),
        ("Invoice number noted at the provider", "Done"),
        ("Email: receipt", "Done"),
        ("Refund of ₹1,062.00", "By staff (Asha). Candles. Bought by mistake"),
        ("Refund booked", "Sales ₹900.00; IGST payable ₹162.00; Owed to buyers −₹1,062.00"),
        ("Credit note issued", refund.credit_note.number),
        ("Coupon use released", "TEN"),
        ("Order refunded", ""),
        ("Attempt to refund ₹1,062.00", ""),
        ("Notification to buyer: refund made", "Done"),
        ("Refund sent to the provider", "Done"),
        ("Email: refund made", "Done"),
        ("Refund payout booked", "Owed to buyers ₹1,062.00; Provider balance −₹1,062.00"),
        ("Refund processed", refund.attempts.get().provider_refund_id),
        ("Notification to buyer: refund processed", "Done"),
        ("Email: refund processed", "Done"),
    ]


def test_an_order_that_nobody_paid_expires(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    order = Order.objects.get(pk=enrolled["orderId"])
    expiry.expire_overdue_orders(at=order.placed_at + HOLD_DURATION)

    assert told(order.pk) == [
        ("Order placed", f"Bill ₹118.00. Held until {date_text(order.held_until)}."),
        ("Order created at Razorpay", order.provider_order_id),
        ("Seats released, order expired", ""),
    ]


def test_a_failed_payment_and_a_failed_refund_have_no_moment_of_their_own(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    failed = shop.provider.fail(enrolled["razorPayOrderId"])
    order = Order.objects.get(pk=enrolled["orderId"])
    provider_sync.poll_order(order=order, at=timezone.now())
    shop.confirm(member.api, enrolled["razorPayOrderId"])
    shop.provider.refuse("refund", times=1, message="Not enough balance.")
    refunded(order)

    inexact = {step.title: step.details for step in timeline.order_timeline(order) if not step.is_exact}
    assert inexact == {
        "Order created at Razorpay": order.provider_order_id,
        "Payment failed": f"₹118.00, {failed.id}",
        "Refund of ₹118.00 failed": "Refused: Not enough balance.",
    }


def test_the_newest_is_last(shop: Shop, member: Person) -> None:
    data = shop.bought(member.api, course_at(100_00))
    refunded(Order.objects.get(pk=data["orderId"]))
    times = [step.at for step in timeline.order_timeline(Order.objects.get(pk=data["orderId"]))]

    assert times == sorted(times)
    assert times[-1] - times[0] < timedelta(minutes=1)
