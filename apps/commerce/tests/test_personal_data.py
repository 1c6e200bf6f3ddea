"""What a person can take along of their purchases, and what is left of them when their account is erased."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfReader

from apps.accounts import personal_data
from apps.accounts.services import erasure
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import Cart, CreditNote, Invoice, Order
from apps.commerce.models.append_only import ImmutableRow
from apps.commerce.selectors import books, invoices
from apps.commerce.services import events, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

GSTIN = "32AAPFU0939F1Z4"
BILLING = {"name": "Meera Nair", "address": "12 Beach Road, Kochi", "state": "Kerala"}
PERSONAL = ("Meera", "Nair", "Beach", "Kochi", "9811111111", "meera@")


def refunded(shop: Shop, person: Person, **billing: str) -> Order:
    cart = shop.cart(person.api, course_at(100_00), billingDetails={**BILLING, **billing})
    enrolled = shop.enroll(person.api, cart)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    shop.webhook("payment.captured", payment_id=payment.id)
    refunds.refund_as_staff(
        order_id=enrolled["orderId"],
        line_ids=None,
        reason="Asked",
        by=colleague("Asha"),
        release_coupon=False,
        at=timezone.now(),
    )
    return Order.objects.get(pk=enrolled["orderId"])


def paper_of(order: Order) -> list[Any]:
    return [Invoice.objects.get(order=order), CreditNote.objects.get(invoice__order=order)]


def erase(person: Person) -> None:
    erasure.erase(
        person=person.user,
        mobile=person.user.mobile,
        has_reauthenticated=True,
        address="203.0.113.7",
        at=timezone.now(),
    )


def test_the_download_has_orders_with_their_bills_and_open_carts(shop: Shop, member: Person) -> None:
    order = refunded(shop, member, company="Pillai and Sons", gstNo=GSTIN)
    shop.cart(member.api, course_at(200_00, title="Waves"), billingDetails=BILLING)

    told = json.loads(json.dumps(personal_data.export(person=member.user)))

    assert [row["number"] for row in told["orders"]] == [order.number]
    (row,) = told["orders"]
    assert row["billingDetails"] == {
        **BILLING,
        "company": "Pillai and Sons",
        "gstNo": GSTIN,
        "mobile": "9811111111",
        "email": "meera@example.in",
    }
    assert (row["billTotal"], row["invoice"]["number"]) == (118, order.invoice.number)
    assert row["refunds"][0]["creditNote"]["number"] == order.refunds.get().credit_note.number
    assert [(cart["title"], cart["billingDetails"]["address"]) for cart in told["carts"]] == [
        ("Waves", "12 Beach Road, Kochi")
    ]


def test_documents_of_an_erased_account_name_nobody(shop: Shop, member: Person) -> None:
    order = refunded(shop, member)
    shop.cart(member.api, course_at(200_00), billingDetails=BILLING)
    before = [paper.content for paper in paper_of(order)]

    erase(member)

    after = [paper.content for paper in paper_of(order)]
    nobody = {
        "name": "Deleted account",
        "address": "",
        "state": "Kerala",
        "gstin": "",
        "email": "",
        "phone": "",
        "contact": "",
    }
    assert after == [{**content, "buyer": nobody} for content in before]
    kept = [*after, *Order.objects.values("billing", "request", "quote"), *Cart.objects.values("billing")]
    assert [word for word in PERSONAL if word in json.dumps(kept, default=str)] == []
    text = PdfReader(BytesIO(invoices.render_pdf(paper_of(order)[0]).pdf)).pages[0].extract_text()
    assert "Deleted account" in text
    assert order.invoice.number in text
    assert [word for word in PERSONAL if word in text] == []
    assert not Cart.objects.filter(closed_at__isnull=True).exists()
    assert list(books.differences()) == []


def test_a_business_keeps_its_name_and_gstin_on_its_documents(shop: Shop, member: Person) -> None:
    order = refunded(shop, member, company="Pillai and Sons", gstNo=GSTIN)
    erase(member)

    for paper in paper_of(order):
        assert paper.content["buyer"] == {
            "name": "Pillai and Sons",
            "address": "",
            "state": "Kerala",
            "gstin": GSTIN,
            "email": "",
            "phone": "",
            "contact": "",
        }


def test_a_gstin_without_a_company_names_nobody(shop: Shop, member: Person) -> None:
    order = refunded(shop, member, gstNo=GSTIN)
    erase(member)

    for paper in paper_of(order):
        assert (paper.content["buyer"]["name"], paper.content["buyer"]["gstin"]) == ("Deleted account", GSTIN)


def test_of_what_the_provider_tells_only_the_money_is_kept(shop: Shop) -> None:
    money = {"id": "pay_0123456789abcd", "amount": 118_00, "status": "captured"}
    person = {"email": "meera@example.in", "contact": "+919811111111", "vpa": "meera@okbank"}
    card, notes = {"name": "Meera Nair", "last4": "4111"}, {"refund": "r1", "address": "12 Beach Road"}
    entity = {**money, **person, "card": card, "notes": notes}
    told = {"event": "payment.captured", "payload": {"payment": {"entity": entity}}}

    received = RazorpayGateway().read_event(body=json.dumps(told).encode(), headers={})
    event = events.store(provider="razorpay", received=received, at=timezone.now())

    assert event is not None
    assert event.payload == {
        "event": "payment.captured",
        "payload": {"payment": {"entity": {**money, "notes": {"refund": "r1"}}}},
    }


def test_others_keep_what_is_theirs(shop: Shop, member: Person, other_member: Person) -> None:
    theirs = refunded(shop, other_member)
    before = [paper.content for paper in paper_of(theirs)]
    erase(member)

    assert [paper.content for paper in paper_of(theirs)] == before
    theirs.refresh_from_db()
    assert theirs.billing["address"] == "12 Beach Road, Kochi"


def test_documents_refuse_every_other_change(shop: Shop, member: Person) -> None:
    for paper in paper_of(refunded(shop, member)):
        with pytest.raises(ImmutableRow):
            paper.save()
        with pytest.raises(ImmutableRow):
            paper.delete()
        with pytest.raises(ImmutableRow):
            type(paper).objects.filter(pk=paper.pk).update(content={})
        with pytest.raises(ImmutableRow):
            type(paper).objects.filter(pk=paper.pk).delete()


def test_a_payment_that_comes_after_the_erasure_goes_back(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    erase(member)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert shop.webhook("payment.captured", payment_id=payment.id).status_code == 200

    order = Order.objects.get()
    assert (order.status, order.refunds.get().status) == ("refunded", "processed")
    assert not Invoice.objects.exists()
    assert list(books.differences()) == []
