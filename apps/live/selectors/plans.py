"""Plans by which several sessions of a program cost less."""

from typing import TypedDict

from apps.core.money import Money
from apps.live import pricing
from apps.live.models import SessionPlan
from apps.live.selectors import programs


class PlanShown(TypedDict):
    _id: str
    priceName: str
    actualPrice: int | float
    discountedPrice: int | float
    discountPercentage: int
    validityPeriodInDays: int
    numOfSessions: int
    basePricePerSession: int | float
    liveTradingId: str


def listed(*, program_key: str | None) -> list[PlanShown]:
    """
    By falling number of sessions, of one program or of all that are published.

    :raises UnknownLiveTrading: if no published program has that id or address name
    """
    rows = SessionPlan.objects.filter(program__is_published=True)
    if program_key is not None:
        rows = rows.filter(program=programs.known(key=program_key))
    return [_shown(plan) for plan in rows.order_by("-num_of_sessions", "program", "pk")]


def _shown(plan: SessionPlan) -> PlanShown:
    return {
        "_id": str(plan.pk),
        "priceName": plan.price_name,
        "actualPrice": Money(plan.actual_price_paise).on_wire(),
        "discountedPrice": Money(plan.discounted_price_paise).on_wire(),
        "discountPercentage": pricing.percent_off(
            usual_paise=plan.actual_price_paise, paise=plan.discounted_price_paise
        ),
        "validityPeriodInDays": plan.validity_days,
        "numOfSessions": plan.num_of_sessions,
        "basePricePerSession": Money(plan.actual_price_paise).on_wire(),
        "liveTradingId": str(plan.program_id),
    }
