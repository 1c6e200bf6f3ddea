"""What webinars, mentorships and programs have of what is asked before they are published."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import Any
from uuid import UUID

from apps.core import advert_words
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.core.indian_time import INDIA
from apps.core.publishing import Facts
from apps.live.models import LiveTrading, Meeting, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.models.base import ListedModel
from apps.live.selectors import holidays

TEXT_FIELDS = ("title", "long_description", "agenda")

_OPENS, _CLOSES = time(9, 15), time(15, 30)
"""Of the exchange, in Indian time."""

_SATURDAY = 5


def webinar_facts(rows: Sequence[Webinar]) -> Mapping[UUID, Facts]:
    return {
        row.pk: _facts(
            row,
            spans=[] if row.is_cancelled else [(row.starts_at, row.ends_at)],
            prices=[row.price_paise],
            parts=(),
        )
        for row in rows
    }


def mentorship_facts(rows: Sequence[Mentorship]) -> Mapping[UUID, Facts]:
    """One query."""
    found = _by_owner(Meeting.objects.not_cancelled(), "mentorship", rows, "title", "starts_at", "ends_at")
    return {
        row.pk: _facts(
            row,
            spans=[(starts_at, ends_at) for _, starts_at, ends_at in found[row.pk]],
            prices=[row.price_paise],
            parts=[PublicText("a meeting", title, is_part=True) for title, *_ in found[row.pk]],
        )
        for row in rows
    }


def program_facts(rows: Sequence[LiveTrading]) -> Mapping[UUID, Facts]:
    """Two queries. The prices are those of sessions and plans."""
    columns = ("name", "base_price_paise", "starts_at", "ends_at")
    sessions = _by_owner(ProgramSession.objects.not_cancelled(), "program", rows, *columns)
    plans = _by_owner(SessionPlan.objects.all(), "program", rows, "price_name", "discounted_price_paise")
    return {
        row.pk: _facts(
            row,
            spans=[(starts_at, ends_at) for *_, starts_at, ends_at in sessions[row.pk]],
            prices=[price for _, price, *_ in (*sessions[row.pk], *plans[row.pk])],
            parts=[
                *(
                    PublicText("a session", name, is_part=True)
                    for name in dict.fromkeys(name for name, *_ in sessions[row.pk])
                ),
                *(PublicText("a plan", name, is_part=True) for name, _ in plans[row.pk]),
            ],
        )
        for row in rows
    }


def mentorship_texts(row: Mentorship) -> Sequence[PublicText]:
    return mentorship_facts([row])[row.pk].texts


def program_texts(row: LiveTrading) -> Sequence[PublicText]:
    return program_facts([row])[row.pk].texts


def _by_owner(parts: Any, owner: str, rows: Sequence[ListedModel], *columns: str) -> dict[UUID, list[Any]]:
    found: dict[UUID, list[Any]] = defaultdict(list)
    wanted = parts.filter(**{f"{owner}__in": [row.pk for row in rows]}).order_by("pk")
    for key, *values in wanted.values_list(owner, *columns):
        found[key].append(values)
    return found


def _facts(
    row: ListedModel,
    *,
    spans: Sequence[tuple[datetime, datetime]],
    prices: Sequence[int],
    parts: Iterable[PublicText],
) -> Facts:
    """`spans` are the times at which it takes place."""
    texts = [*field_texts(row, TEXT_FIELDS), *parts]
    speaks_of_hours = any(advert_words.MARKET_HOURS.search(one.text) for one in texts)
    is_outside = speaks_of_hours and not _has_market_hours(spans)
    return Facts(
        has_mentor=row.host_id is not None,
        has_cover=bool(row.banner),
        cover="a banner",
        has_content=bool(spans),
        content="date that is not cancelled",
        prices=prices,
        texts=[replace(one, is_outside_market_hours=True) for one in texts] if is_outside else texts,
    )


def _has_market_hours(spans: Iterable[tuple[datetime, datetime]]) -> bool:
    """Whether one of them is while the exchange is open. At most one query, for the holidays among them."""
    local = ((starts_at.astimezone(INDIA), ends_at.astimezone(INDIA)) for starts_at, ends_at in spans)
    days = {
        start.date()
        for start, end in local
        if start.weekday() < _SATURDAY
        and start.date() == end.date()
        and start.time() >= _OPENS
        and end.time() <= _CLOSES
    }
    return bool(days) and bool(days - holidays.between(since=min(days), until=max(days)))
