"""Orders, payments, refunds and disputes as JSON, for API responses and webhooks."""

from collections.abc import Mapping, Sequence

from apps.sandbox.models import Dispute, Order, Payment, Refund
from apps.sandbox.states import PaymentStatus

BANK = "SBOX"


def order(order: Order) -> dict[str, object]:
    return {
        "id": order.id,
        "entity": "order",
        "amount": order.amount_paise,
        "amount_paid": order.amount_paid_paise,
        "amount_due": order.amount_due_paise,
        "currency": order.currency,
        "receipt": order.receipt,
        "offer_id": None,
        "status": order.status,
        "attempts": order.attempts,
        "notes": order.notes or [],  # the provider writes an empty object as a list
        "created_at": int(order.created_at.timestamp()),
    }


def payment(payment: Payment) -> dict[str, object]:
    has_failed = payment.status == PaymentStatus.FAILED
    return {
        "id": payment.id,
        "entity": "payment",
        "amount": payment.amount_paise,
        "currency": payment.currency,
        "status": payment.status,
        "order_id": payment.order_id,
        "invoice_id": None,
        "international": False,
        "method": "netbanking",
        "amount_refunded": payment.refunded_paise,
        "refund_status": refund_status(payment),
        "captured": payment.is_captured,
        "description": None,
        "card_id": None,
        "bank": BANK,
        "wallet": None,
        "vpa": None,
        "email": None,
        "contact": None,
        "notes": [],
        "fee": 0 if payment.is_captured else None,
        "tax": 0 if payment.is_captured else None,
        "error_code": "BAD_REQUEST_ERROR" if has_failed else None,
        "error_description": "Payment was refused by the bank." if has_failed else None,
        "error_source": "bank" if has_failed else None,
        "error_step": "payment_authorization" if has_failed else None,
        "error_reason": "payment_failed" if has_failed else None,
        "acquirer_data": {"bank_transaction_id": None},
        "created_at": int(payment.created_at.timestamp()),
    }


def refund_status(payment: Payment) -> str | None:
    if not payment.refunded_paise:
        return None
    return "partial" if payment.left_paise else "full"


def refund(refund: Refund) -> dict[str, object]:
    return {
        "id": refund.id,
        "entity": "refund",
        "amount": refund.amount_paise,
        "currency": refund.payment.currency,
        "payment_id": refund.payment_id,
        "notes": refund.notes or [],
        "receipt": refund.receipt,
        "acquirer_data": {"arn": None},
        "created_at": int(refund.created_at.timestamp()),
        "batch_id": None,
        "status": refund.status,
        "speed_processed": "normal",
        "speed_requested": "normal",
    }


def dispute(dispute: Dispute) -> dict[str, object]:
    return {
        "id": dispute.id,
        "entity": "dispute",
        "payment_id": dispute.payment_id,
        "amount": dispute.amount_paise,
        "currency": dispute.payment.currency,
        "amount_deducted": dispute.deducted_paise,
        "reason_code": dispute.reason_code,
        "respond_by": int(dispute.respond_by.timestamp()),
        "status": dispute.status,
        "phase": dispute.phase,
        "created_at": int(dispute.created_at.timestamp()),
    }


def settled_payment(payment: Payment) -> dict[str, object]:
    """In a settlement: the fee is 2 per cent, and 18 per cent of that are tax on it."""
    fee = (payment.amount_paise + 25) // 50
    tax = (fee * 18 + 50) // 100
    return {
        "entity_id": payment.id,
        "type": "payment",
        "debit": 0,
        "credit": payment.amount_paise - fee - tax,
        "amount": payment.amount_paise,
        "currency": payment.currency,
        "fee": fee + tax,
        "tax": tax,
        "created_at": int(payment.created_at.timestamp()),
        "payment_id": None,
        "order_id": payment.order_id,
        "dispute_id": None,
    }


def settled_refund(refund: Refund) -> dict[str, object]:
    return {
        "entity_id": refund.id,
        "type": "refund",
        "debit": refund.amount_paise,
        "credit": 0,
        "amount": refund.amount_paise,
        "currency": refund.payment.currency,
        "fee": 0,
        "tax": 0,
        "created_at": int(refund.created_at.timestamp()),
        "payment_id": refund.payment_id,
        "order_id": refund.payment.order_id,
        "dispute_id": None,
    }


def collection(items: Sequence[Mapping[str, object]]) -> dict[str, object]:
    return {"entity": "collection", "count": len(items), "items": items}
