"""The pages of orders and confirmations: initial data and first paint."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.catalog.selectors import enrolments
from apps.commerce.selectors import orders
from apps.core import ids
from apps.core.api.pagination import Slice
from apps.site import confirmation_query as confirmed_live
from apps.site import confirmations, own_courses, own_events, own_orders, receipts
from apps.site.receipts import Order

Answers = list[tuple[list[Any], Any]]

PAGE = 10
"""Mirrored by features/orders/queries.ts, which requests the rest."""

_ONE = Slice(0, 1)


@dataclass(frozen=True, slots=True)
class PagePart:
    context: Mapping[str, Any]
    answers: Answers = field(default_factory=list)


def order_list(*, person: User) -> PagePart:
    part = Slice(0, PAGE)
    rows, total = orders.list_page(person=person, kind=None, page=part)
    return PagePart(
        {"rows": [own_orders.row(order) for order in rows], "total": total},
        [(_list_key(part), {"data": rows, "totalCount": total})],
    )


def order_page(*, order_id: str, person: User) -> PagePart:
    """:raises UnknownOrder: if the person has no such order"""
    order = _order(order_id, person)
    return PagePart({"one": receipts.receipt(order)}, [_detail(order)])


def confirmation(*, name: str, order_id: str, person: User, usual: str, now: datetime) -> PagePart:
    """
    A confirmation page: of the order in the URL, or else of the latest of its kind.

    :raises UnknownOrder: if the person has no such order
    """
    follow = confirmations.FOLLOWS[name]
    if follow.kind in confirmed_live.BOOKING_FIELDS:
        return _live(follow, order_id=order_id, person=person, usual=usual, now=now)
    if order_id:
        order = _order(order_id, person)
        return PagePart(_context(follow, order=order, usual=usual), [_detail(order)])
    rows, total = orders.list_page(person=person, kind=follow.kind, page=_ONE)
    answers: Answers = [(_list_key(_ONE, kind=follow.kind), {"data": rows, "totalCount": total})]
    latest = next(iter(rows), None)
    taken = enrolments.list_enrolments(person=person, status=None, part=_ONE, now=now)
    answers.append((["catalog", "booked", {"skip": 0, "limit": 1}], taken))
    course = next(iter(taken["data"]), None)
    # The last course may have been free, and then the order belongs to another one.
    is_its = latest is not None and course is not None and latest["itemId"] == course["_id"]
    context = _context(follow, order=latest if is_its else None, usual=usual)
    return PagePart({**context, "row": None if course is None else own_courses.row(course)}, answers)


def _live(
    follow: confirmations.Follow, *, order_id: str, person: User, usual: str, now: datetime
) -> PagePart:
    found = confirmed_live.find_confirmation(kind=follow.kind, order_id=order_id, person=person, now=now)
    order = found.order
    params = {"kind": follow.kind} | ({"order": order_id} if order_id else {})
    answers: Answers = [(["dashboard", "confirmed", params], {"data": found.as_json()})]
    if order is not None:
        answers.append(_detail(order))
    events = [own_events.next_row(entry, now=now) for entry in found.events]
    return PagePart({**_context(follow, order=order, usual=usual), "events": events}, answers)


def _context(follow: confirmations.Follow, *, order: Order | None, usual: str) -> dict[str, Any]:
    return {
        "follow": follow,
        "one": None if order is None else receipts.receipt(order),
        "heading": confirmations.heading(order, usual=usual),
        "is_theirs": order is None or order["status"] == "paid",
    }


def _order(order_id: str, person: User) -> Order:
    return orders.serialize(orders.get_own(order_id=ids.lookup_id(order_id), person=person))


def _detail(order: Order) -> tuple[list[Any], Any]:
    return (["orders", "detail", order["_id"]], {"data": order})


def _list_key(part: Slice, **params: str) -> list[Any]:
    return ["orders", "list", {**params, "skip": part.skip, "limit": part.limit}]
