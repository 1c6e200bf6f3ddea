"""The Pro page. The texts about the person's own Pro are mirrored by features/pro/lib/proStatus.ts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.accounts.selectors.subscriptions import Subscription
from apps.core import indian_time
from apps.core.formatting import day
from apps.pro.selectors import public
from apps.pro.selectors.sections import UnknownSection

POPULAR = "1 year"
FAQ_TOPIC = "Courses and Webinar"
"""The FAQ topic that the page shows."""
INVITATION_BENEFITS = 3
"""How many benefits the home page shows."""


@dataclass(frozen=True, slots=True)
class PagePart:
    context: dict[str, Any]
    answers: list[tuple[list[Any], Any]]


def page_part(*, person: User | None, now: datetime) -> PagePart:
    key = ["pro", "section"]
    try:
        answer = public.get_section(person=person, now=now)
    except UnknownSection:
        return PagePart({}, [(key, {"data": None})])
    section = answer["data"]
    times = subscriptions.list_for(person=person, at=now) if person else []
    own = pro_status(times)
    context = {
        "section": section,
        # Django templates cannot read names that start with an underscore.
        "plans": [{**plan, "id": plan["_id"]} for plan in section["subscriptionPlanIds"]],
        "popular": POPULAR,
        "standing": own,
        "invitation": None if own else _invitation(section),
    }
    return PagePart(context, [(key, answer)])


def _invitation(section: Mapping[str, Any]) -> dict[str, Any]:
    """The section of the home page for people without Pro."""
    plans = section["subscriptionPlanIds"]
    return {
        "title": section["title"],
        "cheapest": min(plans, key=lambda plan: plan["discountedPrice"], default=None),
        "benefits": section["benefits"][:INVITATION_BENEFITS],
    }


@dataclass(frozen=True, slots=True)
class ProStatus:
    name: str
    line: str
    next: str


def pro_status(times: Sequence[Subscription]) -> ProStatus | None:
    """The person's Pro in words. None without active Pro."""
    if not times or not times[0].active:
        return None
    first = times[0]
    if first.kind == "trial":
        return ProStatus(
            "Free trial",
            f"Your free trial includes Pro courses{_until(first.ends_at)}. Live webinars are not included.",
            "A paid plan starts immediately and ends the trial.",
        )
    ends = [each.ends_at for each in times if each.kind == "paid"]
    if None in ends:
        return ProStatus(first.plan_name, "Your Pro is active, with no end date.", "")
    end = max(each for each in ends if each is not None)
    return ProStatus(
        first.plan_name,
        f"Your Pro is active{_until(end)}.",
        f"A plan you add starts on {_day(end)}, so you don't lose any days.",
    )


def _until(end: datetime | None) -> str:
    return "" if end is None else f" until {_day(end)}"


def _day(at: datetime) -> str:
    return day(indian_time.iso_utc(at))
