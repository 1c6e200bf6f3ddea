"""The data of confirmation pages of live events: an order with its bookings, or a free booking."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.commerce.selectors import orders
from apps.commerce.selectors.orders import OrderContents
from apps.core import ids
from apps.live.selectors import agenda

BOOKING_FIELDS: Mapping[str, str] = {
    "webinar": "webinar",
    "mentorship": "mentorship",
    "liveTrading": "session",
}


@dataclass(frozen=True, slots=True)
class Confirmation:
    order: OrderContents | None
    events: list[agenda.Entry]

    def as_json(self) -> dict[str, Any]:
        return {"orderId": None if self.order is None else self.order["_id"], "events": self.events}


def find_confirmation(*, kind: str, order_id: str, person: User, now: datetime) -> Confirmation:
    """
    The order with this id and its bookings, or else the last booking, with its order if it was paid.

    :raises UnknownOrder: if the person has no such order
    """
    if order_id:
        order = orders.serialize(orders.get_own(order_id=ids.lookup_id(order_id), person=person))
        return _with_events(order, person=person, now=now)
    events, line_id = agenda.last_booked(person=person, column=BOOKING_FIELDS[kind], now=now)
    paid = None if line_id is None else orders.with_line(line_id=line_id, person=person)
    return (
        Confirmation(None, events)
        if paid is None
        else _with_events(orders.serialize(paid), person=person, now=now)
    )


def _with_events(order: OrderContents, *, person: User, now: datetime) -> Confirmation:
    lines = [UUID(line["_id"]) for line in order["lines"]]
    return Confirmation(order, agenda.bought_by_lines(person=person, lines=lines, now=now))
