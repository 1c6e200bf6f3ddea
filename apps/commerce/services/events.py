"""Webhook events are stored first, each once, and then processed."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from apps.commerce.models import GatewayEvent, Order
from apps.commerce.states import EventStatus

_STORED_FIELDS = frozenset(
    {
        *("id", "entity", "event", "account_id", "contains", "payload", "payment", "order", "refund"),
        *("order_id", "payment_id", "receipt", "status", "captured", "created_at", "notes"),
        *("dispute", "amount_deducted", "phase", "reason_code", "respond_by"),
        *("amount", "currency", "amount_refunded", "refund_status", "amount_paid", "amount_due"),
    }
)
"""Payload fields about money. All others may be personal data: email, mobile, card, UPI id."""


@transaction.atomic(durable=True)
def store(*, event_id: str, kind: str, payload: Mapping[str, Any], at: datetime) -> GatewayEvent | None:
    """
    The event if it still has to be processed; None for a repeat of one that was handled.

    Only fields about money are stored, so that no personal data has to be erased here later.
    """
    GatewayEvent.objects.bulk_create(
        [
            GatewayEvent(
                event_id=event_id, kind=_storable(kind)[:60], payload=_stored_part(payload), received_at=at
            )
        ],
        ignore_conflicts=True,
    )
    return GatewayEvent.objects.filter(event_id=event_id, status=EventStatus.RECEIVED).first()


@transaction.atomic(durable=True)
def finish(*, event: GatewayEvent, status: EventStatus, order: Order | None, note: str, at: datetime) -> None:
    GatewayEvent.objects.filter(pk=event.pk, status=EventStatus.RECEIVED).update(
        status=status, order=order, note=note[:200], handled_at=at
    )


def _stored_part(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _stored_value(value) for name, value in payload.items() if name in _STORED_FIELDS}


def _stored_value(value: Any) -> Any:
    match value:
        case dict():
            return _stored_part(value)
        case list():
            return [_stored_value(part) for part in value]
        case str():
            return _storable(value)
        case float() if not math.isfinite(value):
            return None
    return value


def _storable(text: str) -> str:
    """JSON can contain characters that databases refuse; the event is stored without them."""
    return text.replace("\0", "").encode(errors="replace").decode()
