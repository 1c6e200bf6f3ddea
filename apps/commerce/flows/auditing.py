"""The three books side by side: the provider's, our ledger, and what people may open."""

import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.facts import ProviderOrder, ProviderPayment
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Order, Payment, Refund
from apps.commerce.selectors import books
from apps.commerce.states import PaymentStatus, RefundStatus
from apps.core import ids

logger = logging.getLogger(__name__)


_CAPTURED = ("captured", "refunded")

_ON_ITS_WAY = timedelta(minutes=15)
"""What came in while the provider was telling is looked at the next time; clocks differ by less."""

_MADE_AGAIN = timedelta(days=3)
"""An order that was lost is dated anew when it is made again, and so is younger here than there."""


@dataclass(frozen=True, slots=True)
class Audit:
    orders: int
    differences: list[str]


def run(*, at: datetime, days: int = 8) -> Audit:
    """Compare everything, and log each difference: somebody has to look into it."""
    differences, count = list(books.differences()), 0
    seen: set[str] = set()
    for page in razorpay.orders_between(begins=at - timedelta(days=days), ends=at):
        if not isinstance(page, Done):
            differences.append("The provider does not tell its orders.")
            break
        count += len(page.value)
        for order, payments in page.value:
            differences += _with_provider(order, payments)
            seen.update(payment.id for payment in payments if payment.status in _CAPTURED)
    else:
        differences += _here_alone(seen, begins=at - timedelta(days=days), ends=at)
    for difference in differences:
        logger.error("books differ", extra={"facts": {"difference": difference}})
    return Audit(orders=count, differences=differences)


def _here_alone(seen: Collection[str], *, begins: datetime, ends: datetime) -> Iterator[str]:
    """Money that we believe in and the provider does not, such as by an event that somebody forged."""
    orders = Order.objects.filter(placed_at__gt=begins + _MADE_AGAIN, provider_order_id__isnull=False)
    ours = Payment.objects.filter(
        order__in=orders, status=PaymentStatus.CAPTURED, captured_at__lt=ends - _ON_ITS_WAY
    )
    for name in ours.order_by("pk").values_list("provider_payment_id", flat=True).iterator():
        if name not in seen:
            yield f"Payment {name} is captured here, and the provider does not know of it."


def _with_provider(theirs: ProviderOrder, payments: Sequence[ProviderPayment]) -> Iterator[str]:
    captured = [payment for payment in payments if payment.status in _CAPTURED]
    if not captured:
        return
    identity = ids.parsed(theirs.receipt)
    if identity is None or not Order.objects.filter(pk=identity).exists():
        yield f"The provider's order {theirs.id} was paid and is unknown to us."
        return
    ours = {payment.provider_payment_id: payment for payment in Payment.objects.filter(order=identity)}
    for payment in captured:
        yield from _with_payment(payment, ours.get(payment.id))


def _with_payment(theirs: ProviderPayment, ours: Payment | None) -> Iterator[str]:
    if ours is None or ours.status != PaymentStatus.CAPTURED:
        yield f"Payment {theirs.id} is captured, and we do not know of it."
        return
    if ours.amount_paise != theirs.amount_paise:
        yield f"Payment {theirs.id} is {theirs.amount_paise} paise there and {ours.amount_paise} here."
    processed = Refund.objects.filter(payment=ours, status=RefundStatus.PROCESSED)
    returned = processed.aggregate(sum=Sum("amount_paise"))["sum"] or 0
    if returned != theirs.refunded_paise:
        yield f"Of payment {theirs.id} {theirs.refunded_paise} paise are refunded there and {returned} here."
