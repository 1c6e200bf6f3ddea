"""Recording payments as the provider reports them. Joins the caller's transaction."""

from datetime import datetime

from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import Order, Payment
from apps.commerce.states import PAYMENT_RANKS, PaymentStatus

_STATUSES = {
    "created": PaymentStatus.CREATED,
    "failed": PaymentStatus.FAILED,
    "authorized": PaymentStatus.AUTHORIZED,
    "captured": PaymentStatus.CAPTURED,
}


def record(
    *, order: Order, known: Payment | None, fact: ProviderPayment, at: datetime
) -> tuple[Payment, bool]:
    """
    The recorded payment, and whether it has just been captured. The report may be outdated.

    The caller holds the order's lock and has looked the payment up under it.
    """
    status = _status(fact)
    captured_at = at if status is PaymentStatus.CAPTURED else None
    payment = known
    if payment is None:
        payment = Payment.objects.create(
            order=order,
            provider_payment_id=fact.id,
            amount_paise=fact.amount_paise,
            currency=fact.currency,
            status=status,
            first_seen_at=at,
            captured_at=captured_at,
        )
        return payment, captured_at is not None
    if PAYMENT_RANKS[status] <= PAYMENT_RANKS[payment.status]:
        return payment, False
    payment.status, payment.captured_at = status, captured_at
    payment.save(update_fields=["status", "captured_at"])
    return payment, captured_at is not None


def _status(fact: ProviderPayment) -> PaymentStatus:
    if fact.status == "refunded":
        # The provider refunds uncaptured payments by itself; that money was never ours.
        return PaymentStatus.CAPTURED if fact.is_captured else PaymentStatus.RETURNED
    return _STATUSES.get(fact.status, PaymentStatus.CREATED)
