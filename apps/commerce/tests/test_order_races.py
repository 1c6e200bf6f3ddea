"""
Carts, orders, payments and refunds at the same moment, with real commits: nothing happens twice.

Beside each guard stands a control without it, which must go wrong. Where a constraint stands behind the
guard, going wrong means that it has to step in.
"""

import threading
import time
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from apps.commerce.document_numbers import Numbered
from apps.commerce.flows import reconciling, refunding, webhooks
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.models import Cart, Coupon, Invoice, LedgerEntry, Order, Payment, Refund, RefundAttempt
from apps.commerce.models.cart import CartQuerySet
from apps.commerce.models.payment import PaymentQuerySet
from apps.commerce.selectors import books
from apps.commerce.services import carts, holds, invoices, orders, refunds, settlement
from apps.commerce.services.refunds import NotRefundable
from apps.commerce.services.settlement import Facts
from apps.commerce.states import OrderStatus, RefundStatus
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.concurrency import (
    WRITERS,
    any_try_fails,
    count_instances,
    create_buyers,
    create_coupon,
    enrolled,
    paid,
    remove_locks,
    run_concurrently,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import BILL_PAISE, Show, show_of
from apps.core import indian_time

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("seats", "later"),
]

# --- one order, one payment -----------------------------------------------------------------------


def test_carts_of_two_tabs_are_one(provider: FakeProvider) -> None:
    show, (buyer,) = show_of(1), create_buyers(1)
    outcomes = run_concurrently(lambda _number: buyer.fill(show.pk), times=WRITERS)
    assert unexpected_errors(outcomes) == []
    assert {cart.pk for cart in outcomes if isinstance(cart, Cart)} == {Cart.objects.get().pk}


@pytest.mark.postgresql
def test_control_two_carts_meet_at_the_constraint(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carts, "IntegrityError", NotImplementedError)

    def collides() -> bool:
        show, (buyer,) = show_of(1), create_buyers(1)
        outcomes = run_concurrently(lambda _number: buyer.fill(show.pk), times=WRITERS)
        return count_instances(outcomes, IntegrityError) > 0

    assert any_try_fails(collides)


def race_to_enroll(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Many clicks on one cart; the first one's call is overtaken, and the provider makes another order."""
    overtaken = threading.Event()
    provider.receipt_mode = "duplicate"

    def create(**given: Any) -> object:
        if not given["is_repeat"]:
            overtaken.wait(1)
        made = provider.create_order(**given)
        overtaken.set()
        return made

    monkeypatch.setattr(RazorpayGateway, "create_order", staticmethod(create))
    show, (buyer,) = show_of(50), create_buyers(1)
    cart = buyer.fill(show.pk)
    return run_concurrently(lambda _number: buyer.enroll(cart), times=WRITERS)


def test_many_clicks_make_one_order(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = race_to_enroll(provider, monkeypatch)
    assert unexpected_errors(outcomes) == []
    assert numbers_told(outcomes) == {Order.objects.get().provider_order_id}
    assert Show.objects.get().booked == 1


@pytest.mark.postgresql
def test_control_without_the_carts_lock_many_clicks_make_many_orders(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_locks(monkeypatch)
    monkeypatch.setattr(CartQuerySet, "locked", lambda self: self.all())
    assert any_try_fails(lambda: len(numbers_told(race_to_enroll(provider, monkeypatch))) > 1)


def test_control_telling_what_was_just_made_tells_two_numbers(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(*, order: Order, provider_order_id: str) -> None:
        Order.objects.filter(pk=order.pk).update(provider_order_id=provider_order_id)
        order.provider_order_id = provider_order_id

    monkeypatch.setattr(orders, "record_provider_order", keep)
    assert any_try_fails(lambda: len(numbers_told(race_to_enroll(provider, monkeypatch))) > 1)


def numbers_told(outcomes: list[object]) -> set[str | None]:
    return {order.provider_order_id for order in outcomes if isinstance(order, Order)}


def race_to_settle(provider: FakeProvider) -> tuple[list[Order], list[object]]:
    """Confirm, both events and reconciliation bring the same payment at once."""
    show, buyers = show_of(50), create_buyers(10)
    placed = enrolled(buyers, show)
    payments = [paid(provider, order) for order in placed]

    def bring(number: int) -> object:
        buyer, payment = buyers[number // 4], payments[number // 4]
        if number % 4 == 0:
            return buyer.confirm(provider, payment)
        if number % 4 == 1:
            return reconciling.reconcile(at=timezone.now(), everything=True)
        body, headers = provider.webhook(
            ("payment.captured", "order.paid")[number % 2], payment_id=payment.id
        )
        return webhooks.receive(provider="razorpay", body=body, headers=headers, at=timezone.now())

    return placed, run_concurrently(bring, times=4 * len(placed))


def test_a_payment_that_all_bring_at_once_fulfils_once(provider: FakeProvider) -> None:
    placed, outcomes = race_to_settle(provider)
    assert unexpected_errors(outcomes) == []
    assert Order.objects.filter(status=OrderStatus.PAID).count() == len(placed)
    counts = [model.objects.count() for model in (Invoice, Payment)]
    assert [*counts, Show.objects.get().booked] == [len(placed)] * 3
    assert LedgerEntry.objects.count() == 3 * len(placed)
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_without_the_orders_lock_the_constraints_step_in(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_locks(monkeypatch)
    assert any_try_fails(lambda: count_instances(race_to_settle(provider)[1], IntegrityError) > 0)


def race_of_two_orders(provider: FakeProvider) -> list[object]:
    """Each cart got a second order when its coupon went on, and both were paid."""
    coupon, show, buyers = create_coupon(), show_of(100), create_buyers(WRITERS)
    payments = []
    for buyer in buyers:
        first = buyer.enroll(buyer.fill(show.pk))
        second = buyer.enroll(buyer.fill(show.pk, coupon=coupon.code))
        payments += [(buyer, paid(provider, first)), (buyer, paid(provider, second))]
    return run_concurrently(
        lambda number: payments[number][0].confirm(provider, payments[number][1]), times=len(payments)
    )


def test_of_two_paid_orders_of_a_cart_one_fulfils_and_one_goes_back(provider: FakeProvider) -> None:
    outcomes = race_of_two_orders(provider)
    assert unexpected_errors(outcomes) == []
    for cart in Cart.objects.all():
        assert sorted(order.status for order in cart.orders.all()) == ["paid", "refunded"]
    assert Refund.objects.count() == Invoice.objects.count() == Show.objects.get().booked == WRITERS
    reconciling.reconcile(at=timezone.now() + timedelta(minutes=3))
    assert {refund.status for refund in Refund.objects.all()} == {RefundStatus.PROCESSED}
    assert len(provider.refunds) == WRITERS
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_closing_a_cart_that_was_seen_open_meets_the_constraint(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_what_was_seen(self: CartQuerySet, *, at: datetime) -> bool:
        if not self.open().exists():
            return False
        time.sleep(0.01)
        return self.update(closed_at=at) == 1

    remove_locks(monkeypatch)
    monkeypatch.setattr(CartQuerySet, "close", close_what_was_seen)
    assert any_try_fails(lambda: count_instances(race_of_two_orders(provider), IntegrityError) > 0)


def race_against_expiry(provider: FakeProvider) -> tuple[list[Order], list[object]]:
    """The hold runs out while the buyer's payment comes in."""
    coupon, show, buyers = create_coupon(total_limit=50), show_of(50), create_buyers(16)
    late = timezone.now() + timedelta(minutes=16)
    placed = enrolled(buyers, show, coupon=coupon.code)
    payments = [paid(provider, order) for order in placed]

    def act(number: int) -> object:
        if number % 2:
            return orders.expire(order_id=placed[number // 2].pk, at=late)
        return buyers[number // 2].confirm(provider, payments[number // 2], at=late)

    return placed, run_concurrently(act, times=2 * len(placed))


def test_a_payment_that_meets_the_end_of_its_hold_still_fulfils(provider: FakeProvider) -> None:
    placed, outcomes = race_against_expiry(provider)
    assert unexpected_errors(outcomes) == []
    assert Order.objects.filter(status=OrderStatus.PAID).count() == len(placed)
    assert Show.objects.get().booked == Coupon.objects.get().uses == Invoice.objects.count() == len(placed)
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_without_the_lock_expiry_would_undo_a_payment(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_back = holds.release

    def give_back_slowly(*, order: Order, at: datetime) -> bool:
        time.sleep(0.1)
        return give_back(order=order, at=at) or True

    remove_locks(monkeypatch)
    monkeypatch.setattr(holds, "release", give_back_slowly)
    assert any_try_fails(lambda: count_instances(race_against_expiry(provider)[1], IntegrityError) > 0)


# --- refunds --------------------------------------------------------------------------------------


def race_to_refund(provider: FakeProvider) -> tuple[Order, list[object]]:
    (buyer,) = create_buyers(1)
    (order,) = enrolled([buyer], show_of(1))
    buyer.confirm(provider, paid(provider, order))
    staff = colleague()

    def refund(_number: int) -> Refund:
        return refunds.refund_as_staff(
            order_id=order.pk,
            line_ids=None,
            reason="Asked for",
            by=staff,
            release_coupon=True,
            at=timezone.now(),
        )

    return order, run_concurrently(refund, times=WRITERS)


def test_many_clicks_refund_once(provider: FakeProvider) -> None:
    order, outcomes = race_to_refund(provider)
    assert (count_instances(outcomes, Refund), count_instances(outcomes, NotRefundable)) == (1, WRITERS - 1)
    refund = Refund.objects.get()
    attempt = RefundAttempt.objects.select_related("payment").get()
    assert (
        unexpected_errors(
            run_concurrently(lambda _number: refunding.send_attempt(attempt=attempt), times=WRITERS)
        )
        == []
    )
    assert [made.amount_paise for made in provider.refunds.values()] == [BILL_PAISE]
    refund.refresh_from_db()
    assert refund.status == RefundStatus.PROCESSED
    assert order.ledger.filter(cause=f"paid-back:{attempt.pk}").count() == 2
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_without_lock_and_room_the_constraints_step_in(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_locks(monkeypatch)
    monkeypatch.setattr(
        PaymentQuerySet, "reserve_refund", lambda self, *, paise: self.update(refunded_paise=paise) == 1
    )
    assert any_try_fails(lambda: count_instances(race_to_refund(provider)[1], IntegrityError) > 0)


# --- numbers --------------------------------------------------------------------------------------


class Crash(Exception):
    """The process loses its transaction right after it took a number."""


def race_for_numbers(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Forty payments settle at once; of four transactions one is lost, and its payment comes again."""
    show, buyers, issue, crashed = show_of(100), create_buyers(40), invoices.issue, set[object]()
    placed = enrolled(buyers, show)
    payments = [paid(provider, order) for order in placed]
    doomed = {order.pk for order in placed[::4]}

    def issue_or_crash(*, order: Order, at: datetime) -> Invoice:
        invoice = issue(order=order, at=at)
        if order.pk in doomed - crashed:
            crashed.add(order.pk)
            raise Crash
        return invoice

    with monkeypatch.context() as patched:
        patched.setattr(invoices, "issue", issue_or_crash)

        def settle(number: int) -> Order:
            facts = Facts(payments=[payments[number]])
            try:
                return settlement.settle(order_id=placed[number].pk, facts=facts, at=timezone.now())
            except Crash:
                return settlement.settle(order_id=placed[number].pk, facts=facts, at=timezone.now())

        outcomes = run_concurrently(settle, times=len(placed))
    assert unexpected_errors(outcomes, IntegrityError) == []
    issued = Invoice.objects.filter(order__in=placed).values_list("number", flat=True)
    return sorted(int(number.partition("-")[2]) for number in issued)


def test_invoice_numbers_have_no_gaps_and_no_duplicates(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert race_for_numbers(provider, monkeypatch) == list(range(1, 41))
    assert list(books.differences()) == []


def test_control_a_sequence_leaves_gaps(provider: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    sequence = count(1)
    monkeypatch.setattr(
        "apps.commerce.services.numbers.next_number",
        lambda at, **_: Numbered(f"INV2627-{next(sequence):07d}", at),
    )
    assert race_for_numbers(provider, monkeypatch) != list(range(1, 41))


@pytest.mark.postgresql
def test_control_the_highest_so_far_makes_duplicates(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_next_to_highest(at: datetime, **_: Any) -> Numbered:
        highest = Invoice.objects.order_by("-number").values_list("number", flat=True).first()
        time.sleep(0.005)
        return Numbered(f"INV2627-{int(highest.partition('-')[2]) + 1 if highest else 1:07d}", at)

    monkeypatch.setattr("apps.commerce.services.numbers.next_number", take_next_to_highest)
    assert any_try_fails(lambda: len(race_for_numbers(provider, monkeypatch)) < 40)


def test_a_financial_year_ends_with_the_31st_of_march_in_india(provider: FakeProvider) -> None:
    # Far ahead: what is written takes the later of this and now.
    eve = datetime(2099, 3, 31, 23, 59, 59, tzinfo=indian_time.INDIA)
    moments = (eve, eve + timedelta(seconds=1))
    buyers = create_buyers(16)
    show = show_of(50)
    placed = [buyer.enroll(buyer.fill(show.pk, at=eve), at=eve) for buyer in buyers]
    payments = [paid(provider, order) for order in placed]

    def settle(number: int) -> Order:
        return buyers[number].confirm(provider, payments[number], at=moments[number % 2])

    assert unexpected_errors(run_concurrently(settle, times=len(placed))) == []
    numbers = sorted(Invoice.objects.values_list("number", flat=True))
    expected = [f"INV{year}-{number:07d}" for year in ("9899", "9900") for number in range(1, 9)]
    assert numbers == expected
    assert max(map(len, numbers)) <= 16
    assert list(books.differences()) == []
