"""What must hold of money at any moment, and in the end."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import Coupon, CouponTally, Order, Payment, Refund
from apps.commerce.selectors import books
from apps.commerce.services import notices
from apps.commerce.states import OPEN, OrderStatus, RefundStatus
from apps.commerce.tests.seats import Seat, Show
from apps.outbox.models import Message
from apps.outbox.states import DONE

FINAL = (OrderStatus.PAID, OrderStatus.REFUNDED)


@dataclass
class Promises:
    provider: FakeProvider
    agreed: Mapping[UUID, int]
    """What the cart said when each order was made of it."""
    statuses: dict[UUID, str] = field(default_factory=dict)

    def hold(self):
        self.our_books_agree()
        self.limits_hold()
        self.only_money_that_came_opens_anything()
        self.charged_is_what_was_agreed_to()
        self.nothing_final_goes_back()
        self.no_more_goes_back_than_came()
        self.who_paid_is_told_once()

    def our_books_agree(self):
        assert list(books.differences()) == []

    def limits_hold(self):
        show = Show.objects.get()
        assert show.booked == Seat.objects.filter(is_held=True).count() <= show.capacity
        assert Coupon.objects.get(code="TWICE").uses <= 2
        assert all(tally.uses <= 1 for tally in CouponTally.objects.all())

    def only_money_that_came_opens_anything(self):
        for order in Order.objects.filter(paid_at__isnull=False).select_related("paid_by"):
            if order.paid_by is None:
                assert order.bill_paise == 0
                continue
            theirs = self.provider.payments[order.paid_by.provider_payment_id]
            assert theirs.status in ("captured", "refunded")
            assert theirs.order_id == order.provider_order_id
            assert (theirs.amount_paise, theirs.currency) == (order.bill_paise, razorpay.CURRENCY)

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

    def who_paid_is_told_once(self):
        told = Counter(
            message.payload["order_id"]
            for message in Message.objects.filter(kind=notices.KIND)
            if message.payload["template"] == "receipt"
        )
        paid = Order.objects.filter(paid_at__isnull=False).values_list("pk", flat=True)
        assert told == {str(pk): 1 for pk in paid}

    def are_kept_in_the_end(self):
        assert auditing.run(at=timezone.now(), days=60).differences == []
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
