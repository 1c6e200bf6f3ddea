"""What a confirmation page of something live confirms: an order with what it booked, or a free booking."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.commerce.selectors import orders
from apps.core import ids
from apps.live.selectors import agenda
from apps.site.receipts import Order

COLUMNS: Mapping[str, str] = {"webinar": "webinar", "mentorship": "mentorship", "liveTrading": "session"}


@dataclass(frozen=True, slots=True)
class Confirmed:
    order: Order | None
    events: list[agenda.Entry]

    def on_wire(self) -> dict[str, Any]:
        return {"orderId": None if self.order is None else self.order["_id"], "events": self.events}


def live(*, kind: str, order_id: str, person: User, now: datetime) -> Confirmed:
    """
    The named order, else the booking made last: with its order and all that it booked, if it was paid for.

    :raises UnknownOrder: if the named one is nobody's, or somebody else's
    """
    if order_id:
        order = orders.shown(orders.own(order_id=ids.sought(order_id), person=person))
        return _with_events(order, person=person, now=now)
    events, line_id = agenda.latest(person=person, column=COLUMNS[kind], now=now)
    paid = None if line_id is None else orders.with_line(line_id=line_id, person=person)
    return (
        Confirmed(None, events) if paid is None else _with_events(orders.shown(paid), person=person, now=now)
    )


def _with_events(order: Order, *, person: User, now: datetime) -> Confirmed:
    lines = [UUID(line["_id"]) for line in order["lines"]]
    return Confirmed(order, agenda.bought_with(person=person, lines=lines, now=now))
