"""
A new kind of product needs one adapter in its own app: ebooks are sold, refunded and filtered.

Commerce has no code for them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.admin.coupon_forms import CouponForm
from apps.commerce.deadlines import HOLD_DURATION
from apps.commerce.models import Coupon, CreditNote, Invoice, Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry, refunds
from apps.commerce.tests.colleagues import colleague
from apps.core.testing.fixtures import Person
from tests.ebook.fixtures import EbookShop, ebooks
from tests.ebook.models import Copy

__all__ = ["ebooks"]

pytestmark = pytest.mark.django_db(transaction=True)


def copy_states() -> list[tuple[str, str]]:
    return sorted(Copy.objects.values_list("ebook__title", "state"))


def refund_by_staff(order: Order, *titles: str) -> Any:
    lines = order.lines.filter(title__in=titles).values_list("pk", flat=True)
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=list(lines) if titles else None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )


def test_commerce_has_no_code_for_ebooks() -> None:
    commerce = Path(__file__).parent.parent / "apps" / "commerce"
    code = [path for path in commerce.rglob("*.py") if "tests" not in path.parts]
    assert len(code) > 50
    assert [path for path in code if "ebook" in path.read_text().lower()] == []


def test_several_ebooks_are_sold_in_one_order(ebooks: EbookShop, member: Person) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=3), ebooks.ebook("Waves", rupees=51)

    cart = ebooks.fill(member.api, candles, waves).json()["data"]
    assert (cart["kind"], cart["itemId"], cart["title"]) == ("ebook", str(ebooks.series), "2 ebooks")
    assert (cart["plan"]["discountedPrice"], cart["igst"], cart["billTotal"]) == (151, 13.59, 178.18)

    data = ebooks.buy(member.api, candles, waves)

    assert data["kind"] == "ebook"
    assert data["ebooks"] == [
        {"_id": str(candles.pk), "title": "Candles"},
        {"_id": str(waves.pk), "title": "Waves"},
    ]
    assert data["receipt"]["href"] == f"/ebooks/{ebooks.series}"
    assert copy_states() == [("Candles", "read"), ("Waves", "read")]
    candles.refresh_from_db()
    assert candles.taken == 1
    assert [line["title"] for line in data["receipt"]["lines"]] == ["Candles", "Waves"]
    assert len(Invoice.objects.get().content["items"]) == 2
    assert list(books.differences()) == []


def test_the_last_copy_is_held_once_and_released_when_unpaid(
    ebooks: EbookShop, member: Person, other_member: Person
) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=1), ebooks.ebook("Waves", rupees=50, copies=5)
    assert ebooks.enroll(member.api, candles, waves).status_code == 200

    refused = ebooks.enroll(other_member.api, waves, candles)
    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    waves.refresh_from_db()
    assert waves.taken == 1  # nothing is held for the refused order

    assert expiry.expire_overdue_orders(at=timezone.now() + HOLD_DURATION) == 1
    assert copy_states() == [("Candles", "free"), ("Waves", "free")]
    assert ebooks.buy(other_member.api, candles)["ebooks"][0]["title"] == "Candles"
    assert list(books.differences()) == []


def test_one_of_several_ebooks_is_refunded_and_then_the_rest(ebooks: EbookShop, member: Person) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=1), ebooks.ebook("Waves", rupees=51)
    order = Order.objects.get(pk=ebooks.buy(member.api, candles, waves)["orderId"])

    first = refund_by_staff(order, "Candles")
    order.refresh_from_db()
    assert (first.amount_paise, order.status) == (118_00, "paid")
    assert copy_states() == [("Candles", "revoked"), ("Waves", "read")]
    candles.refresh_from_db()
    assert candles.taken == 0

    second = refund_by_staff(order)
    order.refresh_from_db()
    assert (second.amount_paise, order.status) == (60_18, "refunded")
    assert copy_states() == [("Candles", "revoked"), ("Waves", "revoked")]
    assert CreditNote.objects.count() == 2
    assert sum(refund.amount_paise for refund in ebooks.provider.refunds.values()) == order.bill_paise
    assert list(books.differences()) == []


def test_an_owned_ebook_is_not_sold_again_and_other_endpoints_work(ebooks: EbookShop, member: Person) -> None:
    candles = ebooks.ebook("Candles", rupees=100)
    ebooks.buy(member.api, candles)

    refused = ebooks.fill(member.api, candles)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_owned")
    assert member.api.get("/api/orders").json()["totalCount"] == 1
    assert member.api.get("/api/coupon/new", {"productid": str(ebooks.series)}).json()["data"] == []
    assert member.api.get("/api/course/users/none").status_code == 404


def test_orders_can_be_filtered_by_each_registered_kind(ebooks: EbookShop, member: Person) -> None:
    ebooks.buy(member.api, ebooks.ebook("Candles", rupees=100))

    assert member.api.get("/api/orders", {"kind": "ebook"}).json()["totalCount"] == 1
    assert member.api.get("/api/orders", {"kind": "course"}).json()["totalCount"] == 0
    refused = member.api.get("/api/orders", {"kind": "ebooks"})
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["kind"])


def test_orders_cannot_be_filtered_by_a_kind_that_is_not_registered(member: Person) -> None:
    assert member.api.get("/api/orders", {"kind": "ebook"}).status_code == 400
    assert member.api.get("/api/orders", {"kind": "course"}).status_code == 200


def test_a_coupon_can_be_limited_to_a_registered_kind(ebooks: EbookShop, member: Person) -> None:
    form = CouponForm(
        {
            "code": "READ10",
            "short_description": "10% off ebooks",
            "kind": "percent",
            "percent": "10",
            "minimum_paise": "0",
            "kinds": ["ebook"],
            "is_active": "on",
            "is_listed": "on",
        }
    )
    assert form.is_valid(), form.errors
    form.save()
    Coupon.objects.create(code="LEARN10", short_description="10% off", percent=10, kinds=["course"])
    candles = ebooks.ebook("Candles", rupees=100)
    cart_id = ebooks.fill(member.api, candles).json()["data"]["_id"]

    def apply(code: str) -> Any:
        return member.api.post("/api/coupon/apply-coupon", {"couponcode": code, "cartId": cart_id})

    listed = member.api.get("/api/coupon/new", {"productid": str(ebooks.series)}).json()["data"]
    assert [coupon["couponCode"] for coupon in listed] == ["READ10"]
    assert apply("READ10").json()["data"]["Coupondiscount"] == 10
    refused = apply("LEARN10")
    assert (refused.status_code, refused.json()["code"]) == (409, "coupon_not_for_item")
