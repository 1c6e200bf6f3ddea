"""The bodies of the fake's webhook events."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.commerce.gateways.payloads import ProviderDispute, ProviderOrder, ProviderPayment, ProviderRefund


def body(
    event: str,
    *,
    payment: ProviderPayment,
    order: ProviderOrder | None,
    refund: ProviderRefund | None,
    dispute: ProviderDispute | None,
    at: datetime,
) -> bytes:
    payload: dict[str, Any] = {}
    if event.startswith("refund.") and refund is not None:
        payload["refund"] = {"entity": _refund(refund)}
    payload["payment"] = {"entity": _payment(payment)}
    if event.startswith("order.") and order is not None:
        payload["order"] = {"entity": _order(order)}
    if event.startswith("payment.dispute.") and dispute is not None:
        payload["dispute"] = {"entity": _dispute(dispute, event)}
    event_body = {
        "entity": "event",
        "account_id": "acc_00000000000000",
        "event": event,
        "contains": list(payload),
        "payload": payload,
        "created_at": int(at.timestamp()),
    }
    return json.dumps(event_body).encode()


def _order(order: ProviderOrder) -> Mapping[str, Any]:
    paid = order.amount_paise if order.status == "paid" else 0
    return {
        "id": order.id,
        "entity": "order",
        "amount": order.amount_paise,
        "amount_paid": paid,
        "amount_due": order.amount_paise - paid,
        "currency": order.currency,
        "receipt": order.receipt,
        "status": order.status,
        "notes": dict(order.notes) or [],
        "created_at": int(order.created_at.timestamp()),
    }


def _payment(payment: ProviderPayment) -> Mapping[str, Any]:
    return {
        "id": payment.id,
        "entity": "payment",
        "amount": payment.amount_paise,
        "currency": payment.currency,
        "status": payment.status,
        "order_id": payment.order_id,
        "amount_refunded": payment.refunded_paise,
        "refund_status": _refund_status(payment),
        "captured": payment.is_captured,
        "notes": [],
        "created_at": int(payment.created_at.timestamp()),
    }


def _dispute(dispute: ProviderDispute, event: str) -> Mapping[str, Any]:
    status = event.rpartition(".")[2]
    return {
        "id": dispute.id,
        "entity": "dispute",
        "payment_id": dispute.payment_id,
        "amount": dispute.amount_paise,
        "currency": dispute.currency,
        "amount_deducted": dispute.deducted_paise,
        "reason_code": dispute.reason_code,
        "respond_by": None if dispute.respond_by is None else int(dispute.respond_by.timestamp()),
        "status": "open" if status in {"created", "action_required"} else status,
        "phase": dispute.phase,
        "created_at": int(dispute.created_at.timestamp()),
    }


def _refund_status(payment: ProviderPayment) -> str | None:
    if not payment.refunded_paise:
        return None
    return "full" if payment.refunded_paise == payment.amount_paise else "partial"


def _refund(refund: ProviderRefund) -> Mapping[str, Any]:
    return {
        "id": refund.id,
        "entity": "refund",
        "amount": refund.amount_paise,
        "currency": "INR",
        "payment_id": refund.payment_id,
        "status": refund.status,
        "notes": dict(refund.notes) or [],
        "created_at": int(refund.created_at.timestamp()),
    }
