"""Plans by which several sessions of a program cost less, and what every plan says of itself."""

from typing import Protocol, TypedDict
from uuid import UUID

from apps.core.money import Money
from apps.live import pricing
from apps.live.models import SessionPlan
from apps.live.selectors import programs


class Priced(Protocol):
    """A plan, of sessions or of Pro."""

    @property
    def pk(self) -> UUID: ...
    @property
    def price_name(self) -> str: ...
    @property
    def actual_price_paise(self) -> int: ...
    @property
    def discounted_price_paise(self) -> int: ...
    @property
    def validity_days(self) -> int: ...


class PricedShown(TypedDict):
    _id: str
    priceName: str
    actualPrice: int | float
    discountedPrice: int | float
    discountPercentage: int
    validityPeriodInDays: int


class PlanShown(PricedShown):
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
    return [_of_sessions(plan) for plan in rows.order_by("-num_of_sessions", "program", "pk")]


def shown(plan: Priced) -> PricedShown:
    return {
        "_id": str(plan.pk),
        "priceName": plan.price_name,
        "actualPrice": Money(plan.actual_price_paise).on_wire(),
        "discountedPrice": Money(plan.discounted_price_paise).on_wire(),
        "discountPercentage": pricing.percent_off(
            usual_paise=plan.actual_price_paise, paise=plan.discounted_price_paise
        ),
        "validityPeriodInDays": plan.validity_days,
    }


def _of_sessions(plan: SessionPlan) -> PlanShown:
    return {
        **shown(plan),
        "numOfSessions": plan.num_of_sessions,
        "basePricePerSession": Money(plan.actual_price_paise).on_wire(),
        "liveTradingId": str(plan.program_id),
    }
