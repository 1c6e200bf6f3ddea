"""The Pro section, its plans and benefits."""

from typing import TypedDict

from django.templatetags.static import static

from apps.catalog.selectors import cards
from apps.core import covers, ids
from apps.core.errors import NotFound
from apps.core.sellables import NotSellable
from apps.live.selectors import plans
from apps.pro.models import Benefit, Plan, ProSection

_HUE = 75


class UnknownSection(NotFound):
    code = "pro_section_unknown"
    message = "There is no such Pro section."


class UnknownPlan(NotFound):
    code = "plan_unknown"
    message = "There is no such plan."


class PlanWithdrawn(NotSellable):
    message = "This plan is not on offer any more. Please choose another one."


class BenefitShown(TypedDict):
    _id: str
    icon: str
    description: str
    longDescription: str


class SectionShown(TypedDict):
    _id: str
    title: str
    image: str
    subscriptionPlanIds: list[plans.PricedShown]
    benefits: list[BenefitShown]


class SectionWithCourses(SectionShown):
    courses: list[cards.CourseCard]


def shown() -> SectionShown | None:
    """The published section without its courses, if there is one."""
    section = ProSection.objects.published().first()
    if section is None:
        return None
    return {
        "_id": str(section.pk),
        "title": section.title,
        "image": image_address(section),
        "subscriptionPlanIds": [plans.shown(plan) for plan in section.plans.on_offer().in_order()],
        "benefits": [_benefit(benefit) for benefit in section.benefits.order_by("position", "pk")],
    }


def on_offer(*, section_key: str, plan_key: str) -> Plan:
    """
    A plan of the published section, with the section.

    :raises UnknownSection, UnknownPlan: if it has none with that id, or is not published
    :raises PlanWithdrawn: if the plan is not sold any more
    """
    section_id, plan_id = ids.parsed(section_key), ids.parsed(plan_key)
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


def image_address(section: ProSection) -> str:
    if section.image:
        return str(section.image.url)
    return covers.address(seed=str(section.pk), hue=_HUE, ratio="wide")


def _benefit(benefit: Benefit) -> BenefitShown:
    return {
        "_id": str(benefit.pk),
        "icon": static(f"brand/benefits/{benefit.icon}.svg"),
        "description": benefit.description,
        "longDescription": benefit.long_description,
    }
