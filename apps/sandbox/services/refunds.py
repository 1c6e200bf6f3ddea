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
from apps.sandbox.transactions import writing


@dataclass(frozen=True)
class RefundRequest:
    """`amount_paise` is None for all that is left; `body` is what a repeat of the key must equal."""

    amount_paise: int | None
    receipt: str | None
    notes: Mapping[str, str | int | float | bool]
    key: str | None
    body: Mapping[str, Any]


@writing()
def give_back(*, payment_id: str, request: RefundRequest, at: datetime) -> Refund:
    """
    Start a refund, or find the one that this key already has.

    :raises ProviderError: if the payment has not that much left, or the key was another request's
    """
    payment = payments.with_id(payment_id=payment_id)
    asked = {"payment": payment.pk, **request.body}
    if request.key and (known := Refund.objects.filter(key=request.key).select_related("payment").first()):
        if known.request != asked:
            raise ProviderError(
                "Different request with the same idempotency key has already been processed.",
                source="NA",
                step="NA",
                reason="NA",
            )
        return known
    amount_paise = payment.left_paise if request.amount_paise is None else request.amount_paise
    _check(payment, amount_paise)
    refund = Refund(
        payment=payment,
        amount_paise=amount_paise,
        status=account.refund_status,
        receipt=request.receipt,
        notes=dict(request.notes),
        key=request.key,
        request=asked,
        created_at=at,
    )
    _start(refund, at=at)
    return refund


@writing()
def make_at_dashboard(
    *,
    payment_id: str,
    amount_paise: int | None,
    notes: Mapping[str, str | int | float | bool],
    status: RefundStatus,
    at: datetime,
) -> Refund:
    """
    A refund that people start at the provider's dashboard: without a key, and with their own notes or none.

    :raises ProviderError: if the payment has not that much left
    """
    payment = payments.with_id(payment_id=payment_id)
    amount_paise = payment.left_paise if amount_paise is None else amount_paise
    _check(payment, amount_paise)
    refund = Refund(
        payment=payment, amount_paise=amount_paise, status=status, notes=dict(notes), created_at=at
    )
    _start(refund, at=at)
    return refund


@writing()
def repeat_news(*, refund_id: str, status: RefundStatus, at: datetime) -> Refund:
    """
    Send `refund.<status>` late, as it was at an earlier moment; no money moves.

    :raises ProviderError: if there is no such refund
    """
    refund = refunds.with_id(refund_id=refund_id)
    refund.status = status
    events.tell(events.of_refund(f"refund.{status}", refund=refund, payment=refund.payment, at=at))
    return refund


def give_all_back(*, payment: Payment, at: datetime) -> Refund:
    """Return what could not be captured. A step of the caller's transaction."""
    refund = Refund(
        payment=payment, amount_paise=payment.amount_paise, status=RefundStatus.PROCESSED, created_at=at
    )
    _start(refund, at=at)
    return refund


@writing()
def finish(*, refund_id: str, status: str, at: datetime) -> Refund:
    """
    A pending refund reaches the buyer, or comes back.

    :raises ProviderError: if there is no such refund, or it is no longer pending
    """
    refund = refunds.with_id(refund_id=refund_id)
    if refund.status != RefundStatus.PENDING:
        raise ProviderError("The refund is not pending")
    refund.status = status
    refund.save(update_fields=["status"])
    if status == RefundStatus.FAILED:
        _move(refund.payment, -refund.amount_paise)
    events.tell(events.of_refund(f"refund.{status}", refund=refund, payment=refund.payment, at=at))
    return refund


def _check(payment: Payment, amount_paise: int) -> None:
    if payment.status == PaymentStatus.REFUNDED:
        raise ProviderError("The payment has been fully refunded already")
    if payment.status != PaymentStatus.CAPTURED:
        raise ProviderError("The payment status should be captured for action to be taken")
    if amount_paise > payment.left_paise:
        raise ProviderError(
            "The total refund amount is greater than the refund payment amount", field="amount"
        )


def _start(refund: Refund, *, at: datetime) -> None:
    refund.id = ids.new("rfnd")
    refund.save(force_insert=True)
    names = ["refund.created"]
    if refund.status != RefundStatus.FAILED:
        _move(refund.payment, refund.amount_paise)
    if refund.status != RefundStatus.PENDING:
        names.append(f"refund.{refund.status}")
    events.tell(*[events.of_refund(name, refund=refund, payment=refund.payment, at=at) for name in names])


def _move(payment: Payment, by_paise: int) -> None:
    payment.refunded_paise += by_paise
    if not payment.left_paise:
        payment.status = PaymentStatus.REFUNDED
    elif payment.is_captured:
        payment.status = PaymentStatus.CAPTURED
    else:
        payment.status = PaymentStatus.AUTHORIZED
    payment.save(update_fields=["refunded_paise", "status"])
