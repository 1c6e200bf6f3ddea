"""Coupons for a first purchase: where they apply, where they are refused, and who is shown them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.commerce.models import CouponUse, Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry, refunds
from apps.commerce.states import OrderStatus
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

APPLY, COUPONS = "/api/coupon/apply-coupon", "/api/coupon/new"
ONLY_FIRST = "This coupon is valid on your first purchase only."
HELD = (
    "Another order of yours already has a first-purchase discount. Please pay for it, or try again once it "
    "has expired."
)


def applied(person: Person, cart: dict[str, Any], code: str) -> tuple[int, str, str]:
    answer = person.api.post(APPLY, {"couponcode": code, "cartId": cart["_id"]})
    return answer.status_code, answer.json().get("code", ""), answer.json()["message"]


def listed(api: ApiClient, **query: Any) -> list[str]:
    answer = api.get(COUPONS, query).json()
    return [row["couponCode"] for row in answer.get("data", answer.get("items"))]


def test_it_applies_to_the_first_purchase_and_to_no_other(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    cart = shop.cart(member.api, course_at(100_00))
    assert applied(member, cart, "first") == (200, "", "Coupon applied.")
    paid = shop.confirm(member.api, shop.enroll(member.api, cart)["razorPayOrderId"])
    assert paid.json()["data"]["amount"] == 106_20

    second = shop.cart(member.api, course_at(100_00))
    assert applied(member, second, "FIRST") == (409, "coupon_first_purchase", ONLY_FIRST)
    assert list(books.differences()) == []


def test_a_purchase_at_full_price_is_a_first_purchase_too(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    shop.bought(member.api, course_at(100_00))

    cart = shop.cart(member.api, course_at(100_00))
    assert applied(member, cart, "FIRST") == (409, "coupon_first_purchase", ONLY_FIRST)


def test_the_open_order_of_another_cart_keeps_the_discount(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    shop.coupon("ALSO", is_first_purchase=True)
    held, other = shop.cart(member.api, course_at(100_00)), shop.cart(member.api, course_at(200_00))
    for cart, code in ((held, "FIRST"), (other, "ALSO")):
        assert applied(member, cart, code)[0] == 200
    shop.enroll(member.api, held)

    lost = member.api.post("/api/course/enrollCourseV1", {"id": other["_id"]})
    assert (lost.status_code, lost.json()["code"]) == (409, "coupon_used_up")
    assert lost.json()["data"]["coupon"] is None
    assert applied(member, other, "ALSO") == (409, "coupon_first_purchase", HELD)
    # The order's own cart may apply it again, or another one instead.
    assert applied(member, held, "ALSO")[0] == 200
    assert shop.enroll(member.api, held)["amountToBePaid"] == 106_20
    assert CouponUse.objects.filter(released_at__isnull=True).count() == 1


def test_an_order_that_ran_out_frees_the_discount(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    held, other = shop.cart(member.api, course_at(100_00)), shop.cart(member.api, course_at(200_00))
    applied(member, held, "FIRST")
    shop.enroll(member.api, held)
    expiry.expire_overdue_orders(at=timezone.now() + timedelta(minutes=16))

    assert applied(member, other, "FIRST")[0] == 200


def test_a_payment_after_the_hold_is_refunded_if_something_else_was_bought(
    shop: Shop, member: Person
) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    cart = shop.cart(member.api, course_at(100_00))
    applied(member, cart, "FIRST")
    late = shop.enroll(member.api, cart)["razorPayOrderId"]
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=True):
        expiry.expire_overdue_orders(at=timezone.now())
        shop.bought(member.api, course_at(200_00))
        shop.confirm(member.api, late)

    order = Order.objects.get(provider_order_id=late)
    assert (order.status, order.paid_at) == (OrderStatus.REFUNDED, None)
    assert list(books.differences()) == []


def test_a_payment_within_the_hold_keeps_the_agreed_price(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    cart = shop.cart(member.api, course_at(100_00))
    applied(member, cart, "FIRST")
    agreed = shop.enroll(member.api, cart)["razorPayOrderId"]
    shop.bought(member.api, course_at(200_00))

    assert shop.confirm(member.api, agreed).json()["data"]["amount"] == 106_20


@pytest.mark.parametrize(("release_coupon", "expected"), [(True, 200), (False, 409)])
def test_after_a_refund_staff_decide_whether_the_discount_is_free_again(
    shop: Shop, member: Person, release_coupon: bool, expected: int
) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    cart = shop.cart(member.api, course_at(100_00))
    applied(member, cart, "FIRST")
    shop.confirm(member.api, shop.enroll(member.api, cart)["razorPayOrderId"])
    order = Order.objects.get()
    refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Asked",
        by=colleague(),
        release_coupon=release_coupon,
        at=timezone.now(),
    )

    again = shop.cart(member.api, course_at(100_00))
    assert applied(member, again, "FIRST")[0] == expected


def test_it_is_listed_for_those_whose_first_purchase_it_would_be(
    shop: Shop, member: Person, other_member: Person, api: ApiClient
) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    shop.coupon("TEN")
    course = course_at(100_00)
    cart = shop.cart(member.api, course_at(300_00))
    assert listed(member.api, cartId=cart["_id"]) == ["FIRST", "TEN"]
    shop.bought(member.api, course_at(200_00))

    for query in ({}, {"productid": str(course.pk)}, {"cartId": cart["_id"]}):
        assert listed(member.api, **query) == ["TEN"], query
    for client in (api, other_member.api):
        assert listed(client) == listed(client, productid=str(course.pk)) == ["FIRST", "TEN"]


def test_fifty_of_them_are_listed_with_as_many_queries_as_one(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(200_00))
    cart = shop.cart(member.api, course_at(300_00))
    counts = []
    for count in (1, 49):
        for number in range(count):
            shop.coupon(f"FIRST{count}-{number}", is_first_purchase=True)
        with CaptureQueriesContext(connection) as queries:
            assert listed(member.api, cartId=cart["_id"]) == []
        counts.append(len(queries))
    assert counts[0] == counts[1]
