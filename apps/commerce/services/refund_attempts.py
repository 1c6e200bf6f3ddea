"""Refunds at the provider, a row each: ours under their idempotency keys, and those made past us."""

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

_FIRST_CHECK = timedelta(minutes=2)
_LONGEST_DELAY = timedelta(hours=6)

UNANSWERED = timedelta(minutes=2)
"""How long the provider may still be making what it was asked for and gave no answer to."""

_STATUSES = {"processed": RefundStatus.PROCESSED, "failed": RefundStatus.FAILED}


def start(*, refund: Refund, payment: Payment, amount_paise: int, at: datetime) -> RefundAttempt:
    """Try to pay that much of a refund; joins the caller's transaction, and is sent after its commit."""
    attempt_id = ids.new_id()
    attempt = RefundAttempt.objects.create(
        id=attempt_id,
        payment=payment,
        refund=refund,
        key=attempt_id.hex,
        amount_paise=amount_paise,
        made_at=at,
        check_at=at + _FIRST_CHECK,
    )
    outbox.enqueue(kind=KIND, payload={"attempt_id": str(attempt.pk)})
    return attempt


def withdraw(*, attempt: RefundAttempt, why: str) -> None:
    """Give up an attempt that the provider does not know of; joins the caller's transaction."""
    attempt.status, attempt.error = RefundStatus.FAILED, why
    attempt.save(update_fields=["status", "error"])


def may_be_withdrawn(attempt: RefundAttempt, *, at: datetime) -> bool:
    """Whether the provider cannot be making it at this moment."""
    is_unsent = attempt.sent_at is None or attempt.sent_at + UNANSWERED <= at
    return attempt.status == RefundStatus.REQUESTED and is_unsent


def record(*, order: Order, said: ProviderRefund, at: datetime) -> Payment | None:
    """
    Keep what the provider says of one refund, which may be old news; joins the transaction of `settle`.

    The answer is the payment whose sums may have changed: none where it is not ours, or was never captured.
    """
    captured = Payment.objects.filter(order=order, status=PaymentStatus.CAPTURED)
    payment = captured.filter(provider_payment_id=said.payment_id).first()
    if payment is None:
        return None
    status = _STATUSES.get(said.status, RefundStatus.PENDING)
    attempt = _known(payment, said)
    if attempt is not None and not (_is_news(attempt, status) and _has_room(attempt, status)):
        return payment
    theirs = RefundAttempt(
        payment=payment, amount_paise=said.amount_paise, made_at=at, check_at=at + _FIRST_CHECK
    )
    is_new, attempt = attempt is None, attempt or theirs
    attempt.status, attempt.provider_refund_id = status, said.id
    attempt.processed_at = at if status is RefundStatus.PROCESSED else None
    attempt.error = "The provider reports it as failed." if status is RefundStatus.FAILED else ""
    # When it is sent and checked is written without the order's lock.
    known = ["status", "provider_refund_id", "processed_at", "error"]
    attempt.save(force_insert=is_new, update_fields=None if is_new else known)
    if status is RefundStatus.PROCESSED:
        ledger.book_paid_back(attempt=attempt, order=order, at=at)
    elif status is RefundStatus.FAILED:
        logger.error("refund failed", extra={"facts": {"refund": said.id, "order": order.number}})
    return payment


def refuse(*, order: Order, attempt_id: UUID, why: str) -> Payment | None:
    """The provider will not make an attempt; joins the transaction of `settle`."""
    asked = RefundAttempt.objects.filter(
        pk=attempt_id, payment__order=order, status=RefundStatus.REQUESTED
    ).select_related("payment")
    attempt = asked.first()
    if attempt is None:
        return None
    withdraw(attempt=attempt, why=f"Refused: {why}"[:200])
    logger.error("refund refused", extra={"facts": {"order": order.number, "why": why}})
    return attempt.payment


@transaction.atomic(durable=True)
def note_sending(*, attempt_id: UUID, at: datetime) -> bool:
    """Write down that the provider is about to be asked, unless the attempt is decided by now."""
    waiting = RefundAttempt.objects.filter(pk=attempt_id, status=RefundStatus.REQUESTED)
    return waiting.update(sent_at=at) == 1


@transaction.atomic(durable=True)
def take(*, attempt: RefundAttempt, at: datetime) -> bool:
    """Have a check to oneself: of several at once, the one that moves the next check on."""
    delay = backoff.exponential(attempt=attempt.checks + 1, first=_FIRST_CHECK, cap=_LONGEST_DELAY)
    due = RefundAttempt.objects.open().filter(pk=attempt.pk, check_at=attempt.check_at)
    return due.update(check_at=at + delay, checks=F("checks") + 1) == 1


def _is_news(attempt: RefundAttempt, status: RefundStatus) -> bool:
    """Of one that we withdrew the provider's first word counts: it was made, and the answer was lost."""
    return attempt.provider_refund_id is None or REFUND_RANKS[status] > REFUND_RANKS[attempt.status]


def _has_room(attempt: RefundAttempt, status: RefundStatus) -> bool:
    """
    Withdraw what was started in place of one that we withdrew, and that the provider is making after all.

    A refund has one open attempt: where the other one is with the provider as well, this one counts once it
    is processed.
    """
    if attempt.status != RefundStatus.FAILED or status is not RefundStatus.PENDING:
        return True
    others = RefundAttempt.objects.filter(refund=attempt.refund_id, status__in=REFUND_OPEN)
    for other in others.filter(status=RefundStatus.REQUESTED):
        withdraw(attempt=other, why="Not needed: the provider is making an earlier attempt.")
    return not others.exists()


def _known(payment: Payment, said: ProviderRefund) -> RefundAttempt | None:
    rows = list(RefundAttempt.objects.filter(payment=payment))
    named = said.notes.get("attempt")
    for row in rows:
        if row.provider_refund_id == said.id:
            return row
    unknown = [
        row for row in rows if row.provider_refund_id is None and row.amount_paise == said.amount_paise
    ]
    if named is not None:
        return next((row for row in unknown if str(row.pk) == named), None)
    # Sent by a release that noted the refund alone.
    return next((row for row in unknown if str(row.refund_id) == said.notes.get("refund")), None)
