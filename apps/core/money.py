"""Amounts of Indian money: whole paise inside, rupees only where the contract puts them on the wire."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, order=True, slots=True)
class Money:
    paise: int

    @classmethod
    def of_rupees(cls, rupees: int | Decimal) -> "Money":
        """
        An amount given in rupees with at most two decimals.

        :raises ValueError: if it names a part of a paisa
        """
        paise = Decimal(rupees) * 100
        if paise != paise.to_integral_value():
            raise ValueError("An amount has at most two decimals")
        return cls(int(paise))

    def on_wire(self) -> int | float:
        """
        Rupees as the JSON number of the contract.

        The quotient is only written, never calculated with: the shortest float that reads back as the
        same two decimals is exactly what JSON prints.
        """
        rupees, rest = divmod(self.paise, 100)
        return rupees if rest == 0 else float(Decimal(self.paise) / 100)
