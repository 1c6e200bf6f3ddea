"""What buyers are told of their orders: written with what decides it, worded and sent after the commit."""

from apps.commerce.models import Order, Refund
from apps.outbox.services import messages as outbox

KIND = "commerce notice"


def tell_receipt(*, order: Order) -> None:
    # The page confirms the purchase already; sending the receipt costs a third of a confirmation.
    _tell(order, "receipt", at_once=False)


def tell_late_payment(*, order: Order, refund: Refund) -> None:
    _tell(order, "late_payment", refund)


def tell_refund(*, refund: Refund) -> None:
    _tell(refund.order, "refund_made", refund)


def tell_paid_back(*, refund: Refund) -> None:
    _tell(refund.order, "refund_done", refund)


def _tell(order: Order, template: str, refund: Refund | None = None, *, at_once: bool = True) -> None:
    payload = {
        "template": template,
        "order_id": str(order.pk),
        "refund_id": None if refund is None else str(refund.pk),
    }
    outbox.enqueue(kind=KIND, payload=payload, at_once=at_once)
