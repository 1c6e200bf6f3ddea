"""The pages of what a member paid for: their first data, and their first picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.catalog.selectors import enrolments
from apps.commerce.selectors import orders
from apps.core import ids
from apps.core.api.paging import Slice
from apps.site import confirmation_query as confirmed_live
from apps.site import confirmations, own_courses, own_events, own_orders, receipts
from apps.site.receipts import Order

Answers = list[tuple[list[Any], Any]]

PAGE = 10
"""Twin: features/orders/queries.ts, which asks for the rest."""

_ONE = Slice(0, 1)


@dataclass(frozen=True, slots=True)
class Shown:
    context: Mapping[str, Any]
    answers: Answers = field(default_factory=list)


def listed(*, person: User) -> Shown:
    part = Slice(0, PAGE)
    rows, total = orders.listed(person=person, kind=None, asked=part)
    return Shown(
        {"rows": [own_orders.row(order) for order in rows], "total": total},
        [(_list_key(part), {"data": rows, "totalCount": total})],
    )


def one(*, order_id: str, person: User) -> Shown:
    """:raises UnknownOrder: if it is nobody's, or somebody else's"""
    order = _named(order_id, person)
    return Shown({"one": receipts.receipt(order)}, [_detail(order)])


def confirmed(*, name: str, order_id: str, person: User, usual: str, now: datetime) -> Shown:
    """
    What the page of this name confirms: the named order, else the latest of its kind.

    :raises UnknownOrder: if the named one is nobody's, or somebody else's
    """
    follow = confirmations.FOLLOWS[name]
    if follow.kind in confirmed_live.COLUMNS:
        return _live(follow, order_id=order_id, person=person, usual=usual, now=now)
    if order_id:
        order = _named(order_id, person)
        return Shown(_context(follow, order=order, usual=usual), [_detail(order)])
    rows, total = orders.listed(person=person, kind=follow.kind, asked=_ONE)
    answers: Answers = [(_list_key(_ONE, kind=follow.kind), {"data": rows, "totalCount": total})]
    latest = next(iter(rows), None)
    taken = enrolments.listed(person=person, status=None, asked=_ONE, now=now)
    answers.append((["catalog", "booked", {"skip": 0, "limit": 1}], taken))
    course = next(iter(taken["data"]), None)
    # The course taken last may have cost nothing, and then the order is another's.
    is_its = latest is not None and course is not None and latest["itemId"] == course["_id"]
    context = _context(follow, order=latest if is_its else None, usual=usual)
    return Shown({**context, "row": None if course is None else own_courses.row(course)}, answers)


def _live(follow: confirmations.Follow, *, order_id: str, person: User, usual: str, now: datetime) -> Shown:
    found = confirmed_live.live(kind=follow.kind, order_id=order_id, person=person, now=now)
    order = found.order
    asked = {"kind": follow.kind} | ({"order": order_id} if order_id else {})
    answers: Answers = [(["dashboard", "confirmed", asked], {"data": found.on_wire()})]
    if order is not None:
        answers.append(_detail(order))
    events = [own_events.next_row(entry, now=now) for entry in found.events]
    return Shown({**_context(follow, order=order, usual=usual), "events": events}, answers)


def _context(follow: confirmations.Follow, *, order: Order | None, usual: str) -> dict[str, Any]:
    return {
        "follow": follow,
        "one": None if order is None else receipts.receipt(order),
        "heading": confirmations.heading(order, usual=usual),
        "is_theirs": order is None or order["status"] == "paid",
    }


def _named(order_id: str, person: User) -> Order:
    return orders.shown(orders.own(order_id=ids.sought(order_id), person=person))


def _detail(order: Order) -> tuple[list[Any], Any]:
    return (["orders", "detail", order["_id"]], {"data": order})


def _list_key(part: Slice, **asked: str) -> list[Any]:
    return ["orders", "list", {**asked, "skip": part.skip, "limit": part.limit}]
