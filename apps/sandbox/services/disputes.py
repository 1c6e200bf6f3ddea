from datetime import datetime, timedelta

from apps.sandbox import ids
from apps.sandbox.errors import ProviderError
from apps.sandbox.models import Dispute
from apps.sandbox.selectors import payments
from apps.sandbox.services import events
from apps.sandbox.states import DisputeStatus
from apps.sandbox.transactions import writing

EVENTS = ("created", "action_required", "under_review", "won", "lost", "closed")

_RESPOND_WITHIN = timedelta(days=7)
_STATUSES = {"created": DisputeStatus.OPEN, "action_required": DisputeStatus.OPEN}


@writing()
def open_dispute(*, payment_id: str, amount_paise: int | None, phase: str, at: datetime) -> Dispute:
    """
    The buyer's bank disputes a payment.

    :raises ProviderError: if there is no such payment, or it never came in
    """
    payment = payments.with_id(payment_id=payment_id)
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
    events.tell(events.of_dispute("payment.dispute.created", dispute=dispute, at=at))
    return dispute


@writing()
def move(*, dispute_id: str, event: str, at: datetime) -> Dispute:
    """
    Send `payment.dispute.<event>` and take its status; what is lost is deducted.

    :raises ProviderError: if there is no such dispute
    """
    dispute = Dispute.objects.select_related("payment").filter(pk=ids.check(dispute_id, "disp")).first()
    if dispute is None:
        raise ids.unknown()
    dispute.status = _STATUSES.get(event) or DisputeStatus(event)
    dispute.deducted_paise = dispute.amount_paise if event == "lost" else 0
    dispute.save(update_fields=["status", "deducted_paise"])
    events.tell(events.of_dispute(f"payment.dispute.{event}", dispute=dispute, at=at))
    return dispute
