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
from apps.commerce.flows.batch import has_time
from apps.commerce.gateways import budget, order_notes, registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Order, Payment
from apps.commerce.services import lost_orders, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import PaymentStatus
from apps.core import ids
from apps.core.row_processing import Completed, process_row

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
    """Update orders that are behind their provider, newest first, or resume an earlier run."""
    rebuilt, gateways = Rebuilt(), registry.all_gateways()
    unfinished: list[datetime | None] = []
    for index, gateway in enumerate(gateways):
        # Each provider has its share of the time, so that none is left out.
        with budget.limit(budget.seconds_left() / (len(gateways) - index)):
            provider = _rebuild_from(gateway, rebuilt, begins=at - back, ends=resume_at, at=at)
        if not provider.is_finished:
            unfinished.append(provider.position)
    # Whatever is newer than this is done at every provider.
    positions = [position for position in unfinished if position is not None]
    rebuilt.resume_at = max(positions) if positions and len(positions) == len(unfinished) else None
    return rebuilt


@dataclass(frozen=True, slots=True)
class _Progress:
    is_finished: bool
    position: datetime | None = None
    """Newer orders of this provider are done; None: nothing is."""


def _rebuild_from(
    gateway: PaymentGateway, rebuilt: Rebuilt, *, begins: datetime, ends: datetime | None, at: datetime
) -> _Progress:
    position = ends
    for page in gateway.orders_between(begins=begins, ends=ends or at):
        if not isinstance(page, Done):
            rebuilt.unknown += 1
            return _Progress(is_finished=False, position=position)
        for order, payments in _behind_provider(gateway, page.value):
            if not has_time():
                return _Progress(is_finished=False, position=position)
            update = partial(_update_from_provider, gateway, order, payments, at=at)
            done = process_row(update, name=order.receipt or order.id)
            is_done = isinstance(done, Completed) and done.result
            rebuilt.rebuilt += is_done is True
            rebuilt.failed += is_done is False
            rebuilt.unknown += is_done is None
        # The newest are listed first; the next run may read the last second again.
        position = min((order.created_at for order, _ in page.value), default=position)
    return _Progress(is_finished=True)


def rebuild_order(*, gateway: PaymentGateway, provider_order_id: str, at: datetime) -> bool:
    """
    Rebuild the order of a signed payment; False if the provider does not respond, or does not find it yet.

    The caller settles the payment.
    """
    result = gateway.fetch_order(order_id=provider_order_id)
    if isinstance(result, Done) and _find_order(result.value) is None:
        _rebuild(gateway, result.value, at=at)
    return isinstance(result, Done)


def _behind_provider(gateway: PaymentGateway, page: Sequence[PaidOrder]) -> Iterator[PaidOrder]:
    names = [payment.id for _, payments in page for payment in payments]
    payments_here = Payment.objects.filter(order__provider=gateway.name, provider_payment_id__in=names)
    ours = {row.provider_payment_id: row for row in payments_here}
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
    gateway: PaymentGateway, theirs: ProviderOrder, payments: Sequence[ProviderPayment], *, at: datetime
) -> bool | None:
    """False if the order cannot be rebuilt, None if the provider does not list its refunds."""
    order = _find_order(theirs) or _rebuild(gateway, theirs, at=at)
    if order is None or order.provider != gateway.name:
        logger.error("paid order cannot be rebuilt", extra={"facts": {"order": theirs.id}})
        return False
    facts = provider_sync.with_refunds(gateway, Facts(payments=payments))
    if facts is None:
        return None
    settlement.settle(order_id=order.pk, facts=facts, at=at)
    return True


def _find_order(theirs: ProviderOrder) -> Order | None:
    identity = ids.parse(theirs.receipt)
    return None if identity is None else Order.objects.filter(pk=identity).first()


def _rebuild(gateway: PaymentGateway, theirs: ProviderOrder, *, at: datetime) -> Order | None:
    notes = order_notes.parse(theirs.notes)
    if notes is None:
        return None
    return lost_orders.rebuild(notes, provider=gateway.name, provider_order_id=theirs.id, at=at)
