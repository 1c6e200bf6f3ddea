"""Receipts on the dashboard, as the call and as the server's first picture have them."""

import pytest
from django.utils import timezone

from apps.commerce.services import refunds
from apps.commerce.tests.provider import provider
from apps.commerce.tests.shop import Shop, course_at, shop
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.site.own_orders import row

__all__ = ["provider", "shop"]

pytestmark = pytest.mark.django_db


def test_the_two_latest_receipts_stand_on_the_dashboard(shop: Shop, member: Person) -> None:
    bought = [shop.bought(member.api, course_at(100_00, title=f"Course {number}")) for number in range(3)]

    answer = member.api.get("/api/dashboard").json()

    assert answer["data"]["receipts"] == [bought[2]["receipt"], bought[1]["receipt"]]
    assert_matches_schema(answer, path="dashboard")
    html = member.api.get("/dashboard").content.decode()
    assert f'href="/orders?order={bought[2]["orderId"]}">Course 2</a>' in html
    assert "₹118.00" in html


def test_a_refund_says_when_the_money_is_back(shop: Shop, member: Person) -> None:
    data = shop.bought(member.api, course_at(100_00))
    shop.provider.is_down = True
    made = refunds.refund_as_staff(
        order_id=data["orderId"],
        line_ids=None,
        reason="Asked for",
        by="Staff",
        release_coupon=False,
        at=timezone.now(),
    )
    (order,) = member.api.get("/api/dashboard").json()["data"]["receipts"]
    shown = row(order)
    day = made.promised_date
    assert (shown.tone, shown.label) == ("neutral", "Refunded")
    assert shown.refunds == [f"₹118.00 will be refunded by {day:%a}, {day.day} {day:%b} {day.year}"]


@pytest.mark.parametrize(
    ("status", "processed_at", "line"),
    [
        ("processed", "2026-11-21T09:30:00Z", "₹59.00 refunded on Sat, 21 Nov 2026"),
        ("failed", None, "₹59.00 could not be refunded yet. We are working on it."),
    ],
)
def test_a_part_that_went_back(status: str, processed_at: str | None, line: str) -> None:
    refund = {"amount": 59, "status": status, "processedAt": processed_at, "promisedBy": "2026-12-01"}
    shown = row({"_id": "o1", "status": "paid", "refunds": [refund]})
    assert (shown.label, shown.refunds) == ("Partly refunded", [line])
