import json
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from apps.sandbox import faults, serializers
from apps.sandbox.account import account
from apps.sandbox.models import Dispute, Event, Order, Payment, Refund
from apps.sandbox.states import EventStatus
from apps.sandbox.wakeup import events_due


def payment_event(name: str, *, payment: Payment, at: datetime) -> Event:
    return _event(name, {"payment": serializers.payment(payment)}, at=at)


def order_event(name: str, *, payment: Payment, order: Order, at: datetime) -> Event:
    return _event(name, {"payment": serializers.payment(payment), "order": serializers.order(order)}, at=at)


def refund_event(name: str, *, refund: Refund, payment: Payment, at: datetime) -> Event:
    return _event(
        name, {"refund": serializers.refund(refund), "payment": serializers.payment(payment)}, at=at
    )


def dispute_event(name: str, *, dispute: Dispute, at: datetime) -> Event:
    payload = {"payment": serializers.payment(dispute.payment), "dispute": serializers.dispute(dispute)}
    return _event(name, payload, at=at)


def enqueue(*events: Event) -> None:
    """Store events and wake the webhook workers. Call it inside a transaction."""
    Event.objects.bulk_create(events)
    transaction.on_commit(events_due.set)


def _event(name: str, payload: Mapping[str, Mapping[str, object]], *, at: datetime) -> Event:
    body = {
        "entity": "event",
        "account_id": "acc_00000000000000",
        "event": name,
        "contains": list(payload),
        "payload": {kind: {"entity": entity} for kind, entity in payload.items()},
        "created_at": int(at.timestamp()),
    }
    event = Event(name=name, body=json.dumps(body), secret=account.webhook_secret, created_at=at, due_at=at)
    for fault in faults.for_event(name):
        _apply_fault(event, fault)
    return event


def _apply_fault(event: Event, fault: faults.InjectedFault) -> None:
    if fault.kind == "drop":
        event.status = EventStatus.DROPPED
    elif fault.kind == "duplicate":
        event.copies = 2
    elif fault.kind == "tamper":
        event.spoilt_copies = 1
    else:
        seconds = fault.seconds if fault.kind == "delay" else fault.random_number * fault.seconds
        event.due_at += timedelta(seconds=seconds)
