"""
Buyers, staff, the provider and the clock do what they like, in any order; the promises about money hold.

After every step our own books agree with each other. In the end, with the provider reachable and all time
passed, they agree with the provider's as well: each captured payment has fulfilled one order, or went back.
MACHINE_EXAMPLES and MACHINE_STEPS make a longer run of it.
"""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from apps.accounts.models import User
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.flows import confirming, enrolling, rebuilding, reconciling, webhooks
from apps.commerce.flows.confirming import Signed
from apps.commerce.gateways.fake import CALLS, FakeProvider
from apps.commerce.models import Cart, Coupon, Order, Payment, Refund
from apps.commerce.selectors import carts as cart_facts
from apps.commerce.services import carts, expiry, refunds
from apps.commerce.states import OrderStatus, RefundStatus
from apps.commerce.tests.promises import Promises
from apps.commerce.tests.seats import show_of
from apps.core.errors import DomainError
from apps.outbox.services import messages

START = datetime(2027, 3, 31, 18, 0, tzinfo=UTC)
"""Half an hour before the financial year ends in India."""

PAUSES = [
    timedelta(seconds=30),
    timedelta(minutes=5),
    timedelta(minutes=16),
    timedelta(minutes=31),
    timedelta(hours=7),
    timedelta(days=1),
]
PAID_WITHIN = timedelta(days=2)
"""How long after its order a buyer still pays, and how much longer the bank still says yes."""

ANY = st.integers(min_value=0, max_value=10**6)
WHAT = st.sampled_from(["course", "one seat", "two seats"])


class Clock:
    """What everybody takes for now."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


class Market(RuleBasedStateMachine):
    clock: Clock
    provider: FakeProvider

    @initialize(receipt_mode=st.sampled_from(["same", "duplicate"]))
    def open(self, receipt_mode):
        self.block = transaction.atomic()
        self.block._from_testcase = True
        self.block.__enter__()
        self.clock.now = START
        self.provider.__init__()
        self.provider.clock, self.provider.receipt_mode = self.clock, receipt_mode
        self.buyers = [
            User.objects.create_user(mobile=f"981111111{number}", name="A buyer", state=state)
            for number, state in enumerate(["Goa", "Karnataka", ""])
        ]
        self.course = CourseFactory(offer_price_paise=999_00)
        self.show = show_of(2)
        self.coupon = Coupon.objects.create(
            code="TWICE", short_description="Twice", percent=50, total_limit=2, person_limit=1
        )
        Coupon.objects.create(code="ALL", short_description="All of it", percent=100, person_limit=1)
        self.carts, self.agreed, self.events, self.told = [], {}, [], []
        self.known_refunds, self.promises = {}, Promises(self.provider, self.agreed)

    # --- buyers -----------------------------------------------------------------------------------

    @rule(buyer=ANY, what=WHAT)
    def fill(self, buyer, what):
        kind, request = ("course", {"id": str(self.course.pk)})
        if what != "course":
            kind, request = ("seat", {"id": str(self.show.pk), "seats": 1 + (what == "two seats")})
        cart = self.attempt(
            lambda: carts.fill(
                person=chosen(self.buyers, buyer),
                kind=kind,
                request=request,
                billing_details={},
                at=self.clock.now,
            )
        )
        if cart is not None:
            self.carts.append(cart)

    @rule(buyer=ANY, what=WHAT, ends=st.sampled_from(["told", "lost", "lost", "failed", "authorized"]))
    def buy(self, buyer, what, ends):
        """As most do: all the way; the window's answer is brought, or lost with its tab."""
        self.fill(buyer=buyer, what=what)
        before = set(self.payable())
        if self.carts:
            self.enroll(cart=len(self.carts) - 1, clicks=1)
        if set(self.payable()) - before:
            outcome = ends if ends in ("failed", "authorized") else "captured"
            self.pay(order=len(self.payable()) - 1, outcome=outcome)
            if ends == "told":
                self.confirm(payment=len(self.provider.payments) - 1)

    @rule(buyer=ANY, what=WHAT)
    def pay_for_two_orders_of_a_cart(self, buyer, what):
        self.buy(buyer=buyer, what=what, ends="lost")
        if self.carts:
            self.apply_coupon(cart=len(self.carts) - 1, code="TWICE")
            self.buy(buyer=buyer, what=what, ends="told")

    @precondition(lambda self: self.carts)
    @rule(cart=ANY, code=st.sampled_from(["TWICE", "ALL"]))
    def apply_coupon(self, cart, code):
        cart = chosen(self.carts, cart)
        self.attempt(
            lambda: carts.apply_coupon(person=cart.person, cart_id=cart.pk, code=code, at=self.clock.now)
        )

    @precondition(lambda self: self.carts)
    @rule(cart=ANY)
    def remove_coupon(self, cart):
        cart = Cart.objects.select_related("coupon", "person").get(pk=chosen(self.carts, cart).pk)
        code = cart.coupon.code if cart.coupon else ""
        self.attempt(
            lambda: carts.remove_coupon(person=cart.person, cart_id=cart.pk, code=code, at=self.clock.now)
        )

    @precondition(lambda self: self.carts)
    @rule(cart=ANY, clicks=st.integers(min_value=1, max_value=2))
    def enroll(self, cart, clicks):
        for _ in range(clicks):
            self.click(chosen(self.carts, cart).pk)

    def click(self, cart_id):
        cart = Cart.objects.select_related("person").get(pk=cart_id)
        shown = cart_facts.totals(cart).bill_paise
        order = self.attempt(
            lambda: enrolling.enroll(person=cart.person, kind=cart.kind, cart_id=cart.pk, at=self.clock.now)
        )
        assert order is None or order.bill_paise == shown
        for made in Order.objects.filter(cart=cart).exclude(pk__in=self.agreed):
            self.agreed[made.pk] = shown

    @precondition(lambda self: self.payable())
    @rule(order=ANY, outcome=st.sampled_from(["captured", "captured", "captured", "failed", "authorized"]))
    def pay(self, order, outcome):
        number = chosen(self.payable(), order)
        if outcome == "captured":
            self.tell_captured(self.provider.capture(number))
        else:
            turn = self.provider.fail if outcome == "failed" else self.provider.authorize
            self.tell(f"payment.{outcome}", turn(number))

    @precondition(lambda self: self.payable())
    @rule(order=ANY, by=st.sampled_from([-100, 1]))
    def pay_another_amount(self, order, by):
        number = chosen(self.payable(), order)
        wanted = self.provider.orders[number].amount_paise
        if self.provider.orders[number].status != "paid":
            self.tell_captured(self.provider.capture(number, amount_paise=wanted + by))

    @precondition(lambda self: self.provider.payments)
    @rule(payment=ANY)
    def confirm(self, payment):
        payment = chosen(list(self.provider.payments.values()), payment)
        order = Order.objects.select_related("person").get(provider_order_id=payment.order_id)
        signature = self.provider.signature(payment.order_id, payment.id)
        self.attempt(
            lambda: confirming.confirm(
                person=order.person,
                kind=order.kind,
                signed=Signed(payment.order_id, payment.id, signature),
                at=self.clock.now,
            )
        )

    # --- the provider -----------------------------------------------------------------------------

    @rule(call=st.sampled_from(CALLS), after_effect=st.booleans(), times=st.integers(1, 2))
    def lose_calls(self, call, after_effect, times):
        self.provider.lose(call, after_effect=after_effect, times=times)

    @rule(is_dark=st.sampled_from([False, False, True]), status=st.sampled_from(["processed", "pending"]))
    def be(self, is_dark, status):
        """Without an answer or back again, and quick or slow with refunds."""
        self.provider.is_dark, self.provider.refund_status = is_dark, status

    @precondition(lambda self: self.undecided())
    @rule(payment=ANY)
    def capture_late(self, payment):
        payment = chosen(self.undecided(), payment)
        self.tell_captured(self.provider.capture_late(payment.id))

    @precondition(lambda self: self.pending_refunds())
    @rule(refund=ANY, status=st.sampled_from(["processed", "processed", "failed"]))
    def finish_refund(self, refund, status):
        self.provider.finish_refund(chosen(self.pending_refunds(), refund).id, status=status)

    @precondition(lambda self: self.untouched())
    @rule(payment=ANY)
    def refund_past_us(self, payment):
        payment = chosen(self.untouched(), payment)
        self.provider._add_refund(payment.id, payment.amount_paise, notes={}, status="processed")

    @precondition(lambda self: self.sold())
    @rule(payment=ANY)
    def refund_a_part_past_us(self, payment):
        """Of what is sold, with nothing under way, and told at once: else it is for people to look into."""
        payment = chosen(self.sold(), payment)
        self.provider._add_refund(payment.id, payment.amount_paise // 3, notes={}, status="processed")
        self.the_provider_tells_of_refunds()
        self.receive(self.events[-1])

    @precondition(lambda self: self.events)
    @rule(event=ANY)
    def deliver(self, event):
        event = self.events.pop(event % len(self.events))
        self.told.append(event)
        self.receive(event)

    @precondition(lambda self: self.told)
    @rule(event=ANY)
    def deliver_again(self, event):
        self.receive(chosen(self.told, event))

    @precondition(lambda self: self.events)
    @rule(event=ANY)
    def drop(self, event):
        self.events.pop(event % len(self.events))

    # --- staff, beat and clock --------------------------------------------------------------------

    @precondition(lambda self: Order.objects.filter(status=OrderStatus.PAID).exists())
    @rule(order=ANY, only_first_line=st.booleans(), gives_coupon_back=st.booleans())
    def refund(self, order, only_first_line, gives_coupon_back):
        order = chosen(list(Order.objects.filter(status=OrderStatus.PAID).order_by("placed_at", "pk")), order)
        left = [row.pk for row in order.lines.all() if row.refund_id is None]
        self.attempt(
            lambda: refunds.by_staff(
                order_id=order.pk,
                line_ids=left[:1] if only_first_line else None,
                reason="Asked for",
                by="staff",
                gives_coupon_back=gives_coupon_back,
                at=self.clock.now,
            )
        )

    @rule(paise=st.sampled_from([999_00, 499_00, 1_00]))
    def change_price(self, paise):
        type(self.course).objects.filter(pk=self.course.pk).update(offer_price_paise=paise)
        self.send_failed_refunds_again()

    def send_failed_refunds_again(self):
        for refund in Refund.objects.filter(status=RefundStatus.FAILED):
            refunds.send_again(refund_id=refund.pk)

    @rule(pause=st.sampled_from(PAUSES))
    def wait(self, pause):
        self.clock.now += pause

    @rule(work=st.sampled_from([expiry.run, reconciling.run, rebuilding.run]))
    def beat(self, work):
        work(at=self.clock.now)

    @rule()
    def sweep(self):
        messages.sweep(now=self.clock.now)

    @invariant()
    def promises_hold(self):
        if hasattr(self, "block"):
            self.the_provider_tells_of_refunds()
            self.promises.hold()

    # --- the end ----------------------------------------------------------------------------------

    def teardown(self):
        if not hasattr(self, "block"):
            return
        try:
            self.settle_everything()
            self.promises.are_kept_in_the_end()
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    def settle_everything(self):
        self.provider.is_dark, self.provider.refund_status = False, "processed"
        self.provider._faults.clear()
        for refund in self.pending_refunds():
            self.provider.finish_refund(refund.id, status="processed")
        for _ in range(12):
            self.clock.now += timedelta(hours=16)
            self.send_failed_refunds_again()
            reconciling.run(at=self.clock.now)
            rebuilding.run(at=self.clock.now, back=timedelta(days=60))
            expiry.run(at=self.clock.now)
            messages.sweep(now=self.clock.now)

    # --- how it is done ---------------------------------------------------------------------------

    def attempt(self, act):
        try:
            return act()
        except DomainError:
            return None

    def payable(self):
        """Numbers of the orders that a buyer may have open in the provider's window."""
        since = self.clock.now - PAID_WITHIN
        rows = Order.objects.filter(provider_order_id__isnull=False, placed_at__gte=since)
        return list(rows.order_by("placed_at", "pk").values_list("provider_order_id", flat=True))

    def undecided(self):
        since = self.clock.now - PAID_WITHIN
        open_ones = ("failed", "authorized")
        return [
            payment
            for payment in self.provider.payments.values()
            if payment.status in open_ones and payment.created_at >= since
        ]

    def untouched(self):
        captured = [payment for payment in self.provider.payments.values() if payment.status == "captured"]
        return [payment for payment in captured if payment.refunded_paise == 0]

    def sold(self):
        rows = Payment.objects.filter(pk__in=Order.objects.filter(status=OrderStatus.PAID).values("paid_by"))
        free = rows.filter(refunded_paise=0).values_list("provider_payment_id", flat=True)
        return [payment for payment in self.untouched() if payment.id in set(free)]

    def pending_refunds(self):
        return [refund for refund in self.provider.refunds.values() if refund.status == "pending"]

    def tell(self, event, payment, **more):
        self.events.append(self.provider.webhook(event, payment_id=payment.id, **more))

    def tell_captured(self, payment):
        self.tell("payment.captured", payment)
        self.tell("order.paid", payment)

    def the_provider_tells_of_refunds(self):
        for refund in self.provider.refunds.values():
            if self.known_refunds.get(refund.id) != refund.status:
                self.known_refunds[refund.id] = refund.status
                name = {"pending": "created"}.get(refund.status, refund.status)
                payment = self.provider.payments[refund.payment_id]
                self.tell(f"refund.{name}", payment, refund_id=refund.id)

    def receive(self, event: Any):
        body, headers = event
        webhooks.receive(
            body=body,
            signature=headers["X-Razorpay-Signature"],
            event_id=headers["X-Razorpay-Event-Id"],
            at=self.clock.now,
        )


def chosen(things, number):
    return things[number % len(things)]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("seats", "later")
def test_money_keeps_its_promises(provider, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    market = type("Market", (Market,), {"clock": clock, "provider": provider})
    run_state_machine_as_test(
        market,
        settings=settings(
            max_examples=int(os.environ.get("MACHINE_EXAMPLES", "10")),
            stateful_step_count=int(os.environ.get("MACHINE_STEPS", "30")),
            deadline=None,
            derandomize="MACHINE_EXAMPLES" not in os.environ,
            # A failure is told as it was found: making it smaller would take many minutes.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
