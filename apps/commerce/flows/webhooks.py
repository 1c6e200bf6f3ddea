"""The provider's word, brought by itself: signed, at least once, in any order."""

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

_REPLY_SECONDS = 4.0


class SignatureInvalid(Invalid):
    code = "signature_invalid"
    message = "The signature does not fit the body."


class NoEvent(Invalid):
    code = "event_invalid"
    message = "The body is no event."


def receive(*, body: bytes, signature: str, event_id: str, at: datetime) -> None:
    """
    Keep an event and act on it; each id takes effect once, and old news changes nothing.

    :raises SignatureInvalid: if none of our secrets signed the body
    :raises NoEvent: if what was signed is no event
    """
    if not razorpay.webhook_signature_holds(body=body, signature=signature):
        raise SignatureInvalid()
    payload = _read(body)
    name = event_id or f"body:{hashlib.sha256(body).hexdigest()}"
    event = events.keep(event_id=name[:80], kind=str(payload.get("event", "")), payload=payload, at=at)
    if event is not None:
        # The provider waits 5 seconds and counts more as a failure; what took longer is acted on again.
        with budget.of(_REPLY_SECONDS):
            act_on(event=event, at=at)


def act_on(*, event: GatewayEvent, at: datetime) -> None:
    """Apply an event that was kept; also for one whose process died before it was done."""
    try:
        payment, refund = _payment(event.payload), _refund(event.payload)
        dispute = _dispute(event)
    except Malformed as error:
        if event.kind in DISPUTE_EVENTS:
            logger.error("dispute not understood", extra={"facts": {"event": event.event_id}})
        events.finish(event=event, status=EventStatus.IGNORED, order=None, note=f"Malformed: {error}", at=at)
        return
    order = _order(payment, refund, dispute)
    if order is None:
        if dispute is not None:
            logger.error("disputed payment is of no order of ours", extra={"facts": {"dispute": dispute.id}})
        events.finish(event=event, status=EventStatus.IGNORED, order=None, note="Of no order of ours", at=at)
        return
    told = Facts(payments=[payment] if payment else [], refunds=[refund] if refund else [])
    facts = provider_sync.around(order=order, facts=told)
    if facts is None:
        # It is kept, and acted on once the provider answers.
        return
    settlement.settle(order_id=order.pk, facts=facts, at=at)
    if dispute is not None:
        disputes.record(
            order_id=order.pk,
            said=dispute,
            status=DISPUTE_EVENTS[event.kind],
            status_at=payloads.moment(event.payload),
        )
    events.finish(event=event, status=EventStatus.HANDLED, order=order, note="", at=at)


def _read(body: bytes) -> Mapping[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise NoEvent() from None
    if not isinstance(payload, dict) or not isinstance(payload.get("payload"), dict):
        raise NoEvent()
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
    """Of an event about a dispute; its moment must be readable too, since it decides which state is later."""
    entity = _entity(event.payload, "dispute")
    if entity is None or event.kind not in DISPUTE_EVENTS:
        return None
    payloads.moment(event.payload)
    return payloads.dispute(entity)


def _order(
    payment: ProviderPayment | None, refund: ProviderRefund | None, dispute: ProviderDispute | None
) -> Order | None:
    if payment is not None and payment.order_id is not None:
        return Order.objects.filter(provider_order_id=payment.order_id).first()
    part = refund or dispute
    if part is None:
        return None
    known = Payment.objects.filter(provider_payment_id=part.payment_id).select_related("order").first()
    return known.order if known else None
