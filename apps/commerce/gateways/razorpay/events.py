"""Razorpay's webhook events."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from apps.commerce.gateways.payloads import (
    DisputeChange,
    EventFacts,
    Malformed,
    MalformedDispute,
    WebhookEvent,
)
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.states import DisputeStatus

T = TypeVar("T")

DISPUTE_EVENTS: Mapping[str, DisputeStatus] = {
    "payment.dispute.created": DisputeStatus.OPEN,
    **{f"payment.dispute.{status}": status for status in DisputeStatus if status != DisputeStatus.OPEN},
}

_STORED_FIELDS = frozenset(
    {
        *("id", "entity", "event", "account_id", "contains", "payload", "payment", "order", "refund"),
        *("order_id", "payment_id", "receipt", "status", "captured", "created_at", "notes"),
        *("dispute", "amount_deducted", "phase", "reason_code", "respond_by"),
        *("amount", "currency", "amount_refunded", "refund_status", "amount_paid", "amount_due"),
    }
)
"""Payload fields about money. All others may be personal data: email, mobile, card, UPI id."""


def read(body: bytes, *, event_id: str) -> WebhookEvent:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise Malformed("no JSON") from None
    if not isinstance(payload, dict) or not isinstance(payload.get("payload"), dict):
        raise Malformed("no event")
    name = event_id or f"body:{hashlib.sha256(body).hexdigest()}"
    return WebhookEvent(id=name[:80], kind=str(payload.get("event", "")), payload=_stored_part(payload))


def facts(kind: str, payload: Mapping[str, Any]) -> EventFacts:
    try:
        return EventFacts(
            payment=_read_entity(payload, "payment", parsing.payment),
            refund=_read_entity(payload, "refund", parsing.refund),
            dispute=_dispute_change(kind, payload),
        )
    except Malformed as error:
        if kind in DISPUTE_EVENTS:
            raise MalformedDispute(str(error)) from None
        raise


def _read_entity(payload: Mapping[str, Any], name: str, parse: Callable[[object], T]) -> T | None:
    part = payload["payload"].get(name)
    entity = part.get("entity") if isinstance(part, dict) else None
    return None if entity is None else parse(entity)


def _dispute_change(kind: str, payload: Mapping[str, Any]) -> DisputeChange | None:
    if kind not in DISPUTE_EVENTS:
        return None
    dispute = _read_entity(payload, "dispute", parsing.dispute)
    if dispute is None:
        return None
    return DisputeChange(dispute, DISPUTE_EVENTS[kind], status_at=parsing.timestamp(payload))


def _stored_part(value: Any) -> Any:
    match value:
        case dict():
            return {name: _stored_part(part) for name, part in value.items() if name in _STORED_FIELDS}
        case list():
            return [_stored_part(part) for part in value]
    return value
