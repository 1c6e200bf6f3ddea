"""
Buyers, staff, the provider and the clock do what they like, in any order; the promises about money hold.

Staff work in the admin: they open a form, and send it much later. The provider refunds past us, disputes,
and tells old news again.

After every step our own books agree with each other. In the end, with the provider reachable and all time
passed, they agree with the provider's as well: each captured payment has fulfilled one order, or went back.
MACHINE_EXAMPLES and MACHINE_STEPS make a longer run of it.
"""

import os
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test

from apps.accounts.models import User
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.flows import dispute_polling, rebuilding, reconciling
from apps.commerce.models import Coupon
from apps.commerce.services import expiry
from apps.commerce.tests.invariants import Invariants
from apps.commerce.tests.machine.base import START, Clock
from apps.commerce.tests.machine.buyers import Buyers
from apps.commerce.tests.machine.provider import Provider
from apps.commerce.tests.machine.staff import Staff
from apps.commerce.tests.seats import show_of
from apps.core import sellables
from apps.core.testing import proof
from apps.outbox.services import messages

LOOK_BACK = timedelta(days=365)


class Market(Buyers, Provider, Staff):
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
        self.known_refunds, self.money_invariants = {}, Invariants(self.provider, self.agreed)
        self.clerk = User.objects.create_superuser(mobile="9833333333", password="long enough", name="Staff")
        self.browser, self.logged_in_at = Client(), None
        self.buy(buyer=0, what="course", ends="told")
        self.buy(buyer=1, what="two seats", ends="told")

    @invariant()
    def promises_hold(self):
        if hasattr(self, "block"):
            self.the_provider_tells_of_refunds()
            self.money_invariants.check()

    def teardown(self):
        if not hasattr(self, "block"):
            return
        try:
            self.settle_everything()
            self.money_invariants.check_at_end()
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    def settle_everything(self):
        self.provider.is_down, self.provider.refund_status = False, "processed"
        self.provider._faults.clear()
        for refund in self.pending_refunds():
            self.provider.finish_refund(refund.id, status="processed")
        for _ in range(12):
            self.clock.now += timedelta(hours=16)
            self.send_failed_refunds_again()
            reconciling.reconcile(at=self.clock.now)
            rebuilding.rebuild_lost_orders(at=self.clock.now, back=LOOK_BACK)
            dispute_polling.poll_disputes(at=self.clock.now)
            expiry.expire_overdue_orders(at=self.clock.now)
            messages.sweep(now=self.clock.now)


IS_LONG = "MACHINE_EXAMPLES" in os.environ


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
            max_examples=int(os.environ.get("MACHINE_EXAMPLES", proof.count(10))),
            stateful_step_count=int(os.environ.get("MACHINE_STEPS", "30")),
            deadline=None,
            derandomize=not IS_LONG,
            # A failure is told as it was found: making it smaller would take many minutes.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
