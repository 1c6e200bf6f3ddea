"""
What the server knows of each page: its head, its first data, and its first picture.

A page's data comes from the very functions that answer the calls, under the keys that the browser's
queries use, so nothing is asked again and nothing can differ.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.catalog.selectors import booked, progress
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import public as content
from apps.core import cached, indian_states
from apps.core.api.paging import Slice
from apps.core.errors import Invalid, NotFound
from apps.live.selectors import public as live
from apps.site import (
    course_page,
    dashboard,
    members,
    own_courses,
    player,
    shelf,
    structured,
    trial,
    week_chart,
)
from apps.site.routes import NOT_FOUND, Match, Route, missing

LISTED_EVENTS = 50

Answers = list[tuple[list[Any], Any]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is asked with."""

    values: dict[str, str]
    query: QueryDict
    person: User | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Page:
    route: Route
    title: str
    description: str
    canonical: str
    body: str
    answers: Answers = field(default_factory=list)
    structured: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return self.route.name != NOT_FOUND


@dataclass(frozen=True, slots=True)
class Content:
    """What a route adds to the plain page: a template with its context, and data for the browser."""

    template: str
    context: dict[str, Any]
    answers: Answers
    title: str | None = None
    description: str | None = None
    canonical: str | None = None
    structured: list[dict[str, Any]] = field(default_factory=list)


def build(found: Match, *, query: QueryDict, person: User | None, now: datetime) -> Page:
    """The page; a visitor's is kept for everybody until staff save something that it shows."""
    asked = Asked(values=found.values, query=query, person=person, now=now)
    shown = _shown_query(found.route, query)
    key = f"page:{found.route.name}:{sorted(found.values.items())}:{shown}"
    try:
        if person is not None or shown is None:
            return _built(found.route, asked)
        return cached.remembered(
            topics=("site", "catalog", "live"), key=key, make=lambda: _built(found.route, asked)
        )
    except (NotFound, Invalid):
        # Never kept: anybody can make up addresses, and the cache has no room for all of them.
        return _built(missing(), asked)


def _shown_query(route: Route, query: QueryDict) -> str | None:
    """
    Only what the page shows may be part of the key, or anybody could fill the cache with pages; for the
    same reason a page of a rare query is not kept at all: None.
    """
    return shelf.key_of_kept(shelf.asked(query)) if route.name == "courses" else ""


def _built(route: Route, asked: Asked) -> Page:
    shown = _CONTENTS.get(route.name, _coming)(route, asked)
    site = content.site()["data"]
    return Page(
        route=route,
        title=shown.title or route.title,
        description=shown.description or route.lead,
        canonical=shown.canonical or route.path,
        body=render_to_string(
            shown.template, {"route": route, "site": site, "now": asked.now, **shown.context}
        ),
        answers=shown.answers,
        structured=shown.structured,
    )


def _coming(_route: Route, _asked: Asked) -> Content:
    return Content("pages/coming.html", {}, [])


def _no_chapter_yet(_route: Route, _asked: Asked) -> Content:
    raise NotFound()


def _home(_route: Route, asked: Asked) -> Content:
    courses = _courses(asked, limit=8)
    webinars = live.webinar_list(asked=Slice(0, 3), now=asked.now)
    categories = catalog.categories()
    return Content(
        "pages/home.html",
        {
            "courses": courses["courses"],
            "webinars": webinars["data"],
            "categories": categories["categories"],
            "trial": trial.for_page(person=asked.person, at=asked.now),
        },
        [
            (["catalog", "courses", {"skip": 0, "limit": 8}], courses),
            (["live", "webinars", {"skip": 0, "limit": 3}], webinars),
            (["catalog", "categories"], categories),
        ],
        structured=structured.organization(content.site()["data"]),
    )


def _course_listing(_route: Route, asked: Asked) -> Content:
    wanted = shelf.asked(asked.query)
    courses = _shelf_page(wanted, asked)
    options = catalog.course_options()
    return Content(
        "pages/courses.html",
        {
            "courses": courses["courses"],
            "total": courses["totalCount"],
            "shelf": shelf.picture(wanted, options=options["data"]),
        },
        [
            (["catalog", "courses", {**wanted, "skip": 0, "limit": shelf.PAGE}], courses),
            (["catalog", "options"], options),
        ],
    )


def _shelf_page(wanted: shelf.Shelf, asked: Asked) -> Any:
    filters = shelf.filters(wanted)
    if filters is None:
        return {"courses": [], "totalCount": 0}
    part = Slice(0, shelf.PAGE)
    return catalog.course_list(filters=filters, asked=part, person=asked.person, now=asked.now)


def _courses(asked: Asked, *, limit: int) -> Any:
    part = Slice(0, limit)
    return catalog.course_list(filters=CourseFilters(), asked=part, person=asked.person, now=asked.now)


def _events(kind: str, ask: Callable[..., Any]) -> Callable[[Route, Asked], Content]:
    def listed(_route: Route, asked: Asked) -> Content:
        found = ask(asked=Slice(0, LISTED_EVENTS), now=asked.now)
        key = ["live", kind, {"skip": 0, "limit": LISTED_EVENTS}]
        canonical = "/live-webinars" if kind == "webinars" else None
        return Content(
            "pages/events.html", {"kind": kind, "events": found["data"]}, [(key, found)], canonical=canonical
        )

    return listed


def _course(_route: Route, asked: Asked) -> Content:
    key = asked.values["courseId"]
    answer = catalog.course_detail(key=key, person=asked.person, now=asked.now)
    course = answer["data"]
    answers: Answers = [(["catalog", "course", key], answer)]
    last_topic_id = None
    if asked.person is not None and course["access"] is not None and course["access"]["granted"]:
        learned = progress.of_course(key=course["_id"], person=asked.person, at=asked.now)
        answers.append((["learning", "progress", course["_id"]], {"progress": learned}))
        last_topic_id = learned["lastTopicId"]
    return Content(
        "pages/course.html",
        {
            "course": course,
            "shown": course_page.picture(course, last_topic_id=last_topic_id),
            "is_member": asked.person is not None,
        },
        answers,
        title=course["title"],
        description=course["lead"] or course["long_description"],
        canonical=f"/courses/{course['weburlname']}",
        structured=[
            structured.course(
                course, provider=content.site()["data"], review_count=course_page.review_count(course)
            )
        ],
    )


def _event(
    kind: str, parameter: str, path: str, ask: Callable[..., Any], *, prefix: bool = False
) -> Callable[[Route, Asked], Content]:
    def shown(route: Route, asked: Asked) -> Content:
        key = asked.values[parameter]
        answer = ask(key=key)
        event = answer["data"]
        title = f"{route.title}: {event['title']}" if prefix else event["title"]
        return Content(
            "pages/event.html",
            {"event": event, "kind": kind, "heading": title},
            [(["live", kind, key], answer)],
            title=title,
            description=event["long_description"],
            canonical=f"{path}/{event['weburlname']}",
            structured=[structured.event(event, organizer=content.site()["data"])],
        )

    return shown


def _login(_route: Route, asked: Asked) -> Content:
    return Content("pages/login.html", {"is_member": asked.person is not None}, [])


def _settings(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/settings.html", {}, [])
    ledger = members.consent_ledger(person=asked.person)
    return Content(
        "pages/settings.html",
        {
            "person": asked.person,
            "states": sorted(indian_states.BY_CODE.values()),
            "entries": ledger["data"],
            "has_more": ledger["totalCount"] > len(ledger["data"]),
        },
        [(["consents", {"skip": 0, "limit": members.CONSENTS_PAGE}], ledger)],
    )


def _my_learnings(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/my_learnings.html", {}, [])
    status = own_courses.asked_status(asked.query.getlist("status"))
    part = Slice(0, own_courses.PAGE)
    owned = booked.listed(person=asked.person, status=status, asked=part, now=asked.now)
    overview = dashboard.of_person(person=asked.person, now=asked.now)
    key = {"skip": part.skip, "limit": part.limit} | ({"status": status.value} if status else {})
    return Content(
        "pages/my_learnings.html",
        {
            "person": asked.person,
            "next": next(map(own_courses.row, overview["continueLearning"]), None),
            "rows": [own_courses.row(course) for course in owned["data"]],
            "total": owned["totalCount"],
            "status": status,
            "statuses": own_courses.STATUSES,
        },
        [(["dashboard"], {"data": overview}), (["catalog", "booked", key], owned)],
    )


def _dashboard(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/dashboard.html", {}, [])
    overview = dashboard.of_person(person=asked.person, now=asked.now)
    owned = subscriptions.of_person(person=asked.person, at=asked.now)
    return Content(
        "pages/dashboard.html",
        {
            "person": asked.person,
            "rows": [own_courses.row(course) for course in overview["continueLearning"]],
            "chart": week_chart.chart(overview["minutesPerWeek"]),
            "subscription": next((pro for pro in owned if pro.active), None),
        },
        [(["dashboard"], {"data": overview})],
    )


def _topic(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/topic.html", {}, [])
    key, topic_id = asked.values["courseId"], asked.values["topicId"]
    opened = player.opened(course_key=key, topic_id=topic_id, person=asked.person, now=asked.now)
    return Content(
        "pages/topic.html",
        {"player": opened},
        opened.answers,
        title=opened.title,
        canonical=f"/course/{opened.course['_id']}/topic/{opened.line['_id']}",
    )


_CONTENTS: dict[str, Callable[[Route, Asked], Content]] = {
    "home": _home,
    "login": _login,
    "signup": _login,
    "settings": _settings,
    "my-learnings": _my_learnings,
    "dashboard": _dashboard,
    "topic": _topic,
    "courses": _course_listing,
    "course": _course,
    "academy-chapter": _no_chapter_yet,
    "live-webinars": _events("webinars", live.webinar_list),
    "webinars": _events("webinars", live.webinar_list),
    "live-mentorships": _events("mentorships", live.mentorship_list),
    "live-trading": _events("programs", live.live_trading_list),
    "live-webinar": _event("webinar", "webinarsId", "/live-webinars", live.webinar_detail),
    "live-mentorship": _event("mentorship", "mentorshipId", "/live-mentorships", live.mentorship_detail),
    "live-trading-program": _event("program", "liveTradingId", "/live-trading", live.live_trading_detail),
    "select-sessions": _event(
        "program", "liveTradingId", "/select-sessions", live.live_trading_detail, prefix=True
    ),
    "not-found": lambda _route, _asked: Content("pages/not_found.html", {}, []),
}
