"""The provider's webhook: signed events, delivered at least once and in any order."""

import logging
from collections.abc import Mapping
from datetime import datetime

from apps.commerce.flows import provider_sync
from apps.commerce.gateways import budget, registry
from apps.commerce.gateways.payloads import EventFacts, Malformed, MalformedDispute
from apps.commerce.models import GatewayEvent, Order, Payment
from apps.commerce.services import disputes, events, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import EventStatus
from apps.core.errors import Invalid

logger = logging.getLogger(__name__)

_RESPONSE_SECONDS = 4.0


class SignatureInvalid(Invalid):
    code = "signature_invalid"
    message = "The signature does not match the body."


class InvalidEvent(Invalid):
    code = "event_invalid"
    message = "The body is not a valid event."


def receive(*, provider: str, body: bytes, headers: Mapping[str, str], at: datetime) -> None:
    """
    Store an event and process it. Each id takes effect once, and outdated events change nothing.

    :raises SignatureInvalid: if the body is not signed with any of our secrets
    :raises InvalidEvent: if the signed body is not an event
    """
    gateway = registry.of(provider)
    if not gateway.is_webhook_signed(body=body, headers=headers):
        raise SignatureInvalid()
    try:
        received = gateway.read_event(body=body, headers=headers)
    except Malformed:
        raise InvalidEvent() from None
    event = events.store(provider=provider, received=received, at=at)
    if event is not None:
        # The provider waits 5 seconds for the response; what takes longer is retried by reconciliation.
        with budget.limit(_RESPONSE_SECONDS):
            process_event(event=event, at=at)


def process_event(*, event: GatewayEvent, at: datetime) -> None:
    """Process a stored event, also one whose process died before it was done."""
    try:
        reported = registry.of(event.provider).event_facts(kind=event.kind, payload=event.payload)
    except Malformed as error:
        if isinstance(error, MalformedDispute):
            logger.error("dispute event malformed", extra={"facts": {"event": event.event_id}})
        events.finish(event=event, status=EventStatus.IGNORED, order=None, note=f"Malformed: {error}", at=at)
        return
    order = _find_order(event.provider, reported)
    change = reported.dispute
    if order is None:
        if change is not None:
            facts_of_log = {"dispute": change.dispute.id}
            logger.error("disputed payment belongs to no order", extra={"facts": facts_of_log})
        events.finish(
            event=event,
            status=EventStatus.IGNORED,
            order=None,
            note="Belongs to no order of this site",
            at=at,
        )
        return
    facts = provider_sync.complete_facts(
        order=order,
        facts=Facts(
            payments=[reported.payment] if reported.payment else [],
            refunds=[reported.refund] if reported.refund else [],
        ),
    )
    if facts is None:
        # It stays stored, and is retried once the provider responds.
        return
    settlement.settle(order_id=order.pk, facts=facts, at=at)
    if change is not None:
        disputes.record(
            order_id=order.pk, listed=change.dispute, status=change.status, status_at=change.status_at
        )
    events.finish(event=event, status=EventStatus.HANDLED, order=order, note="", at=at)


def _find_order(provider: str, reported: EventFacts) -> Order | None:
    """The order that an event is about. A provider has news of its own orders only."""
    if reported.payment is not None and reported.payment.order_id is not None:
        return Order.objects.filter(provider=provider, provider_order_id=reported.payment.order_id).first()
    part = reported.refund or (reported.dispute.dispute if reported.dispute else None)
    if part is None:
        return None
    payments = Payment.objects.filter(order__provider=provider, provider_payment_id=part.payment_id)
    known = payments.select_related("order").first()
    return known.order if known else None
