"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

from datetime import datetime
from typing import TypedDict

from apps.core import cached
from apps.core.api.paging import Slice
from apps.live.selectors import cards, events, programs

TOPICS = ("live",)
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


def webinar_list(*, asked: Slice, now: datetime) -> WebinarList:
    ahead = events.webinars_ahead(now=now)
    rows = ahead[asked.skip : asked.end] if asked.limit else []
    return {"data": [cards.webinar_card(row) for row in rows], "totalCount": ahead.count()}


def webinar_detail(*, key: str) -> WebinarAnswer:
    """:raises UnknownWebinar: if no published webinar has that id or address name"""
    detail = cached.remembered(
        topics=TOPICS, key=f"webinar:{key}", make=lambda: cards.webinar_detail(events.webinar(key=key))
    )
    return {"data": detail}


def mentorship_list(*, asked: Slice, now: datetime) -> MentorshipList:
    ahead = events.mentorships_ahead(now=now)
    rows = ahead[asked.skip : asked.end] if asked.limit else []
    return {"data": [cards.mentorship_card(row) for row in rows], "totalCount": ahead.count()}


def mentorship_detail(*, key: str) -> MentorshipAnswer:
    """:raises UnknownMentorship: if no published mentorship has that id or address name"""
    detail = cached.remembered(
        topics=TOPICS,
        key=f"mentorship:{key}",
        make=lambda: cards.mentorship_detail(events.mentorship(key=key)),
    )
    return {"data": detail}


def live_trading_list(*, asked: Slice, now: datetime) -> LiveTradingList:
    ahead = programs.programs_ahead(now=now)
    rows = ahead.with_sessions()[asked.skip : asked.end] if asked.limit else []
    return {"data": [cards.live_trading_card(row) for row in rows], "totalCount": ahead.count()}


def live_trading_detail(*, key: str) -> LiveTradingAnswer:
    """:raises UnknownLiveTrading: if no published program has that id or address name"""
    detail = cached.remembered(
        topics=TOPICS,
        key=f"live-trading:{key}",
        make=lambda: cards.live_trading_detail(programs.program(key=key)),
    )
    return {"data": detail}


def addresses(*, now: datetime) -> list[tuple[str, None]]:
    """Where each published live thing that has not ended is read."""
    ahead = (
        ("/live-webinars", events.webinars_ahead(now=now)),
        ("/live-mentorships", events.mentorships_ahead(now=now)),
        ("/live-trading", programs.programs_ahead(now=now)),
    )
    return [(f"{path}/{row.weburlname}", None) for path, rows in ahead for row in rows]
