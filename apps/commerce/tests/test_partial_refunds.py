"""Staff refund a part of a line: sums stay exact, access stays, and nothing is refunded twice."""

import random
import re
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.commerce.flows import enrolling
from apps.commerce.models import (
    Cart,
    CreditNote,
    Invoice,
    LedgerEntry,
    Order,
    Refund,
    RefundRequest,
    RefundSettings,
)
from apps.commerce.selectors import books
from apps.commerce.selectors.refundable import NotRefundable
from apps.commerce.services import carts, refund_requests, refund_settings, refunds, settlement
from apps.commerce.services.notice_messages import _params
from apps.commerce.services.refunds import Part, RefundedMeanwhile, SecondPersonNeeded
from apps.commerce.services.settlement import Facts
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import SeatSellable, show_of
from apps.commerce.tests.shop import Shop, course_at
from apps.commerce.tests.test_refund_requests import CAN_DECIDE, clerk, notes, url
from apps.core import supplier
from apps.core.testing import proof
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)


def refunded_of(order: Order) -> int:
    return sum(Refund.objects.filter(order=order).values_list("amount_paise", flat=True))


def refund(order: Order, line_id: Any = None, paise: int | None = None, *, by: User | None = None) -> Refund:
    """A part of the line, or all that is left of it; of the order without a line."""
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None if line_id is None else [line_id],
        reason="Two of three meetings were cancelled",
        by=by or colleague(),
        release_coupon=False,
        at=timezone.now(),
        part=None if paise is None else Part(paise, refunded_before=refunded_of(order)),
    )


def bought(shop: Shop, person: Person, rupees: int = 1000) -> Order:
    return Order.objects.get(pk=shop.bought(person.api, course_at(rupees * 100))["orderId"])


def seats_order(shop: Shop, provider: FakeProvider, seats: SeatSellable, person: User) -> Order:
    """Three seats with a coupon of odd paise, taxed in two halves."""
    now = timezone.now()
    cart = carts.fill(
        person=person,
        kind=seats.kind,
        request={"id": str(show_of(3).pk), "seats": 3},
        billing_details={"state": supplier.current().state},
        at=now,
    )
    coupon = shop.coupon("ODD", kind="flat", flat_paise=17)
    Cart.objects.filter(pk=cart.pk).update(coupon=coupon, discount_paise=17)
    order = enrolling.enroll(person=person, kind=seats.kind, cart_id=cart.pk, at=now)
    payment = provider.capture(str(order.provider_order_id))
    settlement.settle(order_id=order.pk, facts=Facts(payments=[payment]), at=now)
    return Order.objects.get()


def sums_in(contents: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for content in contents:
        found["taxable"] += content["taxable_paise"]
        found.update({line["name"]: line["paise"] for line in content["tax_lines"]})
    return found


@pytest.mark.parametrize("seed", range(proof.count(20)))
def test_parts_and_whole_lines_in_any_order_come_to_the_invoice(
    shop: Shop, provider: FakeProvider, seats: SeatSellable, member: Person, seed: int
) -> None:
    """Even seeds also refund parts in the provider's dashboard."""
    draw = random.Random(seed)
    order = seats_order(shop, provider, seats, member.user)
    name = str(order.paid_by and order.paid_by.provider_payment_id)
    for _ in range(9):
        left = order.bill_paise - refunded_of(order)
        lines = list(order.lines.filter(refund__isnull=True))
        if not lines:
            break
        line, paise = draw.choice(lines), draw.choice([1, 2, 3, 7, 333, 5003, 9999])
        if seed % 2 == 0 and draw.random() < 0.3:
            theirs = provider.refund_at_dashboard(name, min(paise, left))
            settlement.settle(order_id=order.pk, facts=Facts(refunds=[theirs]), at=timezone.now())
        elif draw.random() < 0.2:
            refund(order, line.pk)
        else:
            of_line = sum(line.refunded_parts.values_list("amount_paise", flat=True))
            if paise > min(left, line.total_paise - of_line):
                with pytest.raises(NotRefundable):
                    refund(order, line.pk, paise)
            else:
                refund(order, line.pk, paise)
        assert refunded_of(order) <= order.bill_paise
        assert list(books.differences()) == []
    if order.lines.filter(refund__isnull=True).exists():
        refund(order)

    order.refresh_from_db()
    assert (order.status, refunded_of(order)) == ("refunded", order.bill_paise)
    notes_of = CreditNote.objects.values_list("content", flat=True)
    assert sums_in(notes_of) == sums_in([Invoice.objects.get().content])
    kept: Counter[str] = Counter()
    accounts = LedgerEntry.objects.filter(account__in=("cgst", "sgst", "sales"))
    for account, paise in accounts.values_list("account", "paise"):
        kept[account] += paise
    assert set(kept.values()) == {0}
    assert list(books.differences()) == []


def test_a_part_leaves_access_and_the_rest_ends_it(shop: Shop, member: Person) -> None:
    order = bought(shop, member)
    (line,) = order.lines.all()
    made = refund(order, line.pk, 500_00)
    assert (made.amount_paise, made.part_of, made.made_by) == (500_00, line, colleague())
    assert CreditNote.objects.get().content["items"][0]["title"] == f"Part of {line.title}"
    assert _params(order, made)["amount"] == "₹500.00"
    assert Entitlement.objects.get().revoked_at is None
    shown = member.api.get(f"/api/orders/{order.pk}").json()["data"]
    assert (shown["status"], shown["lines"][0]["isRefunded"]) == ("paid", False)
    assert [row["amount"] for row in shown["refunds"]] == [500]

    assert refund(order, line.pk).amount_paise == 680_00
    assert Entitlement.objects.get().revoked_at is not None
    assert list(books.differences()) == []


def test_a_part_that_uses_up_the_payment_ends_access(shop: Shop, member: Person) -> None:
    order = bought(shop, member)
    (payment_id,) = shop.provider.payments
    theirs = shop.provider.refund_at_dashboard(payment_id, 1000_00)
    shop.webhook("refund.processed", payment_id=payment_id, refund_id=theirs.id)
    made = refund(order, order.lines.get().pk, 180_00)
    order.refresh_from_db()
    assert (made.part_of, order.status) == (None, "refunded")
    assert list(books.differences()) == []


# --- the admin's pages ----------------------------------------------------------------------------


@pytest.fixture
def asker() -> Client:
    return clerk("Asha", *CAN_DECIDE)


def reviewed(client: Client, order: Order, rupees: str, button: str) -> dict[str, Any]:
    """The form of the review page, as its button sends it."""
    form = {"lines": [str(order.lines.get().pk)], "reason": "Cancelled", "amount": rupees}
    page = client.post(url(order, "refund"), form).content.decode()
    before = re.search(r'name="refunded_before" value="(\d+)"', page)
    assert before is not None
    assert "keeps access" in page
    assert f'name="{button}"' in page
    return {**form, "refunded_before": before[1], button: "1"}


def test_a_second_click_on_a_part_refunds_it_once(shop: Shop, member: Person, asker: Client) -> None:
    """Two people with the same review open refund once as well, whatever the sum of each."""
    order, colleagues = bought(shop, member), clerk("Kabir", *CAN_DECIDE)
    form, other = (reviewed(asker, order, rupees, "confirmed") for rupees in ("300", "400.50"))
    assert notes(asker.post(url(order, "refund"), form, follow=True)) == ["Refunded ₹300.00."]
    again = asker.post(url(order, "refund"), form, follow=True)
    assert notes(again) == ["This was already refunded. Nothing was changed."]
    shown = colleagues.post(url(order, "refund"), other)
    assert notes(shown) == ["Part of this has been refunded in the meantime. Please review the rest."]
    assert refunded_of(order) == 300_00


def test_two_concurrent_clicks_on_a_part_refund_it_once(
    shop: Shop, member: Person, asker: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other click's refund lands after this one has read the order."""
    order, refund_as_staff = bought(shop, member), refunds.refund_as_staff
    form = reviewed(asker, order, "300", "confirmed")

    def after_the_other(**given: Any) -> Any:
        refund_as_staff(**given)
        return refund_as_staff(**given)

    monkeypatch.setattr(refunds, "refund_as_staff", after_the_other)
    done = asker.post(url(order, "refund"), form, follow=True)
    assert notes(done) == ["This was already refunded. Nothing was changed."]
    assert refunded_of(order) == 300_00
    stale = Part(300_00, refunded_before=0)
    with pytest.raises(RefundedMeanwhile):
        refund_as_staff(
            order_id=order.pk,
            line_ids=None,
            reason="x",
            by=colleague(),
            release_coupon=False,
            at=timezone.now(),
            part=stale,
        )


@pytest.mark.parametrize(
    ("rupees", "error"),
    [("1180.01", "At most ₹1,180.00 is left of this line."), ("0", "greater than or equal to 0.01")],
)
def test_a_part_is_above_zero_and_within_its_line(
    shop: Shop, member: Person, asker: Client, rupees: str, error: str
) -> None:
    order = bought(shop, member)
    form = {"lines": [str(order.lines.get().pk)], "reason": "Cancelled", "amount": rupees, "confirmed": "1"}
    assert error in asker.post(url(order, "refund"), form).content.decode()
    assert not Refund.objects.exists()


# --- a second person, and the sum per person and day ----------------------------------------------


def test_a_part_waits_and_is_approved_as_the_same_part(shop: Shop, member: Person, asker: Client) -> None:
    order, decider = bought(shop, member), clerk("Kabir", *CAN_DECIDE)
    RefundSettings.objects.create(second_person_above_paise=499_99)
    form = reviewed(asker, order, "500", "requested")
    assert notes(asker.post(url(order, "refund"), form, follow=True)) == [
        "Requested a refund of ₹500.00. Another person must approve it."
    ]
    row = RefundRequest.objects.get()
    assert (row.amount_paise, row.part_of) == (500_00, order.lines.get())
    approve = f"/admin/commerce/refundrequest/{row.pk}/approve/"
    assert notes(decider.post(approve, follow=True)) == ["Approved and refunded ₹500.00."]
    made = Refund.objects.get()
    assert (made.amount_paise, made.part_of, made.made_by) == (500_00, row.part_of, None)
    assert Entitlement.objects.get().revoked_at is None
    assert list(books.differences()) == []


def test_what_was_a_part_and_is_all_that_is_left_by_now_is_not_approved(
    shop: Shop, member: Person, asker: Client
) -> None:
    order = bought(shop, member)
    (payment_id,) = shop.provider.payments
    RefundSettings.objects.create(second_person_above_paise=0)
    asker.post(url(order, "refund"), reviewed(asker, order, "500", "requested"))
    theirs = shop.provider.refund_at_dashboard(payment_id, 680_00)
    shop.webhook("refund.processed", payment_id=payment_id, refund_id=theirs.id)
    with pytest.raises(refund_requests.SumChanged):
        refund_requests.approve(request_id=RefundRequest.objects.get().pk, by=colleague(), at=timezone.now())
    assert Entitlement.objects.get().revoked_at is None


def test_beyond_the_sum_of_a_day_one_person_needs_a_second(shop: Shop, member: Person) -> None:
    """Over all orders, from midnight in India; what a second person approved does not count."""
    mine, theirs = colleague(), User.objects.create_user(mobile="9822222222", is_staff=True)
    RefundSettings.objects.create(person_day_paise=1000_00)
    with time_machine.travel(datetime.fromisoformat("2026-11-27T23:50:00+05:30"), tick=False) as clock:
        first, second, third = (bought(shop, member) for _ in range(3))
        refund(first, first.lines.get().pk, 600_00)
        with pytest.raises(SecondPersonNeeded):
            refund(second, second.lines.get().pk, 400_01)
        row = refund_requests.request(
            order_id=third.pk, line_ids=None, reason="x", release_coupon=False, by=mine, at=timezone.now()
        )
        refund_requests.approve(request_id=row.pk, by=theirs, at=timezone.now())
        refund(second, second.lines.get().pk, 400_00)
        refund(first, first.lines.get().pk, 100_00, by=theirs)
        with pytest.raises(SecondPersonNeeded):
            refund(first, first.lines.get().pk, 1)
        clock.shift(timedelta(minutes=10))
        refund(first, first.lines.get().pk, 1)
    assert list(books.differences()) == []


@pytest.mark.parametrize("raised", [5000_00, None])
def test_whoever_raises_the_sum_of_a_day_does_not_profit(
    shop: Shop, member: Person, raised: int | None
) -> None:
    mine, theirs = colleague(), User.objects.create_user(mobile="9822222222", is_staff=True)
    row = RefundSettings.objects.create(person_day_paise=raised, second_person_above_paise=9000_00)
    with transaction.atomic():
        refund_settings.record_change(
            before={"person_day_paise": 100_00, "second_person_above_paise": 9000_00}, by=mine
        )
    order = bought(shop, member)
    with pytest.raises(SecondPersonNeeded):
        refund(order, order.lines.get().pk, 100_01)
    refund(order, order.lines.get().pk, 100_01, by=theirs)
    with transaction.atomic():
        refund_settings.record_change(before={"person_day_paise": raised}, by=theirs)
    row.refresh_from_db()
    assert (row.raised_by, row.person_day_before_paise) == (None, None)
    refund(order, order.lines.get().pk, 100_02)
