"""Fulfilling paid orders."""

from datetime import datetime

from apps.commerce.models import Cart, Order, Payment
from apps.commerce.selectors import lines
from apps.commerce.services import coupons, invoices, ledger, notices
from apps.commerce.states import OrderStatus
from apps.core import sellables
from apps.core.errors import Conflict


class AlreadyFulfilled(Conflict):
    code = "already_owned"
    message = "Another order of the same cart was paid first."


def fulfil(*, order: Order, payment: Payment | None, at: datetime) -> None:
    """
    Deliver everything on the order. Joins the caller's transaction, which holds the order's lock.

    :raises AlreadyFulfilled: if another order of the same cart was fulfilled; nothing is written then
    """
    if not Cart.objects.filter(pk=order.cart_id).close(at=at):
        raise AlreadyFulfilled()
    sellables.deliver(kind=order.kind, lines=lines.order_lines(order), at=at)
    coupons.redeem(order=order, at=at)
    order.transition(OrderStatus.PAID, paid_at=at, paid_by=payment, released_at=None, next_poll_at=None)
    if payment is not None:
        ledger.book_sale(order=order, at=at)
    notices.enqueue_receipt(order=order)
    # Last, because all purchases wait for the row of the next invoice number.
    invoices.issue(order=order, at=at)
