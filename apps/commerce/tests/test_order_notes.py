"""What the provider keeps with an order is enough to rebuild it, however much was chosen."""

import json
import uuid
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.commerce import noted, packed_json
from apps.commerce.flows import rebuilding
from apps.commerce.gateways import order_notes as order_notes
from apps.commerce.models import Cart, Order
from apps.commerce.tests.shop import Shop, course_at
from apps.commerce.tests.test_reconciling import _lose_the_books as lose_the_books
from apps.commerce.tests.test_reconciling import later
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person

IDS = st.uuids().map(str)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | IDS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | IDS, inner),
)


@given(VALUES)
def test_what_is_packed_is_unpacked(value: Any) -> None:
    assert packed_json.unpack(packed_json.pack(value)) == value


@pytest.mark.parametrize("text", ["", "x", "AAAA", "ä", packed_json.pack([str(new_id())])[:-4]])
def test_what_was_not_packed_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of its kinds
        packed_json.unpack(text)


def test_a_small_text_cannot_unpack_to_a_large_one() -> None:
    with pytest.raises(ValueError, match="too long"):
        packed_json.unpack(packed_json.pack("a" * 10**6))


def order_of(session_ids: list[str], **values: Any) -> Order:
    return Order(
        **{
            "id": new_id(),
            "number": "RA-ABCDEFGHJK",
            "person_id": new_id(),
            "cart_id": new_id(),
            "kind": "liveTrading",
            "item_id": new_id(),
            "quote": {"title": "ट" * 300},
            "price_paise": 10**12,
            "discount_paise": 10**12,
            "billing": {"state": "Dadra and Nagar Haveli and Daman and Diu"},
            "request": {"sessionIds": session_ids},
            **values,
        }
    )


@pytest.mark.parametrize("count", [1, 36, 45, 100])
@pytest.mark.parametrize("make", [new_id, uuid.uuid4])
def test_a_hundred_sessions_come_back_whole(count: int, make: Any) -> None:
    order = order_of([str(make()) for _ in range(count)])

    kept = order_notes.notes(order)

    assert len(kept) <= 15
    assert max(len(text) for text in (*kept, *kept.values())) <= 256
    found = order_notes.noted(kept)
    assert found == noted.Noted(
        order_id=order.pk,
        number=order.number,
        person_id=order.person_id,
        kind=order.kind,
        item_id=order.item_id,
        title=order.quote["title"][:256],
        price_paise=10**12,
        discount_paise=10**12,
        billing={"state": order.billing["state"]},
        request=order.request,
        cart_id=order.cart_id,
    )


def test_a_selection_that_does_not_fit_stays_out_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    order = order_of([str(uuid.uuid4()) for _ in range(500)])

    kept = order_notes.notes(order)

    assert max(len(text) for text in kept.values()) <= 256
    found = order_notes.noted(kept)
    assert found is not None
    assert (found.request, found.cart_id, found.price_paise) == (None, order.cart_id, order.price_paise)
    assert [record.facts["order"] for record in caplog.records] == [order.number]


def test_notes_of_the_earlier_kind_are_still_read() -> None:
    order = order_of([str(new_id()) for _ in range(30)])
    selection = json.dumps(order.request, separators=(",", ":"))
    kept = {
        "order": str(order.pk),
        "number": order.number,
        "person": str(order.person_id),
        "kind": order.kind,
        "item": str(order.item_id),
        "title": "A program",
        "price": "1000",
        "discount": "10",
        "state": "Goa",
        **{f"request{place}": selection[250 * place : 250 * place + 250] for place in range(6)},
    }
    found = order_notes.noted(kept)
    assert found is not None
    assert (found.request, found.price_paise, found.billing, found.cart_id) == (
        order.request,
        1000,
        {"state": "Goa"},
        None,
    )


@pytest.mark.parametrize(
    "change",
    [
        {"order": "none"},
        {"packed0": "nonsense"},
        {"packed0": packed_json.pack([1, 2])},
        {"packed0": packed_json.pack({"person": 7})},
        {"packed1": "more"},
        {"number": None},
    ],
)
def test_notes_that_are_not_whole_are_none(change: dict[str, Any]) -> None:
    kept = {**order_notes.notes(order_of([])), **change}
    assert order_notes.noted({name: text for name, text in kept.items() if text is not None}) is None


# --- billing of a rebuilt order -------------------------------------------------------------------

OURS = {"name": "Asha Rao", "company": "Rao Traders", "gstNo": "29AAGCB7383J1Z4", "state": "Karnataka"}
OTHERS = {"name": "Somebody Else", "company": "Another", "gstNo": "", "state": "Goa"}


def bought_with(shop: Shop, member: Person, billing: dict[str, str]) -> Any:
    course = course_at(100_00)
    cart = shop.cart(member.api, course)
    row = Cart.objects.get(pk=cart["_id"])
    row.billing = {**row.billing, **billing}
    row.save(update_fields=["billing"])
    enrolled = shop.enroll(member.api, cart)
    assert shop.confirm(member.api, enrolled["razorPayOrderId"]).status_code == 200
    return course


@pytest.mark.django_db(transaction=True)
def test_a_rebuilt_order_takes_its_billing_from_its_own_cart(shop: Shop, member: Person) -> None:
    bought_with(shop, member, OURS)
    cart = Cart.objects.get()
    lose_the_books()
    # The dump was made after the cart and before the order.
    cart.closed_at = None
    cart.save(force_insert=True)

    assert rebuilding.run(at=later(minutes=1)).rebuilt == 1

    order = Order.objects.get()
    assert (order.cart_id, order.status) == (cart.pk, "paid")
    assert order.billing == cart.billing
    assert {name: order.billing[name] for name in OURS} == OURS


@pytest.mark.django_db(transaction=True)
def test_another_cart_of_the_same_thing_lends_it_neither_billing_nor_selection(
    shop: Shop, member: Person
) -> None:
    course = bought_with(shop, member, OURS)
    lose_the_books()
    other = shop.cart(member.api, course)
    Cart.objects.filter(pk=other["_id"]).update(
        billing={**Cart.objects.get().billing, **OTHERS}, request={"id": "another"}
    )

    assert rebuilding.run(at=later(minutes=1)).rebuilt == 1

    order = Order.objects.get()
    assert order.status == "paid"
    assert (order.billing["name"], order.billing["company"]) == (member.user.name, "")
    assert order.billing["state"] == "Karnataka"
    assert order.request == {"id": str(course.pk)}
    # It is bought now: nobody pays for it twice.
    assert Cart.objects.get(pk=other["_id"]).closed_at is not None


@pytest.mark.django_db(transaction=True)
def test_what_the_buyer_has_by_now_goes_back_though_its_cart_is_there(shop: Shop, member: Person) -> None:
    course = bought_with(shop, member, OURS)
    lost = Cart.objects.get()
    lose_the_books()
    shop.bought(member.api, course)
    lost.closed_at = None
    lost.save(force_insert=True)

    assert rebuilding.run(at=later(minutes=1)).rebuilt == 1

    statuses = sorted(Order.objects.values_list("status", flat=True))
    assert statuses == ["paid", "refunded"]
    assert Order.objects.get(status="refunded").billing["gstNo"] == OURS["gstNo"]


def without_selection(shop: Shop) -> None:
    """As if so much had been chosen that the notes could not hold it."""
    for name, theirs in shop.provider.orders.items():
        kept = dict(theirs.notes)
        told = packed_json.unpack(kept.pop("packed0") + kept.pop("packed1", ""))
        kept["packed0"] = packed_json.pack({**told, "request": None})
        shop.provider.orders[name] = replace(theirs, notes=kept)


@pytest.mark.django_db(transaction=True)
def test_a_selection_that_did_not_fit_is_taken_from_its_own_cart(shop: Shop, member: Person) -> None:
    course = bought_with(shop, member, OURS)
    cart = Cart.objects.get()
    lose_the_books()
    cart.closed_at = None
    cart.save(force_insert=True)
    without_selection(shop)
    assert rebuilding.run(at=later(minutes=1)).rebuilt == 1
    order = Order.objects.get()
    assert (order.status, order.request) == ("paid", {"id": str(course.pk)})


@pytest.mark.django_db(transaction=True)
def test_one_whose_selection_is_lost_goes_back(shop: Shop, member: Person) -> None:
    bought_with(shop, member, OURS)
    lose_the_books()
    without_selection(shop)
    assert rebuilding.run(at=later(minutes=1)).rebuilt == 1
    assert Order.objects.get().status == "refunded"
    assert [refund.amount_paise for refund in shop.provider.refunds.values()] == [118_00]
