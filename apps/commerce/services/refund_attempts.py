"""Refund attempts at the provider: ours, with idempotency keys, and those made in its dashboard."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.commerce.gateways.payloads import ProviderRefund
from apps.commerce.models import Order, Payment, Refund, RefundAttempt
from apps.commerce.services import ledger
from apps.commerce.states import REFUND_OPEN, REFUND_RANKS, PaymentStatus, RefundStatus
from apps.core import backoff, ids
from apps.outbox.services import messages as outbox

logger = logging.getLogger(__name__)

KIND = "commerce refund"

_FIRST_POLL_DELAY = timedelta(minutes=2)
_LONGEST_DELAY = timedelta(hours=6)

RESPONSE_TIMEOUT = timedelta(minutes=2)
"""How long the provider may still be processing a request that it did not answer."""

_STATUSES = {"processed": RefundStatus.PROCESSED, "failed": RefundStatus.FAILED}


def start(*, refund: Refund, payment: Payment, amount_paise: int, at: datetime) -> RefundAttempt:
    """Create an attempt. Joins the caller's transaction; the outbox sends it after the commit."""
    attempt_id = ids.new_id()
    attempt = RefundAttempt.objects.create(
        id=attempt_id,
        payment=payment,
        refund=refund,
        idempotency_key=attempt_id.hex,
        amount_paise=amount_paise,
        created_at=at,
        next_poll_at=at + _FIRST_POLL_DELAY,
    )
    outbox.enqueue(kind=KIND, payload={"attempt_id": str(attempt.pk)})
    return attempt


def cancel(*, attempt: RefundAttempt, why: str) -> None:
    """Cancel an attempt that the provider has not received. Joins the caller's transaction."""
    attempt.status, attempt.error = RefundStatus.FAILED, why
    attempt.save(update_fields=["status", "error"])


def can_be_cancelled(attempt: RefundAttempt, *, at: datetime) -> bool:
    """Whether the provider cannot be processing it right now."""
    is_unsent = attempt.sent_at is None or attempt.sent_at + RESPONSE_TIMEOUT <= at
    return attempt.status == RefundStatus.REQUESTED and is_unsent


def record(*, order: Order, reported: ProviderRefund, at: datetime) -> Payment | None:
    """
    Record a refund as the provider reports it; the report may be outdated. Joins the transaction of `settle`.

    Returns the payment whose sums may have changed; None if it is not ours or was never captured.
    """
    captured = Payment.objects.filter(order=order, status=PaymentStatus.CAPTURED)
    payment = captured.filter(provider_payment_id=reported.payment_id).first()
    if payment is None:
        return None
    status = _STATUSES.get(reported.status, RefundStatus.PENDING)
    attempt = _find_attempt(payment, reported)
    if attempt is not None and not (_is_newer(attempt, status) and _cancel_replacements(attempt, status)):
        return payment
    theirs = RefundAttempt(
        payment=payment,
        amount_paise=reported.amount_paise,
        created_at=at,
        next_poll_at=at + _FIRST_POLL_DELAY,
    )
    is_new, attempt = attempt is None, attempt or theirs
    attempt.status, attempt.provider_refund_id = status, reported.id
    attempt.processed_at = at if status is RefundStatus.PROCESSED else None
    attempt.error = "The provider reports it as failed." if status is RefundStatus.FAILED else ""
    # sent_at and next_poll_at are written without the order's lock.
    columns = ["status", "provider_refund_id", "processed_at", "error"]
    attempt.save(force_insert=is_new, update_fields=None if is_new else columns)
    if status is RefundStatus.PROCESSED:
        ledger.book_refund_payout(attempt=attempt, order=order, at=at)
    elif status is RefundStatus.FAILED:
        logger.error("refund failed", extra={"facts": {"refund": reported.id, "order": order.number}})
    return payment


def record_refusal(*, order: Order, attempt_id: UUID, why: str) -> Payment | None:
    """The provider refused an attempt. Joins the transaction of `settle`."""
    requested = RefundAttempt.objects.filter(
        pk=attempt_id, payment__order=order, status=RefundStatus.REQUESTED
    ).select_related("payment")
    attempt = requested.first()
    if attempt is None:
        return None
    cancel(attempt=attempt, why=f"Refused: {why}"[:200])
    logger.error("refund refused", extra={"facts": {"order": order.number, "why": why}})
    return attempt.payment


@transaction.atomic(durable=True)
def mark_as_sent(*, attempt_id: UUID, at: datetime) -> bool:
    """Record that the attempt is being sent; False if it is already decided."""
    requested = RefundAttempt.objects.filter(pk=attempt_id, status=RefundStatus.REQUESTED)
    return requested.update(sent_at=at) == 1


@transaction.atomic(durable=True)
def claim(*, attempt: RefundAttempt, at: datetime) -> bool:
    """Claim this poll by scheduling the next one; False if another process was faster."""
    delay = backoff.exponential(attempt=attempt.poll_count + 1, first=_FIRST_POLL_DELAY, cap=_LONGEST_DELAY)
    due = RefundAttempt.objects.open().filter(pk=attempt.pk, next_poll_at=attempt.next_poll_at)
    return due.update(next_poll_at=at + delay, poll_count=F("poll_count") + 1) == 1


def _is_newer(attempt: RefundAttempt, status: RefundStatus) -> bool:
    """Also true for a cancelled attempt that the provider reports: it was made, and the response was lost."""
    return attempt.provider_refund_id is None or REFUND_RANKS[status] > REFUND_RANKS[attempt.status]


def _cancel_replacements(attempt: RefundAttempt, status: RefundStatus) -> bool:
    """
    Cancel the replacements of a cancelled attempt that the provider is processing after all.

    A refund has one open attempt: if a replacement is with the provider too, this one counts once it is
    processed.
    """
    if attempt.status != RefundStatus.FAILED or status is not RefundStatus.PENDING:
        return True
    others = RefundAttempt.objects.filter(refund=attempt.refund_id, status__in=REFUND_OPEN)
    for other in others.filter(status=RefundStatus.REQUESTED):
        cancel(attempt=other, why="Not needed: the provider is making an earlier attempt.")
    return not others.exists()


def _find_attempt(payment: Payment, reported: ProviderRefund) -> RefundAttempt | None:
    rows = list(RefundAttempt.objects.filter(payment=payment))
    attempt_id = reported.notes.get("attempt")
    for row in rows:
        if row.provider_refund_id == reported.id:
            return row
    unknown = [
        row for row in rows if row.provider_refund_id is None and row.amount_paise == reported.amount_paise
    ]
    if attempt_id is not None:
        return next((row for row in unknown if str(row.pk) == attempt_id), None)
    # Sent by an older release, whose notes named only the refund.
    return next((row for row in unknown if str(row.refund_id) == reported.notes.get("refund")), None)
