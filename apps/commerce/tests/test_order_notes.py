"""The notes that the provider keeps with an order are enough to rebuild it, however large the selection."""

import json
import random
import uuid
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.accounts.models import User
from apps.accounts.services import trials
from apps.commerce import packed_json
from apps.commerce.flows import rebuilding
from apps.commerce.gateways import order_notes
from apps.commerce.gateways.order_notes import OrderNotes
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import books
from apps.commerce.tests.shop import Shop, course_at
from apps.commerce.tests.test_reconciling import _lose_the_books as lose_the_books
from apps.commerce.tests.test_reconciling import later
from apps.core.ids import new_id
from apps.core.testing import proof
from apps.core.testing.fixtures import Person

IDS = st.uuids().map(str)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | IDS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | IDS, inner),
)


@given(VALUES)
@settings(deadline=None, max_examples=proof.count(100), suppress_health_check=[HealthCheck.too_slow])
def test_unpacking_restores_the_packed_value(value: Any) -> None:
    assert packed_json.unpack(packed_json.pack(value)) == value


@pytest.mark.parametrize("text", ["", "x", "AAAA", "ä", packed_json.pack([str(uuid.UUID(int=1))])[:-4]])
def test_a_text_that_was_not_packed_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of its kinds
        packed_json.unpack(text)


def test_a_short_text_cannot_unpack_to_a_huge_one() -> None:
    with pytest.raises(ValueError, match="too long"):
        packed_json.unpack(packed_json.pack("a" * 10**6))


FIELDS = {
    **dict.fromkeys(("person", "cart", "item"), str(new_id())),
    "price": 1,
    "discount": 0,
    "request": {},
}


def order_of(session_ids: list[str], **values: Any) -> Order:
    return Order(
        **{
            "id": new_id(),
            "number": "RA-ABCDEFGHJK",
            "person": User(mobile="9812345678"),
            "cart_id": new_id(),
            "kind": "liveTrading",
            "item_id": new_id(),
            "quote": {"title": "ट" * 300},
            "price_paise": 10**12,
            "discount_paise": 10**12,
            "billing": {
                "gstNo": "26AAGCB7383J1Z4",
                "company": "श्री गणेश व्यापार मंडल " * 5,
                "name": "श्रीमती " * 10,
                "state": "Dadra and Nagar Haveli and Daman and Diu",
                "address": "१२, महात्मा गांधी मार्ग\nपुणे 411001",
            },
            "request": {"sessionIds": session_ids},
            "tax_lines": [{"name": "IGST", "rate": 18, "paise": 0}],
            **values,
        }
    )


@pytest.mark.parametrize("count", [1, 36, 45, 80])
@pytest.mark.parametrize("make", [new_id, uuid.uuid4])
def test_eighty_sessions_and_the_address_survive_the_round_trip(count: int, make: Any) -> None:
    order = order_of([str(make()) for _ in range(count)])

    notes = order_notes.build(order, invoice="INV2627B-0000001 2026-11-27T12:00:00+00:00")

    assert len(notes) <= 15
    assert max(len(text) for text in (*notes, *notes.values())) <= 256
    parsed = order_notes.parse(notes)
    assert parsed == OrderNotes(
        order_id=order.pk,
        number=order.number,
        person_id=order.person_id,
        kind=order.kind,
        item_id=order.item_id,
        title=order.quote["title"][:256],
        price_paise=10**12,
        discount_paise=10**12,
        billing=order.billing,
        gst_bp=1800,
        request=order.request,
        cart_id=order.cart_id,
        mobile_digest=trials.digest_of("9812345678"),
        invoice="INV2627B-0000001 2026-11-27T12:00:00+00:00",
    )
    assert "9812345678" not in repr(parsed)


@pytest.mark.parametrize(("count", "is_kept"), [(1, True), (85, False)])
def test_an_address_that_does_not_fit_beside_the_selection_is_left_out(
    count: int, is_kept: bool, caplog: pytest.LogCaptureFixture
) -> None:
    order = order_of([str(uuid.uuid4()) for _ in range(count)])
    order.billing["address"] = "".join(chr(0x4E00 + 37 * place % 20_000) for place in range(400))

    parsed = order_notes.parse(order_notes.build(order))

    assert parsed is not None
    assert (parsed.request, "address" in parsed.billing) == (order.request, is_kept)
    assert {**parsed.billing, "address": order.billing["address"]} == order.billing
    assert caplog.records == []


def test_texts_that_hardly_compress_never_take_more_than_the_slots() -> None:
    order = order_of([str(uuid.uuid4()) for _ in range(90)])
    longest = {"name": 80, "company": 120, "address": 400}
    places = random.Random(7)
    for name, length in longest.items():
        order.billing[name] = "".join(chr(places.randrange(0x10000, 0x1F000)) for _ in range(length))

    notes = order_notes.build(order, invoice="INV2627B-0000001 2026-11-27T12:00:00+00:00")

    assert len(notes) <= 15
    parsed = order_notes.parse(notes)
    assert parsed is not None
    assert (parsed.request, parsed.billing["company"]) == (None, order.billing["company"])
    assert "address" not in parsed.billing


def test_without_a_gstin_the_provider_is_not_told_the_address() -> None:
    order = order_of([])
    order.billing["gstNo"] = ""
    parsed = order_notes.parse(order_notes.build(order))
    assert parsed is not None
    assert "address" not in parsed.billing


def test_a_selection_too_large_for_the_notes_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    order = order_of([str(uuid.uuid4()) for _ in range(500)])

    notes = order_notes.build(order)

    assert max(len(text) for text in notes.values()) <= 256
    parsed = order_notes.parse(notes)
    assert parsed is not None
    assert (parsed.request, parsed.cart_id, parsed.price_paise) == (None, order.cart_id, order.price_paise)
    assert parsed.billing == order.billing
    assert [record.facts["order"] for record in caplog.records] == [order.number]


def test_older_unpacked_notes_are_still_parsed() -> None:
    order = order_of([str(new_id()) for _ in range(30)])
    selection = json.dumps(order.request, separators=(",", ":"))
    notes = {
        "order": str(order.pk),
        "number": order.number,
        "person": str(order.person_id),
        "kind": order.kind,
        "item": str(order.item_id),
        "title": "A program",
        "price": "1000",
        "discount": "10",
        "state": "Goa",
        **{f"request{index}": selection[250 * index : 250 * index + 250] for index in range(6)},
    }
    parsed = order_notes.parse(notes)
    assert parsed is not None
    assert (parsed.request, parsed.price_paise, parsed.billing, parsed.cart_id) == (
        order.request,
        1000,
        {"state": "Goa"},
        None,
    )


def test_notes_of_eleven_slots_and_without_the_buyers_company_are_still_parsed() -> None:
    order = order_of([str(uuid.uuid4()) for _ in range(115)])
    packed = packed_json.pack(
        {
            "person": str(order.person_id),
            "cart": str(order.cart_id),
            "item": str(order.item_id),
            "price": 1000,
            "discount": 0,
            "gst": 1800,
            "state": "Goa",
            "request": order.request,
        }
    )
    chunks = [packed[start : start + 256] for start in range(0, len(packed), 256)]
    assert len(chunks) == 11
    notes = {"order": str(order.pk), "number": order.number, "kind": order.kind, "title": "A program"}
    parsed = order_notes.parse({**notes, **{f"packed{place}": text for place, text in enumerate(chunks)}})
    assert parsed is not None
    assert (parsed.request, parsed.billing) == (order.request, {"state": "Goa"})
    assert (parsed.mobile_digest, parsed.invoice) == ("", "")


@pytest.mark.parametrize(
    "change",
    [
        {"order": "none"},
        {"packed0": "nonsense"},
        {"packed0": packed_json.pack([1, 2])},
        {"packed0": packed_json.pack({"person": 7})},
        {"packed0": packed_json.pack({**FIELDS, "company": 7})},
        {"packed0": packed_json.pack({**FIELDS, "mobile": ["9812345678"]})},
        {"packed1": "more"},
        {"number": None},
    ],
)
def test_incomplete_notes_are_refused(change: dict[str, Any]) -> None:
    notes = {**order_notes.build(order_of([])), **change}
    assert order_notes.parse({name: text for name, text in notes.items() if text is not None}) is None


# --- billing of a rebuilt order -------------------------------------------------------------------

OURS = {
    "name": "Asha Rao",
    "company": "Rao Traders",
    "gstNo": "29AAGCB7383J1Z4",
    "state": "Karnataka",
    "address": "12, MG Road\nBengaluru 560038",
}
OTHERS = {"name": "Somebody Else", "company": "Another", "gstNo": "", "state": "Goa", "address": "Elsewhere"}


def bought_with(shop: Shop, member: Person, billing: dict[str, str]) -> Any:
    course = course_at(100_00)
    enrolled = shop.enroll(member.api, shop.cart(member.api, course, billingDetails=billing))
    assert shop.confirm(member.api, enrolled["razorPayOrderId"]).status_code == 200
    return course


@pytest.mark.django_db(transaction=True)
def test_a_rebuilt_order_takes_its_billing_from_its_own_cart(shop: Shop, member: Person) -> None:
    bought_with(shop, member, OURS)
    cart = Cart.objects.get()
    lose_the_books()
    # As if the backup had been made after the cart and before the order.
    cart.closed_at = None
    cart.save(force_insert=True)

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1

    order = Order.objects.get()
    assert (order.cart_id, order.status) == (cart.pk, "paid")
    assert order.billing == cart.billing
    assert {name: order.billing[name] for name in OURS} == OURS


@pytest.mark.django_db(transaction=True)
def test_another_cart_of_the_same_item_changes_neither_billing_nor_selection_and_stays_open(
    shop: Shop, member: Person
) -> None:
    course = bought_with(shop, member, OURS)
    lost = Cart.objects.get()
    lose_the_books()
    other = shop.cart(member.api, course)
    Cart.objects.filter(pk=other["_id"]).update(
        billing={**Cart.objects.get().billing, **OTHERS}, request={"id": "another"}
    )

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1

    order = Order.objects.get()
    assert order.status == "paid"
    assert {name: order.billing[name] for name in OURS} == OURS
    buyer = order.invoice.content["buyer"]
    assert (buyer["name"], buyer["gstin"], buyer["state"]) == (OURS["company"], OURS["gstNo"], OURS["state"])
    assert (buyer["contact"], buyer["address"]) == (OURS["name"], OURS["address"])
    assert order.request == {"id": str(course.pk)}
    assert (order.cart_id, order.cart.closed_at) == (lost.pk, order.paid_at)
    assert Cart.objects.get(pk=other["_id"]).closed_at is None
    assert list(books.differences()) == []


@pytest.mark.django_db(transaction=True)
def test_an_item_that_the_buyer_owns_by_now_is_refunded_even_if_its_cart_exists(
    shop: Shop, member: Person
) -> None:
    course = bought_with(shop, member, OURS)
    lost = Cart.objects.get()
    lose_the_books()
    shop.bought(member.api, course)
    lost.closed_at = None
    lost.save(force_insert=True)

    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1

    statuses = sorted(Order.objects.values_list("status", flat=True))
    assert statuses == ["paid", "refunded"]
    assert Order.objects.get(status="refunded").billing["gstNo"] == OURS["gstNo"]


def remove_selection_from_notes(shop: Shop) -> None:
    """As if the selection had been too large for the notes."""
    for name, theirs in shop.provider.orders.items():
        notes = dict(theirs.notes)
        fields = packed_json.unpack(notes.pop("packed0") + notes.pop("packed1", ""))
        notes["packed0"] = packed_json.pack({**fields, "request": None})
        shop.provider.orders[name] = replace(theirs, notes=notes)


@pytest.mark.django_db(transaction=True)
def test_a_selection_too_large_for_the_notes_is_taken_from_the_cart(shop: Shop, member: Person) -> None:
    course = bought_with(shop, member, OURS)
    cart = Cart.objects.get()
    lose_the_books()
    cart.closed_at = None
    cart.save(force_insert=True)
    remove_selection_from_notes(shop)
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    order = Order.objects.get()
    assert (order.status, order.request) == ("paid", {"id": str(course.pk)})


@pytest.mark.django_db(transaction=True)
def test_an_order_whose_selection_is_lost_is_refunded(shop: Shop, member: Person) -> None:
    bought_with(shop, member, OURS)
    lose_the_books()
    remove_selection_from_notes(shop)
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    assert Order.objects.get().status == "refunded"
    assert [refund.amount_paise for refund in shop.provider.refunds.values()] == [118_00]
