"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.core import tagged_cache
from apps.core.api.paging import Slice
from apps.live.models import Mentorship, Webinar
from apps.live.selectors import busy_times, cards, events, member_overlay, plans, programs

CACHE_TAGS = ("live",)
"""Details are kept; lists are not, for what has ended is a matter of the moment."""


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


class PlanList(TypedDict):
    data: list[plans.PlanShown]


class TimeList(TypedDict):
    data: list[busy_times.BookedTime]


def webinar_list(*, asked: Slice, now: datetime, person: User | None = None) -> WebinarList:
    ahead = events.webinars_ahead(now=now)
    rows = ahead[asked.skip : asked.end] if asked.limit else []
    shown = [cards.webinar_card(row) for row in rows]
    return {"data": member_overlay.mark(shown, column="webinar", person=person), "totalCount": ahead.count()}


def webinar_detail(*, key: str, now: datetime, person: User | None = None) -> WebinarAnswer:
    """:raises UnknownWebinar: if none has that id or slug for the person"""
    try:
        detail, rooms = tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=f"webinar:{key}", make=lambda: _webinar(events.webinar(key=key))
        )
    except events.UnknownWebinar:
        webinar = events.archived(of=Webinar, key=key, person=person)
        if webinar is None:
            raise
        detail, rooms = _webinar(webinar)
    return {"data": member_overlay.open_room(detail, rooms, column="webinar", person=person, now=now)}


def mentorship_list(*, asked: Slice, now: datetime, person: User | None = None) -> MentorshipList:
    ahead = events.mentorships_ahead(now=now)
    rows = ahead[asked.skip : asked.end] if asked.limit else []
    shown = [cards.mentorship_card(row) for row in rows]
    return {
        "data": member_overlay.mark(shown, column="mentorship", person=person),
        "totalCount": ahead.count(),
    }


def mentorship_detail(*, key: str, now: datetime, person: User | None = None) -> MentorshipAnswer:
    """:raises UnknownMentorship: if none has that id or slug for the person"""
    try:
        detail, rooms = tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=f"mentorship:{key}", make=lambda: _mentorship(events.mentorship(key=key))
        )
    except events.UnknownMentorship:
        mentorship = events.archived(of=Mentorship, key=key, person=person)
        if mentorship is None:
            raise
        detail, rooms = _mentorship(mentorship)
    return {"data": member_overlay.open_room(detail, rooms, column="mentorship", person=person, now=now)}


def live_trading_list(*, asked: Slice, now: datetime, person: User | None = None) -> LiveTradingList:
    ahead = programs.programs_ahead(now=now)
    rows = ahead.with_sessions()[asked.skip : asked.end] if asked.limit else []
    shown = [cards.live_trading_card(row) for row in rows]
    return {"data": member_overlay.mark_sessions(shown, person=person), "totalCount": ahead.count()}


def live_trading_detail(*, key: str, person: User | None = None) -> LiveTradingAnswer:
    """:raises UnknownLiveTrading: if none has that id or slug for the person"""
    try:
        detail = tagged_cache.get_or_set(
            tags=CACHE_TAGS,
            key=f"live-trading:{key}",
            make=lambda: cards.live_trading_detail(programs.program(key=key)),
        )
    except programs.UnknownLiveTrading:
        program = programs.archived(key=key, person=person)
        if program is None:
            raise
        detail = cards.live_trading_detail(program)
    return {"data": member_overlay.mark_sessions([detail], person=person)[0]}


def plan_list(*, program_key: str | None) -> PlanList:
    """:raises UnknownLiveTrading: if no published program has that id or address name"""
    return {"data": plans.listed(program_key=program_key)}


def booked_times(*, person: User, now: datetime) -> TimeList:
    return {"data": busy_times.ahead(person=person, now=now)}


def _webinar(row: Webinar) -> tuple[cards.WebinarDetail, member_overlay.Room]:
    return cards.webinar_detail(row), member_overlay.room_of(row)


def _mentorship(row: Mentorship) -> tuple[cards.MentorshipDetail, member_overlay.Room]:
    return cards.mentorship_detail(row), member_overlay.room_of(row)


def addresses(*, now: datetime) -> list[tuple[str, None]]:
    """Where each published live thing that has not ended is read."""
    ahead = (
        ("/live-webinars", events.webinars_ahead(now=now)),
        ("/live-mentorships", events.mentorships_ahead(now=now)),
        ("/live-trading", programs.programs_ahead(now=now)),
    )
    return [(f"{path}/{row.weburlname}", None) for path, rows in ahead for row in rows]
