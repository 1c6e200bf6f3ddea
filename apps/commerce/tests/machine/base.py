"""What all rules of the state machine share: the clock, the rows there are, and how requests are sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings as project
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from apps.commerce.flows import dispute_polling, rebuilding, reconciling, webhooks
from apps.commerce.models import Order
from apps.commerce.services import expiry
from apps.commerce.states import OrderStatus
from apps.commerce.tests.fake_provider import FakeProvider
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
    timedelta(days=8),
]
PAID_WITHIN = timedelta(days=9)
"""How long after its order a buyer still pays, and how much longer the bank still says yes."""

ANY = st.integers(min_value=0, max_value=10**6)


class Clock:
    """The time that all code reads."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


class Machine(RuleBasedStateMachine):
    """Time and the jobs of beat, and what the rules of buyers, staff and the provider share."""

    clock: Clock
    provider: FakeProvider

    @rule(pause=st.sampled_from(PAUSES))
    def wait(self, pause):
        self.clock.now += pause

    @rule(
        work=st.sampled_from(
            [
                expiry.expire_overdue_orders,
                reconciling.reconcile,
                rebuilding.rebuild_lost_orders,
                dispute_polling.poll_disputes,
            ]
        )
    )
    def beat(self, work):
        work(at=self.clock.now)

    @rule()
    def sweep(self):
        messages.sweep(now=self.clock.now)

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
        """Logged in again once time has passed: sessions of staff end early."""
        if self.logged_in_at != self.clock.now:
            self.browser.force_login(self.clerk, backend=project.AUTHENTICATION_BACKENDS[0])
            self.logged_in_at = self.clock.now
        return self.browser

    def post(self, page, fields):
        """Post a form: it succeeds, is refused with a message or not allowed any more, and is never a 500."""
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
        webhooks.receive(provider="razorpay", body=body, headers=headers, at=self.clock.now)


def chosen(things, number):
    return things[number % len(things)]
