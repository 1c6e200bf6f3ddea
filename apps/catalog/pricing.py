"""Which struck price a course has on a day: the one rule for cards, pages, search and carts."""

from datetime import date
from typing import Protocol


class Priced(Protocol):
    """A course, or its columns."""

    @property
    def markup_price_paise(self) -> int | None: ...
    @property
    def markup_last_day(self) -> date | None: ...


def struck_price_paise(priced: Priced, *, day: date) -> int | None:
    """None after its last day, in Indian time; without a last day it does not end (decision 0052)."""
    ended = priced.markup_last_day is not None and priced.markup_last_day < day
    return None if ended else priced.markup_price_paise
