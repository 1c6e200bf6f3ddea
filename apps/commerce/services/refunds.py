"""Refunds: a decision is a row first, and is sent to the provider after the commit."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from apps.accounts.models import User
from apps.commerce import deadlines, pricing, refund_sums
from apps.commerce.models import CreditNote, Order, OrderLine, Payment, Refund, RefundAttempt
from apps.commerce.selectors import lines, refundable, second_person
from apps.commerce.selectors.orders import UnknownOrder
from apps.commerce.selectors.refundable import NotRefundable, RefundPlan
from apps.commerce.services import (
    coupons,
    invoices,
    ledger,
    notices,
    orders,
    refund_attempts,
    refund_settings,
)
from apps.commerce.states import REFUND_OPEN, OrderStatus, RefundCause, RefundStatus
from apps.core import indian_time, sellables
from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock, time_under_lock

logger = logging.getLogger(__name__)

_REASONS = {
    RefundCause.ERASURE: "Not used when the account was deleted.",
    RefundCause.LATE: "Your payment came after your seat was released, so it is being refunded in full.",
    RefundCause.TOO_OLD: "Your payment came long after the order, so it is being refunded in full.",
    RefundCause.CLOSED: "Your payment came after the account was deleted, so it is being refunded in full.",
    RefundCause.OWNED: "You already had this when your payment came, so it is being refunded in full.",
    RefundCause.NO_COUPON: "Your payment came after the coupon was used up, so it is being refunded in full.",
    RefundCause.GONE: "This was no longer available when your payment came, so it is being refunded in full.",
    RefundCause.TWICE: "You paid for this twice, so the second payment is being refunded in full.",
    RefundCause.MISMATCH: "The payment did not match the bill, so it is being refunded in full.",
    RefundCause.PROVIDER: "Refunded through the payment provider.",
}
_NOT_NEEDED = "Not needed: the provider has already refunded the money."
_ANOTHER_AMOUNT = "The amount left to refund has changed."


class SecondPersonNeeded(Conflict):
    code = "second_person_needed"
    message = "A refund of this sum must be approved by a second person. Nothing was refunded."


class RefundWaits(Conflict):
    code = "refund_waits"
    message = "A refund of this order is waiting for a second person. Decide or withdraw it first."


class RefundedMeanwhile(NotRefundable):
    message = "Something was refunded of this order in the meantime. Nothing was changed. Please review it."


class NotOwed(Conflict):
    code = "not_refundable"
    message = "This can no longer be refunded. Please reload the page."


class RefundInProgress(Conflict):
    code = "refund_under_way"
    message = "Only a failed refund can be retried."


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line, as somebody decided it."""

    paise: int
    refunded_before: int
    """What was refunded of the payment then: a double click or two people at once refund one part."""


def refund_overpayment(*, order: Order, payment: Payment, cause: RefundCause, at: datetime) -> Refund:
    """Refund in full a payment that fulfils nothing. Joins the transaction of `settle`."""
    ledger.book_overpayment(payment=payment, at=at)
    refund = _create_refund(
        order=order,
        payment=payment,
        amount_paise=payment.amount_paise,
        cause=cause,
        cause_key=f"surplus:{payment.pk}",
        reason=_REASONS[cause],
        at=at,
    )
    notices.enqueue_late_payment(order=order, refund=refund)
    return refund


@retry_on_deadlock
@transaction.atomic(durable=True)
def refund_as_staff(
    *,
    order_id: UUID,
    line_ids: Collection[UUID] | None,
    reason: str,
    by: User,
    release_coupon: bool,
    at: datetime,
    part: Part | None = None,
) -> Refund:
    """
    Refund an order in full or by line: the buyer's access ends. A part of a line leaves it.

    :raises UnknownOrder: if the order does not exist
    :raises NotRefundable: if it is not paid, these lines are already refunded, or the part is too large
    :raises RefundWaits, SecondPersonNeeded: if somebody else has to approve it
    """
    order, plan = lock_and_plan(order_id=order_id, line_ids=line_ids, part=part)
    # What a person refunds in a day is summed over orders, which their own locks do not cover.
    refund_settings.lock()
    at = time_under_lock(at)
    if second_person.is_needed(order=order, amount_paise=plan.amount_paise, by=by, at=at):
        raise SecondPersonNeeded()
    return refund_locked_order(
        order=order, plan=plan, reason=reason, by=str(by), made_by=by, release_coupon=release_coupon, at=at
    )


def lock_and_plan(
    *, order_id: UUID, line_ids: Collection[UUID] | None, part: Part | None
) -> tuple[Order, RefundPlan]:
    """
    Lock the order, and what a refund by staff refunds of it by now.

    :raises UnknownOrder: if the order does not exist
    :raises NotRefundable: if it is not paid, these lines are already refunded, or the part is too large
    :raises RefundWaits: if a request of this order waits
    """
    order = orders.lock(order_id=order_id)
    if order is None:
        raise UnknownOrder()
    if part is not None and part.refunded_before != _refunded_of(order):
        raise RefundedMeanwhile()
    part_paise = None if part is None else part.paise
    plan = refundable.plan(order=order, line_ids=line_ids, part_paise=part_paise)
    if second_person.waiting_request(order) is not None:
        raise RefundWaits()
    return order, plan


def refund_locked_order(
    *,
    order: Order,
    plan: RefundPlan,
    reason: str,
    by: str,
    made_by: User | None,
    release_coupon: bool,
    at: datetime,
) -> Refund:
    """Refund as staff decided. Joins a transaction that holds the order's lock."""
    refund = _refund(
        order, plan, cause=RefundCause.STAFF, reason=reason, requested_by=by[:80], made_by=made_by, at=at
    )
    if release_coupon and order.status == OrderStatus.REFUNDED:
        coupons.release_redeemed(order=order, at=at)
    return refund


def refund_unused(*, order: Order, plan: RefundPlan, at: datetime) -> Refund:
    """Refund what its buyer had not used when they erased the account. The caller holds the order's lock."""
    cause = RefundCause.ERASURE
    return _refund(order, plan, cause=cause, reason=_REASONS[cause], at=at)


@retry_on_deadlock
@transaction.atomic(durable=True)
def refund_as_buyer(*, person: User, line_id: UUID, at: datetime) -> UUID:
    """
    Refund a line that we cancelled, at the buyer's request. Idempotent; returns the id of the order.

    :raises UnknownOrder: if the line does not exist or is somebody else's
    :raises NotOwed: if nothing is owed for it
    """
    mine = OrderLine.objects.filter(pk=line_id, order__person=person).first()
    order = None if mine is None else orders.lock(order_id=mine.order_id)
    if order is None:
        raise UnknownOrder()
    at = time_under_lock(at)
    rows = [row for row in order.lines.all() if row.pk == line_id]
    if rows[0].refund_id is not None:
        return order.pk
    reason = None
    if order.status == OrderStatus.PAID:
        reason = sellables.refund_reason(kind=order.kind, line=lines.to_sellable_lines(order, rows)[0])
    if reason is None:
        raise NotOwed()
    plan = refundable.plan(order=order, line_ids=[line_id])
    _refund(order, plan, cause=RefundCause.BUYER, reason=reason, at=at)
    return order.pk


@transaction.atomic(durable=True)
def retry(*, refund_id: UUID, at: datetime) -> Refund:
    """
    Start another attempt at a failed refund for the amount outstanding; it was polled just before.

    A refund that turns out to be processed needs none.

    :raises RefundInProgress: if it has not failed or does not exist
    """
    order = Order.objects.locked().filter(pk__in=Refund.objects.filter(pk=refund_id).values("order")).first()
    at = time_under_lock(at)
    refund = Refund.objects.filter(pk=refund_id, order=order).select_related("payment").first()
    if order is None or refund is None or refund.payment is None:
        raise RefundInProgress()
    if refund.status == RefundStatus.PROCESSED:
        return refund
    sums = _sums(refund.payment)
    if any(attempt.status in REFUND_OPEN for attempt in sums.attempts_of(refund)):
        raise RefundInProgress()
    amount = sums.amount_to_attempt(refund)
    if amount <= 0:
        raise RefundInProgress(
            "The provider is still processing a refund of this payment. Please wait for it to finish."
        )
    refund_attempts.start(refund=refund, payment=refund.payment, amount_paise=amount, at=at)
    _set_status(refund, RefundStatus.REQUESTED, at=at)
    return refund


def reconcile_payment(*, order: Order, payment: Payment, at: datetime) -> None:
    """
    Reconcile the refunds of a payment with what its attempts have returned.

    Joins a transaction that holds the order's lock. Money returned beyond our refunds becomes a refund made
    at the provider; a refund that is not paid yet is attempted once, and retried by staff.
    """
    sums = _sums(payment)
    if sums.surplus:
        theirs = _record_provider_refund(order, payment, amount_paise=sums.surplus, at=at)
        if theirs is not None:
            sums.refunds.append(theirs)
            sums.returned[theirs.pk] = sums.surplus
    for refund in sums.refunds:
        if refund.status != RefundStatus.PROCESSED:
            _advance(refund, sums, at=at)


def _sums(payment: Payment) -> refund_sums.RefundSums:
    decided = list(Refund.objects.filter(payment=payment).order_by("requested_at", "pk"))
    attempts = list(RefundAttempt.objects.filter(payment=payment))
    returned, surplus = refund_sums.allocate_returned(decided, attempts)
    return refund_sums.RefundSums(payment, decided, attempts, returned, surplus)


def _advance(refund: Refund, sums: refund_sums.RefundSums, *, at: datetime) -> None:
    """Finish a refund that is paid; otherwise make sure the amount outstanding has an attempt."""
    own, left, amount = sums.attempts_of(refund), sums.outstanding(refund), sums.amount_to_attempt(refund)
    for attempt in own:
        if attempt.status == RefundStatus.REQUESTED and left == 0:
            refund_attempts.cancel(attempt=attempt, why=_NOT_NEEDED)
        elif attempt.amount_paise != amount and refund_attempts.can_be_cancelled(attempt, at=at):
            refund_attempts.cancel(attempt=attempt, why=_ANOTHER_AMOUNT)
    if left == 0:
        _set_status(refund, RefundStatus.PROCESSED, at=at)
        notices.enqueue_refund_done(refund=refund)
        return
    has_open_attempt = any(attempt.status in REFUND_OPEN for attempt in own)
    # Staff look into a failed attempt of the same amount; a new amount gets an attempt.
    is_tried = any(attempt.amount_paise == amount for attempt in own)
    if amount > 0 and not has_open_attempt and not is_tried:
        new_attempt = refund_attempts.start(refund=refund, payment=sums.payment, amount_paise=amount, at=at)
        sums.attempts.append(new_attempt)
    returned = sums.returned[refund.pk]
    _set_status(refund, refund_sums.status_of(refund, sums.attempts, returned_paise=returned), at=at)


def _set_status(refund: Refund, status: RefundStatus, *, at: datetime) -> None:
    refund.status = status
    refund.processed_at = at if status is RefundStatus.PROCESSED else None
    refund.save(update_fields=["status", "processed_at"])


def _create_refund(
    *,
    order: Order,
    payment: Payment | None,
    amount_paise: int,
    cause: RefundCause,
    cause_key: str,
    reason: str,
    at: datetime,
    **more: Any,
) -> Refund:
    """:raises NotRefundable: if less is left of the payment"""
    if payment is not None:
        if not Payment.objects.filter(pk=payment.pk).reserve_refund(paise=amount_paise):
            raise NotRefundable()
        at = _after_earlier_refunds(payment, at)
    is_free = amount_paise == 0
    return Refund.objects.create(
        order=order,
        payment=payment,
        amount_paise=amount_paise,
        cause=cause,
        cause_key=cause_key,
        reason=reason[:200],
        status=RefundStatus.PROCESSED if is_free else RefundStatus.REQUESTED,
        requested_at=at,
        processed_at=at if is_free else None,
        promised_date=indian_time.day_of(at + deadlines.REFUND_PROMISE),
        **more,
    )


def _after_earlier_refunds(payment: Payment, at: datetime) -> datetime:
    """Another machine, whose clock is ahead, may have made them; each is named by what came before it."""
    latest = Refund.objects.filter(payment=payment).aggregate(latest=Max("requested_at"))["latest"]
    return at if latest is None else max(at, latest + timedelta(microseconds=1))


def _refund(
    order: Order, plan: RefundPlan, *, cause: RefundCause, reason: str, at: datetime, **more: Any
) -> Refund:
    payment = order.paid_by
    if plan.part_of is None:
        cause_key = f"lines:{plan.rows[0].pk}"
    else:
        cause_key = refund_sums.part_key(plan.part_of.pk, refunded_before=_refunded_of(order))
    refund = _create_refund(
        order=order,
        payment=payment,
        part_of=plan.part_of,
        amount_paise=plan.amount_paise,
        cause=cause,
        cause_key=cause_key,
        reason=reason,
        at=at,
        **more,
    )
    _revoke_lines(order, plan.rows, refund)
    _reduce_sale(order, plan.credited, refund)
    notices.enqueue_refund_made(refund=refund)
    if payment is not None:
        reconcile_payment(order=order, payment=payment, at=refund.requested_at)
        refund.refresh_from_db(fields=["status", "processed_at"])
    return refund


def _record_provider_refund(
    order: Order, payment: Payment, *, amount_paise: int, at: datetime
) -> Refund | None:
    """
    Record a refund made in the provider's dashboard, and reduce the sale.

    A partial refund leaves access unchanged, since only staff know what it was for; once nothing is left of
    the payment, access ends.
    """
    before = refundable.refunded_paise(payment)
    try:
        refund = _create_refund(
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
        rows = refundable.unrefunded(order) if before + amount_paise == payment.amount_paise else []
        _revoke_lines(order, rows, refund)
        _reduce_sale(order, refundable.rests(order, rows), refund)
    notices.enqueue_refund_made(refund=refund)
    return refund


def _refunded_of(order: Order) -> int:
    return 0 if order.paid_by is None else refundable.refunded_paise(order.paid_by)


def _revoke_lines(order: Order, rows: Sequence[OrderLine], refund: Refund) -> None:
    """End the access that these lines gave."""
    if not rows:
        return
    at = refund.requested_at
    OrderLine.objects.filter(pk__in=[row.pk for row in rows]).update(refund=refund)
    for line in lines.to_sellable_lines(order, rows):
        sellables.of_kind(order.kind).revoke(line=line, at=at)
    if not OrderLine.objects.filter(order=order, refund__isnull=True).exists():
        order.transition(OrderStatus.REFUNDED, refunded_at=at)


def _reduce_sale(order: Order, credited: Sequence[OrderLine], refund: Refund) -> None:
    """Reduce the sale by these lines if they add up to the refund, else by a part of the price."""
    at = refund.requested_at
    if sum(row.total_paise for row in credited) != refund.amount_paise:
        credited = [_partial_line(order, refund)]
    tax = {line.name: line.paise for line in invoices.tax_lines_of(order=order, rows=credited)}
    if refund.amount_paise:
        taxable = sum(row.taxable_paise for row in credited)
        ledger.book_refund(refund=refund, taxable_paise=taxable, tax=tax, at=at)
    invoices.issue_credit_note(refund=refund, rows=credited, at=at)


def _partial_line(order: Order, refund: Refund) -> OrderLine:
    """A line for a part of the price; the last part takes the rest, so that all add up exactly."""
    taxable = pricing.taxable_part(refund.amount_paise, gst_bp=pricing.gst_bp_of(order.tax_lines))
    payment = refund.payment
    if payment is not None and refundable.refunded_paise(payment) == payment.amount_paise:
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
