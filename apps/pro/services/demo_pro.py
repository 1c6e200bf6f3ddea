"""Seeds the demo's Pro section with three plans and six benefits."""

from datetime import datetime

from apps.pro.models import Benefit, Plan, ProSection
from apps.pro.states import Icon

_TITLE = "Rally Pro"

_PLANS = (
    ("3 months", 4_500, 2_999, 90),
    ("6 months", 9_000, 4_999, 180),
    ("1 year", 18_000, 7_999, 365),
)

_BENEFITS = (
    (
        Icon.COURSES,
        "Every Pro course",
        "All courses marked 'Free with Pro' are included, from the first chapter to the quiz.",
    ),
    (
        Icon.LIVE,
        "Live webinars",
        "Book a seat in any live webinar at no extra cost, and ask your questions there.",
    ),
    (
        Icon.RECORDING,
        "Webinar recordings",
        "Watch the recordings of webinars you booked for as long as your Pro is active.",
    ),
    (
        Icon.PROGRESS,
        "Progress is saved",
        "Pick up where you left off on any device, even after a break from Pro.",
    ),
    (
        Icon.NOTES,
        "Notes and worksheets",
        "Download each lesson's worksheets and work through the numbers yourself.",
    ),
    (
        Icon.SHIELD,
        "No automatic renewal",
        "You pay once for the days you choose. You are not charged again unless you buy again.",
    ),
)


def seed(_now: datetime) -> str:
    section, _ = ProSection.objects.get_or_create(
        title=_TITLE, defaults={"is_published": _nothing_published()}
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
            description=description,
            defaults={"icon": icon, "long_description": words, "position": place},
        )[1]
        for place, (icon, description, words) in enumerate(_BENEFITS)
    ]
    return f"{sum(plans)} of {len(plans)} plans and {sum(benefits)} of {len(benefits)} benefits added"


def _nothing_published() -> bool:
    return not ProSection.objects.published().exists()
