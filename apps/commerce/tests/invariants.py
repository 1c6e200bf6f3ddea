"""Invariants of payments: some hold at any time, some once all work is done."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.models import (
    Coupon,
    CouponTally,
    CouponUse,
    Dispute,
    Order,
    OrderLine,
    Payment,
    Refund,
    RefundAttempt,
)
from apps.commerce.selectors import books
from apps.commerce.services import notices, settlement
from apps.commerce.states import DISPUTE_FINAL, OPEN, OrderStatus, PaymentStatus, RefundStatus
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import Seat, Show
from apps.core import sellables
from apps.core.money import CURRENCY
from apps.outbox.models import Message
from apps.outbox.states import DONE

UNLIMITED = 10**9
FINAL = (OrderStatus.PAID, OrderStatus.REFUNDED)


@dataclass
class Invariants:
    provider: FakeProvider
    agreed: Mapping[UUID, int]
    """The amount in the cart when the order was created."""
    statuses: dict[UUID, str] = field(default_factory=dict)
    person_limits: dict[UUID, int] = field(default_factory=dict)
    """The highest limit that each coupon had."""
    decided_disputes: set[str] = field(default_factory=set)
    written: int = -1

    def check(self):
        self.check_books()
        self.check_limits()
        self.check_only_captured_payments_give_access()
        self.check_charged_amounts()
        self.check_final_statuses_stay()
        self.check_refunds_within_payments()
        self.check_refunds_match_provider()
        self.check_access_matches_payments()
        self.check_discounts_have_uses()
        self.check_disputes_stay_decided()
        self.check_receipts_are_sent_once()

    def check_books(self):
        """The slowest check; skipped when no row was written since the last one."""
        written = _rows_written()
        if written != self.written:
            assert list(books.differences()) == []
        self.written = written

    def check_limits(self):
        show = Show.objects.get()
        assert show.booked == Seat.objects.filter(is_held=True).count() <= show.capacity
        for coupon in Coupon.objects.all():
            assert coupon.total_limit is None or coupon.uses <= coupon.total_limit
            # Staff may lower it below the uses so far.
            limit = UNLIMITED if coupon.person_limit is None else coupon.person_limit
            self.person_limits[coupon.pk] = max(limit, self.person_limits.get(coupon.pk, 0))
        for tally in CouponTally.objects.all():
            assert tally.uses <= self.person_limits[tally.coupon_id]

    def check_only_captured_payments_give_access(self):
        for order in Order.objects.filter(paid_at__isnull=False).select_related("paid_by"):
            if order.paid_by is None:
                assert order.bill_paise == 0
                continue
            theirs = self.provider.payments[order.paid_by.provider_payment_id]
            assert theirs.status in ("captured", "refunded")
            assert theirs.order_id == order.provider_order_id
            assert (theirs.amount_paise, theirs.currency) == (order.bill_paise, CURRENCY)
            assert theirs.is_captured
            assert theirs.created_at <= order.placed_at + settlement.PAYABLE_FOR

    def check_charged_amounts(self):
        assert dict(Order.objects.values_list("pk", "bill_paise")) == self.agreed

    def check_final_statuses_stay(self):
        for pk, status in Order.objects.values_list("pk", "status"):
            before = self.statuses.get(pk)
            assert before != OrderStatus.REFUNDED or status == before
            assert before != OrderStatus.PAID or status in FINAL
            self.statuses[pk] = status

    def check_refunds_within_payments(self):
        for theirs in self.provider.payments.values():
            assert 0 <= theirs.refunded_paise <= theirs.amount_paise
        for payment in Payment.objects.all():
            decided = [refund.amount_paise for refund in payment.refunds.all()]
            assert sum(decided) == payment.refunded_paise <= payment.amount_paise

    def check_refunds_match_provider(self):
        """Each refund here exists at the provider; for one decision we never send more than its amount."""
        for attempt in RefundAttempt.objects.filter(status=RefundStatus.PROCESSED).select_related("payment"):
            theirs = self.provider.refunds[attempt.provider_refund_id]
            assert (theirs.status, theirs.amount_paise) == ("processed", attempt.amount_paise)
            assert theirs.payment_id == attempt.payment.provider_payment_id
        sent = Counter()
        for theirs in self.provider._refund_keys.values():
            if self.provider.refunds[theirs.id].status != "failed":
                sent[theirs.notes["refund"]] += theirs.amount_paise
        for refund in Refund.objects.all():
            assert sent[str(refund.pk)] <= refund.amount_paise

    def check_access_matches_payments(self):
        """What is paid for is accessible and nothing else is, in particular nothing refunded in full."""
        kinds = Order.objects.values_list("kind", flat=True).distinct()
        found = [delivered for kind in kinds for delivered in sellables.of_kind(kind).delivered()]
        stands = {delivered.line_id for delivered in found if delivered.is_active}
        open_rows = OrderLine.objects.filter(order__status=OrderStatus.PAID, refund__isnull=True)
        assert stands == set(open_rows.values_list("pk", flat=True))
        returned = Payment.objects.filter(amount_paise=F("refunded_paise"))
        assert not open_rows.filter(order__paid_by__in=returned).exists()

    def check_discounts_have_uses(self):
        rows = Order.objects.filter(Q(discount_paise__gt=0) | Q(coupon__isnull=False))
        assert not rows.exclude(coupon_use__coupon=F("coupon")).exists()
        paid = rows.filter(status=OrderStatus.PAID)
        assert not paid.exclude(coupon_use__redeemed_at__isnull=False).exists()
        live = CouponUse.objects.filter(released_at__isnull=True)
        uses = Counter(live.values_list("coupon", flat=True))
        assert {pk: n for pk, n in Coupon.objects.values_list("pk", "uses") if n} == uses

    def check_disputes_stay_decided(self):
        decided = Dispute.objects.filter(status__in=DISPUTE_FINAL)
        now = set(decided.values_list("provider_dispute_id", flat=True))
        assert self.decided_disputes <= now
        self.decided_disputes = now

    def check_receipts_are_sent_once(self):
        told = Counter(
            message.payload["order_id"]
            for message in Message.objects.filter(kind=notices.KIND)
            if message.payload["template"] == "receipt"
        )
        paid = Order.objects.filter(paid_at__isnull=False).values_list("pk", flat=True)
        assert told == {str(pk): 1 for pk in paid}

    def check_at_end(self):
        assert auditing.audit(at=timezone.now(), days=365).differences == []
        assert not Order.objects.filter(status__in=OPEN).exists()
        assert not Refund.objects.exclude(status=RefundStatus.PROCESSED).exists()
        assert Seat.objects.filter(is_held=True, is_delivered=False).count() == 0
        assert not Message.objects.exclude(status__in=DONE).exists()
        fulfilled = {
            order.paid_by.provider_payment_id
            for order in Order.objects.filter(paid_by__isnull=False, paid_at__isnull=False).select_related(
                "paid_by"
            )
        }
        for theirs in self.provider.payments.values():
            if theirs.status in ("captured", "refunded") and theirs.id not in fulfilled:
                assert theirs.refunded_paise == theirs.amount_paise
        self.check_refunds_match_decisions()

    def check_refunds_match_decisions(self):
        """For each of our payments: the provider's refunds equal our attempts and our decisions."""
        for payment in Payment.objects.filter(status=PaymentStatus.CAPTURED):
            made = {
                theirs.id: theirs.amount_paise
                for theirs in self.provider.refunds.values()
                if theirs.payment_id == payment.provider_payment_id and theirs.status == "processed"
            }
            returned = payment.refund_attempts.filter(status=RefundStatus.PROCESSED)
            assert dict(returned.values_list("provider_refund_id", "amount_paise")) == made
            assert sum(made.values()) == payment.refunded_paise


def _rows_written():
    """By this connection; on PostgreSQL within the transaction around all steps."""
    if connection.vendor == "sqlite":
        return connection.connection.total_changes
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables")
        (written,) = cursor.fetchone()
    assert written, "PostgreSQL counts no rows: its setting track_counts is off"
    return written
