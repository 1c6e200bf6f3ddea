"""
Finding anything by the beginning of its name or number, for the search box of the admin.

Only kinds that the staff member may view are searched. Big tables are searched by exact values or by
prefixes that have an index; what an input cannot be is not searched for at all.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import cached_property

from apps.accounts.models import Delivery, User
from apps.accounts.selectors import message_log, people_search
from apps.catalog.models import Course
from apps.commerce.models import Invoice, Order
from apps.commerce.selectors import order_search
from apps.core import publishing
from apps.core.formatting import exact_price, words_of
from apps.core.plain_text import JOINERS
from apps.core.prefix_search import starts_with
from apps.live.models import Booking, LiveTrading, Mentorship, Webinar
from apps.support.models import ContactMessage, Ticket
from apps.support.selectors.numbers import number_prefix

LIMIT = 5
LONGEST = 100
_SHORTEST = 2
_LONG_CODE = 10
_FETCHED = LIMIT + 1


@dataclass(frozen=True, slots=True)
class Result:
    title: str
    detail: str
    url: str


@dataclass(frozen=True, slots=True)
class Group:
    """Results of a kind; `url` is its own list, with the same search."""

    name: str
    url: str
    results: list[Result]
    has_more: bool


@dataclass
class _Search:
    """One input; what several kinds need is read once."""

    text: str
    staff: Any

    @property
    def code(self) -> str:
        """As a number of an order, an invoice or a ticket is spelled."""
        return "".join(self.text.split()).upper()

    @property
    def mobile(self) -> str:
        """A complete mobile number, or ''."""
        return people_search.complete_number(self.text)

    @property
    def is_email(self) -> bool:
        return "@" in self.text

    @property
    def is_word(self) -> bool:
        """Could be part of a title."""
        return not self.is_email and any(character.isalpha() for character in self.text)

    @property
    def is_code(self) -> bool:
        """Could be a number or an id: almost all have a digit, and all are long."""
        is_long = len(self.text) >= _LONG_CODE and " " not in self.text
        return not self.is_email and (is_long or any(character.isdecimal() for character in self.text))

    @cached_property
    def people(self) -> list[User]:
        return people_search.first_matches(text=self.text, limit=_FETCHED)

    @cached_property
    def order_ids(self) -> set[UUID]:
        return order_search.find_order_ids(self.text) if self.is_code else set()


Finder = Callable[[_Search], Iterable[Result]]


def normalise(text: str) -> str:
    """Without control characters, which no column holds, and cut. Names in Hindi have joiners."""
    printable = "".join(
        character if character.isprintable() or character in JOINERS else " "
        for character in text[: 4 * LONGEST]
    )
    return " ".join(printable.split())[:LONGEST]


def find(*, text: str, request: HttpRequest) -> list[Group]:
    """The groups that have results; those that a complete number names come first."""
    if len(text) < _SHORTEST:
        return []
    search = _Search(text, request.user)
    groups = []
    for name, model, finder in _KINDS:
        if admin.site._registry[model].has_view_permission(request):
            results = list(finder(search))
            if results:
                has_more = len(results) > LIMIT
                meta = model._meta
                address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
                groups.append(Group(name, f"{address}?{urlencode({'q': text})}", results[:LIMIT], has_more))
    if search.order_ids and not search.mobile:
        groups.sort(key=lambda group: group.name not in _NAMED_BY_NUMBER)
    return groups


def personal_names(groups: Iterable[Group]) -> list[str]:
    """Those of the groups whose lists show personal data."""
    registry: Any = admin.site._registry
    personal = {name for name, model, _ in _KINDS if registry[model].shows_personal_data}
    return [group.name for group in groups if group.name in personal]


def _people(search: _Search) -> Iterable[Result]:
    for person in search.people:
        detail = _joined(person.mobile, person.email, "" if person.is_active else "blocked")
        yield Result(person.name or "No name", detail, reverse("office:learner", args=[person.pk]))


def _orders(search: _Search) -> Iterable[Result]:
    if not search.order_ids:
        return
    rows = Order.objects.filter(pk__in=_some(search.order_ids)).select_related("person")
    for order in rows.order_by("-placed_at", "-pk")[:_FETCHED]:
        detail = _joined(
            order.quote["title"],
            order.get_status_display(),
            exact_price(order.bill_paise),
            str(order.person),
            _day(order.placed_at),
        )
        yield Result(order.number, detail, _change_url(order))


def _invoices(search: _Search) -> Iterable[Result]:
    if not search.order_ids:
        return
    rows = Invoice.objects.filter(order__in=_some(search.order_ids)).order_by("-issued_at", "-pk")
    for invoice in rows[:_FETCHED]:
        content = invoice.content
        detail = _joined(
            content["buyer"]["name"], exact_price(content["total_paise"]), _day(invoice.issued_at)
        )
        yield Result(invoice.number, detail, _change_url(invoice))


def _bookings(search: _Search) -> Iterable[Result]:
    people = [person.pk for person in search.people]
    if not people:
        return
    rows = Booking.objects.filter(person__in=people).select_related(
        "person", "webinar", "mentorship", "session__program"
    )
    for booking in rows.order_by("-made_at", "-pk")[:_FETCHED]:
        detail = _joined(str(booking.person), booking.status_label, _day(booking.item.starts_at))
        yield Result(str(booking), detail, _change_url(booking))


def _titles(model: Any) -> Finder:
    """These tables are small: a title is found by any part of it."""

    def finder(search: _Search) -> Iterable[Result]:
        if not search.is_word:
            return
        named = Q(title__icontains=search.text) | Q(weburlname__icontains=search.text)
        rows = model.objects.filter(named).order_by("title", "pk")
        for row in rows[:_FETCHED]:
            state = publishing.publication(row, at=timezone.now())
            detail = _joined(row.weburlname, "" if state == publishing.PUBLISHED else state)
            yield Result(row.title, detail, _change_url(row))

    return finder


def _submissions(model: Any) -> Finder:
    def finder(search: _Search) -> Iterable[Result]:
        if search.mobile:
            condition = Q(mobile=search.mobile)
        elif search.is_code:
            condition = starts_with("number", number_prefix(search.text) or search.code)
        else:
            return
        rows = model.objects.filter(condition).order_by("-received_at", "-pk")
        for row in rows.only("number", "name", "subject", "received_at")[:_FETCHED]:
            detail = _joined(row.subject, row.name, _day(row.received_at))
            yield Result(row.number, detail, _change_url(row))

    return finder


def _messages(search: _Search) -> Iterable[Result]:
    if not (search.mobile or search.is_email):
        return
    to = [search.mobile] if search.mobile else sorted({search.text, search.text.lower()})
    rows = message_log.visible_to(staff=search.staff).filter(to__in=to).newest_first()
    for row in rows[:_FETCHED]:
        detail = _joined(row.get_channel_display(), row.get_status_display(), _day(row.created_at))
        yield Result(f"{words_of(row.template)} to {row.to}", detail, _change_url(row))


_KINDS: tuple[tuple[str, type[Model], Finder], ...] = (
    ("People", User, _people),
    ("Orders", Order, _orders),
    ("Invoices", Invoice, _invoices),
    ("Bookings", Booking, _bookings),
    ("Courses", Course, _titles(Course)),
    ("Webinars", Webinar, _titles(Webinar)),
    ("Mentorships", Mentorship, _titles(Mentorship)),
    ("Programs", LiveTrading, _titles(LiveTrading)),
    ("Tickets", Ticket, _submissions(Ticket)),
    ("Contact messages", ContactMessage, _submissions(ContactMessage)),
    ("Messages", Delivery, _messages),
)


_NAMED_BY_NUMBER = ("Orders", "Invoices")


def _some(ids: set[UUID]) -> list[UUID]:
    """A person may have thousands of orders, and a query takes so many parameters only."""
    return sorted(ids)[-500:]


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _day(at: Any) -> str:
    return str(formats.date_format(timezone.localtime(at), "DATE_FORMAT"))


def _change_url(row: Model) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
