"""Polling open orders, and retrying interrupted webhook events and refunds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from apps.commerce.flows import provider_sync, refunding, webhooks
from apps.commerce.flows.batch import within_budget
from apps.commerce.gateways import budget
from apps.commerce.models import GatewayEvent, Order, RefundAttempt
from apps.commerce.services import event_retries, poll_schedule, refund_attempts
from apps.commerce.states import OrderStatus
from apps.core.row_processing import Completed, Failed, process_row

BATCH_SIZE = 100
"""How many of each kind one run processes."""

_SETTLED = (OrderStatus.PAID, OrderStatus.REFUNDED)

Row = TypeVar("Row")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Counts of a run: `unknown` got no response, `failed` raised."""

    polled: int
    settled: int
    unknown: int
    events: int
    refunds: int
    failed: int = 0


def reconcile(*, at: datetime, is_dry_run: bool = False, everything: bool = False) -> Reconciled:
    """
    Poll what is due, or everything that is open. Safe to run concurrently.

    Refunds, events and orders share the thread's time budget, so that each gets its turn. A dry run only
    counts what is due.
    """
    due = _due(at=at, everything=everything)
    events = list(event_retries.due(at=at)[:BATCH_SIZE])
    refunds = list(RefundAttempt.objects.due(at=at).select_related("payment__order")[:BATCH_SIZE])
    if is_dry_run:
        return Reconciled(len(due), 0, 0, len(events), len(refunds))
    refund_results = _process_all(refunds, partial(_send_or_poll, at=at), name=_order_number, share=1 / 3)
    event_results = _process_all(
        events, partial(_retry_event, at=at), name=lambda event: event.event_id, share=1 / 2
    )
    order_results = _process_all(due, partial(_poll, at=at), name=lambda order: order.number, share=1)
    orders = [done.result for done in order_results if isinstance(done, Completed)]
    return Reconciled(
        polled=len(order_results),
        settled=sum(order is not None and order.status in _SETTLED for order in orders),
        unknown=orders.count(None) + refund_results.count(Completed(False)),
        events=len(event_results),
        refunds=len(refund_results),
        failed=sum(isinstance(done, Failed) for done in (*refund_results, *event_results, *order_results)),
    )


def _process_all(
    rows: Sequence[Row], work: Callable[[Row], Result], *, name: Callable[[Row], str], share: float
) -> list[Completed[Result] | Failed]:
    with budget.limit(budget.seconds_left() * share):
        return [process_row(partial(work, row), name=name(row)) for row in within_budget(rows)]


def _due(*, at: datetime, everything: bool) -> list[Order]:
    due_by = at + timedelta(days=30) if everything else at
    return list(Order.objects.due_for_polling(at=due_by)[: None if everything else BATCH_SIZE])


def _poll(order: Order, *, at: datetime) -> Order | None:
    # Schedules the next poll first: an order that raises waits as long as any other.
    if not poll_schedule.claim(order=order, at=at):
        return order
    found = provider_sync.poll_order(order=order, at=at)
    poll_schedule.close_if_last_poll(order=order, is_known=found is not None, at=at)
    return found


def _retry_event(event: GatewayEvent, *, at: datetime) -> None:
    if event_retries.claim(event=event, at=at):
        webhooks.process_event(event=event, at=at)


def _send_or_poll(attempt: RefundAttempt, *, at: datetime) -> bool:
    return not refund_attempts.claim(attempt=attempt, at=at) or refunding.send_attempt(attempt=attempt)


def _order_number(attempt: RefundAttempt) -> str:
    return attempt.payment.order.number
