"""Finding out what nobody told us: open orders, events and refunds that were cut short."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from apps.commerce.flows import looking, refunding, webhooks
from apps.commerce.models import GatewayEvent, Order, Refund
from apps.commerce.services import looks
from apps.commerce.states import REFUND_OPEN, EventStatus, OrderStatus

AT_ONCE = 100
"""How many of each are taken in one go; the rest is next time's."""

_SOON_ENOUGH = timedelta(minutes=2)
_SETTLED = (OrderStatus.PAID, OrderStatus.REFUNDED)

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reconciled:
    looked: int
    settled: int
    unknown: int
    events: int
    refunds: int


def run(*, at: datetime, is_trial: bool = False, everything: bool = False) -> Reconciled:
    """
    Ask the provider about what is due, or about all that is open; safe to run twice at once.

    A trial counts what is due and asks nobody.
    """
    due = _due(at=at, everything=everything)
    events = list(_cut_short(at=at))
    refunds = list(_unsent(at=at))
    if is_trial:
        return Reconciled(len(due), 0, 0, len(events), len(refunds))
    found = [_in_peace(partial(_look, order, at=at)) for order in due]
    for event in events:
        _in_peace(partial(webhooks.act_on, event=event, at=at))
    for refund in refunds:
        _in_peace(partial(refunding.send, refund=refund))
    settled = sum(order is not None and order.status in _SETTLED for order in found)
    return Reconciled(len(due), settled, found.count(None), len(events), len(refunds))


def _in_peace(work: Callable[[], Answer]) -> Answer | None:
    """One that nobody foresaw must not keep the others from their turn; the next run tries it again."""
    try:
        return work()
    except Exception:
        logger.exception("not reconciled")
        return None


def _due(*, at: datetime, everything: bool) -> list[Order]:
    moment = at + timedelta(days=30) if everything else at
    return list(Order.objects.to_look_at(at=moment)[: None if everything else AT_ONCE])


def _look(order: Order, *, at: datetime) -> Order | None:
    if not looks.take(order=order, at=at):
        return order
    found = looking.at_order(order=order, at=at)
    looks.finish(order=order, is_known=found is not None, at=at)
    return found


def _cut_short(*, at: datetime) -> "list[GatewayEvent]":
    waiting = GatewayEvent.objects.filter(status=EventStatus.RECEIVED, received_at__lte=at - _SOON_ENOUGH)
    return list(waiting.order_by("received_at")[:AT_ONCE])


def _unsent(*, at: datetime) -> "list[Refund]":
    waiting = Refund.objects.filter(status__in=REFUND_OPEN, requested_at__lte=at - _SOON_ENOUGH)
    return list(waiting.select_related("payment").order_by("requested_at")[:AT_ONCE])
