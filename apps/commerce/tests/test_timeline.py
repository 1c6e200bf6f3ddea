"""What happened to an order, told from its rows."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.flows import provider_sync
from apps.commerce.models import Order
from apps.commerce.selectors import timeline
from apps.commerce.services import expiry, refunds
from apps.commerce.services.orders import HELD
from apps.commerce.tests.shop import Shop, course_at
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.outbox.services import messages

pytestmark = pytest.mark.django_db(transaction=True)


def told(order_id: str) -> list[tuple[str, str]]:
    order = Order.objects.get(pk=order_id)
    return [(step.what, step.details) for step in timeline.of_order(order)]


def written(moment: datetime) -> str:
    local = moment.astimezone(INDIA)
    return f"{local.day} {local:%b %Y, %H:%M:%S}"


def refunded(order: Order) -> Any:
    return refunds.by_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Bought by mistake.",
        by="Asha",
        gives_coupon_back=True,
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
        ("Order placed", f"Bill ₹1,062.00. Held until {written(order.held_until)}."),
        ("Known to the provider", order.provider_order_id),
        ("Coupon use held", "TEN"),
        ("Provider's event payment.captured", "Handled"),
        ("Payment captured", f"₹1,062.00, {payment.id}"),
        ("Order paid, and what was bought handed over", ""),
        (
            "Sale booked",
            "Money with the provider ₹1,062.00; Sales −₹900.00; IGST to pay −₹162.00",
        ),
        ("Invoice issued", order.invoice.number),
        ("Buyer to be told: receipt", "Done"),
        ("Message by mail: receipt", "Done"),
        ("Refund of ₹1,062.00", "By staff (Asha). Candles. Bought by mistake"),
        ("Refund booked", "Sales ₹900.00; IGST to pay ₹162.00; Owed to buyers −₹1,062.00"),
        ("Credit note issued", refund.credit_note.number),
        ("Coupon use given back", "TEN"),
        ("Order refunded", ""),
        ("Attempt to refund ₹1,062.00", ""),
        ("Buyer to be told: refund made", "Done"),
        ("Refund sent to the provider", "Done"),
        ("Message by mail: refund made", "Done"),
        ("Money back booked", "Owed to buyers ₹1,062.00; Money with the provider −₹1,062.00"),
        ("Refund paid back", refund.attempts.get().provider_refund_id),
        ("Buyer to be told: refund paid back", "Done"),
        ("Message by mail: refund paid back", "Done"),
    ]


def test_an_order_that_nobody_paid_expires(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    order = Order.objects.get(pk=enrolled["orderId"])
    expiry.run(at=order.placed_at + HELD)

    assert told(order.pk) == [
        ("Order placed", f"Bill ₹118.00. Held until {written(order.held_until)}."),
        ("Known to the provider", order.provider_order_id),
        ("Seats given back, order expired", ""),
    ]


def test_a_failed_payment_and_a_failed_refund_have_no_moment_of_their_own(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    failed = shop.provider.fail(enrolled["razorPayOrderId"])
    order = Order.objects.get(pk=enrolled["orderId"])
    provider_sync.at_order(order=order, at=timezone.now())
    shop.confirm(member.api, enrolled["razorPayOrderId"])
    shop.provider.refuse("refund", times=1, message="Not enough balance.")
    refunded(order)

    inexact = {step.what: step.details for step in timeline.of_order(order) if not step.is_exact}
    assert inexact == {
        "Known to the provider": order.provider_order_id,
        "Payment failed so far": f"₹118.00, {failed.id}",
        "Refund of ₹118.00 failed": "Refused: Not enough balance.",
    }


def test_the_newest_is_last(shop: Shop, member: Person) -> None:
    data = shop.bought(member.api, course_at(100_00))
    refunded(Order.objects.get(pk=data["orderId"]))
    moments = [step.at for step in timeline.of_order(Order.objects.get(pk=data["orderId"]))]

    assert moments == sorted(moments)
    assert moments[-1] - moments[0] < timedelta(minutes=1)
