"""Amounts past 32 bits, from the price to the books; and past what any column holds, a message."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.commerce.flows import auditing, provider_sync
from apps.commerce.gateways.payloads import Malformed
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import Coupon, Invoice, Order, Payment, Refund
from apps.commerce.selectors import books
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = 9_876_543_210_98
"""Far past 2^31 paise."""


@pytest.fixture(autouse=True)
def no_limit(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider that takes any sum."""
    provider.maximum_paise = 10**16
    monkeypatch.setattr(RazorpayGateway, "maximum_paise", 10**16)


def read(client: Client, *paths: str) -> None:
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)


def test_a_large_bill_is_sold_shown_refunded_and_agrees(
    shop: Shop, member: Person, admin_client: Client
) -> None:
    coupon = shop.coupon("LARGE", percent=50, cap_paise=PRICE // 3, minimum_paise=PRICE)
    course = course_at(PRICE, markup_price_paise=2 * PRICE)
    cart = shop.cart(member.api, course)
    answer = member.api.post("/api/coupon/apply-coupon", {"couponcode": "LARGE", "cartId": cart["_id"]})
    assert answer.status_code == 200, answer.json()
    enrolled = shop.enroll(member.api, cart)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    data = shop.confirm_as(member.api, payment).json()["data"]
    order = Order.objects.get()
    assert data["amount"] == order.bill_paise == enrolled["amountToBePaid"]
    assert order.bill_paise > 2**32

    # A part at the dashboard, the rest by staff.
    shop.provider.refund_at_dashboard(payment.id, 2**31 + 1)
    provider_sync.poll_order(order=order, at=timezone.now())
    assert Refund.objects.get().amount_paise == 2**31 + 1
    assert list(books.differences()) == []
    read(member.api, "/api/orders", f"/api/orders/{order.pk}", f"/api/orders/{order.pk}/invoice.pdf")
    read(
        admin_client,
        "/admin/commerce/order/",
        f"/admin/commerce/order/{order.pk}/change/",
        f"/admin/commerce/order/{order.pk}/refund/",
        "/admin/commerce/payment/",
        "/admin/commerce/refund/",
        "/admin/commerce/ledgerentry/",
        "/admin/commerce/coupon/",
        f"/admin/commerce/coupon/{coupon.pk}/change/",
        f"/admin/commerce/invoice/{Invoice.objects.get().pk}/change/",
        f"/admin/catalog/course/{course.pk}/change/",
    )
    assert auditing.audit(at=timezone.now() + timedelta(minutes=20)).differences == []


def test_a_large_bill_goes_back_whole(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(PRICE))
    refund = refunds.refund_as_staff(
        order_id=Order.objects.get().pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    refund.refresh_from_db()
    payment = Payment.objects.get()
    assert (refund.status, payment.refunded_paise) == ("processed", payment.amount_paise)
    assert list(books.differences()) == []


def test_no_more_than_a_large_payment_is_set_aside(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(PRICE))
    payment = Payment.objects.get()
    rows = Payment.objects.filter(pk=payment.pk)
    assert not rows.reserve_refund(paise=payment.amount_paise + 1)
    assert rows.reserve_refund(paise=payment.amount_paise)
    assert Payment.objects.get().refunded_paise == payment.amount_paise


def test_sums_over_many_large_bills_agree(shop: Shop, member: Person, other_member: Person) -> None:
    for person in (member, other_member):
        for _ in range(3):
            shop.bought(person.api, course_at(PRICE))
    assert list(books.differences()) == []
    assert auditing.audit(at=timezone.now() + timedelta(minutes=20)).differences == []


@pytest.mark.parametrize("rupees", ["9" * 11, "9" * 20, "9" * 400, "1e30", "-1", "0.001", "NaN", "Infinity"])
def test_an_amount_that_no_column_holds_is_a_message(shop: Shop, admin_client: Client, rupees: str) -> None:
    coupon = shop.coupon("LARGE", flat_paise=100, percent=None, kind="flat")
    body = {
        "code": "LARGE",
        "short_description": "x",
        "kind": "flat",
        "flat_paise": rupees,
        "minimum_paise": rupees,
        "starts_at_0": "",
        "starts_at_1": "",
    }
    answer = admin_client.post(f"/admin/commerce/coupon/{coupon.pk}/change/", body)
    assert answer.status_code == 200
    assert set(answer.context["adminform"].form.errors) >= {"flat_paise", "minimum_paise"}
    assert Coupon.objects.get().flat_paise == 100


@pytest.mark.parametrize("amount", [10**15 + 1, 2**63, 10**400, -1, 1.5, "100"])
def test_an_amount_of_the_providers_that_no_column_holds_is_no_answer(amount: Any) -> None:
    entity = {
        "id": "pay_00000000000001",
        "order_id": None,
        "amount": amount,
        "currency": "INR",
        "status": "captured",
        "amount_refunded": 0,
        "created_at": 1_790_000_000,
    }
    with pytest.raises(Malformed):
        parsing.payment(entity)
