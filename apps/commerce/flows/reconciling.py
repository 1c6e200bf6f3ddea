"""Finding out what nobody told us: open orders, events and refunds that were cut short."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from apps.commerce.flows import provider_sync, refunding, webhooks
from apps.commerce.flows.attempts import Ended, Raised, attempt, within_budget
from apps.commerce.gateways import budget
from apps.commerce.models import GatewayEvent, Order, RefundAttempt
from apps.commerce.services import event_retries, poll_schedule, refund_attempts
from apps.commerce.states import OrderStatus

AT_ONCE = 100
"""How many of each are taken in one go; the rest is next time's."""

_SETTLED = (OrderStatus.PAID, OrderStatus.REFUNDED)

Row = TypeVar("Row")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What was due and what became of it; `unknown` got no answer, `failed` raised."""

    looked: int
    settled: int
    unknown: int
    events: int
    refunds: int
    failed: int = 0


def run(*, at: datetime, is_trial: bool = False, everything: bool = False) -> Reconciled:
    """
    Ask the provider about what is due, or about all that is open; safe to run twice at once.

    Refunds, events and orders share the thread's budget, so that none of them waits for the others. A
    trial counts what is due and asks nobody.
    """
    due = _due(at=at, everything=everything)
    events = list(event_retries.due(at=at)[:AT_ONCE])
    refunds = list(_unsent(at=at))
    if is_trial:
        return Reconciled(len(due), 0, 0, len(events), len(refunds))
    sent = _each(refunds, partial(_pursue, at=at), name=_number, share=1 / 3)
    acted = _each(events, partial(_act_on, at=at), name=lambda event: event.event_id, share=1 / 2)
    found = _each(due, partial(_look, at=at), name=lambda order: order.number, share=1)
    orders = [done.result for done in found if isinstance(done, Ended)]
    return Reconciled(
        looked=len(found),
        settled=sum(order is not None and order.status in _SETTLED for order in orders),
        unknown=orders.count(None) + sent.count(Ended(False)),
        events=len(acted),
        refunds=len(sent),
        failed=sum(isinstance(done, Raised) for done in (*sent, *acted, *found)),
    )


def _each(
    rows: Sequence[Row], work: Callable[[Row], Result], *, name: Callable[[Row], str], share: float
) -> list[Ended[Result] | Raised]:
    with budget.of(budget.left() * share):
        return [attempt(partial(work, row), name=name(row)) for row in within_budget(rows)]


def _due(*, at: datetime, everything: bool) -> list[Order]:
    moment = at + timedelta(days=30) if everything else at
    return list(Order.objects.to_look_at(at=moment)[: None if everything else AT_ONCE])


def _look(order: Order, *, at: datetime) -> Order | None:
    # Moves the next look on first: one that raises waits as long as any other.
    if not poll_schedule.take(order=order, at=at):
        return order
    found = provider_sync.at_order(order=order, at=at)
    poll_schedule.finish(order=order, is_known=found is not None, at=at)
    return found


def _act_on(event: GatewayEvent, *, at: datetime) -> None:
    if event_retries.take(event=event, at=at):
        webhooks.act_on(event=event, at=at)


def _unsent(*, at: datetime) -> "list[RefundAttempt]":
    return list(RefundAttempt.objects.due(at=at).select_related("payment__order")[:AT_ONCE])


def _pursue(waiting: RefundAttempt, *, at: datetime) -> bool:
    return not refund_attempts.take(attempt=waiting, at=at) or refunding.pursue(attempt=waiting)


def _number(waiting: RefundAttempt) -> str:
    return waiting.payment.order.number
