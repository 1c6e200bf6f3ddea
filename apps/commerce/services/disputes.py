"""What the provider says of a disputed payment: kept with its order, and an alert for staff."""

import logging
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.commerce.gateways.payloads import ProviderDispute
from apps.commerce.models import Dispute, Order
from apps.commerce.states import DISPUTE_FINAL, DisputeStatus
from apps.core.transactions import retry_on_deadlock

logger = logging.getLogger(__name__)

_ALERTS = (DisputeStatus.OPEN, DisputeStatus.ACTION_REQUIRED, DisputeStatus.LOST)

_LISTED_AS: Mapping[str, str] = {DisputeStatus.ACTION_REQUIRED: DisputeStatus.OPEN}

_RANKS = {status: rank for rank, status in enumerate(DisputeStatus)}


@retry_on_deadlock
@transaction.atomic(durable=True)
def record(*, order_id: UUID, said: ProviderDispute, status: DisputeStatus, status_at: datetime) -> None:
    """
    Keep a dispute under its order; the same events in any order and number leave the same row.

    A decision stays, and of two states the one that came later at the provider counts. Access and books
    stay as they are: what becomes of them staff decide.
    """
    order, known = _locked(order_id, said)
    _keep(order, known, said, status=status, status_at=status_at)


@retry_on_deadlock
@transaction.atomic(durable=True)
def record_listed(*, order_id: UUID, said: ProviderDispute, at: datetime) -> None:
    """
    Keep what the provider's list says of a dispute; `at` is when it was asked.

    The list does not say since when. A dispute that we do not know is dated from its opening, so that each
    event about it that still comes counts as later.

    :raises ValueError: if its status is none that we know
    """
    order, known = _locked(order_id, said)
    if is_news(known, said):
        status_at = said.created_at if known is None else at
        _keep(order, known, said, status=DisputeStatus(said.status), status_at=status_at)


def is_news(known: Dispute | None, said: ProviderDispute) -> bool:
    """Whether the provider's list says another status than ours; it lists one that needs action as open."""
    return known is None or _LISTED_AS.get(known.status, known.status) != said.status


def _locked(order_id: UUID, said: ProviderDispute) -> tuple[Order, Dispute | None]:
    order = Order.objects.locked().get(pk=order_id)
    return order, Dispute.objects.filter(provider_dispute_id=said.id).first()


def _keep(
    order: Order,
    known: Dispute | None,
    said: ProviderDispute,
    *,
    status: DisputeStatus,
    status_at: datetime,
) -> None:
    if known is not None and _place(status, status_at) <= _place(known.status, known.status_at):
        return
    has_changed = known is None or known.status != status
    Dispute.objects.update_or_create(
        provider_dispute_id=said.id,
        defaults={
            "deducted_paise": said.deducted_paise,
            "phase": said.phase[:40],
            "respond_by": said.respond_by,
            "status": status,
            "status_at": status_at,
        },
        create_defaults={
            "order": order,
            "provider_payment_id": said.payment_id,
            "amount_paise": said.amount_paise,
            "deducted_paise": said.deducted_paise,
            "currency": said.currency,
            "phase": said.phase[:40],
            "reason_code": said.reason_code[:80],
            "respond_by": said.respond_by,
            "status": status,
            "opened_at": said.created_at,
            "status_at": status_at,
        },
    )
    if has_changed:
        _alert(order, said, status)


def _place(status: str, at: datetime) -> tuple[bool, datetime, int]:
    return status in DISPUTE_FINAL, at, _RANKS[DisputeStatus(status)]


def _alert(order: Order, said: ProviderDispute, status: DisputeStatus) -> None:
    facts = {
        "order": order.number,
        "dispute": said.id,
        "status": status,
        "paise": said.amount_paise,
        "respond_by": said.respond_by.isoformat() if said.respond_by else None,
    }
    level = logging.ERROR if status in _ALERTS else logging.WARNING
    logger.log(level, "payment disputed", extra={"facts": facts})
