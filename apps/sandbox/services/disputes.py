from datetime import datetime, timedelta

from apps.sandbox import ids
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Dispute
from apps.sandbox.selectors import payments
from apps.sandbox.services import events
from apps.sandbox.states import DisputeStatus
from apps.sandbox.transactions import serial_transaction

EVENTS = ("created", "action_required", "under_review", "won", "lost", "closed")

_RESPOND_WITHIN = timedelta(days=7)
_STATUSES = {"created": DisputeStatus.OPEN, "action_required": DisputeStatus.OPEN}


@serial_transaction()
def open_dispute(*, payment_id: str, amount_paise: int | None, phase: str, at: datetime) -> Dispute:
    """
    Open a dispute of a payment.

    :raises ProviderError: if the payment does not exist or was not captured
    """
    payment = payments.get(payment_id=payment_id)
    if not payment.is_captured:
        raise ProviderError("Only a captured payment can be disputed")
    dispute = Dispute(
        payment=payment,
        amount_paise=amount_paise or payment.amount_paise,
        phase=phase,
        reason_code="goods_not_received",
        status=DisputeStatus.OPEN,
        respond_by=at + _RESPOND_WITHIN,
        created_at=at,
    )
    dispute.save(force_insert=True)
    events.enqueue(events.dispute_event("payment.dispute.created", dispute=dispute, at=at))
    return dispute


@serial_transaction()
def apply_event(*, dispute_id: str, event: str, at: datetime) -> Dispute:
    """
    Send `payment.dispute.<event>` and set the status. A lost dispute deducts its amount.

    :raises ProviderError: if the dispute does not exist
    """
    dispute = Dispute.objects.select_related("payment").filter(pk=ids.check(dispute_id, "disp")).first()
    if dispute is None:
        raise ids.unknown()
    dispute.status = _STATUSES.get(event) or DisputeStatus(event)
    dispute.deducted_paise = dispute.amount_paise if event == "lost" else 0
    dispute.save(update_fields=["status", "deducted_paise"])
    events.enqueue(events.dispute_event(f"payment.dispute.{event}", dispute=dispute, at=at))
    return dispute
