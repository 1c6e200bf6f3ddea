"""The Pro page; what it says of one's own Pro has a twin: frontend/src/features/pro/lib/standing.ts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.accounts.selectors.subscriptions import Subscription
from apps.core import indian_time
from apps.core.templatetags.page import day
from apps.pro.selectors import public
from apps.pro.selectors.sections import UnknownSection

POPULAR = "1 year"
TOPIC = "Courses and Webinar"
"""Of the questions only this topic's."""
INVITED = 3
"""As many benefits are named at home."""


@dataclass(frozen=True, slots=True)
class Shown:
    context: dict[str, Any]
    answers: list[tuple[list[Any], Any]]


def shown(*, person: User | None, now: datetime) -> Shown:
    key = ["pro", "section"]
    try:
        answer = public.section(person=person, now=now)
    except UnknownSection:
        return Shown({}, [(key, {"data": None})])
    section = answer["data"]
    times = subscriptions.of_person(person=person, at=now) if person else []
    own = standing(times)
    context = {
        "section": section,
        # Templates read no names that begin with an underscore.
        "plans": [{**plan, "id": plan["_id"]} for plan in section["subscriptionPlanIds"]],
        "popular": POPULAR,
        "standing": own,
        "invitation": None if own else _invitation(section),
    }
    return Shown(context, [(key, answer)])


def _invitation(section: Mapping[str, Any]) -> dict[str, Any]:
    """What home says of Pro to those who have none."""
    plans = section["subscriptionPlanIds"]
    return {
        "title": section["title"],
        "cheapest": min(plans, key=lambda plan: plan["discountedPrice"], default=None),
        "benefits": section["benefits"][:INVITED],
    }


@dataclass(frozen=True, slots=True)
class Standing:
    name: str
    line: str
    next: str


def standing(times: Sequence[Subscription]) -> Standing | None:
    """What a person has of Pro, in words; nothing for those without an active one."""
    if not times or not times[0].active:
        return None
    first = times[0]
    if first.kind == "trial":
        return Standing(
            "Free trial",
            f"Your free trial opens Pro courses{_until(first.ends_at)}. Live webinars are not part of it.",
            "A plan begins at once and ends the trial.",
        )
    ends = [each.ends_at for each in times if each.kind == "paid"]
    if None in ends:
        return Standing(first.plan_name, "Your Pro is active and has no end.", "")
    end = max(each for each in ends if each is not None)
    return Standing(
        first.plan_name,
        f"Your Pro is active{_until(end)}.",
        f"A plan that you add begins on {_day(end)}, so no day is lost.",
    )


def _until(end: datetime | None) -> str:
    return "" if end is None else f" until {_day(end)}"


def _day(moment: datetime) -> str:
    return day(indian_time.on_wire(moment))
