"""The Pro section, its plans and benefits."""

from datetime import datetime, timedelta
from typing import Annotated, TypedDict

from django.templatetags.static import static

from apps.catalog.selectors import cards
from apps.core import covers, ids, indian_time
from apps.core.errors import NotFound
from apps.core.json_types import DateTime, Help, component
from apps.core.money import Money
from apps.core.sellables import NotSellable
from apps.live.selectors import plans
from apps.pro.models import Benefit, Plan, ProSection

_HUE = 75


class UnknownSection(NotFound):
    code = "pro_section_unknown"
    message = "We could not find that Pro section."


class UnknownPlan(NotFound):
    code = "plan_unknown"
    message = "We could not find that plan."


class PlanWithdrawn(NotSellable):
    message = "This plan is no longer available. Please choose another one."


@component("BenefitOut")
class BenefitRow(TypedDict):
    _id: str
    icon: Annotated[str, Help("The URL of an SVG icon.")]
    description: str
    longDescription: str


@component("ProPlanOut")
class ProPlan(plans.PlanData):
    pricePerMonth: Annotated[int | float, Help("In rupees without GST, rounded up to a paisa.")]
    startsAt: Annotated[DateTime | None, Help("When it would start for a caller with Pro; else null.")]
    endsAt: Annotated[DateTime | None, Help("When it would end for them.")]


class SectionRow(TypedDict):
    _id: str
    title: str
    image: str
    subscriptionPlanIds: Annotated[list[ProPlan], Help("By validity, the shortest first.")]
    benefits: list[BenefitRow]


@component("ProSectionOut")
class SectionWithCourses(SectionRow):
    courses: list[cards.CourseCard]


def published_section() -> SectionRow | None:
    """The published section without its courses; None if there is none."""
    section = ProSection.objects.published().first()
    if section is None:
        return None
    return {
        "_id": str(section.pk),
        "title": section.title,
        "image": image_url(section),
        "subscriptionPlanIds": [_plan(plan) for plan in section.plans.published().in_order()],
        "benefits": [_benefit(benefit) for benefit in section.benefits.order_by("position", "pk")],
    }


def get_plan_for_quote(*, section_key: str, plan_key: str) -> Plan:
    """
    A plan of the published section, with the section.

    :raises UnknownSection, UnknownPlan: if there is none with that id, or the section is not published
    :raises PlanWithdrawn: if the plan is no longer sold
    """
    section_id, plan_id = ids.parse(section_key), ids.parse(plan_key)
    if section_id is None or not ProSection.objects.published().filter(pk=section_id).exists():
        raise UnknownSection()
    plan = None
    if plan_id is not None:
        plan = Plan.objects.filter(pk=plan_id, section=section_id).select_related("section").first()
    if plan is None:
        raise UnknownPlan()
    if not plan.is_published:
        raise PlanWithdrawn()
    return plan


def image_url(section: ProSection) -> str:
    if section.image:
        return str(section.image.url)
    return covers.url(seed=str(section.pk), hue=_HUE, ratio="wide")


def stacked(plan: ProPlan, *, after: datetime) -> ProPlan:
    """The plan with the time that it would have if it was bought now, after the Pro that there is."""
    ends_at = after + timedelta(days=plan["validityPeriodInDays"])
    return {**plan, "startsAt": indian_time.iso_utc(after), "endsAt": indian_time.iso_utc(ends_at)}


def price_per_month(*, paise: int, days: int) -> int:
    """The price of a twelfth of a year: 365 days are 12 months, and less than a month counts as one."""
    months = max(1, (2 * 12 * days + 365) // (2 * 365))
    return -(-paise // months)


def _plan(plan: Plan) -> ProPlan:
    monthly = price_per_month(paise=plan.discounted_price_paise, days=plan.validity_days)
    return {
        **plans.plan_data(plan),
        "pricePerMonth": Money(monthly).to_rupees(),
        "startsAt": None,
        "endsAt": None,
    }


def _benefit(benefit: Benefit) -> BenefitRow:
    return {
        "_id": str(benefit.pk),
        "icon": static(f"brand/benefits/{benefit.icon}.svg"),
        "description": benefit.description,
        "longDescription": benefit.long_description,
    }
