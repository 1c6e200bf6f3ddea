"""Whom an invoice names: what was sent for the cart, else the profile as it is when the order is made."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfReader

from apps.commerce.models import CreditNote, Invoice, Order
from apps.commerce.selectors import invoices
from apps.commerce.services import refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import CART, Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

OF_KARNATAKA, OF_MAHARASHTRA = "29AAGCB7383J1Z4", "27AAPFU0939F1ZV"
WRONG_STATE = "This GSTIN is registered in Karnataka. Choose Karnataka as your state, or leave it blank."


def save_profile(person: Person, **details: str) -> Any:
    answer = person.api.put("/api/user/details", details)
    assert answer.status_code == 200, answer.json()
    return answer


def bought(shop: Shop, person: Person, cart: dict[str, Any]) -> Order:
    answer = shop.confirm(person.api, shop.enroll(person.api, cart)["razorPayOrderId"])
    assert answer.status_code == 200
    return Order.objects.get(pk=answer.json()["data"]["orderId"])


def buyer_on(order: Order) -> dict[str, str]:
    return dict(Invoice.objects.get(order=order).content["buyer"])


# --- read again when the order is made ------------------------------------------------------------


def test_a_profile_saved_after_the_cart_was_made_is_on_the_invoice(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(1_000_00))
    save_profile(member, name="Meera Nair", state="Karnataka", company="Nair & Co", gstNo=OF_KARNATAKA)
    order = bought(shop, member, cart)
    assert [line["name"] for line in order.tax_lines] == ["IGST"]
    assert buyer_on(order)["name"] == "Nair & Co"
    assert (buyer_on(order)["state"], buyer_on(order)["gstin"]) == ("Karnataka", OF_KARNATAKA)
    assert Invoice.objects.get().content["place_of_supply"] == "Karnataka (29)"


def test_what_was_sent_for_the_cart_stays_whatever_the_profile_says(shop: Shop, member: Person) -> None:
    given = {"name": "Asha Rao", "state": "Goa", "gstNo": "", "company": "", "address": "", "mobile": ""}
    cart = shop.cart(member.api, course_at(1_000_00), billingDetails=given)
    save_profile(member, name="Meera Nair", state="Maharashtra", address="12 Beach Road")
    billed = buyer_on(bought(shop, member, cart))
    assert (billed["name"], billed["state"], billed["address"]) == ("Asha Rao", "Goa", "12 Beach Road")


def test_a_profile_that_changes_between_two_presses_makes_another_order(shop: Shop, member: Person) -> None:
    save_profile(member, name="Meera", state="Goa")
    cart = shop.cart(member.api, course_at(1_000_00))
    first = shop.enroll(member.api, cart)
    assert shop.enroll(member.api, cart)["orderId"] == first["orderId"]
    save_profile(member, name="Meera Nair")
    second = shop.enroll(member.api, cart)
    assert second["orderId"] != first["orderId"]
    names = dict(Order.objects.values_list("pk", "billing__name"))
    assert sorted(names.values()) == ["Meera", "Meera Nair"]


def test_what_changes_after_the_payment_changes_no_invoice(shop: Shop, member: Person) -> None:
    save_profile(member, name="Meera Nair", state="Goa")
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    before = Invoice.objects.get().content
    save_profile(member, name="Somebody Else", state="Karnataka", gstNo=OF_KARNATAKA)
    assert Invoice.objects.get().content == before
    assert member.api.get(f"/api/orders/{order.pk}").json()["data"]["taxLines"][0]["name"] == "IGST"
    assert buyer_on(order)["name"] == "Meera Nair"


# --- the address of a business --------------------------------------------------------------------

ADDRESS = "12, MG Road\nIndiranagar\nBengaluru 560038"
BUSINESS = {"name": "Meera Nair", "company": "Nair & Co", "gstNo": OF_KARNATAKA, "state": "Karnataka"}


def test_a_business_is_named_with_its_person_and_address_on_invoice_and_credit_note(
    shop: Shop, member: Person
) -> None:
    save_profile(member, **BUSINESS, address=ADDRESS)
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    # The person moves: what was billed stays.
    save_profile(member, state="Goa", gstNo="", address="4 Beach Road")
    refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Charged by mistake",
        by=colleague("Asha"),
        release_coupon=False,
        at=timezone.now(),
    )
    for document in (Invoice.objects.get(order=order), CreditNote.objects.get()):
        buyer = document.content["buyer"]
        assert (buyer["name"], buyer["contact"], buyer["address"]) == ("Nair & Co", "Meera Nair", ADDRESS)
        assert (buyer["state"], buyer["gstin"]) == ("Karnataka", OF_KARNATAKA)
        text = " ".join(PdfReader(BytesIO(invoices.render_pdf(document).pdf)).pages[0].extract_text().split())
        said = "Nair & Co Meera Nair 12, MG Road, Indiranagar, Bengaluru 560038 Karnataka"
        assert said in text


def test_a_gstin_without_an_address_is_accepted_by_the_endpoints(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(1_000_00), billingDetails=BUSINESS)
    assert buyer_on(bought(shop, member, cart))["address"] == ""


@pytest.mark.parametrize(
    ("left_out", "name"), [("gstNo", "Meera Nair"), ("company", "Meera Nair"), ("name", "Nair & Co")]
)
def test_nobody_is_named_twice(shop: Shop, member: Person, left_out: str, name: str) -> None:
    save_profile(member, **{**BUSINESS, left_out: ""})
    buyer = buyer_on(bought(shop, member, shop.cart(member.api, course_at(1_000_00))))
    assert (buyer["name"], buyer["contact"]) == (name, "")


def test_an_invoice_from_before_the_person_was_named_fits_its_order(shop: Shop, member: Person) -> None:
    save_profile(member, **BUSINESS)
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    now = buyer_on(order)
    before = {name: text for name, text in now.items() if name != "contact"}
    assert invoices.is_billed_to(invoices.Party(**before), billing=order.billing)
    assert invoices.is_billed_to(invoices.Party(**now), billing=order.billing)
    for forged in ("", "Somebody Else"):
        assert not invoices.is_billed_to(invoices.Party(**{**now, "contact": forged}), billing=order.billing)


# --- GSTIN and state ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gstin", "state", "is_fine"),
    [
        (OF_KARNATAKA, "Karnataka", True),
        (OF_KARNATAKA, " karnataka ", True),
        (OF_KARNATAKA, "Maharashtra", False),
        (OF_MAHARASHTRA, "Karnataka", False),
        # Other territory is no state.
        ("97AAPFU0939F1ZO", "Karnataka", True),
    ],
)
def test_a_gstin_belongs_to_the_state(
    shop: Shop, member: Person, gstin: str, state: str, is_fine: bool
) -> None:
    course = course_at(1_000_00)
    details = {"gstNo": gstin, "state": state}
    cart = member.api.post(CART, {"id": str(course.pk), "billingDetails": details})
    profile = member.api.put("/api/user/details", details)
    assert (cart.status_code, profile.status_code) == ((200, 200) if is_fine else (400, 400))
    if not is_fine:
        assert list(cart.json()["errors"]) == ["billingDetails.gstNo"]
        assert list(profile.json()["errors"]) == ["gstNo"]
        assert "Choose" in profile.json()["errors"]["gstNo"][0]
        member.user.refresh_from_db()
        assert member.user.gst_no == ""


def test_the_refusal_names_the_state_of_the_gstin(member: Person) -> None:
    details = {"gstNo": OF_KARNATAKA, "state": "Goa"}
    assert member.api.put("/api/user/details", details).json()["errors"]["gstNo"] == [WRONG_STATE]


def test_a_gstin_that_is_sent_has_to_fit_the_state_of_the_profile(shop: Shop, member: Person) -> None:
    save_profile(member, state="Goa")
    body = {"id": str(course_at(1_000_00).pk), "billingDetails": {"gstNo": OF_KARNATAKA}}
    assert member.api.post(CART, body).status_code == 400


@pytest.mark.parametrize("is_saved_before", [True, False])
def test_the_gstin_of_another_state_in_the_profile_is_on_no_invoice(
    shop: Shop, member: Person, is_saved_before: bool
) -> None:
    """It was saved in two steps, or in a second tab; the checkout form asks before it goes on."""
    save_profile(member, name="Meera Nair", state="Goa")
    course = course_at(1_000_00)
    cart = None if is_saved_before else shop.cart(member.api, course)
    save_profile(member, gstNo=OF_KARNATAKA, company="Nair & Co")
    order = bought(shop, member, cart or shop.cart(member.api, course))
    buyer = buyer_on(order)
    assert (buyer["state"], buyer["gstin"], buyer["name"]) == ("Goa", "", "Meera Nair")
    assert [line["name"] for line in order.tax_lines] == ["IGST"]
    assert Invoice.objects.get().content["place_of_supply"] == "Goa (30)"


# --- hostile input --------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["name", "company", "address", "state"])
@pytest.mark.parametrize("text", ["\u202eevil", "a\x00b", "\u200d", "a\u2028b", "x" * 10_000])
def test_details_that_cannot_be_printed_are_refused(member: Person, field: str, text: str) -> None:
    body = {"id": str(course_at(1_000_00).pk), "billingDetails": {field: text}}
    answer = member.api.post(CART, body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [f"billingDetails.{field}"])


@pytest.mark.parametrize("name", ["9820011223", "+91 98200-11223", "९८२००११२२३"])
def test_a_number_is_no_name(member: Person, name: str) -> None:
    body = {"id": str(course_at(1_000_00).pk), "billingDetails": {"name": name}}
    answer = member.api.post(CART, body)
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"billingDetails.name": ["Enter a name, not a number."]}


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "#eval(1) $x$ \\ *", "മീര നായർ", "=1+1"])
def test_a_name_is_printed_as_it_was_typed(shop: Shop, member: Person, name: str) -> None:
    save_profile(member, name=name, state="Kerala")
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    assert buyer_on(order)["name"] == name
    assert invoices.invoice(order_id=order.pk, person=member.user).pdf.startswith(b"%PDF")


# --- without a name -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gstin", "name"), [("", "Unregistered customer"), (OF_KARNATAKA, "GST-registered customer")]
)
def test_without_a_name_the_invoice_names_a_customer_and_no_number(
    shop: Shop, member: Person, gstin: str, name: str
) -> None:
    save_profile(member, name="", state="", gstNo=gstin)
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    assert buyer_on(order)["name"] == name
    document = Invoice.objects.get(order=order)
    assert invoices.is_billed_to(invoices.billed_party(order.billing), billing=order.billing)
    assert member.user.mobile not in json.dumps(document.content)
    for before in (name, f"Member {member.user.mobile}"):
        printed = {**document.content["buyer"], "name": before, "phone": member.user.mobile}
        assert invoices.is_billed_to(invoices.Party(**printed), billing=order.billing)


def test_with_a_name_the_invoice_also_has_the_number(shop: Shop, member: Person) -> None:
    save_profile(member, name="Meera Nair")
    order = bought(shop, member, shop.cart(member.api, course_at(1_000_00)))
    assert buyer_on(order)["phone"] == member.user.mobile


def test_the_split_for_both_kinds_of_state_comes_with_the_cart(shop: Shop, member: Person) -> None:
    splits = shop.cart(member.api, course_at(1_000_00))["taxSplits"]
    assert splits == {
        "supplierState": "Maharashtra",
        "sameState": [
            {"name": "CGST", "rate": 9, "amount": 90},
            {"name": "SGST", "rate": 9, "amount": 90},
        ],
        "otherState": [{"name": "IGST", "rate": 18, "amount": 180}],
    }
