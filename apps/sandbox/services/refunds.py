from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.sandbox import ids
from apps.sandbox.account import account
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Payment, Refund
from apps.sandbox.selectors import payments, refunds
from apps.sandbox.services import events
from apps.sandbox.states import PaymentStatus, RefundStatus
from apps.sandbox.transactions import serial_transaction


@dataclass(frozen=True)
class RefundRequest:
    """`amount_paise` None: refund all that is left. A repeat of `key` must have the same `body`."""

    amount_paise: int | None
    receipt: str | None
    notes: Mapping[str, str | int | float | bool]
    key: str | None
    body: Mapping[str, Any]


@serial_transaction()
def create(*, payment_id: str, request: RefundRequest, at: datetime) -> Refund:
    """
    Create a refund, or return the one with the same idempotency key.

    :raises ProviderError: if the amount is too large, or the key belongs to another request
    """
    payment = payments.get(payment_id=payment_id)
    fingerprint = {"payment": payment.pk, **request.body}
    if request.key and (existing := Refund.objects.filter(key=request.key).select_related("payment").first()):
        if existing.request != fingerprint:
            raise ProviderError(
                "Different request with the same idempotency key has already been processed.",
                source="NA",
                step="NA",
                reason="NA",
            )
        return existing
    amount_paise = payment.left_paise if request.amount_paise is None else request.amount_paise
    _check_refundable(payment, amount_paise)
    refund = Refund(
        payment=payment,
        amount_paise=amount_paise,
        status=account.refund_status,
        receipt=request.receipt,
        notes=dict(request.notes),
        key=request.key,
        request=fingerprint,
        created_at=at,
    )
    _save_new(refund, at=at)
    return refund


@serial_transaction()
def create_from_dashboard(
    *,
    payment_id: str,
    amount_paise: int | None,
    notes: Mapping[str, str | int | float | bool],
    status: RefundStatus,
    at: datetime,
) -> Refund:
    """
    Create a refund as staff do at the provider's dashboard: without a key, with any notes.

    :raises ProviderError: if the amount is too large
    """
    payment = payments.get(payment_id=payment_id)
    amount_paise = payment.left_paise if amount_paise is None else amount_paise
    _check_refundable(payment, amount_paise)
    refund = Refund(
        payment=payment, amount_paise=amount_paise, status=status, notes=dict(notes), created_at=at
    )
    _save_new(refund, at=at)
    return refund


@serial_transaction()
def resend_event(*, refund_id: str, status: RefundStatus, at: datetime) -> Refund:
    """
    Send a late `refund.<status>` event; the refund does not change.

    :raises ProviderError: if the refund does not exist
    """
    refund = refunds.get(refund_id=refund_id)
    refund.status = status
    events.enqueue(events.refund_event(f"refund.{status}", refund=refund, payment=refund.payment, at=at))
    return refund


def refund_in_full(*, payment: Payment, at: datetime) -> Refund:
    """Refund a whole payment that cannot be captured. Call it inside a transaction."""
    refund = Refund(
        payment=payment, amount_paise=payment.amount_paise, status=RefundStatus.PROCESSED, created_at=at
    )
    _save_new(refund, at=at)
    return refund


@serial_transaction()
def finish(*, refund_id: str, status: str, at: datetime) -> Refund:
    """
    Mark a pending refund as processed or failed.

    :raises ProviderError: if the refund does not exist or is not pending
    """
    refund = refunds.get(refund_id=refund_id)
    if refund.status != RefundStatus.PENDING:
        raise ProviderError("The refund is not pending")
    refund.status = status
    refund.save(update_fields=["status"])
    if status == RefundStatus.FAILED:
        _add_to_refunded(refund.payment, -refund.amount_paise)
    events.enqueue(events.refund_event(f"refund.{status}", refund=refund, payment=refund.payment, at=at))
    return refund


def _check_refundable(payment: Payment, amount_paise: int) -> None:
    if payment.status == PaymentStatus.REFUNDED:
        raise ProviderError("The payment has been fully refunded already")
    if payment.status != PaymentStatus.CAPTURED:
        raise ProviderError("The payment status should be captured for action to be taken")
    if amount_paise > payment.left_paise:
        raise ProviderError(
            "The total refund amount is greater than the refund payment amount", field="amount"
        )


def _save_new(refund: Refund, *, at: datetime) -> None:
    refund.id = ids.new_id("rfnd")
    refund.save(force_insert=True)
    names = ["refund.created"]
    if refund.status != RefundStatus.FAILED:
        _add_to_refunded(refund.payment, refund.amount_paise)
    if refund.status != RefundStatus.PENDING:
        names.append(f"refund.{refund.status}")
    events.enqueue(
        *[events.refund_event(name, refund=refund, payment=refund.payment, at=at) for name in names]
    )


def _add_to_refunded(payment: Payment, by_paise: int) -> None:
    payment.refunded_paise += by_paise
    if not payment.left_paise:
        payment.status = PaymentStatus.REFUNDED
    elif payment.is_captured:
        payment.status = PaymentStatus.CAPTURED
    else:
        payment.status = PaymentStatus.AUTHORIZED
    payment.save(update_fields=["refunded_paise", "status"])
