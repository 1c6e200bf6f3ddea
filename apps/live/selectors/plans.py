"""Session plans, and the fields that they share with Pro plans."""

from typing import Annotated, Protocol, TypedDict
from uuid import UUID

from apps.core.json_types import Help
from apps.core.money import Money
from apps.live import pricing
from apps.live.models import SessionPlan
from apps.live.selectors import programs


class PlanFields(Protocol):
    """A session plan or a Pro plan."""

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


class PlanData(TypedDict):
    _id: str
    priceName: str
    actualPrice: int | float
    discountedPrice: int | float
    discountPercentage: int
    validityPeriodInDays: int


class SessionPlanData(PlanData):
    validityPeriodInDays: Annotated[int, Help("Access to the recording of each session, from its day on.")]
    numOfSessions: int
    basePricePerSession: int | float
    liveTradingId: str


def session_plans(*, program_key: str | None) -> list[SessionPlanData]:
    """
    By descending number of sessions, of one program or of all published ones.

    :raises UnknownLiveTrading: if no published program has that id or slug
    """
    rows = SessionPlan.objects.filter(program__is_published=True)
    if program_key is not None:
        rows = rows.filter(program=programs.program_id(key=program_key))
    return [_session_plan(plan) for plan in rows.order_by("-num_of_sessions", "program", "pk")]


def plan_data(plan: PlanFields) -> PlanData:
    return {
        "_id": str(plan.pk),
        "priceName": plan.price_name,
        "actualPrice": Money(plan.actual_price_paise).to_rupees(),
        "discountedPrice": Money(plan.discounted_price_paise).to_rupees(),
        "discountPercentage": pricing.discount_percentage(
            usual_paise=plan.actual_price_paise, paise=plan.discounted_price_paise
        ),
        "validityPeriodInDays": plan.validity_days,
    }


def _session_plan(plan: SessionPlan) -> SessionPlanData:
    return {
        **plan_data(plan),
        "numOfSessions": plan.num_of_sessions,
        "basePricePerSession": Money(plan.actual_price_paise).to_rupees(),
        "liveTradingId": str(plan.program_id),
    }
