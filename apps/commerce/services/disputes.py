"""Recording disputes of payments, and alerting staff."""

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

_LISTED_STATUSES: Mapping[str, str] = {DisputeStatus.ACTION_REQUIRED: DisputeStatus.OPEN}

_RANKS = {status: rank for rank, status in enumerate(DisputeStatus)}


@retry_on_deadlock
@transaction.atomic(durable=True)
def record(*, order_id: UUID, listed: ProviderDispute, status: DisputeStatus, status_at: datetime) -> None:
    """
    Record a dispute under its order. Idempotent: events may repeat and come in any order.

    A final status stays; of two others the later one at the provider counts. Access and ledger do not
    change: staff decide about them.
    """
    order, known = _lock_order(order_id, listed)
    _save(order, known, listed, status=status, status_at=status_at)


@retry_on_deadlock
@transaction.atomic(durable=True)
def record_listed(*, order_id: UUID, listed: ProviderDispute, listed_at: datetime) -> None:
    """
    Record a dispute from the provider's list; `listed_at` is when the list was fetched.

    The list does not say when a status changed. An unknown dispute gets the date of its opening, so that any
    later event about it counts as newer.

    :raises ValueError: if its status is unknown to us
    """
    order, known = _lock_order(order_id, listed)
    if has_changed(known, listed):
        status_at = listed.created_at if known is None else listed_at
        _save(order, known, listed, status=DisputeStatus(listed.status), status_at=status_at)


def has_changed(known: Dispute | None, listed: ProviderDispute) -> bool:
    """Whether status or deduction differ from ours; the list shows `action_required` as open."""
    if known is None:
        return True
    ours = (_LISTED_STATUSES.get(known.status, known.status), known.deducted_paise)
    return ours != (listed.status, listed.deducted_paise)


def _lock_order(order_id: UUID, listed: ProviderDispute) -> tuple[Order, Dispute | None]:
    order = Order.objects.locked().get(pk=order_id)
    return order, Dispute.objects.filter(provider_dispute_id=listed.id).first()


def _save(
    order: Order,
    known: Dispute | None,
    listed: ProviderDispute,
    *,
    status: DisputeStatus,
    status_at: datetime,
) -> None:
    if known is not None and _precedence(status, status_at) <= _precedence(known.status, known.status_at):
        return
    has_changed = known is None or known.status != status
    Dispute.objects.update_or_create(
        provider_dispute_id=listed.id,
        defaults={
            "deducted_paise": listed.deducted_paise,
            "phase": listed.phase[:40],
            "respond_by": listed.respond_by,
            "status": status,
            "status_at": status_at,
        },
        create_defaults={
            "order": order,
            "provider_payment_id": listed.payment_id,
            "amount_paise": listed.amount_paise,
            "deducted_paise": listed.deducted_paise,
            "currency": listed.currency,
            "phase": listed.phase[:40],
            "reason_code": listed.reason_code[:80],
            "respond_by": listed.respond_by,
            "status": status,
            "opened_at": listed.created_at,
            "status_at": status_at,
        },
    )
    if has_changed:
        _alert(order, listed, status)


def _precedence(status: str, at: datetime) -> tuple[bool, datetime, int]:
    return status in DISPUTE_FINAL, at, _RANKS[DisputeStatus(status)]


def _alert(order: Order, listed: ProviderDispute, status: DisputeStatus) -> None:
    facts = {
        "order": order.number,
        "dispute": listed.id,
        "status": status,
        "paise": listed.amount_paise,
        "respond_by": listed.respond_by.isoformat() if listed.respond_by else None,
    }
    level = logging.ERROR if status in _ALERTS else logging.WARNING
    logger.log(level, "payment disputed", extra={"facts": facts})
