"""Which public coupons are offered for a cart, in which order, and what they save."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.models import CouponBatch
from apps.commerce.services import coupon_batches
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

COUPONS = "/api/coupon/new"


def offered(api: ApiClient, **query: Any) -> list[tuple[str, float | None]]:
    answer = api.get(COUPONS, query)
    assert answer.status_code == 200, answer.json()
    rows = answer.json()["data"]
    assert answer.json()["totalCount"] == len(rows)
    return [(row["couponCode"], row["saves"]) for row in rows]


def test_coupons_are_sorted_by_what_they_save(shop: Shop, member: Person, api: ApiClient) -> None:
    course = course_at(1_999_00)
    shop.coupon("TEN", percent=10)
    shop.coupon("FLAT", percent=None, kind="flat", flat_paise=500_00)
    shop.coupon("CAPPED", percent=50, cap_paise=100_50)
    best = [("FLAT", 500), ("TEN", 199.9), ("CAPPED", 100.5)]
    assert offered(api, productid=str(course.pk)) == best
    assert offered(member.api, cartId=shop.cart(member.api, course)["_id"]) == best


def test_coupons_that_do_not_fit_the_cart_or_its_owner_are_not_offered(shop: Shop, member: Person) -> None:
    used = shop.coupon("USED", person_limit=1)
    shop.coupon("MINIMUM", minimum_paise=5_000_00)
    shop.coupon("WEBINARS", kinds=["webinar"])
    shop.coupon("FULL", total_limit=1, uses=1)
    shop.coupon("UNLISTED", is_listed=False)
    shop.coupon("FINE")
    first = shop.cart(member.api, course_at(100_00))
    apply = {"couponcode": used.code, "cartId": first["_id"]}
    assert member.api.post("/api/coupon/apply-coupon", apply).status_code == 200
    # Its own hold does not take it off the list.
    order = shop.enroll(member.api, first)
    assert offered(member.api, cartId=first["_id"]) == [("FINE", 10), ("USED", 10)]
    assert shop.confirm(member.api, order["razorPayOrderId"]).status_code == 200
    second = shop.cart(member.api, course_at(200_00))
    assert offered(member.api, cartId=second["_id"]) == [("FINE", 20)]


def test_a_cart_of_somebody_else_has_no_coupons(
    shop: Shop, member: Person, other_member: Person, api: ApiClient
) -> None:
    cart = shop.cart(member.api, course_at(100_00))["_id"]
    for client in (other_member.api, api):
        assert client.get(COUPONS, {"cartId": cart}).status_code == 404


def test_without_an_item_nothing_is_saved(shop: Shop, api: ApiClient) -> None:
    shop.coupon("TEN")
    assert [row["saves"] for row in api.get(COUPONS).json()["items"]] == [None]


def test_the_whole_list_has_only_public_coupons_that_are_usable_now(
    shop: Shop, member: Person, api: ApiClient
) -> None:
    now = timezone.now()
    for name, terms in {
        "OPEN": {},
        "UNLISTED": {"is_listed": False},
        "FULL": {"total_limit": 1, "uses": 1},
        "ENDED": {"starts_at": now - timedelta(days=2), "ends_at": now - timedelta(days=1)},
        "LATER": {"starts_at": now + timedelta(days=1)},
        "OFF": {"is_active": False},
        "FIRST": {"is_first_purchase": True},
    }.items():
        shop.coupon(name, **terms)
    batch = CouponBatch(prefix="BULK", size=3, short_description="For partners", percent=10)
    coupon_batches.generate(batch=batch)
    course = course_at(100_00)
    shop.bought(member.api, course)

    def listed(client: ApiClient) -> list[str]:
        answer = client.get(COUPONS, {"page": 1, "limit": 100}).json()
        assert answer["totalCount"] == len(answer["items"])
        return [row["couponCode"] for row in answer["items"]]

    assert (listed(api), listed(member.api)) == (["FIRST", "OPEN"], ["OPEN"])


def test_an_order_says_its_number_and_until_when_it_is_held(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    receipt = member.api.get(f"/api/orders/{enrolled['orderId']}").json()["data"]
    assert (enrolled["orderNumber"], enrolled["seats"]) == (receipt["number"], 0)
    assert enrolled["heldUntil"] > receipt["createdAt"]
