"""The responses of this app's public endpoints, for the endpoints and for server-rendered pages."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypedDict, TypeVar, cast
from uuid import UUID

from apps.accounts.models import User
from apps.core import gst, tagged_cache
from apps.core.api.pagination import Slice
from apps.core.errors import NotFound
from apps.core.indian_time import day_of
from apps.live.models import LiveTrading, Mentorship, Webinar
from apps.live.selectors import busy_times, cards, events, member_overlay, plans, programs
from apps.live.selectors.event_filters import EventFilters
from apps.live.selectors.offers import PlanPrice, Schedule

CACHE_TAGS = ("live",)
"""What details contain is cached. Lists are not, because events end as time passes."""

ANY_EVENTS = EventFilters()

_Event = TypeVar("_Event", Webinar, Mentorship)
_Card = TypeVar("_Card", cards.WebinarCard, cards.MentorshipCard)

MAX_HOSTED = 12
"""How many of each kind are on a mentor's page; the lists have the rest."""


class WebinarList(TypedDict):
    data: list[cards.WebinarCard]
    totalCount: int


class WebinarAnswer(TypedDict):
    data: cards.WebinarDetail


class MentorshipList(TypedDict):
    data: list[cards.MentorshipCard]
    totalCount: int


class MentorshipAnswer(TypedDict):
    data: cards.MentorshipDetail


class LiveTradingList(TypedDict):
    data: list[cards.LiveTradingCard]
    totalCount: int


class LiveTradingAnswer(TypedDict):
    data: cards.LiveTradingDetail


class Hosted(TypedDict):
    """What somebody hosts and has not ended, soonest first."""

    webinars: list[cards.WebinarCard]
    mentorships: list[cards.MentorshipCard]
    programs: list[cards.LiveTradingCard]


class PlanList(TypedDict):
    data: list[plans.SessionPlanData]


class TimeList(TypedDict):
    data: list[busy_times.BookedTime]


def webinar_list(
    *, page: Slice, now: datetime, person: User | None = None, filters: EventFilters = ANY_EVENTS
) -> WebinarList:
    upcoming = events.upcoming_webinars(now=now).filter(filters.condition)
    rows = upcoming[page.skip : page.end] if page.limit else []
    return {
        "data": _event_cards(rows, cards.webinar_card, column="webinar", person=person, now=now),
        "totalCount": upcoming.count(),
    }


def webinar_detail(*, key: str, now: datetime, person: User | None = None) -> WebinarAnswer:
    """:raises UnknownWebinar: if none has that id or slug for the person"""
    detail = _event_detail(
        Webinar, find=events.webinar, contents=cards.webinar_contents, key=key, person=person, now=now
    )
    return {"data": cast(cards.WebinarDetail, detail)}


def mentorship_list(
    *, page: Slice, now: datetime, person: User | None = None, filters: EventFilters = ANY_EVENTS
) -> MentorshipList:
    upcoming = events.upcoming_mentorships(now=now).filter(filters.condition)
    rows = upcoming[page.skip : page.end] if page.limit else []
    return {
        "data": _event_cards(rows, cards.mentorship_card, column="mentorship", person=person, now=now),
        "totalCount": upcoming.count(),
    }


def mentorship_detail(*, key: str, now: datetime, person: User | None = None) -> MentorshipAnswer:
    """:raises UnknownMentorship: if none has that id or slug for the person"""
    detail = _event_detail(
        Mentorship,
        find=events.mentorship,
        contents=cards.mentorship_contents,
        key=key,
        person=person,
        now=now,
    )
    return {"data": cast(cards.MentorshipDetail, detail)}


def _event_cards(
    rows: Iterable[_Event],
    make_card: Callable[..., _Card],
    *,
    column: str,
    person: User | None,
    now: datetime,
) -> list[_Card]:
    day = day_of(now)
    tax = gst.on(day)
    made = [make_card(row, day=day, tax=tax) for row in rows]
    return member_overlay.add_booked(made, column=column, person=person, now=now)


def _event_detail(
    of: type[_Event],
    *,
    find: Callable[..., _Event],
    contents: Callable[..., Any],
    key: str,
    person: User | None,
    now: datetime,
) -> Any:
    """What is archived is shown to who booked it."""
    day, column = day_of(now), str(of._meta.model_name)

    def made(row: _Event) -> tuple[Any, Schedule]:
        return contents(row, day=day), Schedule.of(row)

    try:
        found, schedule = tagged_cache.get_or_set(
            tags=CACHE_TAGS,
            key=f"{column}-contents:{day}:{key}",
            make=lambda: made(find(key=key)),
        )
    except NotFound:
        archived = events.archived(of=of, key=key, person=person)
        if archived is None:
            raise
        found, schedule = made(archived)
    return member_overlay.event_detail(found, schedule, column=column, person=person, now=now)


def live_trading_list(
    *, page: Slice, now: datetime, person: User | None = None, filters: EventFilters = ANY_EVENTS
) -> LiveTradingList:
    upcoming = programs.upcoming_programs(now=now).filter(filters.condition)
    rows = upcoming.with_sessions()[page.skip : page.end] if page.limit else []
    items = [(cards.live_trading_card(row), cards.plan_prices(row)) for row in rows]
    return {
        "data": member_overlay.program_cards(items, person=person, now=now),
        "totalCount": upcoming.count(),
    }


def live_trading_detail(*, key: str, now: datetime, person: User | None = None) -> LiveTradingAnswer:
    """:raises UnknownLiveTrading: if none has that id or slug for the person"""
    try:
        contents, plan_prices = tagged_cache.get_or_set(
            tags=CACHE_TAGS,
            key=f"live-trading-contents:{key}",
            make=lambda: _live_trading(programs.program(key=key)),
        )
    except programs.UnknownLiveTrading:
        program = programs.archived(key=key, person=person)
        if program is None:
            raise
        contents, plan_prices = _live_trading(program)
    detail = member_overlay.program_detail(contents, plan_prices, person=person, now=now)
    return {"data": cast(cards.LiveTradingDetail, detail)}


def hosted_by(*, host_id: UUID, now: datetime, person: User | None = None) -> Hosted:
    webinars = events.upcoming_webinars(now=now).filter(host=host_id)[:MAX_HOSTED]
    mentorships = events.upcoming_mentorships(now=now).filter(host=host_id)[:MAX_HOSTED]
    upcoming = programs.upcoming_programs(now=now).filter(host=host_id).with_sessions()[:MAX_HOSTED]
    return {
        "webinars": _event_cards(webinars, cards.webinar_card, column="webinar", person=person, now=now),
        "mentorships": _event_cards(
            mentorships, cards.mentorship_card, column="mentorship", person=person, now=now
        ),
        "programs": member_overlay.program_cards(
            [(cards.live_trading_card(row), cards.plan_prices(row)) for row in upcoming],
            person=person,
            now=now,
        ),
    }


def plan_list(*, program_key: str | None) -> PlanList:
    """:raises UnknownLiveTrading: if no published program has that id or slug"""
    return {"data": plans.session_plans(program_key=program_key)}


def booked_times(*, person: User, now: datetime) -> TimeList:
    return {"data": busy_times.upcoming(person=person, now=now)}


def addresses(*, now: datetime) -> list[tuple[str, None]]:
    """The URLs of published items that have not ended."""
    upcoming = (
        ("/live-webinars", events.upcoming_webinars(now=now)),
        ("/live-mentorships", events.upcoming_mentorships(now=now)),
        ("/live-trading", programs.upcoming_programs(now=now)),
    )
    return [(f"{path}/{row.weburlname}", None) for path, rows in upcoming for row in rows]


def _live_trading(row: LiveTrading) -> tuple[cards.LiveTradingContents, list[PlanPrice]]:
    return cards.live_trading_contents(row), cards.plan_prices(row)
