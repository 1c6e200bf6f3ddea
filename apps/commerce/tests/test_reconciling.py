"""Payments that no event reported are found, and orders that our database lost are rebuilt."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.commerce.flows import auditing, rebuilding, reconciling, refunding
from apps.commerce.models import (
    Cart,
    CreditNote,
    GatewayEvent,
    Invoice,
    LedgerEntry,
    NumberSeries,
    Order,
    OrderLine,
    Payment,
    Refund,
)
from apps.commerce.selectors import books
from apps.commerce.services import expiry, refunds, settlement
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.outbox.services import messages

pytestmark = pytest.mark.django_db(transaction=True)


def later(**span: int) -> Any:
    return timezone.now() + timedelta(**span)


def status() -> str:
    return str(Order.objects.get().status)


def agree() -> bool:
    audit = auditing.audit(at=later(minutes=1))
    return audit.differences == []


def test_a_payment_that_nobody_told_us_of_is_found(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    shop.provider.capture(enrolled["razorPayOrderId"])
    assert expiry.expire_overdue_orders(at=later(minutes=16)) == 1
    done = reconciling.reconcile(at=later(minutes=16))
    assert (done.polled, done.settled, done.unknown) == (1, 1, 0)
    assert status() == "paid"
    assert reconciling.reconcile(at=later(minutes=17)).polled == 0
    assert agree()


def test_a_trial_run_asks_nobody(shop: Shop, member: Person) -> None:
    shop.enrolled(member.api, course_at(100_00))
    before = shop.provider.calls.total()
    assert reconciling.reconcile(at=later(minutes=16), is_dry_run=True).polled == 1
    assert shop.provider.calls.total() == before
    assert reconciling.reconcile(at=later(minutes=1)).polled == 0


def test_a_provider_in_the_dark_for_25_hours_is_asked_until_it_tells(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.authorize(enrolled["razorPayOrderId"])
    shop.provider.is_down = True
    shop.confirm_as(member.api, payment)
    for hour in range(25):
        reconciling.reconcile(at=later(hours=hour))
    assert status() == "checking"
    shop.provider.is_down = False
    shop.provider.capture_late(payment.id)
    reconciling.reconcile(at=later(hours=32))
    assert status() == "paid"
    assert agree()


def test_an_order_that_nobody_paid_is_closed_after_a_week(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    shop.confirm_as(member.api, shop.provider.authorize(enrolled["razorPayOrderId"]))
    for day in range(9):
        reconciling.reconcile(at=later(days=day))
    order = Order.objects.get()
    assert (order.status, order.next_poll_at) == ("expired", None)


def test_what_is_closed_after_a_week_holds_nothing_though_nobody_ended_its_hold(
    shop: Shop, member: Person
) -> None:
    coupon = shop.coupon("LAST", total_limit=1)
    cart = shop.cart(member.api, course_at(100_00))
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "LAST", "cartId": cart["_id"]})
    shop.enroll(member.api, cart)
    reconciling.reconcile(at=later(days=8))
    order = Order.objects.get()
    assert (order.status, order.released_at is None) == ("expired", False)
    coupon.refresh_from_db()
    assert coupon.uses == 0


def test_a_late_payment_of_a_thing_that_is_gone_goes_back_and_the_buyer_is_told(
    shop: Shop, member: Person
) -> None:
    course = course_at(100_00)
    shop.coupon("LAST", percent=50, total_limit=1)
    cart = shop.cart(member.api, course)
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "LAST", "cartId": cart["_id"]})
    enrolled = shop.enroll(member.api, cart)
    expiry.expire_overdue_orders(at=later(minutes=16))
    other = shop.coupon("OTHER")
    type(other).objects.filter(code="LAST").update(uses=1)
    shop.provider.capture(enrolled["razorPayOrderId"])
    reconciling.reconcile(at=later(minutes=20))
    order = Order.objects.get()
    assert (order.status, order.refunds.get().status) == ("refunded", "processed")
    assert order.notice.startswith("Your payment came after")
    assert Entitlement.objects.count() == 0
    assert Invoice.objects.count() == 0


def test_a_refund_whose_answer_was_lost_is_made_once(shop: Shop, member: Person) -> None:
    data = shop.bought(member.api, course_at(100_00))
    shop.provider.lose_response("refund", after_effect=True)
    refund = refunds.refund_as_staff(
        order_id=Order.objects.get(pk=data["orderId"]).pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    refund.refresh_from_db()
    assert refund.status == "requested"
    messages.sweep(now=later(hours=1))
    refund.refresh_from_db()
    assert refund.status == "processed"
    assert len(shop.provider.refunds) == 1
    assert CreditNote.objects.get().number.endswith("-0000001")
    assert agree()


def test_a_refund_that_failed_can_be_sent_again(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    shop.provider.refund_status = "failed"
    refund = refunds.refund_as_staff(
        order_id=Order.objects.get().pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    refund.refresh_from_db()
    assert refund.status == "failed"
    shop.provider.refund_status = "processed"
    refunding.retry_refund(refund_id=refund.pk)
    refund.refresh_from_db()
    assert (refund.status, refund.attempts.count()) == ("processed", 2)
    with pytest.raises(refunds.RefundInProgress):
        refunding.retry_refund(refund_id=refund.pk)
    assert agree()


def _lose_the_books() -> None:
    """As when a backup from before the purchase is restored."""
    Order.objects.update(paid_by=None, paid_at=None, refunded_at=None, status="expired")
    for model in (GatewayEvent, LedgerEntry, CreditNote, Invoice, OrderLine, Refund, Payment, Order, Cart):
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)
    Entitlement.objects.all().delete()
    NumberSeries.objects.all().delete()


def test_a_payment_that_the_provider_does_not_know_of_is_a_difference(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    assert shop.confirm_as(member.api, payment).status_code == 200
    assert auditing.audit(at=later(minutes=20)).differences == []
    del shop.provider.payments[payment.id]
    assert auditing.audit(at=later(minutes=1)).differences == []
    assert auditing.audit(at=later(minutes=20)).differences == [
        f"Payment {payment.id} is captured here, and the provider does not know of it."
    ]
    shop.provider.is_down = True
    assert auditing.audit(at=later(minutes=20)).differences == [
        f"Razorpay does not list its {what}." for what in ("orders", "disputes", "settlements")
    ]


def test_a_purchase_that_our_books_lost_is_made_again(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    data = shop.bought(member.api, course)
    _lose_the_books()
    assert [text for text in auditing.audit(at=later(minutes=1)).differences if "unknown to us" in text] != []
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    again = member.api.get(f"/api/orders/{data['orderId']}").json()["data"]
    assert (again["status"], again["number"], again["billTotal"]) == (
        "paid",
        data["receipt"]["number"],
        118,
    )
    assert Entitlement.objects.filter(item_id=course.pk).count() == 1
    assert agree()
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 0


def test_a_lost_purchase_of_what_was_bought_again_goes_back(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    first = shop.bought(member.api, course)
    _lose_the_books()
    shop.bought(member.api, course)
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    lost = member.api.get(f"/api/orders/{first['orderId']}").json()["data"]
    assert (lost["status"], [refund["amount"] for refund in lost["refunds"]]) == ("refunded", [118])
    assert Entitlement.objects.count() == 1
    assert agree()


def test_one_that_nobody_foresaw_does_not_hold_up_the_others(
    shop: Shop, member: Person, other_member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_at(100_00)
    for api in (member.api, other_member.api):
        shop.provider.capture(shop.enrolled(api, course)["razorPayOrderId"])
    first, second = Order.objects.order_by("next_poll_at")
    poll_order = reconciling.provider_sync.poll_order

    def fails_once(*, order: Order, at: Any) -> Order | None:
        if order.pk == first.pk:
            raise RuntimeError("nobody foresaw this")
        return poll_order(order=order, at=at)

    monkeypatch.setattr(reconciling.provider_sync, "poll_order", fails_once)
    assert reconciling.reconcile(at=later(minutes=16)).settled == 1
    assert Order.objects.get(pk=second.pk).status == "paid"
    assert Order.objects.get(pk=first.pk).status == "awaiting"


def test_a_second_payment_that_nobody_told_us_of_is_found(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    shop.confirm(member.api, enrolled["razorPayOrderId"])
    shop.provider.capture(enrolled["razorPayOrderId"], amount_paise=118_00)
    assert not agree()
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    assert (status(), Refund.objects.get().cause) == ("paid", "twice")
    assert agree()
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 0


def test_of_a_wrong_and_a_right_payment_found_at_once_the_ledger_is_one_chain(
    shop: Shop, member: Person
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    wrong = shop.provider.capture(enrolled["razorPayOrderId"], amount_paise=1_00)
    right = replace(
        wrong,
        id="pay_RightPayment01",
        amount_paise=118_00,
        created_at=wrong.created_at + timedelta(seconds=1),
    )
    facts = settlement.Facts(payments=[wrong, right])
    settlement.settle(order_id=Order.objects.get().pk, facts=facts, at=timezone.now())
    assert status() == "paid"
    booked = LedgerEntry.objects.order_by("position").values_list("position", "cause")
    assert [(position, cause.partition(":")[0]) for position, cause in booked] == list(
        enumerate(["surplus"] * 2 + ["sale"] * 3 + ["paid-back"] * 2)
    )
    assert list(books.differences()) == []


@pytest.mark.parametrize(("paise", "end"), [(118_00, "refunded"), (50_00, "paid")])
def test_a_refund_past_us_that_nobody_told_us_of_is_found(
    shop: Shop, member: Person, paise: int, end: str
) -> None:
    shop.bought(member.api, course_at(100_00))
    (payment,) = shop.provider.payments.values()
    shop.provider.refund(payment_id=payment.id, amount_paise=paise, key="dashboard-1", notes={})
    assert not agree()
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 1
    assert (status(), Refund.objects.get().cause) == (end, "provider")
    assert agree()
    assert rebuilding.rebuild_lost_orders(at=later(minutes=1)).rebuilt == 0


def test_a_second_payment_that_is_told_of_first_leaves_the_course_to_the_first(
    shop: Shop, member: Person
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    first = shop.provider.capture(enrolled["razorPayOrderId"])
    second = shop.provider.capture(enrolled["razorPayOrderId"])
    assert shop.confirm_as(member.api, second).status_code == 200
    assert shop.confirm_as(member.api, first).status_code == 200
    assert (status(), Refund.objects.count()) == ("paid", 0)
    assert Payment.objects.get(provider_payment_id=second.id).status == "returned"
    assert Entitlement.objects.get().is_valid_at(timezone.now())
    assert agree()


def test_a_refund_of_a_second_payment_that_is_told_of_first_waits_for_the_provider(
    shop: Shop, member: Person
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    shop.provider.capture(enrolled["razorPayOrderId"])
    second = shop.provider.capture(enrolled["razorPayOrderId"])
    (refund,) = shop.provider.refunds.values()
    shop.provider.is_down = True
    assert shop.webhook("refund.processed", payment_id=second.id, refund_id=refund.id).status_code == 200
    assert (status(), GatewayEvent.objects.get().status) == ("awaiting", "received")
    shop.provider.is_down = False
    reconciling.reconcile(at=later(minutes=3))
    assert (status(), GatewayEvent.objects.get().status) == ("paid", "handled")
    assert agree()
