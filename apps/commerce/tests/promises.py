"""What must hold of money at any moment, and in the end."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.fake import FakeProvider
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
from apps.commerce.tests.seats import Seat, Show
from apps.core import sellables
from apps.outbox.models import Message
from apps.outbox.states import DONE

UNLIMITED = 10**9
FINAL = (OrderStatus.PAID, OrderStatus.REFUNDED)


@dataclass
class Promises:
    provider: FakeProvider
    agreed: Mapping[UUID, int]
    """What the cart said when each order was made of it."""
    statuses: dict[UUID, str] = field(default_factory=dict)
    person_limits: dict[UUID, int] = field(default_factory=dict)
    """The highest that each coupon had."""
    decided_disputes: set[str] = field(default_factory=set)
    written: int = -1

    def hold(self):
        self.our_books_agree()
        self.limits_hold()
        self.only_money_that_came_opens_anything()
        self.charged_is_what_was_agreed_to()
        self.nothing_final_goes_back()
        self.no_more_goes_back_than_came()
        self.what_went_back_is_known_as_it_is()
        self.access_follows_the_sums()
        self.every_discount_has_its_use()
        self.decided_disputes_stay_decided()
        self.who_paid_is_told_once()

    def our_books_agree(self):
        """Which takes longest, and changes only with the rows: SQLite counts those that were written."""
        written = getattr(connection.connection, "total_changes", None)
        if written is None or written != self.written:
            assert list(books.differences()) == []
        self.written = written

    def limits_hold(self):
        show = Show.objects.get()
        assert show.booked == Seat.objects.filter(is_held=True).count() <= show.capacity
        for coupon in Coupon.objects.all():
            assert coupon.total_limit is None or coupon.uses <= coupon.total_limit
            # Staff may lower this one below what was used.
            limit = UNLIMITED if coupon.person_limit is None else coupon.person_limit
            self.person_limits[coupon.pk] = max(limit, self.person_limits.get(coupon.pk, 0))
        for tally in CouponTally.objects.all():
            assert tally.uses <= self.person_limits[tally.coupon_id]

    def only_money_that_came_opens_anything(self):
        for order in Order.objects.filter(paid_at__isnull=False).select_related("paid_by"):
            if order.paid_by is None:
                assert order.bill_paise == 0
                continue
            theirs = self.provider.payments[order.paid_by.provider_payment_id]
            assert theirs.status in ("captured", "refunded")
            assert theirs.order_id == order.provider_order_id
            assert (theirs.amount_paise, theirs.currency) == (order.bill_paise, razorpay.CURRENCY)
            assert theirs.is_captured
            assert theirs.created_at <= order.placed_at + settlement.PAYABLE

    def charged_is_what_was_agreed_to(self):
        assert dict(Order.objects.values_list("pk", "bill_paise")) == self.agreed

    def nothing_final_goes_back(self):
        for pk, status in Order.objects.values_list("pk", "status"):
            before = self.statuses.get(pk)
            assert before != OrderStatus.REFUNDED or status == before
            assert before != OrderStatus.PAID or status in FINAL
            self.statuses[pk] = status

    def no_more_goes_back_than_came(self):
        for theirs in self.provider.payments.values():
            assert 0 <= theirs.refunded_paise <= theirs.amount_paise
        for payment in Payment.objects.all():
            decided = [refund.amount_paise for refund in payment.refunds.all()]
            assert sum(decided) == payment.refunded_paise <= payment.amount_paise

    def what_went_back_is_known_as_it_is(self):
        """What is returned here is returned there; for one decision we never have more sent than it says."""
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

    def access_follows_the_sums(self):
        """What is paid for is open, and nothing else is: least of all what was returned whole."""
        kinds = Order.objects.values_list("kind", flat=True).distinct()
        found = [delivered for kind in kinds for delivered in sellables.of_kind(kind).delivered()]
        stands = {delivered.line_id for delivered in found if delivered.stands}
        open_rows = OrderLine.objects.filter(order__status=OrderStatus.PAID, refund__isnull=True)
        assert stands == set(open_rows.values_list("pk", flat=True))
        returned = Payment.objects.filter(amount_paise=F("refunded_paise"))
        assert not open_rows.filter(order__paid_by__in=returned).exists()

    def every_discount_has_its_use(self):
        rows = Order.objects.filter(Q(discount_paise__gt=0) | Q(coupon__isnull=False))
        assert not rows.exclude(coupon_use__coupon=F("coupon")).exists()
        paid = rows.filter(status=OrderStatus.PAID)
        assert not paid.exclude(coupon_use__redeemed_at__isnull=False).exists()
        live = CouponUse.objects.filter(released_at__isnull=True)
        uses = Counter(live.values_list("coupon", flat=True))
        assert {pk: n for pk, n in Coupon.objects.values_list("pk", "uses") if n} == uses

    def decided_disputes_stay_decided(self):
        decided = Dispute.objects.filter(status__in=DISPUTE_FINAL)
        now = set(decided.values_list("provider_dispute_id", flat=True))
        assert self.decided_disputes <= now
        self.decided_disputes = now

    def who_paid_is_told_once(self):
        told = Counter(
            message.payload["order_id"]
            for message in Message.objects.filter(kind=notices.KIND)
            if message.payload["template"] == "receipt"
        )
        paid = Order.objects.filter(paid_at__isnull=False).values_list("pk", flat=True)
        assert told == {str(pk): 1 for pk in paid}

    def are_kept_in_the_end(self):
        assert auditing.run(at=timezone.now(), days=365).differences == []
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
        self.what_went_back_is_what_was_decided()

    def what_went_back_is_what_was_decided(self):
        """For each payment that was ours: theirs, refund by refund, our attempts and our decisions."""
        for payment in Payment.objects.filter(status=PaymentStatus.CAPTURED):
            made = {
                theirs.id: theirs.amount_paise
                for theirs in self.provider.refunds.values()
                if theirs.payment_id == payment.provider_payment_id and theirs.status == "processed"
            }
            returned = payment.refund_attempts.filter(status=RefundStatus.PROCESSED)
            assert dict(returned.values_list("provider_refund_id", "amount_paise")) == made
            assert sum(made.values()) == payment.refunded_paise
