"""
Paid orders of which the provider knows more than our books, as after a backup was restored.

One that is lost is made again from the provider's notes. Then it is settled as any other: fulfilled if it
still can be, else its money goes back. So is one that is finished here, where a second payment or a refund
past us came and nobody told us.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from apps.commerce.flows import looking, provider
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.facts import ProviderOrder, ProviderPayment
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Order, Payment
from apps.commerce.services import lost_orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import PaymentStatus
from apps.core import ids

logger = logging.getLogger(__name__)

LOOKED_BACK = timedelta(days=2)

type_of_paid = tuple[ProviderOrder, Sequence[ProviderPayment]]


def run(*, at: datetime, back: timedelta = LOOKED_BACK) -> int:
    """How many orders were brought up to date; one that cannot be is told to people."""
    return sum(_bring_up(order, payments, at=at) for order, payments in _behind(at=at, back=back))


def _behind(*, at: datetime, back: timedelta) -> Iterator[type_of_paid]:
    for page in razorpay.orders_between(begins=at - back, ends=at):
        if not isinstance(page, Done):
            return
        yield from _of_which_less_is_known(page.value)


def _of_which_less_is_known(page: Sequence[type_of_paid]) -> Iterator[type_of_paid]:
    names = [payment.id for _, payments in page for payment in payments]
    ours = {row.provider_payment_id: row for row in Payment.objects.filter(provider_payment_id__in=names)}
    receipts = [identity for order, _ in page if (identity := ids.parsed(order.receipt))]
    known = {str(pk) for pk in Order.objects.filter(pk__in=receipts).values_list("pk", flat=True)}
    for order, payments in page:
        # What came and went back whole needs no order made again.
        matter = ("captured", "refunded") if order.receipt in known else ("captured",)
        if any(payment.status in matter and _is_news(payment, ours) for payment in payments):
            yield order, payments


def _is_news(theirs: ProviderPayment, ours: Mapping[str, Payment]) -> bool:
    known = ours.get(theirs.id)
    if known is None or known.status != PaymentStatus.CAPTURED:
        return True
    return bool(known.refunded_paise < theirs.refunded_paise)


def _bring_up(theirs: ProviderOrder, payments: Sequence[ProviderPayment], *, at: datetime) -> bool:
    order = _known(theirs) or _made_again(theirs, at=at)
    if order is None:
        logger.error("paid order cannot be made again", extra={"facts": {"order": theirs.id}})
        return False
    settlement.settle(order_id=order.pk, facts=looking.with_refunds(Facts(payments=payments)), at=at)
    return True


def _known(theirs: ProviderOrder) -> Order | None:
    identity = ids.parsed(theirs.receipt)
    return None if identity is None else Order.objects.filter(pk=identity).first()


def _made_again(theirs: ProviderOrder, *, at: datetime) -> Order | None:
    noted = provider.noted(theirs.notes)
    return None if noted is None else lost_orders.make_again(noted, provider_order_id=theirs.id, at=at)
