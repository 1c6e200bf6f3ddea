"""
Paid orders of which the provider knows more than our books, as after a backup was restored.

One that is lost is made again from the provider's notes. Then it is settled as any other: fulfilled if it
still can be, else its money goes back. So is one that is finished here, where a second payment or a refund
past us came and nobody told us.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from apps.commerce.flows import provider_sync
from apps.commerce.flows.attempts import Ended, attempt, has_time
from apps.commerce.gateways import order_notes, razorpay
from apps.commerce.gateways.outcomes import Done, Unknown
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment
from apps.commerce.models import Order, Payment
from apps.commerce.services import lost_orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import PaymentStatus
from apps.core import ids

logger = logging.getLogger(__name__)

LOOKED_BACK = timedelta(days=2)

type_of_paid = tuple[ProviderOrder, Sequence[ProviderPayment]]


@dataclass(slots=True)
class Rebuilt:
    """
    `failed` raised or cannot be rebuilt, and people were told; `resume_at` where the time ran out.

    It is None once the whole span was read.
    """

    rebuilt: int = 0
    failed: int = 0
    unknown: int = 0
    resume_at: datetime | None = None


def run(*, at: datetime, back: timedelta = LOOKED_BACK, resume_at: datetime | None = None) -> Rebuilt:
    """Bring up to date what the provider knows more of, newest first; or go on where a run had to end."""
    told = Rebuilt(resume_at=resume_at)
    for page in razorpay.orders_between(begins=at - back, ends=resume_at or at):
        if not isinstance(page, Done):
            told.unknown += 1
            return told
        for order, payments in _of_which_less_is_known(page.value):
            if not has_time():
                return told
            done = attempt(partial(_bring_up, order, payments, at=at), name=order.receipt or order.id)
            is_done = isinstance(done, Ended) and done.result
            told.rebuilt += is_done
            told.failed += not is_done
        # The provider lists the newest first; the next run may read the last second again.
        told.resume_at = min((order.created_at for order, _ in page.value), default=None)
    told.resume_at = None
    return told


def recover(*, provider_order_id: str, at: datetime) -> bool:
    """
    Rebuild the order behind a payment that its buyer brings; whether the provider said if there is one.

    What it was paid with is for the caller to settle.
    """
    asked = razorpay.fetch_order(order_id=provider_order_id)
    if isinstance(asked, Done) and _known(asked.value) is None:
        _made_again(asked.value, at=at)
    return not isinstance(asked, Unknown)


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
    settlement.settle(order_id=order.pk, facts=provider_sync.with_refunds(Facts(payments=payments)), at=at)
    return True


def _known(theirs: ProviderOrder) -> Order | None:
    identity = ids.parsed(theirs.receipt)
    return None if identity is None else Order.objects.filter(pk=identity).first()


def _made_again(theirs: ProviderOrder, *, at: datetime) -> Order | None:
    noted = order_notes.noted(theirs.notes)
    return None if noted is None else lost_orders.make_again(noted, provider_order_id=theirs.id, at=at)
