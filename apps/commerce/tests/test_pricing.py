import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.commerce import pricing
from apps.commerce.pricing import TaxLine

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests/vectors/tax.json").read_text())

paise = st.integers(min_value=0, max_value=10**11)


@pytest.mark.parametrize(
    "row", VECTORS, ids=lambda row: f"{row.get('percent', 18)}-{row['price']}-{row['discount']}"
)
def test_the_bill_is_the_one_that_the_browser_estimates(row: dict[str, Any]) -> None:
    gst_bp = round(100 * row.get("percent", 18))
    bill = pricing.totals(price_paise=row["price"], discount_paise=row["discount"], gst_bp=gst_bp)
    assert (bill.igst_paise, bill.cgst_paise, bill.bill_paise) == (row["igst"], row["cgst"], row["billTotal"])


@pytest.mark.parametrize(
    ("numerator", "denominator", "rounded"),
    [
        (0, 100, 0),
        (49, 100, 0),
        (50, 100, 1),
        (149, 100, 1),
        (150, 100, 2),
        (250, 100, 3),
        (1, 3, 0),
        (2, 3, 1),
    ],
)
def test_a_half_goes_up(numerator: int, denominator: int, rounded: int) -> None:
    assert pricing.round_half_up(numerator, denominator) == rounded


def test_the_tax_is_split_by_the_buyers_state() -> None:
    same = pricing.tax_lines(1819, gst_bp=1800, buyer_state="Goa", supplier_state="Goa")
    assert same == (TaxLine("CGST", 9, 909), TaxLine("SGST", 9, 910))
    other = pricing.tax_lines(1819, gst_bp=1800, buyer_state="Kerala", supplier_state="Goa")
    assert other == (TaxLine("IGST", 18, 1819),)


@pytest.mark.parametrize(
    ("gst_bp", "whole", "half"),
    [
        (1800, "18", "9"),
        (500, "5", "2.5"),
        (1200, "12", "6"),
        (2800, "28", "14"),
        (25, "0.25", "0.125"),
        (0, "0", "0"),
    ],
)
def test_a_rate_is_a_whole_number_or_has_the_decimals_it_needs(gst_bp: int, whole: str, half: str) -> None:
    assert (str(pricing.percent(gst_bp)), str(pricing.percent(gst_bp, parts=2))) == (whole, half)


@pytest.mark.parametrize("gst_bp", [0, 1, 25, 500, 1225, 1800, 5000])
@pytest.mark.parametrize("buyer", ["Goa", "Kerala"])
def test_an_orders_tax_lines_give_its_rate(gst_bp: int, buyer: str) -> None:
    lines = pricing.tax_lines(1819, gst_bp=gst_bp, buyer_state=buyer, supplier_state="Goa")
    stored = json.loads(json.dumps([{"name": line.name, "rate": line.rate} for line in lines]))
    assert pricing.gst_bp_of(stored) == gst_bp


rates = st.integers(min_value=0, max_value=5000)


@given(price=paise, discount=paise, gst_bp=rates)
def test_a_bill_adds_up_and_is_zero_or_what_the_provider_takes(
    price: int, discount: int, gst_bp: int
) -> None:
    bill = pricing.totals(price_paise=price, discount_paise=discount, gst_bp=gst_bp)
    assert bill.igst_paise == bill.cgst_paise
    assert bill.bill_paise == bill.price_paise - bill.discount_paise + bill.igst_paise + bill.cgst_paise
    assert bill.bill_paise == 0 or bill.bill_paise >= 100
    assert 0 <= bill.discount_paise <= price


@given(prices=st.lists(st.integers(0, 10**9), min_size=1, max_size=30), discount=paise, gst_bp=rates)
def test_the_shares_of_lines_sum_to_the_bill(prices: list[int], discount: int, gst_bp: int) -> None:
    bill = pricing.totals(price_paise=sum(prices), discount_paise=discount, gst_bp=gst_bp)
    shares = pricing.split_between_lines(bill, prices=prices)
    assert sum(share.discount_paise for share in shares) == bill.discount_paise
    assert sum(share.tax_paise for share in shares) == bill.igst_paise + bill.cgst_paise
    for price, share in zip(prices, shares, strict=True):
        assert 0 <= share.discount_paise <= price
        assert share.tax_paise >= 0


@pytest.mark.parametrize(("gross", "taxable"), [(118, 100), (1180000, 1000000), (1, 1), (59, 50), (100, 85)])
def test_what_an_amount_was_before_its_tax(gross: int, taxable: int) -> None:
    assert pricing.taxable_part(gross, gst_bp=1800) == taxable
