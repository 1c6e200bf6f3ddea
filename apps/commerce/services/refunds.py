"""Giving money back: what is owed is a row first, and goes to the provider after the commit."""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.commerce import pricing, refund_sums
from apps.commerce.models import CreditNote, Order, OrderLine, Payment, Refund, RefundAttempt
from apps.commerce.selectors import lines
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import coupons, invoices, ledger, notices, refund_attempts
from apps.commerce.states import REFUND_OPEN, OrderStatus, RefundCause, RefundStatus
from apps.core import indian_time, sellables
from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock

logger = logging.getLogger(__name__)

PROMISED = timedelta(days=10)
"""Banks take five to seven working days."""

_REASONS = {
    RefundCause.LATE: "Your payment came after your place was released, so it is refunded in full.",
    RefundCause.TWICE: "This was paid for twice, so the second payment is refunded in full.",
    RefundCause.MISMATCH: "What came was not the amount of the bill, so it is refunded in full.",
    RefundCause.PROVIDER: "Refunded through the payment provider.",
}
_NOT_NEEDED = "Not needed: the provider has returned the money already."
_ANOTHER_AMOUNT = "Another amount is left to return."


class NotRefundable(Conflict):
    code = "not_refundable"
    message = "There is nothing left of this order to refund."


class NotOwed(Conflict):
    code = "not_refundable"
    message = "Nothing is owed for this any more. Please load the page again."


class RefundUnderWay(Conflict):
    code = "refund_under_way"
    message = "Only a refund that failed can be sent again."


def owe_surplus(*, order: Order, payment: Payment, cause: RefundCause, at: datetime) -> Refund:
    """Money that fulfils nothing goes back in full; joins the transaction of `settle`, which balances it."""
    ledger.book_surplus(payment=payment, at=at)
    refund = _decide(
        order=order,
        payment=payment,
        amount_paise=payment.amount_paise,
        cause=cause,
        cause_key=f"surplus:{payment.pk}",
        reason=_REASONS[cause],
        at=at,
    )
    notices.tell_late_payment(order=order, refund=refund)
    return refund


@retry_on_deadlock
@transaction.atomic(durable=True)
def by_staff(
    *,
    order_id: UUID,
    line_ids: Collection[UUID] | None,
    reason: str,
    by: str,
    gives_coupon_back: bool,
    at: datetime,
) -> Refund:
    """
    Take back an order, whole or by line: the buyer's access ends, and their money goes back.

    :raises UnknownOrder: if there is no such order
    :raises NotRefundable: if it is not paid, or none of these lines is left
    """
    order = Order.objects.locked().filter(pk=order_id).first()
    if order is None:
        raise UnknownOrder()
    left = [row for row in order.lines.all() if row.refund_id is None]
    rows = [row for row in left if line_ids is None or row.pk in line_ids]
    if order.status != OrderStatus.PAID or not rows:
        raise NotRefundable()
    refund = _take_back(order, rows, cause=RefundCause.STAFF, reason=reason, asked_by=by, at=at)
    if gives_coupon_back and order.status == OrderStatus.REFUNDED:
        coupons.give_back_redeemed(order=order, at=at)
    return refund


@retry_on_deadlock
@transaction.atomic(durable=True)
def by_buyer(*, person: User, line_id: UUID, at: datetime) -> UUID:
    """
    Give the money of a line back to a buyer who is owed it, because it was called off.

    Asking again changes nothing. The answer is the id of the order.

    :raises UnknownOrder: if the line is nobody's, or somebody else's
    :raises NotOwed: if nothing is owed for it
    """
    mine = OrderLine.objects.filter(pk=line_id, order__person=person).values("order")
    order = Order.objects.locked().filter(pk__in=mine).first()
    if order is None:
        raise UnknownOrder()
    rows = [row for row in order.lines.all() if row.pk == line_id]
    if rows[0].refund_id is not None:
        return order.pk
    why = None
    if order.status == OrderStatus.PAID:
        why = sellables.owed_for(kind=order.kind, line=lines.as_lines(order, rows)[0])
    if why is None:
        raise NotOwed()
    _take_back(order, rows, cause=RefundCause.BUYER, reason=why, at=at)
    return order.pk


@transaction.atomic(durable=True)
def try_again(*, refund_id: UUID, at: datetime) -> Refund:
    """
    Start another attempt at a refund that failed, for what is left of it; the provider was just asked.

    A refund that turns out to be paid needs none.

    :raises RefundUnderWay: if it is in another state, or unknown
    """
    order = Order.objects.locked().filter(pk__in=Refund.objects.filter(pk=refund_id).values("order")).first()
    refund = Refund.objects.filter(pk=refund_id, order=order).select_related("payment").first()
    if order is None or refund is None or refund.payment is None:
        raise RefundUnderWay()
    if refund.status == RefundStatus.PROCESSED:
        return refund
    sums = _sums_of(refund.payment)
    if any(attempt.status in REFUND_OPEN for attempt in sums.own(refund)):
        raise RefundUnderWay()
    amount = sums.to_try(refund)
    if amount <= 0:
        raise RefundUnderWay("The provider is still returning money of this payment. Please wait for it.")
    refund_attempts.start(refund=refund, payment=refund.payment, amount_paise=amount, at=at)
    _move(refund, RefundStatus.REQUESTED, at=at)
    return refund


def balance(*, order: Order, payment: Payment, at: datetime) -> None:
    """
    Bring what was decided about a payment in line with what its attempts have returned.

    Joins a transaction that holds the order's row. Money that was returned beyond all decisions is a decision
    of whoever did it; what is decided and not returned is tried, once and then by staff.
    """
    sums = _sums_of(payment)
    if sums.surplus:
        theirs = _decide_theirs(order, payment, amount_paise=sums.surplus, at=at)
        if theirs is not None:
            sums.decided.append(theirs)
            sums.returned[theirs.pk] = sums.surplus
    for refund in sums.decided:
        if refund.status != RefundStatus.PROCESSED:
            _pursue(refund, sums, at=at)


def _sums_of(payment: Payment) -> refund_sums.Sums:
    decided = list(Refund.objects.filter(payment=payment).order_by("requested_at", "pk"))
    attempts = list(RefundAttempt.objects.filter(payment=payment))
    returned, surplus = refund_sums.shares(decided, attempts)
    return refund_sums.Sums(payment, decided, attempts, returned, surplus)


def _pursue(refund: Refund, sums: refund_sums.Sums, *, at: datetime) -> None:
    """Finish a refund that is paid; else see that what is left of it has an attempt of that amount."""
    own, left, amount = sums.own(refund), sums.left(refund), sums.to_try(refund)
    for attempt in own:
        if attempt.status == RefundStatus.REQUESTED and left == 0:
            refund_attempts.withdraw(attempt=attempt, why=_NOT_NEEDED)
        elif attempt.amount_paise != amount and refund_attempts.may_be_withdrawn(attempt, at=at):
            refund_attempts.withdraw(attempt=attempt, why=_ANOTHER_AMOUNT)
    if left == 0:
        _move(refund, RefundStatus.PROCESSED, at=at)
        notices.tell_paid_back(refund=refund)
        return
    is_under_way = any(attempt.status in REFUND_OPEN for attempt in own)
    # What failed as it is now is for staff to look into; another amount deserves a try.
    is_tried = any(attempt.amount_paise == amount for attempt in own)
    if amount > 0 and not is_under_way and not is_tried:
        under_way = refund_attempts.start(refund=refund, payment=sums.payment, amount_paise=amount, at=at)
        sums.attempts.append(under_way)
    returned = sums.returned[refund.pk]
    _move(refund, refund_sums.status_of(refund, sums.attempts, returned_paise=returned), at=at)


def _move(refund: Refund, status: RefundStatus, *, at: datetime) -> None:
    refund.status = status
    refund.processed_at = at if status is RefundStatus.PROCESSED else None
    refund.save(update_fields=["status", "processed_at"])


def _decide(
    *,
    order: Order,
    payment: Payment | None,
    amount_paise: int,
    cause: RefundCause,
    cause_key: str,
    reason: str,
    at: datetime,
    asked_by: str = "",
) -> Refund:
    """:raises NotRefundable: if that is more than is left of the payment"""
    if payment is not None and not Payment.objects.filter(pk=payment.pk).take_back(paise=amount_paise):
        raise NotRefundable()
    is_free = amount_paise == 0
    return Refund.objects.create(
        order=order,
        payment=payment,
        amount_paise=amount_paise,
        cause=cause,
        cause_key=cause_key,
        reason=reason[:200],
        asked_by=asked_by,
        status=RefundStatus.PROCESSED if is_free else RefundStatus.REQUESTED,
        requested_at=at,
        processed_at=at if is_free else None,
        promised_date=indian_time.day_of(at + PROMISED),
    )


def _take_back(
    order: Order,
    rows: Sequence[OrderLine],
    *,
    cause: RefundCause,
    reason: str,
    at: datetime,
    asked_by: str = "",
) -> Refund:
    """Undo the sale of these lines, for what is left of their price; of all, if nothing is kept then."""
    payment = order.paid_by
    amount = sum(row.total_paise for row in rows)
    if payment is not None and amount >= (undecided := _undecided_paise(payment)):
        # A part went back before, and now nothing of the payment is kept: all access ends.
        rows = [row for row in order.lines.all() if row.refund_id is None]
        amount = undecided
    refund = _decide(
        order=order,
        payment=payment,
        amount_paise=amount,
        cause=cause,
        cause_key=f"lines:{rows[0].pk}",
        reason=reason,
        asked_by=asked_by,
        at=at,
    )
    _end(order, rows, refund, at=at)
    _lower_sale(order, rows, refund, at=at)
    notices.tell_refund(refund=refund)
    if payment is not None:
        balance(order=order, payment=payment, at=at)
        refund.refresh_from_db(fields=["status", "processed_at"])
    return refund


def _decide_theirs(order: Order, payment: Payment, *, amount_paise: int, at: datetime) -> Refund | None:
    """
    Money that was returned past us: it lowers the sale in the books.

    A part of it leaves access as it is, since only people know what it was for; once nothing of the payment
    is kept, access ends.
    """
    before = payment.amount_paise - _undecided_paise(payment)
    try:
        refund = _decide(
            order=order,
            payment=payment,
            amount_paise=amount_paise,
            cause=RefundCause.PROVIDER,
            cause_key=f"provider:{payment.pk}:{before}",
            reason=_REASONS[RefundCause.PROVIDER],
            at=at,
        )
    except NotRefundable:
        logger.error("refund beyond its payment", extra={"facts": {"order": order.number}})
        return None
    if payment.pk == order.paid_by_id:
        rows: list[OrderLine] = []
        if _undecided_paise(payment) == 0:
            rows = [row for row in order.lines.all() if row.refund_id is None]
            _end(order, rows, refund, at=at)
        _lower_sale(order, rows, refund, at=at)
    notices.tell_refund(refund=refund)
    return refund


def _undecided_paise(payment: Payment) -> int:
    refunds = Refund.objects.filter(payment=payment).values_list("amount_paise", flat=True)
    return int(payment.amount_paise) - sum(refunds)


def _end(order: Order, rows: Sequence[OrderLine], refund: Refund, *, at: datetime) -> None:
    """What these lines opened ends."""
    OrderLine.objects.filter(pk__in=[row.pk for row in rows]).update(refund=refund)
    for line in lines.as_lines(order, rows):
        sellables.of_kind(order.kind).revoke(line=line, at=at)
    if not OrderLine.objects.filter(order=order, refund__isnull=True).exists():
        order.move(OrderStatus.REFUNDED, refunded_at=at)


def _lower_sale(order: Order, rows: Sequence[OrderLine], refund: Refund, *, at: datetime) -> None:
    """Take a refund off the sale: these lines where they come to its amount, else a part of the price."""
    credited = list(rows)
    if sum(row.total_paise for row in rows) != refund.amount_paise:
        credited = [_part(order, refund)]
    tax = {line.name: line.paise for line in invoices.tax_of(order=order, rows=credited)}
    if refund.amount_paise:
        taxable = sum(row.taxable_paise for row in credited)
        ledger.book_refund(refund=refund, taxable_paise=taxable, tax=tax, at=at)
    invoices.issue_credit_note(refund=refund, rows=credited, at=at)


def _part(order: Order, refund: Refund) -> OrderLine:
    """A line that stands for a part of the price; the last part takes what all others have left."""
    taxable = pricing.taxable_of(refund.amount_paise)
    if refund.payment is not None and _undecided_paise(refund.payment) == 0:
        notes = CreditNote.objects.filter(invoice=order.invoice).values_list("content", flat=True)
        credited = sum(content["taxable_paise"] for content in notes)
        taxable = order.price_paise - order.discount_paise - credited
    return OrderLine(
        order=order,
        title="Part of the price",
        sac=order.lines.all()[0].sac,
        price_paise=taxable,
        discount_paise=0,
        tax_paise=refund.amount_paise - taxable,
    )
