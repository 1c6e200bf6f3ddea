"""Giving buyers what they paid for."""

from datetime import datetime

from apps.commerce.models import Cart, Order, Payment
from apps.commerce.selectors import lines
from apps.commerce.services import coupons, invoices, ledger, notices
from apps.commerce.states import OrderStatus
from apps.core import sellables
from apps.core.errors import Conflict


class FulfilledBefore(Conflict):
    code = "already_owned"
    message = "Another order of the same cart was paid first."


def fulfil(*, order: Order, payment: Payment | None, at: datetime) -> None:
    """
    Hand over everything an order is for; joins the caller's transaction, which holds the order's row.

    :raises FulfilledBefore: if another order of the same cart was; nothing is written then
    """
    if not Cart.objects.filter(pk=order.cart_id).close(at=at):
        raise FulfilledBefore()
    sellables.deliver(kind=order.kind, lines=lines.of_order(order), at=at)
    coupons.redeem(order=order, at=at)
    order.move(OrderStatus.PAID, paid_at=at, paid_by=payment, released_at=None, look_at=None)
    if payment is not None:
        ledger.book_sale(order=order, at=at)
    notices.tell_receipt(order=order)
    # Last: its number is the one row that everybody waits for.
    invoices.issue(order=order, at=at)
