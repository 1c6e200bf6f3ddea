"""
Paid orders about which the provider knows more than our database, as after restoring a backup.

A lost order is rebuilt from the provider's notes. Then it is settled like any other: fulfilled if that is
still possible, else refunded. Finished orders with an unknown second payment or refund are settled as well.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from apps.commerce.flows import provider_sync
from apps.commerce.flows.batch import Completed, has_time, process_row
from apps.commerce.gateways import order_notes, razorpay
from apps.commerce.gateways.outcomes import Done, Unknown
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment
from apps.commerce.models import Order, Payment
from apps.commerce.services import lost_orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import PaymentStatus
from apps.core import ids

logger = logging.getLogger(__name__)

LOOK_BACK = timedelta(days=2)

PaidOrder = tuple[ProviderOrder, Sequence[ProviderPayment]]


@dataclass(slots=True)
class Rebuilt:
    """
    `failed` raised or could not be rebuilt, and was logged; `resume_at` is set if the time ran out.
    """

    rebuilt: int = 0
    failed: int = 0
    unknown: int = 0
    resume_at: datetime | None = None


def rebuild_lost_orders(
    *, at: datetime, back: timedelta = LOOK_BACK, resume_at: datetime | None = None
) -> Rebuilt:
    """Update orders that are behind the provider, newest first, or resume an earlier run."""
    rebuilt = Rebuilt(resume_at=resume_at)
    for page in razorpay.orders_between(begins=at - back, ends=resume_at or at):
        if not isinstance(page, Done):
            rebuilt.unknown += 1
            return rebuilt
        for order, payments in _behind_provider(page.value):
            if not has_time():
                return rebuilt
            done = process_row(
                partial(_update_from_provider, order, payments, at=at), name=order.receipt or order.id
            )
            is_done = isinstance(done, Completed) and done.result
            rebuilt.rebuilt += is_done
            rebuilt.failed += not is_done
        # The provider lists the newest first; the next run may read the last second again.
        rebuilt.resume_at = min((order.created_at for order, _ in page.value), default=None)
    rebuilt.resume_at = None
    return rebuilt


def rebuild_order(*, provider_order_id: str, at: datetime) -> bool:
    """
    Rebuild the order of a payment that its buyer confirms; False if the provider does not respond.

    The caller settles the payment.
    """
    result = razorpay.fetch_order(order_id=provider_order_id)
    if isinstance(result, Done) and _find_order(result.value) is None:
        _rebuild(result.value, at=at)
    return not isinstance(result, Unknown)


def _behind_provider(page: Sequence[PaidOrder]) -> Iterator[PaidOrder]:
    names = [payment.id for _, payments in page for payment in payments]
    ours = {row.provider_payment_id: row for row in Payment.objects.filter(provider_payment_id__in=names)}
    receipts = [identity for order, _ in page if (identity := ids.parse(order.receipt))]
    known = {str(pk) for pk in Order.objects.filter(pk__in=receipts).values_list("pk", flat=True)}
    for order, payments in page:
        # A fully refunded payment does not need a rebuilt order.
        relevant = ("captured", "refunded") if order.receipt in known else ("captured",)
        if any(payment.status in relevant and _is_behind(payment, ours) for payment in payments):
            yield order, payments


def _is_behind(theirs: ProviderPayment, ours: Mapping[str, Payment]) -> bool:
    known = ours.get(theirs.id)
    if known is None or known.status != PaymentStatus.CAPTURED:
        return True
    return bool(known.refunded_paise < theirs.refunded_paise)


def _update_from_provider(
    theirs: ProviderOrder, payments: Sequence[ProviderPayment], *, at: datetime
) -> bool:
    order = _find_order(theirs) or _rebuild(theirs, at=at)
    if order is None:
        logger.error("paid order cannot be rebuilt", extra={"facts": {"order": theirs.id}})
        return False
    settlement.settle(order_id=order.pk, facts=provider_sync.with_refunds(Facts(payments=payments)), at=at)
    return True


def _find_order(theirs: ProviderOrder) -> Order | None:
    identity = ids.parse(theirs.receipt)
    return None if identity is None else Order.objects.filter(pk=identity).first()


def _rebuild(theirs: ProviderOrder, *, at: datetime) -> Order | None:
    notes = order_notes.parse(theirs.notes)
    return None if notes is None else lost_orders.rebuild(notes, provider_order_id=theirs.id, at=at)
