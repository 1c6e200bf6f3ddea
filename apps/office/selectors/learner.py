"""One learner on one page: the newest rows of each kind, in one query a kind whatever their number."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.db.models import Case, CharField, Count, Max, Model, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Cast, Coalesce
from django.http import HttpRequest
from django.urls import reverse

from apps.accounts.models import Consent, Delivery, Entitlement, LoginSession, MobileChange, User
from apps.accounts.selectors import message_log
from apps.accounts.states import VIEW_MESSAGE_TEXT
from apps.catalog.models import Course, Topic, TopicProgress, WishListItem
from apps.commerce.models import Order
from apps.live.models import Booking
from apps.support.models import ContactMessage, Ticket

SHOWN = 10
SESSION_PERMISSIONS = ("accounts.end_session", "accounts.view_loginsession")


@dataclass(frozen=True, slots=True)
class Section:
    """The newest rows of a kind; `url` is the list of all, if there is one."""

    rows: list[Any]
    has_more: bool
    url: str = ""


@dataclass(frozen=True, slots=True)
class Learner:
    """Sections that the staff member may not view are None; `reads_texts` is about those of messages."""

    person: User
    access: Section | None
    orders: Section | None
    bookings: Section | None
    progress: Section | None
    messages: Section | None
    reads_texts: bool
    requests: Section | None
    consents: Section | None
    sessions: Section | None


def get_person(*, person_id: UUID) -> User | None:
    """With `wish_count` and `pending_change`, when a new number takes effect."""
    wishes = WishListItem.objects.filter(person=OuterRef("pk")).order_by().values("person")
    changes = MobileChange.objects.pending().filter(person=OuterRef("pk")).order_by().values("due_at")
    count = Subquery(wishes.annotate(count=Count("pk")).values("count"))
    people = User.objects.annotate(wish_count=Coalesce(count, 0), pending_change=Subquery(changes[:1]))
    return people.filter(pk=person_id).first()


def read(*, person: User, request: HttpRequest, at: datetime) -> Learner:
    def section(model: type[Model], rows: Callable[[], QuerySet[Any]], **filters: object) -> Section | None:
        return _section(rows(), model, filters) if may_view(request, model) else None

    # Not by number, which an erased account has no more.
    theirs = {"person__id__exact": person.pk}
    seen = message_log.visible_to(staff=request.user)
    can_see_sessions = any(request.user.has_perm(permission) for permission in SESSION_PERMISSIONS)
    return Learner(
        person=person,
        access=section(Entitlement, lambda: _access(person), **theirs),
        orders=section(Order, lambda: _orders(person), **theirs),
        bookings=section(Booking, lambda: _bookings(person), **theirs),
        progress=_section(_progress(person)) if may_view(request, Course) else None,
        messages=section(Delivery, lambda: message_log.to_person(person=person, of=seen), **theirs),
        reads_texts=request.user.has_perm(VIEW_MESSAGE_TEXT),
        requests=_requests(person, request),
        consents=section(Consent, lambda: Consent.objects.filter(person=person).newest_first(), **theirs),
        sessions=_section(_sessions(person, at=at)) if can_see_sessions else None,
    )


def may_view(request: HttpRequest, model: type[Model]) -> bool:
    return bool(admin.site._registry[model].has_view_permission(request))


def _section(rows: Any, model: type[Model] | None = None, filters: Any = None) -> Section:
    found = list(rows[: SHOWN + 1])
    url = ""
    if model is not None:
        meta = model._meta
        url = f"{reverse(f'admin:{meta.app_label}_{meta.model_name}_changelist')}?{urlencode(filters)}"
    return Section(found[:SHOWN], has_more=len(found) > SHOWN, url=url)


def _access(person: User) -> QuerySet[Any]:
    titles = Course.objects.filter(pk=OuterRef("item_id")).values("title")
    rows = Entitlement.objects.filter(person=person).annotate(course_title=Subquery(titles))
    # What has no end is listed first, then what ends last.
    return rows.order_by(Case(When(ends_at=None, then=0), default=1), "-ends_at", "-pk")


def _orders(person: User) -> QuerySet[Any]:
    rows = Order.objects.filter(person=person).select_related("invoice").order_by("-placed_at", "-pk")
    return rows.defer("request", "billing", "tax_lines", "invoice__content")


def _bookings(person: User) -> QuerySet[Any]:
    items = ("webinar", "mentorship", "session__program")
    return Booking.objects.filter(person=person).select_related(*items).order_by("-made_at", "-pk")


def _progress(person: User) -> QuerySet[Any, Any]:
    """Completed and published topics of each course, the one used last first."""
    is_published = Q(topic__is_published=True, topic__chapter__is_published=True)
    topics = Topic.objects.filter(is_published=True, chapter__is_published=True).order_by()
    of_course = topics.filter(chapter__course=OuterRef("course")).values("chapter__course")
    count = of_course.annotate(count=Count("pk")).values("count")
    return (
        TopicProgress.objects.filter(person=person)
        .values("course_id", "course__title")
        .annotate(
            completed=Count("pk", filter=is_published & Q(is_completed=True)),
            last_at=Max("updated_at"),
            topics=Coalesce(Subquery(count), 0),
        )
        .order_by("-last_at", "course_id")
    )


def _requests(person: User, request: HttpRequest) -> Section | None:
    """Grievances and contact messages, of those kinds that may be viewed, in one query."""
    status = Case(When(answered_at=None, then=Value("Waiting")), default=Value("Answered"))
    states = Ticket._meta.get_field("state").choices
    labels = Case(
        *(When(state=state, then=Value(label)) for state, label in states or ()), output_field=CharField()
    )
    parts = [
        model.objects.filter(person=person)
        .order_by()
        .annotate(model=Value(model._meta.model_name, CharField()), key=Cast("pk", CharField()), status=text)
        .values("model", "key", "number", "subject", "received_at", "status")
        for model, text in ((Ticket, labels), (ContactMessage, status))
        if may_view(request, model)
    ]
    if not parts:
        return None
    rows = parts[0].union(*parts[1:], all=True).order_by("-received_at", "number")
    found = _section(rows)
    for row in found.rows:
        row["url"] = reverse(f"admin:support_{row['model']}_change", args=[UUID(row["key"])])
    return found


def _sessions(person: User, *, at: datetime) -> QuerySet[LoginSession]:
    rows = LoginSession.objects.live_at(at).filter(person=person, device_id__isnull=False)
    return rows.order_by("-seen_at", "pk").only("device_id", "device", "started_at", "seen_at")
