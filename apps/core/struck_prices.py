"""Which struck price a course or an event has on a day: the one rule for cards, pages, search and carts."""

from datetime import date
from typing import Protocol

from django.core.exceptions import ValidationError


class Priced(Protocol):
    """A course, a webinar or a mentorship, or its columns."""

    @property
    def markup_price_paise(self) -> int | None: ...
    @property
    def markup_last_day(self) -> date | None: ...


def struck_price_paise(priced: Priced, *, day: date) -> int | None:
    """None after its last day, in Indian time; without a last day it does not end (decision 0052)."""
    ended = priced.markup_last_day is not None and priced.markup_last_day < day
    return None if ended else priced.markup_price_paise


def require_last_day(priced: Priced) -> None:
    """
    Require the last day of a struck price: until then staff state that it is true.

    :raises ValidationError: if it has no last day
    """
    if priced.markup_price_paise is not None and priced.markup_last_day is None:
        raise ValidationError({"markup_last_day": "Enter the last day on which this offer is valid."})
