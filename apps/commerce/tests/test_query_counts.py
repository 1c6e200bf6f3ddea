"""How many queries each endpoint of a purchase takes, with a warm session and a cached person."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.catalog.selectors import purchased_course
from apps.commerce.tests.shop import CART, CONFIRM, ENROLL, Shop, course_at
from apps.core.testing import proof
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

APPLY = "/api/coupon/apply-coupon"


@pytest.fixture(autouse=True)
def _warm(later: None, settings: Any) -> None:
    """What is sent after the commit is not counted, and the person stays cached."""
    settings.USER_CACHE_SECONDS = 600


def queries_of(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = call()
    assert answer.status_code == 200, answer.json()
    asked = [query["sql"] for query in captured.captured_queries]
    return sum(not sql.startswith(("BEGIN", "COMMIT")) for sql in asked)


@pytest.fixture
def buyer(member: Person) -> ApiClient:
    member.api.get("/api/user")
    member.api.get("/api/site")
    return member.api


def test_a_purchase_costs_few_queries(shop: Shop, buyer: ApiClient) -> None:
    course = course_at(1000_00)
    shop.coupon("HALF", percent=50, total_limit=10, person_limit=1)

    def fill() -> Any:
        return buyer.post(CART, {"id": str(course.pk)})

    first = queries_of(fill)
    again = queries_of(fill)
    assert (first, again) <= (7, 4)
    cart = fill().json()["data"]["_id"]

    def apply() -> Any:
        return buyer.post(APPLY, {"couponcode": "HALF", "cartId": cart})

    assert queries_of(apply) <= 6
    assert queries_of(apply) <= 6

    def enroll() -> Any:
        return buyer.post(ENROLL, {"id": cart})

    # One of them reads what an erased account with the same number used.
    assert queries_of(enroll) <= 14
    assert queries_of(enroll) <= 6
    payment = shop.provider.capture(enroll().json()["data"]["razorPayOrderId"])

    def confirm() -> Any:
        return buyer.post(CONFIRM, shop.provider.confirmation(payment))

    # What an earlier buyer of the same course left in the cache.
    purchased_course.get_purchased_course(course_id=course.pk)
    purchased_course.course_urls()
    assert queries_of(confirm) <= 18
    assert queries_of(confirm) <= 5


def test_receipts_cost_the_same_however_many(shop: Shop, buyer: ApiClient) -> None:
    def ask() -> Any:
        return buyer.get("/api/orders?limit=100")

    shop.bought(buyer, course_at(100_00))
    ask()
    few = queries_of(ask)
    more = proof.count(49)
    for _ in range(more):
        shop.bought(buyer, course_at(100_00))
    assert ask().json()["totalCount"] == 1 + more
    assert queries_of(ask) == few
