"""Enqueues notifications about orders: rows of the same transaction, sent after the commit."""

from uuid import UUID

from apps.commerce.models import Order, Refund
from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.outbox.services import messages as outbox

KIND = "commerce notice"


class NoReceipt(Conflict):
    code = "no_receipt"
    message = "This order has no receipt: it was not paid, or its account was erased."


def enqueue_receipt(*, order: Order) -> None:
    # Deferred: the page already confirms the purchase, and sending takes a third of a confirmation's time.
    _enqueue(order, "receipt", dispatch_on_commit=False)


def enqueue_receipt_again(*, order: Order, key: UUID) -> None:
    """
    Send the receipt again; with the same key once only. Joins the caller's transaction.

    :raises NoReceipt: if nothing was invoiced, or nobody is left to send it to
    """
    if order.paid_at is None or order.person.erased_at is not None:
        raise NoReceipt()
    _enqueue(order, "receipt", key=key)


def enqueue_late_payment(*, order: Order, refund: Refund) -> None:
    _enqueue(order, "late_payment", refund)


def enqueue_refund_made(*, refund: Refund) -> None:
    template = "refund_made" if refund.amount_paise else "order_cancelled"
    _enqueue(refund.order, template, refund)


def enqueue_refund_done(*, refund: Refund) -> None:
    _enqueue(refund.order, "refund_done", refund)


def _enqueue(
    order: Order,
    template: str,
    refund: Refund | None = None,
    *,
    dispatch_on_commit: bool = True,
    key: UUID | None = None,
) -> None:
    payload = {
        "key": str(key or new_id()),
        "template": template,
        "order_id": str(order.pk),
        "refund_id": None if refund is None else str(refund.pk),
    }
    outbox.enqueue(kind=KIND, payload=payload, dispatch_on_commit=dispatch_on_commit)
