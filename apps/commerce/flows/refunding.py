"""Sending a refund to the provider: the row is the intent, and its key makes a repeat harmless."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.models import Refund
from apps.commerce.services import refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import REFUND_OPEN
from apps.outbox.handlers import NotNeeded, TryLater


def handle(payload: Mapping[str, Any], /) -> None:
    """
    The outbox's handler.

    :raises NotNeeded: if the refund is decided by now
    :raises TryLater: if the provider's answer is not known
    """
    refund = _open(UUID(payload["refund_id"]))
    if refund is None or refund.tries != payload["tries"]:
        raise NotNeeded("The refund is decided")
    if not send(refund=refund):
        raise TryLater("The provider's answer is not known")


def send(*, refund: Refund) -> bool:
    """Ask the provider for a refund, once however often this is called; whether its answer is known."""
    if refund.payment is None:
        return True
    said = razorpay.refund(
        payment_id=refund.payment.provider_payment_id,
        amount_paise=refund.amount_paise,
        key=refund.key,
        notes={"refund": str(refund.pk), "order": str(refund.order_id)},
    )
    if isinstance(said, Done):
        refunds.note(refund_id=refund.pk, said=said.value, at=timezone.now())
        return True
    return isinstance(said, Refused) and _learn_from(refund, said)


def _learn_from(refund: Refund, refused: Refused) -> bool:
    """A refusal may mean that the money went back before, by an earlier try or past us."""
    if refund.payment is None:
        return True
    made = razorpay.refunds_of(payment_id=refund.payment.provider_payment_id)
    if not isinstance(made, Done):
        return False
    settlement.settle(order_id=refund.order_id, facts=Facts(refunds=made.value), at=timezone.now())
    if _open(refund.pk) is not None:
        refunds.fail(refund_id=refund.pk, why=refused.message)
    return True


def _open(refund_id: UUID) -> Refund | None:
    return Refund.objects.filter(pk=refund_id, status__in=REFUND_OPEN).select_related("payment").first()
