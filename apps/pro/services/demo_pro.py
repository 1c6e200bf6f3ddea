"""Seeds the demo's Pro section with its plans and benefits."""

from dataclasses import dataclass
from datetime import datetime

from apps.core.demo import data_file
from apps.pro.models import Benefit, Plan, ProSection
from apps.pro.states import Icon

_TITLE = "Rally Pro"

_PLANS = (
    ("3 months", 4_500, 2_999, 90),
    ("6 months", 9_000, 4_999, 180),
    ("1 year", 18_000, 7_999, 365),
)


@dataclass(frozen=True, slots=True)
class _DemoBenefit:
    icon: Icon
    description: str
    long_description: str


_BENEFITS = data_file("pro", "benefits.yaml", tuple[_DemoBenefit, ...])


def seed(_now: datetime) -> str:
    section, _ = ProSection.objects.get_or_create(
        title=_TITLE, defaults={"is_published": not ProSection.objects.published().exists()}
    )
    plans = [
        Plan.objects.get_or_create(
            section=section,
            price_name=name,
            defaults={
                "actual_price_paise": usual * 100,
                "discounted_price_paise": price * 100,
                "validity_days": days,
                "position": place,
            },
        )[1]
        for place, (name, usual, price, days) in enumerate(_PLANS)
    ]
    benefits = [
        Benefit.objects.get_or_create(
            section=section,
            description=demo.description,
            defaults={"icon": demo.icon, "long_description": demo.long_description, "position": place},
        )[1]
        for place, demo in enumerate(_BENEFITS.read())
    ]
    return f"{sum(plans)} of {len(plans)} plans and {sum(benefits)} of {len(benefits)} benefits added"
