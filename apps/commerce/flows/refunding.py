"""
Sending refunds to the provider. The idempotency key of an attempt makes retries safe.

The provider's refunds are polled before another is requested: an earlier attempt whose response was lost, or
a refund in its dashboard, may have paid what is owed.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from apps.commerce.flows import provider_sync
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.models import Refund, RefundAttempt
from apps.commerce.services import refund_attempts, refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import REFUND_OPEN, RefundStatus
from apps.core.errors import GatewayFailed
from apps.outbox.handlers import NotNeeded, RetryLater


class ProviderUnavailable(GatewayFailed):
    code = "payment_provider_failed"
    message = "The payment provider is not responding. Nothing was sent. Please try again in a minute."


def handle(payload: Mapping[str, Any], /) -> None:
    """
    The outbox handler.

    :raises NotNeeded: if the attempt is decided by now
    :raises RetryLater: if the provider's response is not known
    """
    attempt = _find_attempt(payload)
    if attempt is None or attempt.status != RefundStatus.REQUESTED:
        raise NotNeeded("The refund is decided")
    if not send_attempt(attempt=attempt):
        raise RetryLater("The provider's answer is not known")


def send_attempt(*, attempt: RefundAttempt) -> bool:
    """
    Poll the refunds of an attempt's payment, and send the attempt if the provider does not have it.

    Idempotent: one refund is made. Returns whether the provider's response is known.
    """
    if not _sync_refunds(attempt):
        return False
    if not refund_attempts.mark_as_sent(attempt_id=attempt.pk, at=timezone.now()):
        return True
    result = registry.of(attempt.payment.order.provider).refund(
        payment_id=attempt.payment.provider_payment_id,
        amount_paise=attempt.amount_paise,
        key=str(attempt.idempotency_key),
        notes={"attempt": str(attempt.pk), "refund": str(attempt.refund_id)},
    )
    if isinstance(result, Done):
        _settle(attempt, Facts(refunds=[result.value]))
        return True
    if not isinstance(result, Refused) or result.is_about_us or not _sync_refunds(attempt):
        return False
    _settle(attempt, Facts(refused={attempt.pk: result.message}))
    return True


def retry_refund(*, refund_id: UUID) -> Refund:
    """
    Retry a failed refund, for what the provider has not refunded by now.

    :raises RefundInProgress: if it has not failed
    :raises ProviderUnavailable: if the provider does not respond
    """
    failed = RefundAttempt.objects.filter(refund=refund_id, refund__status=RefundStatus.FAILED)
    attempt = failed.select_related("payment__order").last()
    if attempt is None:
        raise refunds.RefundInProgress()
    if not _sync_refunds(attempt):
        raise ProviderUnavailable()
    return refunds.retry(refund_id=refund_id, at=timezone.now())


def _sync_refunds(attempt: RefundAttempt) -> bool:
    return provider_sync.sync_refunds(payment=attempt.payment, at=timezone.now())


def _settle(attempt: RefundAttempt, facts: Facts) -> None:
    settlement.settle(order_id=attempt.payment.order_id, facts=facts, at=timezone.now())


def _find_attempt(payload: Mapping[str, Any]) -> RefundAttempt | None:
    attempts = RefundAttempt.objects.select_related("payment__order")
    if "attempt_id" in payload:
        return attempts.filter(pk=UUID(payload["attempt_id"])).first()
    # Enqueued by an older release, without attempts.
    return attempts.filter(refund=UUID(payload["refund_id"]), status__in=REFUND_OPEN).first()
