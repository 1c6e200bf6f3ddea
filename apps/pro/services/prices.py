"""How plans of Pro keep their price."""

from apps.content.services.publishing import PriceKind
from apps.pro.models import Plan


def _plan_refusal(_plan: Plan, new_paise: int) -> str:
    return "" if new_paise else "A plan must cost at least ₹1."


PLAN = PriceKind(
    "discounted_price_paise",
    "actual_price_paise",
    is_struck_required=True,
    has_confirmations=False,
    refuses=_plan_refusal,
    name=lambda plan: f"{plan.section}: {plan}",
    related=("section",),
)
