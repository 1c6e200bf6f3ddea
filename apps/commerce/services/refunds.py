"""Giving money back: what is owed is a row first, and goes to the provider after the commit."""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.commerce import pricing
from apps.commerce.gateways.facts import ProviderRefund
from apps.commerce.models import Order, OrderLine, Payment, Refund
from apps.commerce.selectors import lines
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.services import coupons, invoices, ledger, notices
from apps.commerce.states import REFUND_OPEN, OrderStatus, RefundCause, RefundStatus
from apps.core import indian_time, sellables
from apps.core.errors import Conflict
from apps.core.transactions import begun_again
from apps.outbox.services import messages as outbox

logger = logging.getLogger(__name__)

KIND = "commerce refund"

PROMISED = timedelta(days=10)
"""Banks take five to seven working days."""

_WORDS = {
    RefundCause.LATE: "Your payment came after your place was given up, so it goes back to you in full.",
    RefundCause.TWICE: "This was paid for twice, so the second payment goes back to you in full.",
    RefundCause.MISMATCH: "What came was not the amount of the bill, so it goes back to you in full.",
}


class NotRefundable(Conflict):
    code = "not_refundable"
    message = "There is nothing left of this order to refund."


class NotOwed(Conflict):
    code = "not_refundable"
    message = "Nothing is owed for this any more. Please load the page again."


class RefundUnderWay(Conflict):
    code = "refund_under_way"
    message = "Only a refund that failed can be sent again."


def owe_surplus(*, order: Order, payment: Payment, cause: RefundCause, at: datetime) -> Refund | None:
    """
    Money that fulfils nothing goes back in full; joins the caller's transaction.

    None where a refund of the payment was made already.
    """
    ledger.book_surplus(payment=payment, at=at)
    if not Payment.objects.filter(pk=payment.pk).take_back(paise=payment.amount_paise):
        return None
    refund = Refund.objects.create(
        order=order,
        payment=payment,
        amount_paise=payment.amount_paise,
        cause=cause,
        cause_key=f"surplus:{payment.pk}",
        reason=_WORDS[cause],
        requested_at=at,
        promised_date=indian_time.day_of(at + PROMISED),
    )
    _send_after_commit(refund)
    notices.tell_late_payment(order=order, refund=refund)
    return refund


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
    order = Order.objects.locked().filter(pk=order_id).select_related("invoice").first()
    if order is None:
        raise UnknownOrder()
    left = [row for row in order.lines.all() if row.refund_id is None]
    rows = [row for row in left if line_ids is None or row.pk in line_ids]
    if order.status != OrderStatus.PAID or not rows:
        raise NotRefundable()
    refund = take_back(order=order, rows=rows, cause=RefundCause.STAFF, reason=reason, asked_by=by, at=at)
    if gives_coupon_back and len(rows) == len(left):
        coupons.give_back_redeemed(order=order, at=at)
    if refund.amount_paise:
        _send_after_commit(refund)
    return refund


@begun_again
@transaction.atomic(durable=True)
def by_buyer(*, person: User, line_id: UUID, at: datetime) -> UUID:
    """
    Give the money of a line back to a buyer who is owed it, because it was called off.

    Asking again changes nothing. The answer is the id of the order.

    :raises UnknownOrder: if the line is nobody's, or somebody else's
    :raises NotOwed: if nothing is owed for it
    """
    order = Order.objects.locked().filter(lines=line_id, person=person).select_related("invoice").first()
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
    refund = take_back(order=order, rows=rows, cause=RefundCause.BUYER, reason=why, at=at)
    if refund.amount_paise:
        _send_after_commit(refund)
    return order.pk


def take_back(
    *,
    order: Order,
    rows: Sequence[OrderLine],
    cause: RefundCause,
    reason: str,
    at: datetime,
    asked_by: str = "",
    made: ProviderRefund | None = None,
) -> Refund:
    """
    Undo the sale of these lines; joins the caller's transaction, which holds the order's row.

    `made` where the provider has given the money back already.

    :raises NotRefundable: if that is more than is left of the payment
    """
    payment, amount = order.paid_by, sum(row.total_paise for row in rows)
    if payment is not None and not Payment.objects.filter(pk=payment.pk).take_back(paise=amount):
        raise NotRefundable()
    is_done = made is not None or amount == 0
    refund = Refund.objects.create(
        order=order,
        payment=payment,
        amount_paise=amount,
        cause=cause,
        cause_key=f"lines:{rows[0].pk}",
        reason=reason[:200],
        asked_by=asked_by,
        status=RefundStatus.PROCESSED if is_done else RefundStatus.REQUESTED,
        provider_refund_id=made.id if made else None,
        requested_at=at,
        processed_at=at if is_done else None,
        promised_date=indian_time.day_of(at + PROMISED),
    )
    _take_lines(order, rows, refund, at=at)
    tax = {line.name: line.paise for line in invoices.tax_of(order=order, rows=rows)}
    if amount:
        ledger.book_refund(
            refund=refund, taxable_paise=sum(row.taxable_paise for row in rows), tax=tax, at=at
        )
    if made is not None:
        ledger.book_paid_back(refund=refund, at=at)
    notices.tell_refund(refund=refund)
    invoices.issue_credit_note(refund=refund, rows=rows, at=at)
    return refund


def note_foreign(*, order: Order, said: ProviderRefund, at: datetime) -> None:
    """
    Keep a refund that was made past us and is no whole one; joins the caller's transaction.

    It lowers the sale in the books, and access stays: what it was meant for only people know.
    """
    payment = Payment.objects.filter(order=order, provider_payment_id=said.payment_id).first()
    if payment is None or Refund.objects.filter(provider_refund_id=said.id).exists():
        return
    if not Payment.objects.filter(pk=payment.pk).take_back(paise=said.amount_paise):
        logger.error("refund beyond its payment", extra={"facts": {"refund": said.id}})
        return
    refund = Refund.objects.create(
        order=order,
        payment=payment,
        amount_paise=said.amount_paise,
        cause=RefundCause.PROVIDER,
        cause_key=f"provider:{said.id}",
        reason="Given back in part through the payment provider.",
        status=RefundStatus.PROCESSED,
        provider_refund_id=said.id,
        requested_at=at,
        processed_at=at,
        promised_date=indian_time.day_of(at),
    )
    if payment.pk == order.paid_by_id:
        _lower_sale(order, refund, at=at)
    ledger.book_paid_back(refund=refund, at=at)
    notices.tell_refund(refund=refund)


def _lower_sale(order: Order, refund: Refund, *, at: datetime) -> None:
    taxable = pricing.taxable_of(refund.amount_paise)
    part = OrderLine(
        order=order,
        title="Part of the price",
        sac=order.lines.all()[0].sac,
        price_paise=taxable,
        discount_paise=0,
        tax_paise=refund.amount_paise - taxable,
    )
    tax = {line.name: line.paise for line in invoices.tax_of(order=order, rows=[part])}
    ledger.book_refund(refund=refund, taxable_paise=taxable, tax=tax, at=at)
    invoices.issue_credit_note(refund=refund, rows=[part], at=at)


def _take_lines(order: Order, rows: Sequence[OrderLine], refund: Refund, *, at: datetime) -> None:
    OrderLine.objects.filter(pk__in=[row.pk for row in rows]).update(refund=refund)
    for line in lines.as_lines(order, rows):
        sellables.of_kind(order.kind).revoke(line=line, at=at)
    if not OrderLine.objects.filter(order=order, refund__isnull=True).exists():
        order.move(OrderStatus.REFUNDED, refunded_at=at)


@transaction.atomic(durable=True)
def note(*, refund_id: UUID, said: ProviderRefund, at: datetime) -> None:
    """Keep what the provider says of a refund of ours; news may be old, and a paid one stays paid."""
    note_in_transaction(refund_id=refund_id, said=said, at=at)


def note_in_transaction(*, refund_id: UUID, said: ProviderRefund, at: datetime) -> None:
    mine = Refund.objects.filter(pk=refund_id, status__in=(*REFUND_OPEN, RefundStatus.FAILED))
    if said.status == "processed":
        moved = mine.update(status=RefundStatus.PROCESSED, provider_refund_id=said.id, processed_at=at)
        if moved:
            refund = Refund.objects.select_related("order").get(pk=refund_id)
            ledger.book_paid_back(refund=refund, at=at)
            notices.tell_paid_back(refund=refund)
    elif said.status == "failed":
        mine.filter(status__in=REFUND_OPEN).update(status=RefundStatus.FAILED, provider_refund_id=said.id)
        logger.error("refund failed", extra={"facts": {"refund": str(refund_id)}})
    else:
        mine.filter(status=RefundStatus.REQUESTED).update(
            status=RefundStatus.PENDING, provider_refund_id=said.id
        )


@transaction.atomic(durable=True)
def fail(*, refund_id: UUID, why: str) -> None:
    """The provider will not make it: somebody has to look into it."""
    if Refund.objects.filter(pk=refund_id, status__in=REFUND_OPEN).update(status=RefundStatus.FAILED):
        logger.error("refund refused", extra={"facts": {"refund": str(refund_id), "why": why}})


@transaction.atomic(durable=True)
def send_again(*, refund_id: UUID) -> None:
    """
    Ask the provider once more for a refund that failed, under a key of its own.

    :raises RefundUnderWay: if it is in another state, or unknown
    """
    failed = Refund.objects.select_for_update(no_key=True).filter(pk=refund_id, status=RefundStatus.FAILED)
    refund = failed.first()
    if refund is None:
        raise RefundUnderWay()
    refund.status, refund.provider_refund_id, refund.tries = RefundStatus.REQUESTED, None, refund.tries + 1
    refund.save(update_fields=["status", "provider_refund_id", "tries"])
    _send_after_commit(refund)


def _send_after_commit(refund: Refund) -> None:
    outbox.enqueue(kind=KIND, payload={"refund_id": str(refund.pk), "tries": refund.tries})
