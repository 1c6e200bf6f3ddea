"""
Sending refunds to the provider: an attempt is the intent, and its key makes a repeat harmless.

The provider is asked what it has returned before it is asked to return more: an earlier attempt whose answer
was lost, or a refund at its dashboard, may have paid what is owed.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.models import Refund, RefundAttempt
from apps.commerce.services import refund_attempts, refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import REFUND_OPEN, RefundStatus
from apps.core.errors import GatewayFailed
from apps.outbox.handlers import NotNeeded, TryLater

_FINAL_REFUSALS = (400, 404)
"""Any other refusal says something of us, such as of our key, and nothing of the refund."""


class ProviderSilent(GatewayFailed):
    code = "payment_provider_failed"
    message = "The payment provider does not answer. Nothing was sent. Please try again in a minute."


def handle(payload: Mapping[str, Any], /) -> None:
    """
    The outbox's handler.

    :raises NotNeeded: if the refund is decided by now
    :raises TryLater: if the provider's answer is not known
    """
    attempt = _named(payload)
    if attempt is None or attempt.status != RefundStatus.REQUESTED:
        raise NotNeeded("The refund is decided")
    if not pursue(attempt=attempt):
        raise TryLater("The provider's answer is not known")


def pursue(*, attempt: RefundAttempt) -> bool:
    """
    Learn what became of an attempt, and send it if the provider does not know of it.

    However often this is called, one refund is made. The answer is whether the provider's answer is known.
    """
    if not _learn(attempt):
        return False
    if not refund_attempts.note_sending(attempt_id=attempt.pk, at=timezone.now()):
        return True
    said = razorpay.refund(
        payment_id=attempt.payment.provider_payment_id,
        amount_paise=attempt.amount_paise,
        key=str(attempt.key),
        notes={"attempt": str(attempt.pk), "refund": str(attempt.refund_id)},
    )
    if isinstance(said, Done):
        _settle(attempt, Facts(refunds=[said.value]))
        return True
    if not isinstance(said, Refused) or said.status not in _FINAL_REFUSALS or not _learn(attempt):
        return False
    _settle(attempt, Facts(refused={attempt.pk: said.message}))
    return True


def send_again(*, refund_id: UUID) -> Refund:
    """
    Try once more to pay a refund that failed, for what the provider has not returned by now.

    :raises RefundUnderWay: if it did not fail
    :raises ProviderSilent: if the provider does not say what it has returned
    """
    failed = RefundAttempt.objects.filter(refund=refund_id, refund__status=RefundStatus.FAILED)
    tried = failed.select_related("payment").last()
    if tried is None:
        raise refunds.RefundUnderWay()
    if not _learn(tried):
        raise ProviderSilent()
    return refunds.try_again(refund_id=refund_id, at=timezone.now())


def _learn(attempt: RefundAttempt) -> bool:
    """Settle the order by all refunds of the payment; whether the provider told them."""
    made = razorpay.refunds_of(payment_id=attempt.payment.provider_payment_id)
    if not isinstance(made, Done):
        return False
    _settle(attempt, Facts(refunds=made.value))
    return True


def _settle(attempt: RefundAttempt, facts: Facts) -> None:
    settlement.settle(order_id=attempt.payment.order_id, facts=facts, at=timezone.now())


def _named(payload: Mapping[str, Any]) -> RefundAttempt | None:
    attempts = RefundAttempt.objects.select_related("payment")
    if "attempt_id" in payload:
        return attempts.filter(pk=UUID(payload["attempt_id"])).first()
    # Written by a release that had no attempts.
    return attempts.filter(refund=UUID(payload["refund_id"]), status__in=REFUND_OPEN).first()
