"""Somebody's purchases when their account is erased: what is unused is refunded, the rest is used up."""

from collections import defaultdict
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.personal_data import ClosingRefund
from apps.commerce.models import Cart, Order, OrderLine
from apps.commerce.selectors import lines, refundable
from apps.commerce.selectors.refundable import RefundPlan
from apps.commerce.services import orders, refunds
from apps.commerce.states import DisputeStatus, OrderStatus
from apps.core import sellables
from apps.core.sellables import Line


def plan(person: User, at: datetime, /) -> list[ClosingRefund]:
    """What `close_purchases` would refund now."""
    return [_closing_refund(order, found) for order, found in _plans(_paid_orders(person), at=at)]


def close_purchases(person: User, at: datetime, /) -> list[ClosingRefund]:
    """
    Refund what the person has used nothing of, and note the rest as used up.

    Joins the transaction of the erasure, which has locked the person.
    """
    # All of them before any seat, in the order in which everybody locks.
    list(Cart.objects.locked().filter(person=person).order_by("pk").values_list("pk"))
    list(Order.objects.locked().filter(person=person).order_by("pk").values_list("pk"))
    paid = _paid_orders(person)
    planned = _plans(paid, at=at)
    for row, found in planned:
        order = orders.lock(order_id=row.pk)
        assert order is not None, "it is locked"
        refunds.refund_unused(order=order, plan=found, at=at)
    OrderLine.objects.filter(order__in=paid, refund__isnull=True).update(used_up_at=at)
    return [_closing_refund(order, found) for order, found in planned]


def _paid_orders(person: User) -> list[Order]:
    rows = Order.objects.filter(person=person, status=OrderStatus.PAID).select_related("paid_by")
    related = ("lines", "refunds", "disputes", "paid_by__refunds")
    return list(rows.prefetch_related(*related).order_by("paid_at", "pk"))


def _plans(paid: list[Order], *, at: datetime) -> list[tuple[Order, RefundPlan]]:
    """What of each order goes back. Nothing of a disputed one: the bank may have taken the money as well."""
    of_kind: defaultdict[str, list[Line]] = defaultdict(list)
    for order in paid:
        if all(dispute.status == DisputeStatus.WON for dispute in order.disputes.all()):
            rows = [row for row in refundable.unrefunded(order) if row.total_paise]
            of_kind[order.kind] += lines.to_sellable_lines(order, rows)
    unused = {pk for kind, its in of_kind.items() for pk in sellables.unused(kind=kind, lines=its, at=at)}
    return [
        (order, refundable.plan(order=order, line_ids=unused))
        for order in paid
        if any(row.pk in unused for row in order.lines.all())
    ]


def _closing_refund(order: Order, plan: RefundPlan) -> ClosingRefund:
    titles = "; ".join(row.title for row in plan.rows)
    return ClosingRefund(number=order.number, title=titles, amount_paise=plan.amount_paise)
