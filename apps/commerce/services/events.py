"""Webhook events are stored first, each once, and then processed."""

import math
from datetime import datetime
from typing import Any

from django.db import transaction

from apps.commerce.gateways.payloads import WebhookEvent
from apps.commerce.models import GatewayEvent, Order
from apps.commerce.states import EventStatus


@transaction.atomic(durable=True)
def store(*, provider: str, received: WebhookEvent, at: datetime) -> GatewayEvent | None:
    """The event if it still has to be processed; None for a repeat of one that was handled."""
    row = GatewayEvent(
        provider=provider,
        event_id=received.id,
        kind=_storable(received.kind)[:60],
        payload=_stored_value(received.payload),
        received_at=at,
    )
    GatewayEvent.objects.bulk_create([row], ignore_conflicts=True)
    pending = GatewayEvent.objects.filter(provider=provider, status=EventStatus.RECEIVED)
    return pending.filter(event_id=received.id).first()


@transaction.atomic(durable=True)
def finish(*, event: GatewayEvent, status: EventStatus, order: Order | None, note: str, at: datetime) -> None:
    GatewayEvent.objects.filter(pk=event.pk, status=EventStatus.RECEIVED).update(
        status=status, order=order, note=note[:200], handled_at=at
    )


def _stored_value(value: Any) -> Any:
    match value:
        case dict():
            return {_storable(name): _stored_value(part) for name, part in value.items()}
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
