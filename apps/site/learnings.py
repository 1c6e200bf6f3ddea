"""My Learnings: its first data, and its first picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.http import QueryDict

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.catalog.selectors import enrolments
from apps.core.api.paging import Slice
from apps.live.selectors import bookings
from apps.live.states import Moment
from apps.pro.api.serializers import SubscriptionsOut
from apps.pro.selectors import purchases
from apps.site import dashboard, own_courses, own_events, own_pro

Answers = list[tuple[list[Any], Any]]

KINDS: Mapping[str, str] = {
    **{name: kind.title for name, kind in own_events.KINDS.items()},
    "courses": "Courses",
    "pro": "Pro",
}
"""Twin: features/learnings/lib/asked.ts."""

_COLUMNS = {"webinars": "webinar", "mentorships": "mentorship"}
_KEYS = {"sessions": "bookings", "webinars": "bookedWebinars", "mentorships": "bookedMentorships"}


@dataclass(frozen=True, slots=True)
class Section:
    """What is booked of one kind, as far as the page shows it."""

    name: str
    kind: own_events.Kind
    rows: list[own_events.Row]
    total: int
    nothing: str
    all_of_it: str | None
    """Where all of it is shown, if there is more."""


@dataclass(frozen=True, slots=True)
class _Asked:
    kind: str | None
    status: str
    live_status: Moment | None
    person: User
    now: datetime

    @property
    def part(self) -> Slice:
        return Slice(0, own_events.PAGE if self.kind else own_events.OVERVIEW)

    def shows(self, name: str) -> bool:
        return self.kind is None or self.kind == name


@dataclass(frozen=True, slots=True)
class Shown:
    context: Mapping[str, Any]
    answers: Answers = field(default_factory=list)


def shown(*, query: QueryDict, person: User, now: datetime) -> Shown:
    status = query.getlist("status")[:1]
    asked = _Asked(
        kind=next((kind for kind in query.getlist("kind")[:1] if kind in KINDS), None),
        status="".join(status),
        live_status=next((Moment(value) for value in status if value in Moment.values), None),
        person=person,
        now=now,
    )
    overview = dashboard.of_person(person=person, now=now)
    parts = [_next(overview, now=now), _pro(asked), _live(asked)]
    if asked.shows("courses"):
        parts.append(_courses(asked))
    context: dict[str, Any] = {
        "kind": asked.kind,
        "kinds": KINDS,
        "kept": f"kind={asked.kind}" if asked.kind else "",
        "shows_courses": asked.shows("courses"),
    }
    answers: Answers = [(["dashboard"], {"data": overview})]
    for part in parts:
        context |= part.context
        answers += part.answers
    return Shown(context, answers)


def _next(overview: dashboard.Dashboard, *, now: datetime) -> Shown:
    """The one thing to do next: what is live within a day, else the course under way."""
    first = next(iter(overview["next"]), None)
    if first is not None and first["kind"] != "course":
        return Shown({"next_event": own_events.next_row(first, now=now)})
    return Shown({"next": next(map(own_courses.row, overview["continueLearning"]), None)})


def _pro(asked: _Asked) -> Shown:
    """Brought along whatever is asked for, so that the page stands still when all of it is."""
    bought = purchases.of_person(person=asked.person, at=asked.now)
    times = subscriptions.of_person(person=asked.person, at=asked.now)
    is_alone = asked.kind == "pro"
    pro = own_pro.shown(bought=bought, times=times, now=asked.now, is_alone=is_alone)
    return Shown(
        {
            "pro": pro,
            "is_pro_alone": is_alone,
            "shows_pro": asked.shows("pro") and bool(is_alone or pro.total),
        },
        [
            (["pro", "booked"], {"data": bought}),
            (["pro", "subscriptions"], {"data": SubscriptionsOut({"subscriptions": times}).data}),
        ],
    )


def _live(asked: _Asked) -> Shown:
    answers: Answers = []
    sections: list[Section] = []
    for name in filter(asked.shows, own_events.KINDS):
        rows, total = _booked(name, asked)
        answers.append((_key(name, asked), {"data": rows, "totalCount": total}))
        sections.append(_section(name, rows, total, asked))
    credits: list[own_events.CreditRow] = []
    if asked.shows("sessions"):
        part = Slice(0, own_events.CREDITS)
        found, count = bookings.credits(person=asked.person, asked=part, now=asked.now)
        answers.append((["live", "credits", _slice(part)], {"data": found, "totalCount": count}))
        credits = [own_events.credit_row(credit, now=asked.now) for credit in found]
    is_held = {
        section.name: bool(section.total or (section.name == "sessions" and credits)) for section in sections
    }
    has_none = asked.kind is None and not any(is_held.values())
    return Shown(
        {
            "live_status": asked.live_status,
            "live_statuses": own_events.STATUSES,
            "sections": [section for section in sections if asked.kind or is_held[section.name]],
            "credits": credits,
            "has_no_live": has_none,
            "shows_live_filter": asked.kind not in ("courses", "pro")
            and not (has_none and asked.live_status is None),
        },
        answers,
    )


def _booked(name: str, asked: _Asked) -> tuple[list[dict[str, Any]], int]:
    ask = bookings.sessions if name == "sessions" else partial(bookings.events, column=_COLUMNS[name])
    return ask(person=asked.person, status=asked.live_status, asked=asked.part, now=asked.now)


def _section(name: str, rows: list[dict[str, Any]], total: int, asked: _Asked) -> Section:
    kind, status = own_events.KINDS[name], asked.live_status
    kept = f"&status={status.value}" if status else ""
    return Section(
        name=name,
        kind=kind,
        rows=[own_events.row(name, row, now=asked.now) for row in rows],
        total=total,
        nothing=kind.without(status.value) if status else kind.nothing,
        all_of_it=f"?kind={name}{kept}" if not asked.kind and len(rows) < total else None,
    )


def _courses(asked: _Asked) -> Shown:
    status = own_courses.asked_status([asked.status])
    part = Slice(0, own_courses.PAGE)
    owned = enrolments.listed(person=asked.person, status=status, asked=part, now=asked.now)
    key = _slice(part) | ({"status": status.value} if status else {})
    return Shown(
        {
            "rows": [own_courses.row(course) for course in owned["data"]],
            "total": owned["totalCount"],
            "status": status,
            "statuses": own_courses.STATUSES,
        },
        [(["catalog", "booked", key], owned)],
    )


def _key(name: str, asked: _Asked) -> list[Any]:
    status = {"status": asked.live_status.value} if asked.live_status else {}
    return ["live", _KEYS[name], _slice(asked.part) | status]


def _slice(part: Slice) -> dict[str, Any]:
    return {"skip": part.skip, "limit": part.limit}
