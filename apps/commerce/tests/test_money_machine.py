"""
Buyers, staff, the provider and the clock do what they like, in any order; the promises about money hold.

Staff work in the admin: they open a form, and send it much later. The provider refunds past us, disputes,
and tells old news again.

After every step our own books agree with each other. In the end, with the provider reachable and all time
passed, they agree with the provider's as well: each captured payment has fulfilled one order, or went back.
MACHINE_EXAMPLES and MACHINE_STEPS make a longer run of it.
"""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as project
from django.db import transaction
from django.test import Client
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
from apps.commerce.models import Cart, Coupon, Order, Refund
from apps.commerce.selectors import carts as cart_facts
from apps.commerce.services import carts, expiry, refunds
from apps.commerce.states import DISPUTE_EVENTS, OrderStatus, RefundStatus
from apps.commerce.tests.promises import Promises
from apps.commerce.tests.seats import BILL_PAISE, show_of
from apps.core import sellables
from apps.core.errors import DomainError
from apps.outbox.services import messages
from tests.staff.pages import address, opened

START = datetime(2027, 3, 31, 18, 0, tzinfo=UTC)
"""Half an hour before the financial year ends in India."""

PAUSES = [
    timedelta(seconds=30),
    timedelta(minutes=5),
    timedelta(minutes=16),
    timedelta(minutes=31),
    timedelta(hours=7),
    timedelta(days=1),
    timedelta(days=8),
]
PAID_WITHIN = timedelta(days=9)
"""How long after its order a buyer still pays, and how much longer the bank still says yes."""

ANY = st.integers(min_value=0, max_value=10**6)
WHAT = st.sampled_from(["course", "one seat", "two seats"])
LOOKED_BACK = timedelta(days=365)

EDITS = {
    "coupon": {
        "total_limit": ["", "1", "2", "3", "9"],
        "person_limit": ["", "1", "2"],
        "percent": ["50", "10", "100"],
        "is_active": ["", "on"],
        "short_description": ["Half of it"],
    },
    "course": {
        "offer_price_paise": ["999", "499", "1"],
        "is_published": ["", "on"],
        "access_days": ["30", "365"],
        "title": ["Another title"],
    },
}
"""What staff change in a form, one field at a time."""

FOREIGN_NOTES = [{}, {"refund": "by hand"}, {"attempt": "by hand", "reason": "goodwill"}]


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
        self.show = show_of(4)
        self.coupon = Coupon.objects.create(
            code="TWICE", short_description="Twice", percent=50, total_limit=2, person_limit=1
        )
        Coupon.objects.create(code="ALL", short_description="All of it", percent=100, person_limit=1)
        self.carts, self.agreed, self.events, self.told = [], {}, [], []
        self.forms, self.refund_forms = [], []
        self.known_refunds, self.promises = {}, Promises(self.provider, self.agreed)
        self.clerk = User.objects.create_superuser(mobile="9833333333", password="long enough", name="Staff")
        self.browser, self.logged_in_at = Client(), None
        self.buy(buyer=0, what="course", ends="told")
        self.buy(buyer=1, what="two seats", ends="told")

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

    @precondition(lambda self: self.with_money())
    @rule(
        payment=ANY,
        part=st.sampled_from(["a paisa", "a third", "a seat", "all", "all"]),
        notes=st.sampled_from(FOREIGN_NOTES),
        status=st.sampled_from(["processed", "processed", "pending", "failed"]),
    )
    def refund_at_the_dashboard(self, payment, part, notes, status):
        payment = chosen(self.with_money(), payment)
        left = payment.amount_paise - payment.refunded_paise
        paise = {"a paisa": 1, "a third": left // 3 or 1, "a seat": min(BILL_PAISE, left), "all": left}[part]
        self.provider.refund_at_dashboard(payment.id, paise, notes=notes, status=status)

    @precondition(lambda self: self.payable())
    @rule(order=ANY)
    def return_without_a_capture(self, order):
        number = chosen(self.payable(), order)
        self.tell("payment.authorized", self.provider.refund_uncaptured(number))

    @precondition(lambda self: self.with_money())
    @rule(payment=ANY, event=st.sampled_from(sorted(DISPUTE_EVENTS)), is_deducted=st.booleans())
    def dispute(self, payment, event, is_deducted):
        payment = chosen(self.with_money(), payment)
        self.provider.dispute(payment.id, deducted_paise=payment.amount_paise if is_deducted else 0)
        self.tell(event, payment)

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

    @precondition(lambda self: self.told)
    @rule(event=ANY)
    def tell_old_news(self, event):
        """What was said before, as an event of its own."""
        body, headers = chosen(self.told, event)
        number = f"old-{len(self.told)}-{self.clock.now.timestamp()}"
        self.told.append((body, {**headers, "X-Razorpay-Event-Id": number}))
        self.receive(self.told[-1])

    @precondition(lambda self: self.events)
    @rule(event=ANY)
    def drop(self, event):
        self.events.pop(event % len(self.events))

    # --- staff, beat and clock --------------------------------------------------------------------

    @precondition(lambda self: self.paid())
    @rule(order=ANY, only_first_line=st.booleans(), gives_coupon_back=st.booleans())
    def refund(self, order, only_first_line, gives_coupon_back):
        order = chosen(self.paid(), order)
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

    @precondition(lambda self: self.paid())
    @rule(order=ANY, status=st.sampled_from(["processed", "pending"]), after_effect=st.booleans())
    def refund_without_an_answer(self, order, status, after_effect):
        self.provider.refund_status = status
        self.provider.lose("refund", after_effect=after_effect)
        self.refund(order=order, only_first_line=True, gives_coupon_back=False)
        self.sweep()

    @precondition(lambda self: self.paid())
    @rule(order=ANY, part=st.sampled_from(["a paisa", "a third", "a seat"]), is_told=st.booleans())
    def refund_on_both_sides(self, order, part, is_told):
        """Ours is on its way and its answer lost; a part is returned at the dashboard, and is told first."""
        paid = chosen(self.paid(), order).paid_by
        self.refund_without_an_answer(order=order, status="pending", after_effect=True)
        left = [payment.id for payment in self.with_money()]
        if paid is None or paid.provider_payment_id not in left:
            return
        number = left.index(paid.provider_payment_id)
        self.refund_at_the_dashboard(payment=number, part=part, notes={}, status="processed")
        self.wait(pause=PAUSES[1])
        if is_told:
            self.the_provider_tells_of_refunds()
            self.receive(self.events[-1])

    @rule(paise=st.sampled_from([999_00, 499_00, 1_00]))
    def change_price(self, paise):
        type(self.course).objects.filter(pk=self.course.pk).update(offer_price_paise=paise)

    @rule(what=st.sampled_from(sorted(EDITS)), choice=ANY)
    def open_a_form(self, what, choice):
        page = address(self.coupon if what == "coupon" else self.course)
        field = chosen(sorted(EDITS[what]), choice)
        self.forms.append((page, opened(self.as_staff(), page), field, chosen(EDITS[what][field], choice)))

    @precondition(lambda self: self.forms)
    @rule(form=ANY)
    def send_a_form(self, form):
        page, fields, field, value = self.forms.pop(form % len(self.forms))
        changed = {**fields, field: [value]}
        if not value and field.startswith("is_"):
            del changed[field]
        self.post(page, changed)

    @precondition(lambda self: self.paid())
    @rule(order=ANY, only_first_line=st.booleans(), gives_coupon_back=st.booleans())
    def open_a_refund_form(self, order, only_first_line, gives_coupon_back):
        page = address(chosen(self.paid(), order), "refund")
        fields = opened(self.as_staff(), page)
        lines = fields["lines"][:1] if only_first_line else fields["lines"]
        more = {"gives_coupon_back": ["on"]} if gives_coupon_back else {}
        self.refund_forms.append(
            (page, {**fields, **more, "lines": lines, "reason": ["Asked for"], "confirmed": ["1"]})
        )

    @precondition(lambda self: self.refund_forms)
    @rule(form=ANY)
    def send_a_refund_form(self, form):
        self.post(*chosen(self.refund_forms, form))

    @precondition(lambda self: Refund.objects.exists())
    @rule(refund=ANY)
    def send_a_refund_again(self, refund):
        """Of any refund: the page that staff look at may be old."""
        rows = Refund.objects.order_by("requested_at", "pk")
        failed = list(rows.filter(status=RefundStatus.FAILED))
        self.send_again(chosen(failed or list(rows), refund))

    @precondition(lambda self: Order.objects.exists())
    @rule(order=ANY)
    def ask_the_provider(self, order):
        self.post(address(chosen(list(Order.objects.order_by("placed_at", "pk")), order), "ask"), {})

    @rule(to=st.sampled_from(["archived", "restored", "restored", "restored"]))
    def archive_the_course(self, to):
        self.post(address(self.course, "archive"), {"to": to})

    @precondition(lambda self: Order.objects.filter(kind="course", paid_at__isnull=False).exists())
    @rule()
    def delete_the_course(self):
        self.post(address(self.course, "delete"), {"post": "yes"})
        if not type(self.course).objects.filter(pk=self.course.pk).exists():
            owned = Order.objects.filter(item_id=self.course.pk, status=OrderStatus.PAID)
            assert not owned.exists()
            self.course, self.forms = CourseFactory(offer_price_paise=999_00), []

    def send_failed_refunds_again(self):
        for refund in Refund.objects.filter(status=RefundStatus.FAILED):
            self.send_again(refund)

    def send_again(self, refund):
        self.post(address(refund, "send_again"), {})

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
            rebuilding.run(at=self.clock.now, back=LOOKED_BACK)
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

    def with_money(self):
        """Captured payments of which something is left."""
        return [payment for payment in self.provider.payments.values() if payment.status == "captured"]

    def paid(self):
        return list(Order.objects.filter(status=OrderStatus.PAID).order_by("placed_at", "pk"))

    def pending_refunds(self):
        return [refund for refund in self.provider.refunds.values() if refund.status == "pending"]

    def as_staff(self):
        """Logged in anew once time has passed: sessions of staff end early."""
        if self.logged_in_at != self.clock.now:
            self.browser.force_login(self.clerk, backend=project.AUTHENTICATION_BACKENDS[0])
            self.logged_in_at = self.clock.now
        return self.browser

    def post(self, page, fields):
        """Done, refused with a message, or not allowed any more; never a fault of the server's."""
        answer = self.as_staff().post(page, fields)
        assert answer.status_code in (200, 302, 403), (page, answer.status_code)

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


IS_LONG = "MACHINE_EXAMPLES" in os.environ


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("seats", "later")
def test_money_keeps_its_promises(provider, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    # The books of what is not sold here are empty, and would be read after every step.
    sold = {kind: sellables.of_kind(kind) for kind in ("course", "seat")}
    monkeypatch.setattr(sellables, "_registered", sold)
    market = type("Market", (Market,), {"clock": clock, "provider": provider})
    run_state_machine_as_test(
        market,
        settings=settings(
            max_examples=int(os.environ.get("MACHINE_EXAMPLES", "10")),
            stateful_step_count=int(os.environ.get("MACHINE_STEPS", "30")),
            deadline=None,
            derandomize=not IS_LONG,
            # A failure is told as it was found: making it smaller would take many minutes.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
