"""
What a selection of sessions costs: pure arithmetic; twin: frontend/src/features/live/lib/plans.ts.

Plans come by falling number of sessions.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    num_of_sessions: int
    discounted_paise: int


def picked(plans: Sequence[Plan], *, count: int) -> Plan | None:
    """The plan that a selection of that many sessions falls under, by the rule of the session picker."""
    if not plans or count < 1:
        return None
    if count == 1:
        return plans[-1]
    fitting = next((plan for plan in plans if plan.num_of_sessions == count), None)
    return fitting or next((plan for plan in plans if plan.num_of_sessions <= count), None)


def prices(plan: Plan | None, *, base_paise: Sequence[int]) -> list[int]:
    """What each session costs: the plan's price, or its own where no plan fits."""
    return list(base_paise) if plan is None else [plan.discounted_paise] * len(base_paise)


def percent_off(*, usual_paise: int, paise: int) -> int:
    """The whole per cent that a price lies below the usual one, a half up."""
    if usual_paise == 0:
        return 0
    return (2 * 100 * (usual_paise - paise) + usual_paise) // (2 * usual_paise)
