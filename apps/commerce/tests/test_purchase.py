"""One purchase from the cart to the invoice, however the server learns of its payment."""

import pytest

from apps.accounts.models import Entitlement
from apps.commerce.models import Invoice, LedgerEntry
from apps.commerce.selectors import books
from apps.commerce.tests.shop import CONFIRM, Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_purchase_opens_the_course_and_leaves_agreeing_books(shop: Shop, member: Person) -> None:
    course = course_at(4_499_00, markup_price_paise=6_000_00, access_days=365)
    cart = shop.cart(member.api, course)
    assert cart["plan"] == {"actualPrice": 6000, "discountedPrice": 4499, "priceName": None}
    assert (cart["igst"], cart["cgst"], cart["billTotal"]) == (404.91, 404.91, 5308.82)
    assert cart["taxLines"] == [{"name": "IGST", "rate": 18, "amount": 809.82}]  # from Kerala
    assert (cart["kind"], cart["savings"], cart["accessValidityInDays"]) == ("course", 1501, 365)

    enrolled = shop.enroll(member.api, cart)
    assert enrolled["amountToBePaid"] == 530882
    assert enrolled["currency"] == "INR"
    assert enrolled["keyId"] == "rzp_test_tests"
    assert enrolled["prefill"] == {
        "name": "Meera Nair",
        "email": "meera@example.in",
        "contact": "+919811111111",
    }

    data = shop.confirm(member.api, enrolled["razorPayOrderId"]).json()["data"]
    assert (data["orderId"], data["amount"], data["kind"]) == (enrolled["orderId"], 530882, "course")
    assert data["userId"] == {"_id": str(member.user.pk), "name": "Meera Nair"}
    assert [len(chapter["topics"]) for chapter in data["courseId"]["chapters"]] == [2]
    assert data["courseId"]["_id"] == str(course.pk)
    assert data["receipt"]["invoice"]["number"].startswith("INV")

    detail = member.api.get(f"/api/course/users/{course.pk}").json()["data"]
    assert detail["isPurchased"] is True
    assert detail["access"]["via"] == "purchase"
    assert list(books.differences()) == []
    assert LedgerEntry.objects.count() == 3


def test_confirming_twice_gives_the_same_answer(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    enrolled = shop.enrolled(member.api, course)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    body = shop.provider.confirmation(payment)
    first, second = member.api.post(CONFIRM, body), member.api.post(CONFIRM, body)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert Invoice.objects.count() == Entitlement.objects.count() == 1


def test_documents_may_be_framed_by_the_site_alone(shop: Shop, member: Person) -> None:
    bought = shop.bought(member.api, course_at(100_00))
    answer = member.api.get(bought["receipt"]["invoice"]["url"])
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert answer["Content-Security-Policy"] == "frame-ancestors 'self'"


def test_enrolling_twice_gives_the_same_provider_order(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    assert shop.enroll(member.api, cart) == shop.enroll(member.api, cart)
    assert len(shop.provider.orders) == 1
