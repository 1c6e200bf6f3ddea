"""Enqueues notifications about orders: rows of the same transaction, sent after the commit."""

from apps.commerce.models import Order, Refund
from apps.outbox.services import messages as outbox

KIND = "commerce notice"


def enqueue_receipt(*, order: Order) -> None:
    # Deferred: the page already confirms the purchase, and sending takes a third of a confirmation's time.
    _enqueue(order, "receipt", dispatch_on_commit=False)


def enqueue_late_payment(*, order: Order, refund: Refund) -> None:
    _enqueue(order, "late_payment", refund)


def enqueue_refund_made(*, refund: Refund) -> None:
    _enqueue(refund.order, "refund_made", refund)


def enqueue_refund_done(*, refund: Refund) -> None:
    _enqueue(refund.order, "refund_done", refund)


def _enqueue(
    order: Order, template: str, refund: Refund | None = None, *, dispatch_on_commit: bool = True
) -> None:
    payload = {
        "template": template,
        "order_id": str(order.pk),
        "refund_id": None if refund is None else str(refund.pk),
    }
    outbox.enqueue(kind=KIND, payload=payload, dispatch_on_commit=dispatch_on_commit)
