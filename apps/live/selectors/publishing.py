"""What webinars, mentorships and programs have of what is asked before they are published."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from apps.core.advert_words import PublicText
from apps.core.publishing import Facts, field_texts
from apps.live.models import LiveTrading, Meeting, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.models.base import ListedModel

TEXT_FIELDS = ("title", "long_description", "agenda")


def webinar_facts(rows: Sequence[Webinar]) -> Mapping[UUID, Facts]:
    return {
        row.pk: _facts(row, has_date=not row.is_cancelled, prices=[row.price_paise], parts=()) for row in rows
    }


def mentorship_facts(rows: Sequence[Mentorship]) -> Mapping[UUID, Facts]:
    """One query."""
    titles = _by_owner(Meeting.objects.not_cancelled(), "mentorship", rows, "title")
    return {
        row.pk: _facts(
            row,
            has_date=bool(titles[row.pk]),
            prices=[row.price_paise],
            parts=[PublicText("a meeting", title) for (title,) in titles[row.pk]],
        )
        for row in rows
    }


def program_facts(rows: Sequence[LiveTrading]) -> Mapping[UUID, Facts]:
    """Two queries. The prices are those of sessions and plans."""
    sessions = _by_owner(ProgramSession.objects.not_cancelled(), "program", rows, "name", "base_price_paise")
    plans = _by_owner(SessionPlan.objects.all(), "program", rows, "price_name", "discounted_price_paise")
    return {
        row.pk: _facts(
            row,
            has_date=bool(sessions[row.pk]),
            prices=[price for _, price in (*sessions[row.pk], *plans[row.pk])],
            parts=[
                *(
                    PublicText("a session", name)
                    for name in dict.fromkeys(name for name, _ in sessions[row.pk])
                ),
                *(PublicText("a plan", name) for name, _ in plans[row.pk]),
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


def _facts(row: ListedModel, *, has_date: bool, prices: Sequence[int], parts: Iterable[PublicText]) -> Facts:
    return Facts(
        has_mentor=row.host_id is not None,
        has_cover=bool(row.banner),
        cover="a banner",
        has_content=has_date,
        content="date that is not cancelled",
        prices=prices,
        texts=[*field_texts(row, TEXT_FIELDS), *parts],
    )
