"""Enqueues notifications about orders: rows of the same transaction, sent after the commit."""

from collections.abc import Mapping
from uuid import UUID

from apps.commerce.models import Order, Refund
from apps.commerce.states import ProviderMessage
from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.outbox.services import messages as outbox

KIND = "commerce notice"


class NoReceipt(Conflict):
    code = "no_receipt"
    message = "This order has no receipt: it was not paid, or its account was erased."


def enqueue_receipt(*, order: Order) -> None:
    """Enqueue the receipt, and the note of the invoice's number at the provider, in one statement."""
    # Deferred: the page already confirms the purchase, and sending takes a third of a confirmation's time.
    messages: dict[str, Mapping[str, str | None]] = {KIND: _payload(order, "receipt")}
    if order.provider_order_id is not None:
        messages[ProviderMessage.INVOICE_NOTE] = {"order_id": str(order.pk)}
    outbox.enqueue_deferred(messages=messages)


def enqueue_lost_buyer_notice(*, order: Order) -> None:
    """Notify the buyer of a refund by the number that the provider knows: their account is lost."""
    outbox.enqueue_deferred(messages={ProviderMessage.LOST_BUYER: {"order_id": str(order.pk)}})


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
    key: UUID | None = None,
) -> None:
    outbox.enqueue(kind=KIND, payload=_payload(order, template, refund, key=key))


def _payload(
    order: Order, template: str, refund: Refund | None = None, *, key: UUID | None = None
) -> Mapping[str, str | None]:
    return {
        "key": str(key or new_id()),
        "template": template,
        "order_id": str(order.pk),
        "refund_id": None if refund is None else str(refund.pk),
    }
