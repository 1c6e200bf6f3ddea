"""Orders and confirmations as the server writes them: the picture, and the data that comes with it."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.services import refunds
from apps.commerce.tests.provider import provider
from apps.commerce.tests.shop import Shop, course_at, shop
from apps.core.testing.fixtures import Person
from apps.site import purchases
from apps.site.tests.test_shell import page_data

__all__ = ["provider", "shop"]

pytestmark = pytest.mark.django_db

Committed = Callable[[], AbstractContextManager[None]]

CONFIRMATIONS = [
    "/course-confirmation",
    "/webinar-confirmation",
    "/mentorship-confirmation",
    "/liveTrading-confirmation",
]


def page(person: Person, path: str) -> str:
    answer = person.api.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """What stands in `main`, as text."""
    found = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())


def answers(html: str) -> dict[str, Any]:
    return {repr(key): answer for key, answer in page_data(html)["answers"]}


@pytest.mark.parametrize("path", ["/orders", "/orders?order=x", *CONFIRMATIONS])
def test_a_visitor_is_shown_nothing_of_anybody(client: Any, path: str) -> None:
    html = client.get(path).content.decode()
    assert page_data(html)["answers"] == []


def test_orders_are_listed_with_what_the_call_answers(shop: Shop, member: Person) -> None:
    bought = [shop.bought(member.api, course_at(100_00, title=f"Course {number}")) for number in range(2)]
    html = page(member, "/orders")
    key = ["orders", "list", {"skip": 0, "limit": purchases.PAGE}]
    assert answers(html)[repr(key)] == member.api.get("/api/orders").json()
    for order in bought:
        assert f'href="/orders?order={order["orderId"]}"' in html
    assert "Show more" not in html


def test_a_long_list_says_how_much_of_it_is_shown(
    shop: Shop, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purchases, "PAGE", 1)
    for _ in range(2):
        shop.bought(member.api, course_at(100_00))
    assert "1 of 2 shown Show more" in words(page(member, "/orders"))


def test_who_bought_nothing_is_led_to_the_courses(member: Person) -> None:
    assert "You haven't bought anything yet." in words(page(member, "/orders"))


def test_one_order_is_a_receipt(shop: Shop, member: Person) -> None:
    shop.coupon("TEN")
    course = course_at(1234_50, title="Reading charts", access_days=365, markup_price_paise=2000_00)
    cart = shop.cart(member.api, course)
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "TEN", "cartId": cart["_id"]})
    order = shop.confirm(member.api, shop.enroll(member.api, cart)["razorPayOrderId"]).json()["data"]

    html = page(member, f"/orders?order={order['orderId']}")

    said = words(html)
    receipt = order["receipt"]
    assert said.startswith("Reading charts All orders and receipts")
    assert f"Receipt {receipt['number']} Paid" in said
    assert "Access 365 days" in said
    assert "Price instead of ₹2,000.00 ₹1,234.50 Coupon TEN -₹123.45" in said
    assert "IGST 18% ₹199.98 Total ₹1,311.03" in said
    assert f"Invoice {receipt['invoice']['number']} (PDF, opens in a new tab)" in said
    assert answers(html)[repr(["orders", "detail", order["orderId"]])] == {"data": receipt}


def test_a_refund_is_told_with_its_reason_and_its_paper(shop: Shop, member: Person) -> None:
    order = shop.bought(member.api, course_at(100_00))
    shop.provider.is_down = True
    made = refunds.refund_as_staff(
        order_id=order["orderId"],
        line_ids=None,
        reason="Asked for",
        by="Staff",
        release_coupon=False,
        at=timezone.now(),
    )
    html = page(member, f"/orders?order={order['orderId']}")
    said = words(html)
    assert "Refunded" in said
    assert "will be refunded" in said
    assert "Asked for Credit note" in said
    assert f"/api/orders/{order['orderId']}/credit-notes/{made.pk}.pdf" in html

    said = words(page(member, f"/course-confirmation?order={order['orderId']}"))
    assert said.startswith("This order was refunded")
    assert "What happens next" not in said


@pytest.mark.parametrize("order_id", ["x", "01a1ffec-498e-72a1-8eac-d2820f17d2ac"])
@pytest.mark.parametrize("path", ["/orders", "/course-confirmation"])
def test_an_order_that_is_not_ones_own_is_not_found(member: Person, path: str, order_id: str) -> None:
    assert member.api.get(f"{path}?order={order_id}").status_code == 404


def test_an_order_that_is_not_paid_yet_promises_nothing(shop: Shop, member: Person) -> None:
    order = shop.enrolled(member.api, course_at(100_00))
    said = words(page(member, f"/course-confirmation?order={order['orderId']}"))
    assert said.startswith("We are checking your payment")
    assert "Checking payment" in said


def test_the_course_taken_last_is_confirmed_with_its_receipt(
    shop: Shop, member: Person, committed: Committed
) -> None:
    with committed():
        order = shop.bought(member.api, course_at(100_00, title="Reading charts"))
    html = page(member, "/course-confirmation")
    said = words(html)
    assert said.startswith("Enrolment confirmed")
    assert "Reading charts" in said
    assert f"Receipt {order['receipt']['number']}" in said
    asked = member.api.get("/api/course/booked/V1/course?skip=0&limit=1").json()
    assert answers(html)[repr(["catalog", "booked", {"skip": 0, "limit": 1}])] == asked
    kept = member.api.get("/api/orders?kind=course&skip=0&limit=1").json()
    assert answers(html)[repr(["orders", "list", {"kind": "course", "skip": 0, "limit": 1}])] == kept


def test_a_course_that_cost_nothing_has_no_receipt(shop: Shop, member: Person, committed: Committed) -> None:
    with committed():
        shop.bought(member.api, course_at(100_00, title="Bought"))
    free = course_at(0, title="Free", markup_price_paise=None)
    with committed():
        member.api.post("/api/course/bookfreecourseV1", {"id": str(free.pk)})
    said = words(page(member, "/course-confirmation"))
    assert "Free" in said
    assert "This was free, so there is no receipt." in said
    assert "Bought" not in said


@pytest.mark.parametrize("path", CONFIRMATIONS)
def test_with_nothing_to_confirm_it_says_so(member: Person, path: str) -> None:
    assert words(page(member, path)).startswith("Nothing here yet")
