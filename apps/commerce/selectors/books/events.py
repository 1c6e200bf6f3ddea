"""Compares handled webhook events with what their payloads report. A deleted event leaves no trace here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from apps.commerce.gateways import registry
from apps.commerce.gateways.payloads import Malformed
from apps.commerce.models import Dispute, GatewayEvent, Payment, RefundAttempt
from apps.commerce.selectors.books.iteration import PARSE_ERRORS, batches, group_by_key, merge_by_key
from apps.commerce.states import EventStatus, PaymentStatus

_IS_DONE = Q(status=EventStatus.HANDLED, order__isnull=False, handled_at__isnull=False)
_IS_IGNORED = Q(status=EventStatus.IGNORED, order__isnull=True, handled_at__isnull=False)
_IS_WAITING = Q(status=EventStatus.RECEIVED, order__isnull=True, handled_at__isnull=True)


def differences() -> Iterator[str]:
    wrong = GatewayEvent.objects.exclude(_IS_DONE | _IS_IGNORED | _IS_WAITING).order_by("pk")
    for event_id, status in batches(wrong.values_list("event_id", "status")):
        yield f"Event {event_id} is {status}, which does not fit its order or its time."
    columns = ("event_id", "provider", "kind", "payload", "order__provider_order_id")
    events = GatewayEvent.objects.filter(_IS_DONE).select_related("order").only(*columns)
    for _, (found, payments, attempts, disputes) in merge_by_key(
        group_by_key(batches(events.order_by("order_id", "pk")), lambda event: event.order_id),
        _payments(),
        _attempts(),
        _disputes(),
    ):
        for event in found:
            for what in _violations(event, _Known(payments, attempts, disputes)):
                yield f"Event {event.event_id} {what}."


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of an order."""

    payments: Sequence[Payment]
    attempts: Sequence[RefundAttempt]
    disputes: Sequence[Dispute]


def _payments() -> Iterator[tuple[UUID, list[Payment]]]:
    columns = ("order_id", "provider_payment_id", "amount_paise", "currency", "status")
    of_events = Exists(GatewayEvent.objects.filter(_IS_DONE, order=OuterRef("order")))
    rows = Payment.objects.filter(of_events).order_by("order_id").only(*columns)
    return group_by_key(batches(rows), lambda payment: payment.order_id)


def _attempts() -> Iterator[tuple[UUID, list[RefundAttempt]]]:
    columns = ("provider_refund_id", "amount_paise", "payment__order_id", "payment__provider_payment_id")
    rows = RefundAttempt.objects.select_related("payment").order_by("payment__order_id").only(*columns)
    return group_by_key(batches(rows), lambda attempt: attempt.payment.order_id)


def _disputes() -> Iterator[tuple[UUID, list[Dispute]]]:
    rows = Dispute.objects.order_by("order_id").only("order_id", "provider_dispute_id", "provider_payment_id")
    return group_by_key(batches(rows), lambda dispute: dispute.order_id)


def _violations(event: GatewayEvent, known: _Known) -> Iterator[str]:
    try:
        facts = registry.of(event.provider).event_facts(kind=event.kind, payload=event.payload)
    except (Malformed, registry.UnknownGateway, *PARSE_ERRORS):
        yield "was handled, and cannot be read"
        return
    payment, refund, change = facts.payment, facts.refund, facts.dispute
    if payment is not None:
        order_id = event.order.provider_order_id if event.order else None
        if payment.order_id not in (None, order_id):
            yield f"was handled for another order than that of payment {payment.id}"
        paid = [(row.provider_payment_id, row.amount_paise, row.currency) for row in known.payments]
        if (payment.id, payment.amount_paise, payment.currency) not in paid:
            yield f"reports payment {payment.id}, which its order does not have"
    captured = [row.provider_payment_id for row in known.payments if row.status == PaymentStatus.CAPTURED]
    if refund is not None and (refund.payment_id in captured or not known.payments):
        # Without an id: of two attempts at the provider, one counts once it is processed.
        made = [
            (row.payment.provider_payment_id, row.provider_refund_id or refund.id, row.amount_paise)
            for row in known.attempts
        ]
        if (refund.payment_id, refund.id, refund.amount_paise) not in made:
            yield f"reports refund {refund.id}, which its order does not have"
    if change is not None:
        listed = [(row.provider_dispute_id, row.provider_payment_id) for row in known.disputes]
        if (change.dispute.id, change.dispute.payment_id) not in listed:
            yield f"reports dispute {change.dispute.id}, which its order does not have"
