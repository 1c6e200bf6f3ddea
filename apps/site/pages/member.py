"""The pages of a member: settings, My Learnings, dashboard, orders and confirmations; and Pro."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from apps.accounts.api.profile_serializers import ConsentOut
from apps.accounts.models import User
from apps.accounts.selectors import consents, devices, mobile_changes, subscriptions
from apps.catalog.selectors import enrolments
from apps.catalog.states import EnrolmentStatus
from apps.commerce.selectors import orders
from apps.core import ids
from apps.core.api.pagination import Slice
from apps.live.selectors import bookings
from apps.live.states import EventStatus
from apps.pro.api.serializers import SubscriptionsOut
from apps.pro.selectors import purchases
from apps.site import confirmation_query, dashboard
from apps.site.pages.common import (
    Answers,
    PageBuilder,
    PageContent,
    PageRequest,
    pro_section,
    slice_key,
    testimonials_and_faq,
)
from apps.site.routes import Route

# As the browser requests them first; it requests the rest.
_CONSENTS, _COURSES, _ORDERS = Slice(0, 10), Slice(0, 10), Slice(0, 10)
_BOOKINGS_OF_ALL_KINDS, _BOOKINGS_OF_ONE_KIND, _CREDITS = Slice(0, 5), Slice(0, 10), Slice(0, 20)
_LATEST = Slice(0, 1)

_LIVE_KEYS = {"sessions": "bookings", "webinars": "bookedWebinars", "mentorships": "bookedMentorships"}
_EVENT_COLUMNS = {"webinars": "webinar", "mentorships": "mentorship"}
_KINDS = (*_LIVE_KEYS, "courses", "pro")
"""The values of `?kind=` on My Learnings."""

_CONFIRMED_KINDS: Mapping[str, str] = {
    "course-confirmation": "course",
    "webinar-confirmation": "webinar",
    "mentorship-confirmation": "mentorship",
    "live-trading-confirmation": "liveTrading",
}

MemberBuilder = Callable[[Route, PageRequest, User], Answers]


def _for_members(build: MemberBuilder) -> PageBuilder:
    """Visitors get the page without data."""

    def build_page(route: Route, request: PageRequest) -> PageContent:
        return PageContent([] if request.person is None else build(route, request, request.person))

    return build_page


def _settings(_route: Route, request: PageRequest, person: User) -> Answers:
    entries = consents.list_for(person=person)
    rows = ConsentOut(entries[_CONSENTS.skip : _CONSENTS.end], many=True).data
    own_devices = devices.list_for(person=person, session_key=request.session_key, at=request.now)
    change = mobile_changes.pending_for(person=person)
    return [
        (["consents", slice_key(_CONSENTS)], {"data": rows, "totalCount": entries.count()}),
        (["devices"], {"data": own_devices, "totalCount": len(own_devices)}),
        (["mobile-change"], {"data": change}),
    ]


def _dashboard(_route: Route, request: PageRequest, person: User) -> Answers:
    return [(["dashboard"], {"data": dashboard.overview(person=person, now=request.now)})]


def _my_learnings(_route: Route, request: PageRequest, person: User) -> Answers:
    kind = next((kind for kind in request.query.getlist("kind")[:1] if kind in _KINDS), None)
    status = "".join(request.query.getlist("status")[:1])
    bought = purchases.list_purchases(person=person, at=request.now)
    times = subscriptions.list_for(person=person, at=request.now)
    answers: Answers = [
        (["dashboard"], {"data": dashboard.overview(person=person, now=request.now)}),
        # Always, so that the page does not move when the filter is removed.
        (["pro", "booked"], {"data": bought}),
        (["pro", "subscriptions"], {"data": SubscriptionsOut({"subscriptions": times}).data}),
    ]
    for name in _LIVE_KEYS:
        if kind in (None, name):
            part = _BOOKINGS_OF_ONE_KIND if kind else _BOOKINGS_OF_ALL_KINDS
            answers.append(_booked(name, part, status=status, request=request, person=person))
    if kind in (None, "sessions"):
        found, count = bookings.credits(person=person, page=_CREDITS, now=request.now)
        key = ["live", "credits", slice_key(_CREDITS)]
        answers.append((key, {"data": found, "totalCount": count}))
    if kind in (None, "courses"):
        answers.append(_own_courses(status=status, request=request, person=person))
    return answers


def _booked(
    name: str, part: Slice, *, status: str, request: PageRequest, person: User
) -> tuple[list[Any], Any]:
    live_status = EventStatus(status) if status in EventStatus.values else None
    get_rows: Callable[..., tuple[Sequence[Mapping[str, Any]], int]] = (
        bookings.sessions if name == "sessions" else partial(bookings.events, column=_EVENT_COLUMNS[name])
    )
    rows, total = get_rows(person=person, status=live_status, page=part, now=request.now)
    key = slice_key(part) | ({"status": live_status.value} if live_status else {})
    return (["live", _LIVE_KEYS[name], key], {"data": rows, "totalCount": total})


def _own_courses(*, status: str, request: PageRequest, person: User) -> tuple[list[Any], Any]:
    known = EnrolmentStatus(status) if status in EnrolmentStatus.values else None
    owned = enrolments.list_enrolments(person=person, status=known, part=_COURSES, now=request.now)
    key = slice_key(_COURSES) | ({"status": known.value} if known else {})
    return (["catalog", "booked", key], owned)


def _orders(_route: Route, request: PageRequest, person: User) -> Answers:
    """:raises UnknownOrder: if the URL names an order that the person does not have"""
    order_id = request.query.get("order", "")
    return [_order(order_id, person) if order_id else _order_list(_ORDERS, person=person)]


def _order(order_id: str, person: User) -> tuple[list[Any], Any]:
    order = orders.serialize(orders.get_own(order_id=ids.lookup_id(order_id), person=person))
    return (["orders", "detail", order["_id"]], {"data": order})


def _order_list(part: Slice, *, person: User, kind: str | None = None) -> tuple[list[Any], Any]:
    rows, total = orders.list_page(person=person, kind=kind, page=part)
    key = slice_key(part) | ({"kind": kind} if kind else {})
    return (["orders", "list", key], {"data": rows, "totalCount": total})


def _confirmation(route: Route, request: PageRequest, person: User) -> Answers:
    """
    The order in the URL, or else the latest of its kind.

    :raises UnknownOrder: if the person has no such order
    """
    kind, order_id = _CONFIRMED_KINDS[route.name], request.query.get("order", "")
    if kind in confirmation_query.BOOKING_FIELDS:
        return _confirmed_events(kind, order_id, request=request, person=person)
    if order_id:
        return [_order(order_id, person)]
    taken = enrolments.list_enrolments(person=person, status=None, part=_LATEST, now=request.now)
    return [
        _order_list(_LATEST, person=person, kind=kind),
        (["catalog", "booked", slice_key(_LATEST)], taken),
    ]


def _confirmed_events(kind: str, order_id: str, *, request: PageRequest, person: User) -> Answers:
    found = confirmation_query.find_confirmation(kind=kind, order_id=order_id, person=person, now=request.now)
    params = {"kind": kind} | ({"order": order_id} if order_id else {})
    answers: Answers = [(["dashboard", "confirmed", params], {"data": found.as_json()})]
    if found.order is not None:
        answers.append((["orders", "detail", found.order["_id"]], {"data": found.order}))
    return answers


def _pro(_route: Route, request: PageRequest) -> PageContent:
    return PageContent([pro_section(request), *testimonials_and_faq()])


BUILDERS: dict[str, PageBuilder] = {
    "pro": _pro,
    **dict.fromkeys(("login", "signup"), lambda _route, _request: PageContent([])),
    "settings": _for_members(_settings),
    "my-learnings": _for_members(_my_learnings),
    "dashboard": _for_members(_dashboard),
    "orders": _for_members(_orders),
    **dict.fromkeys(_CONFIRMED_KINDS, _for_members(_confirmation)),
}
