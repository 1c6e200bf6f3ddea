"""
Prices with GST, for the apps that show them.

They are below commerce, which owns the tax and registers it in `ready`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, TypedDict

from apps.core.json_types import Help, Rupees
from apps.core.money import Money


class PricesWithGst(TypedDict):
    """The price of a card, and its struck price, as the item's page and the checkout show them."""

    priceWithGst: Annotated[Rupees | None, Help("What is paid. Null where the price is 0.")]
    markupPriceWithGst: Annotated[Rupees | None, Help("The struck price on the same base. Null: none.")]


@dataclass(frozen=True, slots=True)
class Tax:
    """The tax of a day."""

    bill_paise: Callable[[int], int]
    """A price in paise to what is paid."""

    def rupees(self, price_paise: int | None) -> int | float | None:
        """The price with GST for JSON; None for nothing to pay."""
        return Money(self.bill_paise(price_paise)).to_rupees() if price_paise else None

    def prices(self, price_paise: int, markup_paise: int | None) -> PricesWithGst:
        return {"priceWithGst": self.rupees(price_paise), "markupPriceWithGst": self.rupees(markup_paise)}


_registered: list[Callable[[date], Tax]] = []


def register(of_day: Callable[[date], Tax]) -> None:
    _registered[:] = [of_day]


def on(day: date) -> Tax:
    """The tax of an Indian day. Ask once for a list: the rate is read each time."""
    return _registered[0](day)
