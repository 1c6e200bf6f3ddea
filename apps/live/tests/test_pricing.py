import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from apps.live.pricing import Plan, percent_off, picked, prices

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
def test_the_plan_of_a_selection(count: int, plan: Plan | None) -> None:
    assert picked(ALL, count=count) == plan


def test_one_session_falls_under_the_last_plan_however_many_that_names() -> None:
    assert picked([TWENTY, FIVE], count=1) == FIVE
    assert picked([TWENTY, FIVE], count=4) is None
    assert picked([], count=1) is None


def test_a_plan_sets_each_price_and_without_one_each_has_its_own() -> None:
    assert prices(FIVE, base_paise=[49_900, 59_900]) == [42_500, 42_500]
    assert prices(None, base_paise=[49_900, 59_900]) == [49_900, 59_900]


@pytest.mark.parametrize(
    ("usual", "now", "percent"), [(0, 0, 0), (499, 499, 0), (499, 425, 15), (1000, 995, 1)]
)
def test_whole_per_cents_off(usual: int, now: int, percent: int) -> None:
    assert percent_off(usual_paise=usual, paise=now) == percent


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_plan_and_price_that_the_browser_finds(vector: dict[str, Any]) -> None:
    plans = [Plan("", plan["numOfSessions"], plan["discounted"]) for plan in vector["plans"]]
    plan = picked(plans, count=len(vector["base"]))
    total = sum(prices(plan, base_paise=vector["base"]))
    assert (plan.num_of_sessions if plan else None, total) == (vector["picked"], vector["total"])
