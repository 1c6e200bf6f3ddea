"""What the provider does: it is away, slow, late, repeats itself, and is used past us."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from apps.commerce.gateways.razorpay.events import DISPUTE_EVENTS
from apps.commerce.tests.fake_provider import METHODS
from apps.commerce.tests.machine.base import ANY, Machine, chosen
from apps.commerce.tests.seats import BILL_PAISE

FOREIGN_NOTES = [{}, {"refund": "by hand"}, {"attempt": "by hand", "reason": "goodwill"}]


class Provider(Machine):
    @rule(call=st.sampled_from(METHODS), after_effect=st.booleans(), times=st.integers(1, 2))
    def lose_calls(self, call, after_effect, times):
        self.provider.lose_response(call, after_effect=after_effect, times=times)

    @rule(is_down=st.sampled_from([False, False, True]), status=st.sampled_from(["processed", "pending"]))
    def be(self, is_down, status):
        """Fail or recover, and be quick or slow with refunds."""
        self.provider.is_down, self.provider.refund_status = is_down, status

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
        """Send an earlier status again, as an event of its own."""
        body, headers = chosen(self.told, event)
        number = f"old-{len(self.told)}-{self.clock.now.timestamp()}"
        self.told.append((body, {**headers, "X-Razorpay-Event-Id": number}))
        self.receive(self.told[-1])

    @precondition(lambda self: self.events)
    @rule(event=ANY)
    def drop(self, event):
        self.events.pop(event % len(self.events))
