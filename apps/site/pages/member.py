"""The pages of a member: settings, My Learnings, dashboard, orders and confirmations; and Pro."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from apps.accounts.api.profile_serializers import ConsentOut
from apps.accounts.models import User
from apps.accounts.selectors import consents, devices, mobile_changes
from apps.accounts.selectors.pro_facts import pro_facts
from apps.catalog.selectors import enrolments, wish_lists
from apps.catalog.selectors.enrolments import CourseReader
from apps.catalog.states import EnrolmentStatus
from apps.commerce.selectors import orders
from apps.core import ids
from apps.core.api.pagination import Slice
from apps.live.selectors import bookings, calendar_files, waiting
from apps.live.selectors.booking_reader import BookingReader
from apps.live.states import EventStatus
from apps.pro.api.serializers import SubscriptionsOut
from apps.pro.selectors import purchases
from apps.site import confirmation_query, dashboard
from apps.site.pages.common import (
    PageBuilder,
    PageContent,
    PageRequest,
    Part,
    pro_section,
    slice_key,
    testimonials_and_faq,
)
from apps.site.routes import Route
from apps.support.selectors import requests as support
from apps.support.selectors.requests import Reader

# As the browser requests them first; it requests the rest.
_CONSENTS, _COURSES, _ORDERS = Slice(0, 10), Slice(0, 10), Slice(0, 10)
_BOOKINGS_OF_ALL_KINDS, _BOOKINGS_OF_ONE_KIND, _CREDITS = Slice(0, 5), Slice(0, 10), Slice(0, 20)
_WAITLIST = Slice(0, 20)
_LATEST = Slice(0, 1)

_PRO_FAQ = "Courses and Webinar"
"""The topic of the FAQ that the Pro page is limited to."""

_LIVE_KEYS = {"sessions": "bookings", "webinars": "bookedWebinars", "mentorships": "bookedMentorships"}
_COLUMNS = {"sessions": "session", "webinars": "webinar", "mentorships": "mentorship"}
_KINDS = (*_LIVE_KEYS, "courses", "pro")
"""The values of `?kind=` on My Learnings."""

_CONFIRMED_KINDS: Mapping[str, str] = {
    "course-confirmation": "course",
    "webinar-confirmation": "webinar",
    "mentorship-confirmation": "mentorship",
    "live-trading-confirmation": "liveTrading",
}

MemberBuilder = Callable[[Route, PageRequest, User], PageContent]


def _for_members(build: MemberBuilder) -> PageBuilder:
    """Visitors get the page without data."""

    def build_page(route: Route, request: PageRequest) -> PageContent:
        return PageContent() if request.person is None else build(route, request, request.person)

    return build_page


def _settings(_route: Route, request: PageRequest, person: User) -> PageContent:
    def get_consents() -> Any:
        entries = consents.list_for(person=person)
        rows = ConsentOut(entries[_CONSENTS.skip : _CONSENTS.end], many=True).data
        return {"data": rows, "totalCount": entries.count()}

    def get_feed() -> Any:
        return {"url": calendar_files.feed_url(calendar_files.own_feed_key(person=person))}

    def get_devices() -> Any:
        own_devices = devices.list_for(person=person, session_key=request.session_key, at=request.now)
        return {"data": own_devices, "totalCount": len(own_devices)}

    return PageContent(
        parts=[
            (["consents", slice_key(_CONSENTS)], get_consents),
            (["devices"], get_devices),
            (["calendar", "feed"], get_feed),
            (["mobile-change"], lambda: {"data": mobile_changes.pending_for(person=person)}),
        ]
    )


def _overview(reader: CourseReader, booking_reader: BookingReader) -> Part:
    return (["dashboard"], lambda: {"data": dashboard.overview(reader, booking_reader)})


def _waitlist(request: PageRequest, person: User) -> Part:
    get_entries = partial(waiting.of_person, person=person, page=_WAITLIST, now=request.now)
    return (["live", "waitlist", slice_key(_WAITLIST)], partial(_page_of, get_entries))


def _dashboard(_route: Route, request: PageRequest, person: User) -> PageContent:
    return PageContent(
        parts=[
            _overview(CourseReader(person, request.now), BookingReader(person, request.now)),
            _waitlist(request, person),
        ]
    )


def _my_learnings(_route: Route, request: PageRequest, person: User) -> PageContent:
    kind = next((kind for kind in request.query.getlist("kind")[:1] if kind in _KINDS), None)
    status = "".join(request.query.getlist("status")[:1])

    def get_subscriptions() -> Any:
        return {"data": SubscriptionsOut(pro_facts(person=person, at=request.now)).data}

    reader, booking_reader = CourseReader(person, request.now), BookingReader(person, request.now)
    parts: list[Part] = [
        _overview(reader, booking_reader),
        _waitlist(request, person),
        # Always, so that the page does not move when the filter is removed.
        (["pro", "booked"], lambda: {"data": purchases.list_purchases(person=person, at=request.now)}),
        (["pro", "subscriptions"], get_subscriptions),
    ]
    for name in _LIVE_KEYS:
        if kind in (None, name):
            part = _BOOKINGS_OF_ONE_KIND if kind else _BOOKINGS_OF_ALL_KINDS
            parts.append(_booked(name, part, status=status, reader=booking_reader))
    if kind in (None, "sessions"):
        parts.append(_credits(booking_reader))
    if kind in (None, "courses"):
        parts.append(_own_courses(reader, status=status))
    return PageContent(parts=parts)


def _page_of(get_rows: Callable[[], tuple[Sequence[Mapping[str, Any]], int]]) -> Any:
    rows, total = get_rows()
    return {"data": rows, "totalCount": total}


def _booked(name: str, part: Slice, *, status: str, reader: BookingReader) -> Part:
    live_status = EventStatus(status) if status in EventStatus.values else None
    column = _COLUMNS[name]
    page = bookings.list_page(column=column, status=live_status, part=part, now=reader.now)
    reader.pages.append(page)
    get_rows: Callable[[], tuple[Sequence[Mapping[str, Any]], int]] = (
        partial(bookings.sessions, reader, page)
        if column == "session"
        else partial(bookings.events, reader, page, column=column)
    )
    key = slice_key(part) | ({"status": live_status.value} if live_status else {})
    return (["live", _LIVE_KEYS[name], key], partial(_page_of, get_rows))


def _credits(reader: BookingReader) -> Part:
    page = bookings.credit_page(part=_CREDITS, now=reader.now)
    reader.pages.append(page)
    get_credits = partial(bookings.credits, reader, page)
    return (["live", "credits", slice_key(_CREDITS)], partial(_page_of, get_credits))


def _own_courses(reader: CourseReader, *, status: str) -> Part:
    known = EnrolmentStatus(status) if status in EnrolmentStatus.values else None
    key = slice_key(_COURSES) | ({"status": known.value} if known else {})
    get_owned = partial(enrolments.list_enrolments, reader, status=known, part=_COURSES)
    return (["catalog", "booked", key], get_owned)


def _orders(_route: Route, request: PageRequest, person: User) -> PageContent:
    """:raises UnknownOrder: if the URL names an order that the person does not have"""
    order_id = request.query.get("order", "")
    if order_id:
        return PageContent([_order(order_id, person)])
    is_of_sessions = request.query.get("kind") == "sessions"
    key = slice_key(_ORDERS) | ({"kind": "sessions"} if is_of_sessions else {})
    kind = "liveTrading" if is_of_sessions else None
    get_list = partial(orders.list_page, person=person, kind=kind, page=_ORDERS)
    return PageContent(parts=[(["orders", "list", key], partial(_page_of, get_list))])


def _support(_route: Route, request: PageRequest, person: User) -> PageContent:
    """:raises UnknownRequest: if the URL names a request that the person did not send"""
    number = request.query.get("request", "")
    if not number:
        return PageContent(
            parts=[(["support", "requests"], lambda: {"data": support.list_for(person=person)})]
        )
    row = support.get_own(person=person, number=number)
    reader = Reader(audience="support", person_id=person.pk, now=request.now)
    return PageContent([(["support", "request", number], {"data": support.serialize(row, reader=reader)})])


def _support_request(_route: Route, request: PageRequest) -> PageContent:
    """:raises UnknownRequest: if the link is not valid, has expired or was ended"""
    key = request.query.get("key", "")
    row = support.get_linked(key=key, now=request.now)
    reader = Reader(audience="support link", person_id=None, now=request.now)
    return PageContent([(["support", "linked", key], {"data": support.serialize(row, reader=reader)})])


def _wish_list(_route: Route, request: PageRequest, person: User) -> PageContent:
    get_list = partial(wish_lists.wish_list, person=person, now=request.now)
    return PageContent(parts=[(["catalog", "wishList"], get_list)])


def _order(order_id: str, person: User) -> tuple[list[Any], Any]:
    order = orders.serialize(orders.get_own(order_id=ids.lookup_id(order_id), person=person))
    return (["orders", "detail", order["_id"]], {"data": order})


def _confirmation(route: Route, request: PageRequest, person: User) -> PageContent:
    """
    The order in the URL, or else the latest of its kind.

    :raises UnknownOrder: if the person has no such order
    """
    kind, order_id = _CONFIRMED_KINDS[route.name], request.query.get("order", "")
    if kind in confirmation_query.BOOKING_FIELDS:
        return _confirmed_events(kind, order_id, request=request, person=person)
    if order_id:
        return PageContent([_order(order_id, person)])
    latest_order = _page_of(partial(orders.list_page, person=person, kind=kind, page=_LATEST))
    taken = enrolments.list_enrolments(CourseReader(person, now=request.now), status=None, part=_LATEST)
    return PageContent(
        [
            (["orders", "list", slice_key(_LATEST) | {"kind": kind}], latest_order),
            (["catalog", "booked", slice_key(_LATEST)], taken),
        ]
    )


def _confirmed_events(kind: str, order_id: str, *, request: PageRequest, person: User) -> PageContent:
    found = confirmation_query.find_confirmation(kind=kind, order_id=order_id, person=person, now=request.now)
    params = {"kind": kind} | ({"order": order_id} if order_id else {})
    order = found.order
    return PageContent(
        [
            (["dashboard", "confirmed", params], {"data": found.as_json()}),
            *([] if order is None else [(["orders", "detail", order["_id"]], {"data": order})]),
        ]
    )


def _pro(_route: Route, request: PageRequest) -> PageContent:
    return PageContent(
        parts=[pro_section(request), *testimonials_and_faq()], faq_topics=lambda title: title == _PRO_FAQ
    )


BUILDERS: dict[str, PageBuilder] = {
    "pro": _pro,
    **dict.fromkeys(
        ("login", "signup", "lost-number", "confirm-email", "recording"),
        lambda _route, _request: PageContent(),
    ),
    "settings": _for_members(_settings),
    "my-learnings": _for_members(_my_learnings),
    "dashboard": _for_members(_dashboard),
    "orders": _for_members(_orders),
    "wish-list": _for_members(_wish_list),
    "support": _for_members(_support),
    "support-request": _support_request,
    **dict.fromkeys(_CONFIRMED_KINDS, _for_members(_confirmation)),
}
