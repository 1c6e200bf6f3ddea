"""The provider's webhook: signed events, delivered at least once and in any order."""

import hashlib
import json
import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.commerce.flows import provider_sync
from apps.commerce.gateways import budget, payloads, razorpay
from apps.commerce.gateways.payloads import Malformed, ProviderDispute, ProviderPayment, ProviderRefund
from apps.commerce.models import GatewayEvent, Order, Payment
from apps.commerce.services import disputes, events, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import DISPUTE_EVENTS, EventStatus
from apps.core.errors import Invalid

logger = logging.getLogger(__name__)

_RESPONSE_SECONDS = 4.0


class SignatureInvalid(Invalid):
    code = "signature_invalid"
    message = "The signature does not match the body."


class InvalidEvent(Invalid):
    code = "event_invalid"
    message = "The body is not a valid event."


def receive(*, body: bytes, signature: str, event_id: str, at: datetime) -> None:
    """
    Store an event and process it. Each id takes effect once, and outdated events change nothing.

    :raises SignatureInvalid: if the body is not signed with any of our secrets
    :raises InvalidEvent: if the signed body is not an event
    """
    if not razorpay.is_webhook_signature_valid(body=body, signature=signature):
        raise SignatureInvalid()
    payload = _parse_body(body)
    name = event_id or f"body:{hashlib.sha256(body).hexdigest()}"
    event = events.store(event_id=name[:80], kind=str(payload.get("event", "")), payload=payload, at=at)
    if event is not None:
        # The provider waits 5 seconds for the response; what takes longer is retried by reconciliation.
        with budget.limit(_RESPONSE_SECONDS):
            process_event(event=event, at=at)


def process_event(*, event: GatewayEvent, at: datetime) -> None:
    """Process a stored event, also one whose process died before it was done."""
    try:
        payment, refund = _payment(event.payload), _refund(event.payload)
        dispute = _dispute(event)
    except Malformed as error:
        if event.kind in DISPUTE_EVENTS:
            logger.error("dispute event malformed", extra={"facts": {"event": event.event_id}})
        events.finish(event=event, status=EventStatus.IGNORED, order=None, note=f"Malformed: {error}", at=at)
        return
    order = _find_order(payment, refund, dispute)
    if order is None:
        if dispute is not None:
            logger.error("disputed payment belongs to no order", extra={"facts": {"dispute": dispute.id}})
        events.finish(
            event=event,
            status=EventStatus.IGNORED,
            order=None,
            note="Belongs to no order of this site",
            at=at,
        )
        return
    reported = Facts(payments=[payment] if payment else [], refunds=[refund] if refund else [])
    facts = provider_sync.complete_facts(order=order, facts=reported)
    if facts is None:
        # It stays stored, and is retried once the provider responds.
        return
    settlement.settle(order_id=order.pk, facts=facts, at=at)
    if dispute is not None:
        disputes.record(
            order_id=order.pk,
            listed=dispute,
            status=DISPUTE_EVENTS[event.kind],
            status_at=payloads.timestamp(event.payload),
        )
    events.finish(event=event, status=EventStatus.HANDLED, order=order, note="", at=at)


def _parse_body(body: bytes) -> Mapping[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidEvent() from None
    if not isinstance(payload, dict) or not isinstance(payload.get("payload"), dict):
        raise InvalidEvent()
    return payload


def _entity(payload: Mapping[str, Any], name: str) -> object | None:
    part = payload["payload"].get(name)
    return part.get("entity") if isinstance(part, dict) else None


def _payment(payload: Mapping[str, Any]) -> ProviderPayment | None:
    entity = _entity(payload, "payment")
    return None if entity is None else payloads.payment(entity)


def _refund(payload: Mapping[str, Any]) -> ProviderRefund | None:
    entity = _entity(payload, "refund")
    return None if entity is None else payloads.refund(entity)


def _dispute(event: GatewayEvent) -> ProviderDispute | None:
    """The dispute of an event. The event's time must be valid too: it decides which status is newer."""
    entity = _entity(event.payload, "dispute")
    if entity is None or event.kind not in DISPUTE_EVENTS:
        return None
    payloads.timestamp(event.payload)
    return payloads.dispute(entity)


def _find_order(
    payment: ProviderPayment | None, refund: ProviderRefund | None, dispute: ProviderDispute | None
) -> Order | None:
    if payment is not None and payment.order_id is not None:
        return Order.objects.filter(provider_order_id=payment.order_id).first()
    part = refund or dispute
    if part is None:
        return None
    known = Payment.objects.filter(provider_payment_id=part.payment_id).select_related("order").first()
    return known.order if known else None
