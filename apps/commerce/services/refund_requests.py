"""Refunds that need a second person: one asks, another approves or declines."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.commerce.models import Order, Refund, RefundRequest
from apps.commerce.selectors import refundable
from apps.commerce.services import orders, refunds
from apps.commerce.services.refunds import Part
from apps.commerce.states import RefundRequestStatus
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.transactions import retry_on_deadlock, time_under_lock


class UnknownRequest(NotFound):
    message = "This request does not exist."


class OwnRequest(Forbidden):
    code = "own_refund_request"
    message = "You requested this refund yourself: another person must approve it."


class AlreadyDecided(Conflict):
    code = "refund_request_decided"
    message = "Somebody has already decided this. Nothing was changed."


class SumChanged(Conflict):
    code = "refund_request_outdated"
    message = (
        "What can be refunded of this order has changed since the request, so nothing was refunded. "
        "Decline it and request the refund again."
    )


@retry_on_deadlock
@transaction.atomic(durable=True)
def request(
    *,
    order_id: UUID,
    line_ids: Collection[UUID] | None,
    reason: str,
    release_coupon: bool,
    by: User,
    at: datetime,
    part: Part | None = None,
) -> RefundRequest:
    """
    Ask for a refund of these lines, or of a part of one.

    :raises UnknownOrder: if the order does not exist
    :raises NotRefundable: if it is not paid, these lines are already refunded, or the part is too large
    :raises RefundWaits: if a request of this order waits already
    """
    order, plan = refunds.lock_and_plan(order_id=order_id, line_ids=line_ids, part=part)
    at = time_under_lock(at)
    return RefundRequest.objects.create(
        order=order,
        line_ids=[str(row.pk) for row in plan.selected],
        part_of=plan.part_of,
        amount_paise=plan.amount_paise,
        reason=reason,
        release_coupon=release_coupon,
        requested_by=by,
        requested_at=at,
    )


@retry_on_deadlock
@transaction.atomic(durable=True)
def approve(*, request_id: UUID, by: User, at: datetime) -> Refund:
    """
    Refund what was requested, if it is still exactly that.

    :raises UnknownRequest, OwnRequest, AlreadyDecided: if it is not theirs to approve
    :raises SumChanged: if lines or sum are not those of the request any more
    """
    order, row = _locked(request_id)
    at = time_under_lock(at)
    if row.requested_by_id == by.pk:
        raise OwnRequest()
    if row.status != RefundRequestStatus.WAITING:
        raise AlreadyDecided()
    try:
        plan = refundable.plan(
            order=order,
            line_ids=[UUID(key) for key in row.line_ids],
            part_paise=row.amount_paise if row.part_of_id else None,
        )
    except refundable.NotRefundable:
        raise SumChanged() from None
    selected = {str(line.pk) for line in plan.selected}
    # What was a part may be all that is left by now: then access would end.
    if (plan.amount_paise, plan.part_of, selected) != (row.amount_paise, row.part_of, set(row.line_ids)):
        raise SumChanged()
    _decide(row, RefundRequestStatus.APPROVED, by=by, at=at)
    refund = refunds.refund_locked_order(
        order=order,
        plan=plan,
        reason=row.reason,
        by=f"{row.requested_by}, approved by {by}",
        made_by=None,
        release_coupon=row.release_coupon,
        at=at,
    )
    RefundRequest.objects.filter(pk=row.pk).update(refund=refund)
    return refund


@retry_on_deadlock
@transaction.atomic(durable=True)
def decline(*, request_id: UUID, by: User, note: str, at: datetime) -> RefundRequest:
    """
    Decline a request; whoever asked withdraws it so.

    :raises UnknownRequest, AlreadyDecided: if it does not wait
    """
    _, row = _locked(request_id)
    at = time_under_lock(at)
    is_own = row.requested_by_id == by.pk
    status = RefundRequestStatus.WITHDRAWN if is_own else RefundRequestStatus.DECLINED
    _decide(row, status, by=by, note=note, at=at)
    return row


def _locked(request_id: UUID) -> tuple[Order, RefundRequest]:
    """The request, with the lock of its order: whatever refunds the order waits."""
    its_order = RefundRequest.objects.filter(pk=request_id).values_list("order", flat=True).first()
    order = None if its_order is None else orders.lock(order_id=its_order)
    row = RefundRequest.objects.filter(pk=request_id).select_related("requested_by").first()
    if order is None or row is None:
        raise UnknownRequest()
    return order, row


def _decide(
    row: RefundRequest, status: RefundRequestStatus, *, by: User, at: datetime, note: str = ""
) -> None:
    """:raises AlreadyDecided: if it does not wait any more"""
    waiting = RefundRequest.objects.filter(pk=row.pk, status=RefundRequestStatus.WAITING)
    if not waiting.update(status=status, decided_by=by, decided_at=at, decision_note=note[:200]):
        raise AlreadyDecided()
    row.status = status
