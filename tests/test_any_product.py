"""
A new kind of product is one adapter in its own app: ebooks are sold from the cart to the refund.

Nothing in commerce knows of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.models import CreditNote, Invoice, Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry, refunds
from apps.commerce.services.orders import HELD
from apps.commerce.tests.provider import provider
from apps.core.testing.fixtures import Person
from tests.ebook.fixtures import EbookShop, ebooks
from tests.ebook.models import Copy

__all__ = ["ebooks", "provider"]

pytestmark = pytest.mark.django_db(transaction=True)


def states() -> list[tuple[str, str]]:
    return sorted(Copy.objects.values_list("ebook__title", "state"))


def by_staff(order: Order, *titles: str) -> Any:
    lines = order.lines.filter(title__in=titles).values_list("pk", flat=True)
    return refunds.by_staff(
        order_id=order.pk,
        line_ids=list(lines) if titles else None,
        reason="Asked for",
        by="Staff",
        gives_coupon_back=False,
        at=timezone.now(),
    )


def test_commerce_does_not_know_of_ebooks() -> None:
    """So that what follows shows what it says."""
    commerce = Path(__file__).parent.parent / "apps" / "commerce"
    code = [path for path in commerce.rglob("*.py") if "tests" not in path.parts]
    assert len(code) > 50
    assert [path for path in code if "ebook" in path.read_text().lower()] == []


def test_several_ebooks_are_sold_on_one_bill(ebooks: EbookShop, member: Person) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=3), ebooks.ebook("Waves", rupees=51)

    cart = ebooks.fill(member.api, candles, waves).json()["data"]
    assert (cart["kind"], cart["itemId"], cart["title"]) == ("ebook", str(ebooks.series), "2 ebooks")
    assert (cart["plan"]["discountedPrice"], cart["igst"], cart["billTotal"]) == (151, 13.59, 178.18)

    data = ebooks.bought(member.api, candles, waves)

    assert data["kind"] == "ebook"
    assert data["ebooks"] == [
        {"_id": str(candles.pk), "title": "Candles"},
        {"_id": str(waves.pk), "title": "Waves"},
    ]
    assert data["receipt"]["href"] == f"/ebooks/{ebooks.series}"
    assert states() == [("Candles", "read"), ("Waves", "read")]
    candles.refresh_from_db()
    assert candles.taken == 1
    assert [line["title"] for line in data["receipt"]["lines"]] == ["Candles", "Waves"]
    assert len(Invoice.objects.get().content["items"]) == 2
    assert list(books.differences()) == []


def test_the_last_copy_is_held_once_and_free_again_when_nobody_pays(
    ebooks: EbookShop, member: Person, other_member: Person
) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=1), ebooks.ebook("Waves", rupees=50, copies=5)
    assert ebooks.enroll(member.api, candles, waves).status_code == 200

    refused = ebooks.enroll(other_member.api, waves, candles)
    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    waves.refresh_from_db()
    assert waves.taken == 1  # nothing of the refused order is held

    assert expiry.run(at=timezone.now() + HELD) == 1
    assert states() == [("Candles", "free"), ("Waves", "free")]
    assert ebooks.bought(other_member.api, candles)["ebooks"][0]["title"] == "Candles"
    assert list(books.differences()) == []


def test_one_ebook_of_several_goes_back_and_then_the_rest(ebooks: EbookShop, member: Person) -> None:
    candles, waves = ebooks.ebook("Candles", rupees=100, copies=1), ebooks.ebook("Waves", rupees=51)
    order = Order.objects.get(pk=ebooks.bought(member.api, candles, waves)["orderId"])

    first = by_staff(order, "Candles")
    order.refresh_from_db()
    assert (first.amount_paise, order.status) == (118_00, "paid")
    assert states() == [("Candles", "taken back"), ("Waves", "read")]
    candles.refresh_from_db()
    assert candles.taken == 0

    second = by_staff(order)
    order.refresh_from_db()
    assert (second.amount_paise, order.status) == (60_18, "refunded")
    assert states() == [("Candles", "taken back"), ("Waves", "taken back")]
    assert CreditNote.objects.count() == 2
    assert sum(refund.amount_paise for refund in ebooks.provider.refunds.values()) == order.bill_paise
    assert list(books.differences()) == []


def test_what_is_owned_is_not_sold_again_and_the_site_stays_as_it_was(
    ebooks: EbookShop, member: Person
) -> None:
    candles = ebooks.ebook("Candles", rupees=100)
    ebooks.bought(member.api, candles)

    refused = ebooks.fill(member.api, candles)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_owned")
    assert member.api.get("/api/orders").json()["totalCount"] == 1
    assert member.api.get("/api/coupon/new", {"productid": str(ebooks.series)}).json()["data"] == []
    assert member.api.get("/api/course/users/none").status_code == 404
