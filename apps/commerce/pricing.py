"""Discounts, tax and rounding: pure arithmetic in whole paise."""

from collections.abc import Sequence
from dataclasses import dataclass

TAX_LINE_RATE = 9
"""Percent of each of the two equal lines of the tax."""

LEAST_BILL_PAISE = 100
"""The provider takes nothing below a rupee, so a smaller bill is let off."""


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
    rate: int
    paise: int


@dataclass(frozen=True, slots=True)
class Share:
    """One line's part of a bill."""

    discount_paise: int
    tax_paise: int


def half_up(numerator: int, denominator: int) -> int:
    """The only rounding there is: to the nearest paisa, a half up; for amounts from zero up."""
    return (2 * numerator + denominator) // (2 * denominator)


def percent_of(paise: int, percent: int) -> int:
    return half_up(paise * percent, 100)


def totals(*, price_paise: int, discount_paise: int = 0) -> Totals:
    """The bill of a price; one under a rupee is let off as a whole, as a discount."""
    discount = min(discount_paise, price_paise)
    tax_line = percent_of(price_paise - discount, TAX_LINE_RATE)
    bill = Totals(price_paise, discount, igst_paise=tax_line, cgst_paise=tax_line)
    if bill.bill_paise < LEAST_BILL_PAISE:
        return Totals(price_paise, price_paise, igst_paise=0, cgst_paise=0)
    return bill


def tax_lines(tax_paise: int, *, buyer_state: str, supplier_state: str) -> tuple[TaxLine, ...]:
    """How the law splits the tax of a bill; its sum, two equal lines, never depends on the state."""
    if buyer_state == supplier_state:
        half = tax_paise // 2
        return (
            TaxLine("CGST", TAX_LINE_RATE, half),
            TaxLine("SGST", TAX_LINE_RATE, tax_paise - half),
        )
    return (TaxLine("IGST", 2 * TAX_LINE_RATE, tax_paise),)


def shares(bill: Totals, *, prices: Sequence[int]) -> list[Share]:
    """The bill's discount and tax laid on its lines; the parts sum exactly to the whole."""
    discounts = parted(bill.discount_paise, by=prices)
    taxables = [price - discount for price, discount in zip(prices, discounts, strict=True)]
    taxes = parted(bill.igst_paise + bill.cgst_paise, by=taxables)
    return [Share(discount, tax) for discount, tax in zip(discounts, taxes, strict=True)]


def parted(whole: int, *, by: Sequence[int]) -> list[int]:
    """Part an amount in proportion; the paise that are left go to the largest remainders."""
    total = sum(by)
    if total == 0:
        return [whole, *(0 for _ in by[1:])] if by else []
    parts = [whole * weight // total for weight in by]
    by_remainder = sorted(range(len(by)), key=lambda place: (-(whole * by[place] % total), place))
    for place in by_remainder[: whole - sum(parts)]:
        parts[place] += 1
    return parts


def taxable_of(gross_paise: int) -> int:
    """What an amount that holds its tax was before it."""
    return half_up(gross_paise * 100, 100 + 2 * TAX_LINE_RATE)
