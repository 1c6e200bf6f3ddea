"""The provider's events: kept first, each once, then acted on."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from apps.commerce.models import GatewayEvent, Order
from apps.commerce.states import EventStatus

_OF_MONEY = frozenset(
    {
        *("id", "entity", "event", "account_id", "contains", "payload", "payment", "order", "refund"),
        *("order_id", "payment_id", "receipt", "status", "captured", "created_at", "notes"),
        *("dispute", "amount_deducted", "phase", "reason_code", "respond_by"),
        *("amount", "currency", "amount_refunded", "refund_status", "amount_paid", "amount_due"),
    }
)
"""What the provider tells of money. All else may be of a person: mail, number, card, address for UPI."""


@transaction.atomic(durable=True)
def keep(*, event_id: str, kind: str, payload: Mapping[str, Any], at: datetime) -> GatewayEvent | None:
    """
    The event if there is still something to do about it; None for a repeat of one that was handled.

    Only what it tells of money is kept: nobody's mail address has to be found and erased here one day.
    """
    GatewayEvent.objects.bulk_create(
        [
            GatewayEvent(
                event_id=event_id, kind=_storable(kind)[:60], payload=_of_money(payload), received_at=at
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


def _of_money(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _inside(value) for name, value in told.items() if name in _OF_MONEY}


def _inside(value: Any) -> Any:
    match value:
        case dict():
            return _of_money(value)
        case list():
            return [_inside(part) for part in value]
        case str():
            return _storable(value)
        case float() if not math.isfinite(value):
            return None
    return value


def _storable(text: str) -> str:
    """JSON may spell characters that no database keeps: an event is not lost for them."""
    return text.replace("\0", "").encode(errors="replace").decode()
