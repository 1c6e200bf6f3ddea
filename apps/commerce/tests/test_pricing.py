import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.commerce import pricing
from apps.commerce.pricing import TaxLine

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests/vectors/tax.json").read_text())

paise = st.integers(min_value=0, max_value=10**11)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: f"{row['price']}-{row['discount']}")
def test_the_bill_is_the_one_that_the_browser_estimates(row: dict[str, int]) -> None:
    bill = pricing.totals(price_paise=row["price"], discount_paise=row["discount"])
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
    same = pricing.tax_lines(1819, buyer_state="Goa", supplier_state="Goa")
    assert same == (TaxLine("CGST", 9, 909), TaxLine("SGST", 9, 910))
    other = pricing.tax_lines(1819, buyer_state="Kerala", supplier_state="Goa")
    assert other == (TaxLine("IGST", 18, 1819),)


@given(price=paise, discount=paise)
def test_a_bill_adds_up_and_is_zero_or_what_the_provider_takes(price: int, discount: int) -> None:
    bill = pricing.totals(price_paise=price, discount_paise=discount)
    assert bill.igst_paise == bill.cgst_paise
    assert bill.bill_paise == bill.price_paise - bill.discount_paise + bill.igst_paise + bill.cgst_paise
    assert bill.bill_paise == 0 or bill.bill_paise >= 100
    assert 0 <= bill.discount_paise <= price


@given(prices=st.lists(st.integers(0, 10**9), min_size=1, max_size=30), discount=paise)
def test_the_shares_of_lines_sum_to_the_bill(prices: list[int], discount: int) -> None:
    bill = pricing.totals(price_paise=sum(prices), discount_paise=discount)
    shares = pricing.split_between_lines(bill, prices=prices)
    assert sum(share.discount_paise for share in shares) == bill.discount_paise
    assert sum(share.tax_paise for share in shares) == bill.igst_paise + bill.cgst_paise
    for price, share in zip(prices, shares, strict=True):
        assert 0 <= share.discount_paise <= price
        assert share.tax_paise >= 0


@pytest.mark.parametrize(("gross", "taxable"), [(118, 100), (1180000, 1000000), (1, 1), (59, 50), (100, 85)])
def test_what_an_amount_was_before_its_tax(gross: int, taxable: int) -> None:
    assert pricing.taxable_part(gross) == taxable
