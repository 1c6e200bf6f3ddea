"""
Discounts, tax and rounding: pure arithmetic in paise.

A rate of GST is in hundredths of a percent (`gst_bp`, basis points): 18% is 1800. So half of 5%, or of a rate
with decimals, is exact as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

MINIMUM_BILL_PAISE = 100
"""The provider accepts nothing below one rupee, so smaller bills are waived."""


_WHOLE_BP = 10_000
"""100%."""


@dataclass(frozen=True, slots=True)
class Totals:
    price_paise: int
    discount_paise: int
    igst_paise: int
    cgst_paise: int

    @property
    def taxable_paise(self) -> int:
        return self.price_paise - self.discount_paise

    @property
    def bill_paise(self) -> int:
        return self.taxable_paise + self.igst_paise + self.cgst_paise


@dataclass(frozen=True, slots=True)
class TaxLine:
    name: str
    rate: int | float
    """Percent."""
    paise: int


@dataclass(frozen=True, slots=True)
class LineShare:
    """One line's share of discount and tax."""

    discount_paise: int
    tax_paise: int


def round_half_up(numerator: int, denominator: int) -> int:
    """Round to the nearest paisa, halves up. All money is rounded here. For amounts from zero up."""
    return (2 * numerator + denominator) // (2 * denominator)


def percent_of(paise: int, percent: int) -> int:
    return round_half_up(paise * percent, 100)


def totals(*, price_paise: int, gst_bp: int, discount_paise: int = 0) -> Totals:
    """The bill for a price; a bill under one rupee is waived as a discount."""
    discount = min(discount_paise, price_paise)
    tax_line = round_half_up((price_paise - discount) * gst_bp, 2 * _WHOLE_BP)
    bill = Totals(price_paise, discount, igst_paise=tax_line, cgst_paise=tax_line)
    if bill.bill_paise < MINIMUM_BILL_PAISE:
        return Totals(price_paise, price_paise, igst_paise=0, cgst_paise=0)
    return bill


def tax_lines(tax_paise: int, *, gst_bp: int, buyer_state: str, supplier_state: str) -> tuple[TaxLine, ...]:
    """The tax split by law into CGST and SGST, or IGST; the sum does not depend on the state."""
    if buyer_state == supplier_state:
        half, rate = tax_paise // 2, percent(gst_bp, parts=2)
        return (TaxLine("CGST", rate, half), TaxLine("SGST", rate, tax_paise - half))
    return (TaxLine("IGST", percent(gst_bp), tax_paise),)


def percent(gst_bp: int, *, parts: int = 1) -> int | float:
    """A rate, or an equal part of it, as a JSON number: 18, or 2.5. Only shown, never calculated with."""
    whole, rest = divmod(gst_bp, 100 * parts)
    return whole if rest == 0 else float(Decimal(gst_bp) / (100 * parts))


def gst_bp_of(tax_lines: Sequence[Mapping[str, Any]]) -> int:
    """The rate by which an order was taxed, from the tax lines that it stores."""
    return int(100 * sum(Decimal(str(line["rate"])) for line in tax_lines))


def split_between_lines(bill: Totals, *, prices: Sequence[int]) -> list[LineShare]:
    """Distribute discount and tax over the lines; the shares add up exactly."""
    discounts = split_proportionally(bill.discount_paise, by=prices)
    taxables = [price - discount for price, discount in zip(prices, discounts, strict=True)]
    taxes = split_proportionally(bill.igst_paise + bill.cgst_paise, by=taxables)
    return [LineShare(discount, tax) for discount, tax in zip(discounts, taxes, strict=True)]


def split_proportionally(whole: int, *, by: Sequence[int]) -> list[int]:
    """Split an amount in proportion; leftover paise go to the largest remainders."""
    total = sum(by)
    if total == 0:
        return [whole, *(0 for _ in by[1:])] if by else []
    parts = [whole * weight // total for weight in by]
    by_remainder = sorted(range(len(by)), key=lambda index: (-(whole * by[index] % total), index))
    for index in by_remainder[: whole - sum(parts)]:
        parts[index] += 1
    return parts


def taxable_part(gross_paise: int, *, gst_bp: int) -> int:
    """The taxable part of an amount that includes tax."""
    return round_half_up(gross_paise * _WHOLE_BP, _WHOLE_BP + gst_bp)
