"""Somebody's purchases when their account is erased: what is unused is refunded, the rest is used up."""

from collections.abc import Iterator
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.personal_data import ClosingRefund
from apps.commerce.models import Cart, Order, OrderLine
from apps.commerce.selectors import lines, refundable
from apps.commerce.selectors.refundable import RefundPlan
from apps.commerce.services import orders, refunds
from apps.commerce.states import DisputeStatus, OrderStatus
from apps.core import sellables


def plan(person: User, at: datetime, /) -> list[ClosingRefund]:
    """What `close_purchases` would refund now."""
    planned = ((order, _plan(order, at=at)) for order in _paid_orders(person))
    return [_closing_refund(order, found) for order, found in planned if found is not None]


def close_purchases(person: User, at: datetime, /) -> list[ClosingRefund]:
    """
    Refund what the person has used nothing of, and note the rest as used up.

    Joins the transaction of the erasure, which has locked the person.
    """
    # All of them before any seat, in the order in which everybody locks.
    list(Cart.objects.locked().filter(person=person).order_by("pk").values_list("pk"))
    list(Order.objects.locked().filter(person=person).order_by("pk").values_list("pk"))
    refunded = []
    for paid in _paid_orders(person):
        order = orders.lock(order_id=paid.pk)
        assert order is not None, "it is locked"
        if (found := _plan(order, at=at)) is not None:
            refunds.refund_unused(order=order, plan=found, at=at)
            refunded.append(_closing_refund(order, found))
        OrderLine.objects.filter(order=order, refund__isnull=True).update(used_up_at=at)
    return refunded


def _paid_orders(person: User) -> Iterator[Order]:
    rows = Order.objects.filter(person=person, status=OrderStatus.PAID)
    yield from rows.select_related("paid_by").prefetch_related("lines").order_by("paid_at", "pk")


def _plan(order: Order, *, at: datetime) -> RefundPlan | None:
    """What of the order goes back. Nothing of a disputed one: the bank may have taken the money as well."""
    if order.disputes.exclude(status=DisputeStatus.WON).exists():
        return None
    rows = [row for row in refundable.unrefunded(order) if row.total_paise]
    unused = sellables.unused(kind=order.kind, lines=lines.to_sellable_lines(order, rows), at=at)
    return refundable.plan(order=order, line_ids=unused) if unused else None


def _closing_refund(order: Order, plan: RefundPlan) -> ClosingRefund:
    titles = "; ".join(row.title for row in plan.rows)
    return ClosingRefund(number=order.number, title=titles, amount_paise=plan.amount_paise)
