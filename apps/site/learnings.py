"""My Learnings: initial data and first paint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.http import QueryDict

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.catalog.selectors import enrolments
from apps.core.api.pagination import Slice
from apps.live.selectors import bookings
from apps.live.states import EventStatus
from apps.pro.api.serializers import SubscriptionsOut
from apps.pro.selectors import purchases
from apps.site import dashboard, own_courses, own_events, own_pro

Answers = list[tuple[list[Any], Any]]

KINDS: Mapping[str, str] = {
    **{name: kind.title for name, kind in own_events.KINDS.items()},
    "courses": "Courses",
    "pro": "Pro",
}
"""Mirrored by features/my-learnings/lib/urlState.ts."""

_COLUMNS = {"webinars": "webinar", "mentorships": "mentorship"}
_KEYS = {"sessions": "bookings", "webinars": "bookedWebinars", "mentorships": "bookedMentorships"}


@dataclass(frozen=True, slots=True)
class Section:
    """The bookings of one kind that the page shows."""

    name: str
    kind: own_events.Kind
    rows: list[own_events.Row]
    total: int
    nothing: str
    all_of_it: str | None
    """The link to all of them, if there are more."""


@dataclass(frozen=True, slots=True)
class _Query:
    kind: str | None
    status: str
    live_status: EventStatus | None
    person: User
    now: datetime

    @property
    def part(self) -> Slice:
        return Slice(0, own_events.PAGE if self.kind else own_events.OVERVIEW)

    def shows(self, name: str) -> bool:
        return self.kind is None or self.kind == name


@dataclass(frozen=True, slots=True)
class PagePart:
    context: Mapping[str, Any]
    answers: Answers = field(default_factory=list)


def page_part(*, params: QueryDict, person: User, now: datetime) -> PagePart:
    status = params.getlist("status")[:1]
    query = _Query(
        kind=next((kind for kind in params.getlist("kind")[:1] if kind in KINDS), None),
        status="".join(status),
        live_status=next((EventStatus(value) for value in status if value in EventStatus.values), None),
        person=person,
        now=now,
    )
    overview = dashboard.overview(person=person, now=now)
    parts = [_next(overview, now=now), _pro(query), _live(query)]
    if query.shows("courses"):
        parts.append(_courses(query))
    context: dict[str, Any] = {
        "kind": query.kind,
        "kinds": KINDS,
        "kept": f"kind={query.kind}" if query.kind else "",
        "shows_courses": query.shows("courses"),
    }
    answers: Answers = [(["dashboard"], {"data": overview})]
    for part in parts:
        context |= part.context
        answers += part.answers
    return PagePart(context, answers)


def _next(overview: dashboard.Dashboard, *, now: datetime) -> PagePart:
    """The next step: an event within a day, or else the course in progress."""
    first = next(iter(overview["next"]), None)
    if first is not None and first["kind"] != "course":
        return PagePart({"next_event": own_events.next_row(first, now=now)})
    return PagePart({"next": next(map(own_courses.row, overview["continueLearning"]), None)})


def _pro(query: _Query) -> PagePart:
    """Always part of the data, so that the page does not move when the filter is removed."""
    bought = purchases.list_purchases(person=query.person, at=query.now)
    times = subscriptions.list_for(person=query.person, at=query.now)
    is_alone = query.kind == "pro"
    pro = own_pro.overview(bought=bought, times=times, now=query.now, is_alone=is_alone)
    return PagePart(
        {
            "pro": pro,
            "is_pro_alone": is_alone,
            "shows_pro": query.shows("pro") and bool(is_alone or pro.total),
        },
        [
            (["pro", "booked"], {"data": bought}),
            (["pro", "subscriptions"], {"data": SubscriptionsOut({"subscriptions": times}).data}),
        ],
    )


def _live(query: _Query) -> PagePart:
    answers: Answers = []
    sections: list[Section] = []
    for name in filter(query.shows, own_events.KINDS):
        rows, total = _booked(name, query)
        answers.append((_key(name, query), {"data": rows, "totalCount": total}))
        sections.append(_section(name, rows, total, query))
    credits: list[own_events.CreditRow] = []
    if query.shows("sessions"):
        part = Slice(0, own_events.CREDITS)
        found, count = bookings.credits(person=query.person, page=part, now=query.now)
        answers.append((["live", "credits", _slice(part)], {"data": found, "totalCount": count}))
        credits = [own_events.credit_row(credit, now=query.now) for credit in found]
    is_held = {
        section.name: bool(section.total or (section.name == "sessions" and credits)) for section in sections
    }
    has_none = query.kind is None and not any(is_held.values())
    return PagePart(
        {
            "live_status": query.live_status,
            "live_statuses": own_events.STATUSES,
            "sections": [section for section in sections if query.kind or is_held[section.name]],
            "credits": credits,
            "has_no_live": has_none,
            "shows_live_filter": query.kind not in ("courses", "pro")
            and not (has_none and query.live_status is None),
        },
        answers,
    )


def _booked(name: str, query: _Query) -> tuple[Sequence[Mapping[str, Any]], int]:
    ask: Callable[..., tuple[Sequence[Mapping[str, Any]], int]] = (
        bookings.sessions if name == "sessions" else partial(bookings.events, column=_COLUMNS[name])
    )
    return ask(person=query.person, status=query.live_status, page=query.part, now=query.now)


def _section(name: str, rows: Sequence[Mapping[str, Any]], total: int, query: _Query) -> Section:
    kind, status = own_events.KINDS[name], query.live_status
    kept = f"&status={status.value}" if status else ""
    return Section(
        name=name,
        kind=kind,
        rows=[own_events.row(name, row, now=query.now) for row in rows],
        total=total,
        nothing=kind.without(status.value) if status else kind.nothing,
        all_of_it=f"?kind={name}{kept}" if not query.kind and len(rows) < total else None,
    )


def _courses(query: _Query) -> PagePart:
    status = own_courses.parse_status([query.status])
    part = Slice(0, own_courses.PAGE)
    owned = enrolments.list_enrolments(person=query.person, status=status, part=part, now=query.now)
    key = _slice(part) | ({"status": status.value} if status else {})
    return PagePart(
        {
            "rows": [own_courses.row(course) for course in owned["data"]],
            "total": owned["totalCount"],
            "status": status,
            "statuses": own_courses.STATUSES,
        },
        [(["catalog", "booked", key], owned)],
    )


def _key(name: str, query: _Query) -> list[Any]:
    status = {"status": query.live_status.value} if query.live_status else {}
    return ["live", _KEYS[name], _slice(query.part) | status]


def _slice(part: Slice) -> dict[str, Any]:
    return {"skip": part.skip, "limit": part.limit}
