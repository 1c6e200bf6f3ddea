import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from apps.live.pricing import Plan, discount_percentage, pick_plan, session_prices

VECTORS = json.loads((Path(settings.BASE_DIR) / "tests" / "vectors" / "plans.json").read_text())

TWENTY, TEN, FIVE, ONE = (
    Plan(f"{count} sessions", count, rupees * 100)
    for count, rupees in ((20, 300), (10, 375), (5, 425), (1, 499))
)
ALL = [TWENTY, TEN, FIVE, ONE]


@pytest.mark.parametrize(
    ("count", "plan"),
    [
        (0, None),
        (1, ONE),
        (2, ONE),
        (4, ONE),
        (5, FIVE),
        (9, FIVE),
        (10, TEN),
        (19, TEN),
        (20, TWENTY),
        (90, TWENTY),
    ],
)
def test_the_plan_for_a_number_of_sessions(count: int, plan: Plan | None) -> None:
    assert pick_plan(ALL, count=count) == plan


def test_one_session_gets_the_last_plan() -> None:
    assert pick_plan([TWENTY, FIVE], count=1) == FIVE
    assert pick_plan([TWENTY, FIVE], count=4) is None
    assert pick_plan([], count=1) is None


def test_session_prices_with_and_without_a_plan() -> None:
    assert session_prices(FIVE, base_paise=[49_900, 59_900]) == [42_500, 42_500]
    assert session_prices(None, base_paise=[49_900, 59_900]) == [49_900, 59_900]


@pytest.mark.parametrize(
    ("usual", "now", "percent"), [(0, 0, 0), (499, 499, 0), (499, 425, 15), (1000, 995, 1)]
)
def test_discount_in_whole_per_cent(usual: int, now: int, percent: int) -> None:
    assert discount_percentage(usual_paise=usual, paise=now) == percent


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_same_plan_and_price_as_in_the_browser(vector: dict[str, Any]) -> None:
    plans = [Plan("", plan["numOfSessions"], plan["discounted"]) for plan in vector["plans"]]
    plan = pick_plan(plans, count=len(vector["base"]))
    total = sum(session_prices(plan, base_paise=vector["base"]))
    assert (plan.num_of_sessions if plan else None, total) == (vector["picked"], vector["total"])
