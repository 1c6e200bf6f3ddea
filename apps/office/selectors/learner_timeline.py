"""
What happened to a learner, newest first.

One query collects all kinds as rows of text, so a page costs the same however many rows there are. What the
texts mean is told here, kind by kind.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.db.models import (
    Case,
    CharField,
    DateTimeField,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Concat
from django.http import HttpRequest
from django.urls import reverse

from apps.accounts import consent_texts
from apps.accounts.models import Consent, Delivery, Entitlement, LoginSession, MobileChange, User
from apps.accounts.models.delivery import DeliveryQuerySet
from apps.accounts.selectors import message_log
from apps.accounts.states import (
    ConsentChannel,
    DeliveryStatus,
    MessageChannel,
    MobileChangeStatus,
    Scope,
    Source,
)
from apps.catalog.models import Certificate, Course, TopicProgress
from apps.commerce.models import Order
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.office.selectors.learner import SESSION_PERMISSIONS, may_view
from apps.support.models import ContactMessage, Ticket

PAGE_SIZE = 25
LAST_PAGE = 400
UNBOOKED = (BookingStatus.HELD, BookingStatus.RELEASED)


@dataclass(frozen=True, slots=True)
class Event:
    at: datetime
    subject: str
    title: str
    detail: str
    url: str


@dataclass(frozen=True, slots=True)
class Page:
    number: int
    events: list[Event]
    has_older: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    """Rows of one kind, with up to three texts; `describe` makes title and detail of these."""

    subject: str
    rows: QuerySet[Any]
    at: str
    describe: Callable[[str, str, str], tuple[str, str]]
    texts: tuple[Any, ...]
    links_to: type[Model] | None = None


def read(*, person: User, request: HttpRequest, page: int) -> Page:
    kinds = list(_kinds(person, request))
    if not kinds:
        return Page(page, [], has_older=False)
    first, *others = (_as_text(kind, position) for position, kind in enumerate(kinds))
    rows = first.union(*others, all=True).order_by("-event_at", "event_kind", "event_key")
    skipped = (page - 1) * PAGE_SIZE
    found = list(rows[skipped : skipped + PAGE_SIZE + 1])
    events = [_event(kinds[int(row[0])], row) for row in found[:PAGE_SIZE]]
    return Page(page, events, has_older=len(found) > PAGE_SIZE and page < LAST_PAGE)


def _as_text(kind: _Kind, position: int) -> Any:
    texts = [*kind.texts, *[Value("")] * (3 - len(kind.texts))]
    columns = {
        "event_kind": _text(Value(str(position))),
        "event_at": Cast(F(kind.at), DateTimeField()),
        **{f"event_text_{number}": _text(text) for number, text in enumerate(texts)},
        "event_key": _text(F("pk")),
    }
    rows = kind.rows.order_by().filter(**{f"{kind.at}__isnull": False})
    return rows.annotate(**columns).values_list(*columns)


def _text(value: Any) -> Any:
    return Coalesce(Cast(F(value) if isinstance(value, str) else value, CharField()), Value(""))


def _event(kind: _Kind, row: tuple[Any, ...]) -> Event:
    _, at, *texts, key = row
    title, detail = kind.describe(*texts)
    url = ""
    if kind.links_to is not None:
        meta = kind.links_to._meta
        url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[UUID(key)])
    return Event(at, kind.subject, title, detail, url)


def _kinds(person: User, request: HttpRequest) -> Iterator[_Kind]:
    """The rows of each kind that the staff member may view."""
    staff = request.user
    for model, kinds in (
        (Entitlement, _access),
        (Order, _orders),
        (Booking, _bookings),
        (Course, _learning),
        (Delivery, partial(_messages, seen=message_log.visible_to(staff=staff))),
        (Ticket, _tickets),
        (ContactMessage, _contact_messages),
        (Consent, _consents),
        (MobileChange, _mobile_changes),
    ):
        if may_view(request, model):
            yield from kinds(person)
    if any(staff.has_perm(permission) for permission in SESSION_PERMISSIONS):
        sessions = LoginSession.objects.filter(person=person)
        yield _Kind("session", sessions, "started_at", lambda name, *_: ("Logged in", name), ("device",))
    yield _staff_actions(person)


def _access(person: User) -> Iterator[_Kind]:
    title = Subquery(Course.objects.filter(pk=OuterRef("item_id")).values("title"))
    item = Case(When(scope=Scope.PRO, then=Value("Pro")), default=Coalesce(title, Value("a deleted course")))

    def describe(item: str, label: str, source: str) -> tuple[str, str]:
        return f"Access to {item}", f"{label}, {Source(source).label.lower()}"

    def describe_end(item: str, *_: str) -> tuple[str, str]:
        return f"Access to {item} revoked", ""

    rows = Entitlement.objects.filter(person=person)
    yield _Kind("access", rows, "starts_at", describe, (item, "label", "source"), Entitlement)
    yield _Kind("problem", rows, "revoked_at", describe_end, (item,), Entitlement)


def _orders(person: User) -> Iterator[_Kind]:
    rows, texts = Order.objects.filter(person=person), ("number", KT("quote__title"))
    for subject, at, verb in (
        ("order", "placed_at", "placed"),
        ("payment", "paid_at", "paid"),
        ("refund", "refunded_at", "refunded"),
    ):
        yield _Kind(subject, rows, at, partial(_order_text, verb), texts, Order)


def _order_text(verb: str, number: str, title: str, _: str) -> tuple[str, str]:
    return f"Order {number} {verb}", title


def _bookings(person: User) -> Iterator[_Kind]:
    # A seat that was only held while somebody paid was never booked.
    rows = Booking.objects.filter(person=person).exclude(status__in=UNBOOKED)
    title = Coalesce("webinar__title", "mentorship__title", "session__name")

    def describe(title: str, booked_by: str, _: str) -> tuple[str, str]:
        return f"Booked: {title}", BookedBy(booked_by).label

    def describe_end(title: str, *_: str) -> tuple[str, str]:
        return f"Booking cancelled: {title}", ""

    yield _Kind("booking", rows, "made_at", describe, (title, "booked_by"), Booking)
    yield _Kind("problem", rows, "canceled_at", describe_end, (title,), Booking)


def _learning(person: User) -> Iterator[_Kind]:
    completed = TopicProgress.objects.filter(person=person, is_completed=True)
    certificates = Certificate.objects.filter(person=person)
    yield _Kind(
        "learning",
        completed,
        "updated_at",
        lambda topic, course, _: (f"Topic completed: {topic}", course),
        ("topic__title", "course__title"),
    )
    yield _Kind(
        "learning",
        certificates,
        "issued_at",
        lambda code, title, _: (f"Certificate {code}", title),
        ("code", "course_title"),
    )


def _messages(person: User, seen: DeliveryQuerySet) -> Iterator[_Kind]:
    def describe(template: str, channel: str, status: str) -> tuple[str, str]:
        return f"{MessageChannel(channel).label}: {template}", DeliveryStatus(status).label

    rows = message_log.to_person(person=person, of=seen)
    failed = Q(status__in=(DeliveryStatus.FAILED, DeliveryStatus.UNKNOWN))
    texts = ("template", "channel", "status")
    yield _Kind("message", rows.exclude(failed), "created_at", describe, texts, Delivery)
    yield _Kind("problem", rows.filter(failed), "created_at", describe, texts, Delivery)


def _tickets(person: User) -> Iterator[_Kind]:
    def describe(number: str, subject: str, _: str) -> tuple[str, str]:
        return f"Grievance {number}", subject

    rows = Ticket.objects.filter(person=person)
    yield _Kind("ticket", rows, "received_at", describe, ("number", "subject"), Ticket)
    yield _Kind(
        "ticket",
        rows,
        "closed_at",
        lambda number, *_: (f"Grievance {number} closed", ""),
        ("number",),
        Ticket,
    )


def _contact_messages(person: User) -> Iterator[_Kind]:
    def describe(number: str, subject: str, _: str) -> tuple[str, str]:
        return f"Contact message {number}", subject

    rows = ContactMessage.objects.filter(person=person)
    yield _Kind("ticket", rows, "received_at", describe, ("number", "subject"), ContactMessage)


def _consents(person: User) -> Iterator[_Kind]:
    def describe(kind: str, version: str, decision: str) -> tuple[str, str]:
        verb, channel = decision.split()
        subject = consent_texts.subject(kind, version=version)
        return f"Consent {verb}: {subject}", ConsentChannel(channel).label

    verb = Case(When(is_given=True, then=Value("given ")), default=Value("withdrawn "))
    rows = Consent.objects.filter(person=person)
    yield _Kind("consent", rows, "at", describe, ("kind", "text_version", Concat(verb, "channel")), Consent)


def _mobile_changes(person: User) -> Iterator[_Kind]:
    def describe(status: str, reason: str, _: str) -> tuple[str, str]:
        return f"Number change: {MobileChangeStatus(status).label.lower()}", reason

    rows = MobileChange.objects.filter(person=person)
    yield _Kind("staff", rows, "requested_at", describe, ("status", "reason"), MobileChange)


def _staff_actions(person: User) -> _Kind:
    def describe(message: str, name: str, mobile: str) -> tuple[str, str]:
        return name or f"Staff, number ending in {mobile[-2:]}", LogEntry(
            change_message=message
        ).get_change_message()

    meta = User._meta
    rows = LogEntry.objects.filter(
        content_type__app_label=meta.app_label, content_type__model=meta.model_name, object_id=str(person.pk)
    )
    return _Kind("staff", rows, "action_time", describe, ("change_message", "user__name", "user__mobile"))
