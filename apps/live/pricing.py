"""
The price of a selection of sessions. Mirrored by frontend/src/features/live/lib/plans.ts.

Plans are passed by descending number of sessions.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    num_of_sessions: int
    discounted_paise: int
    access_days: int | None = None


def pick_plan(plans: Sequence[Plan], *, count: int) -> Plan | None:
    """The plan for a selection of that many sessions, by the rule of the session picker."""
    if not plans or count < 1:
        return None
    if count == 1:
        return plans[-1]
    exact = next((plan for plan in plans if plan.num_of_sessions == count), None)
    return exact or next((plan for plan in plans if plan.num_of_sessions <= count), None)


def session_prices(plan: Plan | None, *, base_paise: Sequence[int]) -> list[int]:
    """The price of each session: the plan's, or its own without a plan."""
    return list(base_paise) if plan is None else [plan.discounted_paise] * len(base_paise)


def discount_percentage(*, usual_paise: int, paise: int) -> int:
    """By how many per cent the price is below the usual one, rounded half up."""
    if usual_paise == 0:
        return 0
    return (2 * 100 * (usual_paise - paise) + usual_paise) // (2 * usual_paise)
