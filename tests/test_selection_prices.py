"""What the session picker says of a selection is what its cart costs; `quote.ts` has the same vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from apps.commerce.pricing import totals
from apps.live.pricing import Plan, discount_percentage, pick_plan, session_prices

SELECTIONS = json.loads((Path(__file__).parent / "vectors" / "selections.json").read_text())


@pytest.mark.parametrize("vector", SELECTIONS, ids=[vector["name"] for vector in SELECTIONS])
def test_a_cart_costs_what_the_summary_says(vector: dict[str, Any]) -> None:
    plans = [Plan("", plan["numOfSessions"], plan["discounted"]) for plan in vector["plans"]]
    base, quote = vector["base"], vector["quote"]
    prices = session_prices(pick_plan(plans, count=len(base)), base_paise=base)
    each = prices[0] if len(set(prices)) == 1 else None
    assert (each, sum(prices)) == (quote["each"], quote["total"])
    off = discount_percentage(usual_paise=sum(base), paise=min(sum(prices), sum(base)))
    assert off == quote["percentOff"]
    assert totals(price_paise=sum(prices), gst_bp=1800).bill_paise == quote["billTotal"]


@pytest.mark.parametrize("vector", SELECTIONS, ids=[vector["name"] for vector in SELECTIONS])
def test_adding_sessions_pays_only_where_the_picker_says_so(vector: dict[str, Any]) -> None:
    plans = [Plan("", plan["numOfSessions"], plan["discounted"]) for plan in vector["plans"]]
    count, now = len(vector["base"]), vector["quote"]["total"]
    found = None
    for more in range(1, vector["addable"] + 1):
        plan = pick_plan(plans, count=count + more)
        if plan is None or plan.num_of_sessions != count + more or plan.discounted_paise * count >= now:
            continue
        price = plan.discounted_paise * (count + more)
        found = {
            "more": more,
            "count": count + more,
            "each": plan.discounted_paise,
            "billTotal": totals(price_paise=price, gst_bp=1800).bill_paise,
            "isLess": price < now,
        }
        break
    assert found == vector["nudge"]
