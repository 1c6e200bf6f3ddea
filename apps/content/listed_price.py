"""What something costs, and the price that is shown struck through beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from apps.content.months import day_in_words
from apps.core.formatting import short_price


@dataclass(frozen=True, slots=True)
class ListedPrice:
    paise: int
    struck_paise: int | None = None
    last_day: date | None = None
    """The last day of the struck price."""

    def __str__(self) -> str:
        return f"{short_price(self.paise)}, {self.struck}" if self.struck else short_price(self.paise)

    @property
    def struck(self) -> str:
        """'₹1,499 struck through until 31 December 2026', or empty."""
        if self.struck_paise is None:
            return ""
        until = "" if self.last_day is None else f" until {day_in_words(self.last_day)}"
        return f"{short_price(self.struck_paise)} struck through{until}"

    def to_json(self) -> dict[str, Any]:
        day = None if self.last_day is None else self.last_day.isoformat()
        return {"paise": self.paise, "struck_paise": self.struck_paise, "last_day": day}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "ListedPrice":
        day = found.get("last_day")
        return cls(
            found["paise"], found.get("struck_paise"), None if day is None else date.fromisoformat(day)
        )
