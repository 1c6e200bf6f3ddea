"""The data of this app's public endpoint, for the endpoint and for the server-rendered page."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.accounts.selectors.pro_facts import pro_facts
from apps.accounts.states import ProAction
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Price
from apps.core import tagged_cache
from apps.core.api.pagination import Slice
from apps.pro.selectors import sections

CACHE_TAGS = ("pro",)

MAX_COURSES = 100


class SectionAnswer(TypedDict):
    data: sections.SectionWithCourses


class OfferAnswer(TypedDict):
    data: sections.ProPlan | None


def get_section(*, person: User | None, now: datetime) -> SectionAnswer:
    """
    The Pro section with the courses that it includes, the most popular first.

    :raises UnknownSection: if none is published
    """
    section = _cached_section()
    if section is None:
        raise sections.UnknownSection()
    courses = catalog.course_list(
        filters=CourseFilters(price=Price.PRO), part=Slice(0, MAX_COURSES), person=person, now=now
    )
    plans = _for_person(section["subscriptionPlanIds"], person=person, now=now)
    return {"data": {**section, "subscriptionPlanIds": plans, "courses": courses["courses"]}}


def get_offer() -> OfferAnswer:
    """The cheapest plan, for pages that name it without the rest of the section; None if none is on sale."""
    section = _cached_section()
    offered = [] if section is None else section["subscriptionPlanIds"]
    return {"data": min(offered, key=lambda plan: plan["discountedPrice"], default=None)}


def _for_person(
    plans: list[sections.ProPlan], *, person: User | None, now: datetime
) -> list[sections.ProPlan]:
    """With the time that each plan would have for somebody who extends their Pro."""
    pro = pro_facts(person=person, at=now).pro if person else None
    if pro is None or pro.action != ProAction.EXTEND or pro.ends_at is None:
        return plans
    return [sections.stacked(plan, after=pro.ends_at) for plan in plans]


def _cached_section() -> sections.SectionRow | None:
    return tagged_cache.get_or_set(
        tags=CACHE_TAGS, key="section", make=lambda: (sections.published_section(),)
    )[0]
