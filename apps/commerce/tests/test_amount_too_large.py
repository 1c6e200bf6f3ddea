"""A bill that the provider does not take: refused with its own code, and nothing stays held."""

from datetime import timedelta
from typing import Any

import pytest

from apps.commerce.flows import enrolling
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import CouponUse, GstRate, Order
from apps.commerce.services.orders import AmountTooLarge
from apps.commerce.tests.concurrency import Buyer, held_uses
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import SeatSellable, Show, show_of
from apps.commerce.tests.shop import ENROLL, Shop, course_at
from apps.core import indian_time, price_fields
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

LARGEST = 423_728_82
"""With 18% GST the largest bill of ₹5,00,000."""


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 409)])
def test_a_bill_above_the_limit_is_refused_before_anything_is_held(
    shop: Shop, member: Person, over: int, status: int
) -> None:
    cart = shop.cart(member.api, course_at(LARGEST + over))
    answer = member.api.post(ENROLL, {"id": cart["_id"]})
    assert answer.status_code == status
    if status == 409:
        assert answer.json()["code"] == "amount_too_large"
        assert answer.json()["message"] == AmountTooLarge.message
        assert not Order.objects.exists()
        assert not shop.provider.calls["create_order"]


def test_what_the_provider_refuses_for_its_amount_is_released_at_once(
    shop: Shop, provider: FakeProvider, seats: SeatSellable, member: Person
) -> None:
    """The account may have a lower limit than the provider in general."""
    provider.maximum_paise = 100_00
    coupon, show = shop.coupon("ONCE", total_limit=1, percent=5), show_of(1)
    buyer = Buyer(member.user)
    cart = buyer.fill(show.pk, coupon="ONCE")
    for _ in range(2):
        with pytest.raises(AmountTooLarge):
            buyer.enroll(cart)
    assert set(Order.objects.values_list("status", flat=True)) == {"expired"}
    assert Show.objects.get().booked == held_uses(coupon) == 0
    assert CouponUse.objects.count() == 2

    provider.maximum_paise = RazorpayGateway.maximum_paise
    assert buyer.enroll(cart).provider_order_id in provider.orders


def test_another_refusal_keeps_its_hold_and_its_code(
    provider: FakeProvider, seats: SeatSellable, member: Person
) -> None:
    buyer, show = Buyer(member.user), show_of(1)
    provider.refuse("create_order", message="Authentication failed", is_about_us=True)
    with pytest.raises(enrolling.ProviderFailed):
        buyer.enroll(buyer.fill(show.pk))
    assert (Order.objects.get().status, Show.objects.get().booked) == ("placed", 1)


def test_the_price_limit_counts_gst_of_today_and_to_come(db: Any) -> None:
    assert price_fields.refusal(LARGEST) == ""
    assert price_fields.refusal(LARGEST + 1) == (
        "The bill would be ₹5,00,000.01 with GST: more than the ₹5,00,000 that the payment provider takes."
    )
    GstRate.objects.create(starts_on=indian_time.today() + timedelta(days=9), percent=28)
    assert price_fields.refusal(LARGEST).startswith("The bill would be ₹5,42,372.88 with GST")
