import json
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from apps.sandbox import faults, snapshots
from apps.sandbox.account import account
from apps.sandbox.models import Dispute, Event, Order, Payment, Refund
from apps.sandbox.states import EventStatus
from apps.sandbox.wakeup import bell


def of_payment(name: str, *, payment: Payment, at: datetime) -> Event:
    return _event(name, {"payment": snapshots.payment(payment)}, at=at)


def of_order(name: str, *, payment: Payment, order: Order, at: datetime) -> Event:
    return _event(name, {"payment": snapshots.payment(payment), "order": snapshots.order(order)}, at=at)


def of_refund(name: str, *, refund: Refund, payment: Payment, at: datetime) -> Event:
    return _event(name, {"refund": snapshots.refund(refund), "payment": snapshots.payment(payment)}, at=at)


def of_dispute(name: str, *, dispute: Dispute, at: datetime) -> Event:
    told = {"payment": snapshots.payment(dispute.payment), "dispute": snapshots.dispute(dispute)}
    return _event(name, told, at=at)


def tell(*events: Event) -> None:
    """Keep what is to be told, and wake who tells it. A step of the caller's transaction."""
    Event.objects.bulk_create(events)
    transaction.on_commit(bell.set)


def _event(name: str, told: Mapping[str, Mapping[str, object]], *, at: datetime) -> Event:
    body = {
        "entity": "event",
        "account_id": "acc_00000000000000",
        "event": name,
        "contains": list(told),
        "payload": {kind: {"entity": entity} for kind, entity in told.items()},
        "created_at": int(at.timestamp()),
    }
    event = Event(name=name, body=json.dumps(body), secret=account.webhook_secret, created_at=at, due_at=at)
    for fault in faults.of_event(name):
        _suffer(event, fault)
    return event


def _suffer(event: Event, fault: faults.Turn) -> None:
    if fault.kind == "drop":
        event.status = EventStatus.DROPPED
    elif fault.kind == "duplicate":
        event.copies = 2
    elif fault.kind == "tamper":
        event.spoilt_copies = 1
    else:
        seconds = fault.seconds if fault.kind == "delay" else fault.chance * fault.seconds
        event.due_at += timedelta(seconds=seconds)
