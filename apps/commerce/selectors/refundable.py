"""What can be refunded of an order by now: whole lines, or a part of one."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.commerce import refund_sums
from apps.commerce.models import Order, OrderLine, Payment
from apps.commerce.states import OrderStatus
from apps.core.errors import Conflict
from apps.core.formatting import exact_price


class NotRefundable(Conflict):
    code = "not_refundable"
    message = "There is nothing left to refund on this order."


@dataclass(frozen=True, slots=True)
class RefundPlan:
    amount_paise: int
    rows: list[OrderLine]
    """The lines whose access ends."""
    credited: list[OrderLine]
    """What the credit note lists. It comes to more than the amount if less is left of the payment."""
    part_of: OrderLine | None = None
    """The line that is refunded in part."""

    @property
    def selected(self) -> list[OrderLine]:
        return self.rows if self.part_of is None else [self.part_of]


def plan(*, order: Order, line_ids: Collection[UUID] | None, part_paise: int | None = None) -> RefundPlan:
    """
    What refunding these lines, or a part of one, refunds by now. All that is left of a line is no part.

    :raises NotRefundable: if it is not paid, these lines are refunded already, or the part is too large
    """
    rows = [row for row in unrefunded(order) if line_ids is None or row.pk in line_ids]
    if order.status != OrderStatus.PAID or not rows:
        raise NotRefundable()
    whole = _whole_lines(order, rows)
    if part_paise is None:
        return whole
    if len(rows) > 1:
        raise NotRefundable("Select one line to refund a part of it.")
    if not 0 < part_paise <= whole.amount_paise:
        raise NotRefundable(f"At most {exact_price(whole.amount_paise)} is left of this line.")
    if part_paise == whole.amount_paise:
        return whole
    line = rows[0]
    part = refund_sums.part_of_line(line, after=refunded_parts(order)[line.pk], paise=part_paise)
    return RefundPlan(part_paise, rows=[], credited=[part], part_of=line)


def unrefunded(order: Order) -> list[OrderLine]:
    return [row for row in order.lines.all() if row.refund_id is None]


def refunded_parts(order: Order) -> Counter[UUID]:
    """What was refunded of each line in part."""
    parts: Counter[UUID] = Counter()
    for refund in order.refunds.all():
        if refund.part_of_id is not None:
            parts[refund.part_of_id] += refund.amount_paise
    return parts


def rests(order: Order, rows: Sequence[OrderLine]) -> list[OrderLine]:
    """What is left of these lines after their parts."""
    parts = refunded_parts(order)
    return [refund_sums.rest_of_line(row, after=parts[row.pk]) for row in rows]


def refunded_paise(payment: Payment) -> int:
    return sum(refund.amount_paise for refund in payment.refunds.all())


def _whole_lines(order: Order, rows: list[OrderLine]) -> RefundPlan:
    payment, credited = order.paid_by, rests(order, rows)
    amount = sum(row.total_paise for row in credited)
    if payment is not None and amount >= (left := payment.amount_paise - refunded_paise(payment)):
        # Part of the payment was refunded earlier and nothing is left now: all access ends.
        rows = unrefunded(order)
        return RefundPlan(left, rows=rows, credited=rests(order, rows))
    return RefundPlan(amount, rows=rows, credited=credited)
