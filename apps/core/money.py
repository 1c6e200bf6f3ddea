"""Amounts of money: whole paise in code and database, rupees only in JSON."""

from dataclasses import dataclass
from decimal import Decimal

CURRENCY = "INR"
"""The currency of all prices, orders and payments."""


@dataclass(frozen=True, order=True, slots=True)
class Money:
    paise: int

    @classmethod
    def from_rupees(cls, rupees: int | Decimal) -> "Money":
        """
        An amount given in rupees with at most two decimals.

        :raises ValueError: if it is not whole paise
        """
        paise = Decimal(rupees) * 100
        if paise != paise.to_integral_value():
            raise ValueError("An amount has at most two decimals")
        return cls(int(paise))

    def to_rupees(self) -> int | float:
        """
        Rupees as a JSON number.

        The float is only serialised, never calculated with: JSON prints the shortest one that reads back
        as the same two decimals.
        """
        rupees, rest = divmod(self.paise, 100)
        return rupees if rest == 0 else float(Decimal(self.paise) / 100)
