"""Receipts on the dashboard: the endpoint and the server-rendered page."""

import pytest
from django.utils import timezone

from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db


def test_the_two_latest_receipts_are_on_the_dashboard(shop: Shop, member: Person) -> None:
    bought = [shop.bought(member.api, course_at(100_00, title=f"Course {number}")) for number in range(3)]

    answer = member.api.get("/api/dashboard").json()

    assert answer["data"]["receipts"] == [bought[2]["receipt"], bought[1]["receipt"]]
    assert_matches_schema(answer, path="dashboard")
    main = get_page(member.api, "/dashboard").main
    assert (f"/orders?order={bought[2]['orderId']}", "Course 2") in main.links
    assert "₹118.00" in main.text


def test_a_refund_says_when_the_money_is_back(shop: Shop, member: Person) -> None:
    data = shop.bought(member.api, course_at(100_00))
    shop.provider.is_down = True
    made = refunds.refund_as_staff(
        order_id=data["orderId"],
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    day = made.promised_date
    words = get_page(member.api, "/dashboard").main.text
    assert "Refunded" in words
    assert f"₹118.00 will be refunded by {day:%a}, {day.day} {day:%b} {day.year}" in words
