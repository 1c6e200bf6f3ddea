"""Orders and confirmations as the server renders them, with their data."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.tests.factories import SessionFactory

pytestmark = pytest.mark.django_db

Committed = Callable[[], AbstractContextManager[None]]

CONFIRMATIONS = [
    "/course-confirmation",
    "/webinar-confirmation",
    "/mentorship-confirmation",
    "/liveTrading-confirmation",
]


@pytest.mark.parametrize("path", ["/orders", "/orders?order=x", *CONFIRMATIONS])
def test_a_visitor_gets_no_data(client: Any, path: str) -> None:
    assert get_page(client, path).answers == []


def test_orders_are_listed_with_the_endpoints_response(shop: Shop, member: Person) -> None:
    bought = [shop.bought(member.api, course_at(100_00, title=f"Course {number}")) for number in range(2)]
    page = get_page(member.api, "/orders")
    assert page.answers == [
        [["orders", "list", {"skip": 0, "limit": 10}], member.api.get("/api/orders").json()]
    ]
    assert {f"/orders?order={order['orderId']}" for order in bought} <= set(page.main.urls)
    assert "Show more" not in page.main.text


def test_orders_of_sessions_are_rendered_with_their_endpoints_orders(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00, title="A course"))
    sessions = [str(SessionFactory(starts_at=timezone.now() + timedelta(days=1)).pk)]
    cart = member.api.post("/api/learning/sessions/cart", {"sessionIds": sessions}).json()["data"]
    enrolled = member.api.post("/api/learning/sessions/enroll", {"id": cart["_id"]}).json()["data"]
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    shop.webhook("payment.captured", payment_id=payment.id)
    query = {"type": "sessions", "status": "paid", "skip": 0, "limit": 10}
    answer = member.api.get("/api/user/new-order/session", query).json()
    assert [order["_id"] for order in answer["orders"]] == [enrolled["orderId"]]

    page = get_page(member.api, "/orders?kind=sessions")

    key = ["orders", "list", {"skip": 0, "limit": 10, "kind": "sessions"}]
    assert page.answers == [[key, {"data": answer["orders"], "totalCount": 1}]]
    assert f"/orders?order={enrolled['orderId']}" in page.main.urls
    assert "A course" not in page.main.text


def test_a_long_list_says_how_much_of_it_is_shown(shop: Shop, member: Person) -> None:
    for _ in range(11):
        shop.bought(member.api, course_at(100_00))
    assert "10 of 11 shown Show more" in get_page(member.api, "/orders").main.text


def test_without_orders_it_leads_to_the_courses(member: Person) -> None:
    main = get_page(member.api, "/orders").main
    assert "You haven't bought anything yet." in main.text
    assert "/courses" in main.urls


def test_one_order_is_a_receipt(shop: Shop, member: Person) -> None:
    shop.coupon("TEN")
    course = course_at(1234_50, title="Reading charts", access_days=365, markup_price_paise=2000_00)
    cart = shop.cart(member.api, course)
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "TEN", "cartId": cart["_id"]})
    order = shop.confirm(member.api, shop.enroll(member.api, cart)["razorPayOrderId"]).json()["data"]

    page = get_page(member.api, f"/orders?order={order['orderId']}")

    receipt = order["receipt"]
    for words in (
        "Reading charts",
        "All orders and receipts",
        f"Receipt {receipt['number']} Paid",
        "Access 365 days",
        "Price instead of ₹2,000.00 ₹1,234.50 Coupon TEN -₹123.45",
        "IGST 18% ₹199.98 Total ₹1,311.03",
        f"Invoice {receipt['invoice']['number']} (PDF, opens in a new tab)",
    ):
        assert words in page.main.text
    assert page.answers == [[["orders", "detail", order["orderId"]], {"data": receipt}]]


def test_a_refund_is_there_with_its_reason_and_credit_note(shop: Shop, member: Person) -> None:
    order = shop.bought(member.api, course_at(100_00))
    shop.provider.is_down = True
    made = refunds.refund_as_staff(
        order_id=order["orderId"],
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    main = get_page(member.api, f"/orders?order={order['orderId']}").main
    assert "Refunded" in main.text
    assert "will be refunded" in main.text
    assert "Asked for Credit note" in main.text
    assert f"/api/orders/{order['orderId']}/credit-notes/{made.pk}.pdf" in main.urls

    words = get_page(member.api, f"/course-confirmation?order={order['orderId']}").main.text
    assert "This order was refunded" in words
    assert "What happens next" not in words


@pytest.mark.parametrize("order_id", ["x", "01a1ffec-498e-72a1-8eac-d2820f17d2ac"])
@pytest.mark.parametrize("path", ["/orders", "/course-confirmation"])
def test_an_order_that_is_not_ones_own_is_not_found(member: Person, path: str, order_id: str) -> None:
    get_page(member.api, f"{path}?order={order_id}", status=404)


@pytest.mark.parametrize("path", ["/orders", *CONFIRMATIONS])
def test_the_order_of_another_member_is_not_found(
    shop: Shop, member: Person, other_member: Person, path: str
) -> None:
    order = shop.bought(other_member.api, course_at(100_00, title="Theirs"))
    page = get_page(member.api, f"{path}?order={order['orderId']}", status=404)
    assert "Theirs" not in page.html


def test_an_order_that_is_not_paid_yet_promises_nothing(shop: Shop, member: Person) -> None:
    order = shop.enrolled(member.api, course_at(100_00))
    words = get_page(member.api, f"/course-confirmation?order={order['orderId']}").main.text
    assert words.startswith("We are checking your payment")
    assert "Checking payment" in words


def test_the_course_taken_last_is_confirmed_with_its_receipt(
    shop: Shop, member: Person, committed: Committed
) -> None:
    with committed():
        order = shop.bought(member.api, course_at(100_00, title="Reading charts"))
    page = get_page(member.api, "/course-confirmation")
    assert page.main.text.startswith("Enrolment confirmed")
    assert "Reading charts" in page.main.text
    assert f"Receipt {order['receipt']['number']}" in page.main.text
    part = {"skip": 0, "limit": 1}
    own_orders = member.api.get("/api/orders?kind=course&skip=0&limit=1").json()
    own_courses = member.api.get("/api/course/booked/V1/course?skip=0&limit=1").json()
    assert page.answer("orders", "list", {**part, "kind": "course"}) == own_orders
    assert page.answer("catalog", "booked", part) == own_courses


def test_a_course_that_cost_nothing_has_no_receipt(shop: Shop, member: Person, committed: Committed) -> None:
    with committed():
        shop.bought(member.api, course_at(100_00, title="Bought"))
    free = course_at(0, title="Free", markup_price_paise=None)
    with committed():
        member.api.post("/api/course/bookfreecourseV1", {"id": str(free.pk)})
    words = get_page(member.api, "/course-confirmation").main.text
    assert "Free" in words
    assert "This was free, so there is no receipt." in words
    assert "Bought" not in words


@pytest.mark.parametrize("path", CONFIRMATIONS)
def test_with_nothing_to_confirm_it_says_so(member: Person, path: str) -> None:
    assert get_page(member.api, path).main.text.startswith("Nothing here yet")
