"""How plans of Pro keep their price."""

from apps.content.services.bulk_changes import plan_kind
from apps.pro.models import Plan


def _plan_refusal(_plan: Plan, new_paise: int) -> str:
    return "" if new_paise else "A plan must cost at least ₹1."


PLAN = plan_kind("section", refuses=_plan_refusal, published_with=lambda plan: (plan, plan.section))
